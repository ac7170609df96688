"""A server that is killed at any moment has lost nothing that it answered, and does nothing twice."""

import asyncio
import os
from random import Random
from typing import Any

import httpx
import pytest

from tests.api.durability.held import Held
from tests.api.durability.players import Client
from tests.api.durability.served import Served, served
from tests.api.places import Place
from tests.api.stores.acts import opened

pytestmark = pytest.mark.anyio

CLIENTS = 8


async def until_killed(server: Served, clients: list[Client], answers: int, seconds: float) -> None:
    """Let everybody play. Kill the server this number of seconds after this number of answers."""
    left, enough = answers, asyncio.Event()

    async def heard(_: httpx.Response) -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            enough.set()

    async with server.client() as http:
        http.event_hooks = {"response": [heard]}
        playing = asyncio.gather(*(client.play(http) for client in clients), return_exceptions=True)
        waiting = asyncio.ensure_future(enough.wait())
        either: tuple[asyncio.Future[Any], ...] = (waiting, playing)
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        await asyncio.sleep(seconds)  # it is killed at any moment
        server.kill()
        for ended in await playing:
            if isinstance(ended, BaseException) and not isinstance(ended, httpx.TransportError):
                raise ended


async def kill_again_and_again(
    place: Place, times: int, least: int, most: int, random: Random
) -> tuple[list[Client], Held]:
    clients = [Client(f"client-{n}", Random(random.random())) for n in range(CLIENTS)]
    held = Held({})
    for _ in range(times):
        async with served(place.url) as server:
            await until_killed(server, clients, random.randrange(least, most), random.uniform(0, 0.01))
        await place.left()
        async with opened(place) as store:
            await held.look(store, clients)
    return clients, held


async def test_nothing_answered_is_lost_and_nothing_done_twice_when_the_server_is_killed(
    sqlite: Place, random: Random
) -> None:
    """Guarantees 2 and 3. Each client's next request after a kill is the one that wasn't answered."""
    _, held = await kill_again_and_again(sqlite, 2, 60, 100, random)
    assert held.moves > 0


async def test_another_process_goes_on_at_once_where_a_killed_one_left_off(
    postgres: Place, random: Random
) -> None:
    """What wasn't answered by the one is asked of the other, while the database may be busy with it still."""
    clients = [Client(f"client-{n}", Random(random.random())) for n in range(CLIENTS)]
    held = Held({})
    async with served(postgres.url) as one, served(postgres.url) as other:
        for server in (one, other):
            await until_killed(server, clients, 70, 0)
    await postgres.left()
    async with opened(postgres) as store:
        await held.look(store, clients)
    assert held.moves > 0


@pytest.mark.soak
@pytest.mark.skipif(not os.environ.get("CARDKIT_SOAK"), reason="only at full size")
async def test_nothing_answered_is_lost_and_nothing_done_twice_in_hundreds_of_kills(
    shared_place: Place, random: Random
) -> None:
    """Guarantees 2 and 3, with enough kills for those that fall between the commit and the answer."""
    clients, held = await kill_again_and_again(shared_place, 200, 1, 200, random)
    matches = sum(len(client.games) for client in clients)
    repeated = sum(client.repeated for client in clients)
    print(
        f"{shared_place.url.partition(':')[0]}: 200 kills, {matches} matches, {held.moves} answered moves all there; "
        f"{held.unanswered} changes had happened without an answer, and none happened twice; "
        f"{repeated} repeated requests answered as before"
    )
    assert held.moves > 1000
    assert held.unanswered > 0
