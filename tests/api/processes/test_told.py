"""What one process tells another of its moves: enough not to read them, and nothing to anybody else."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import asyncpg
import pytest

from cardkit_api.keys import Keys
from cardkit_api.service import cache
from cardkit_api.service.service import Service
from cardkit_api.stores.postgres.connection import Listener
from tests.api.door import KEY, Door, Sat
from tests.api.places import Place
from tests.api.processes.pair import Pair, pair

pytestmark = pytest.mark.anyio


def service_of(door: Door) -> Service:
    service: object = door.app.state["service"]
    assert isinstance(service, Service)
    return service


def count_reads(door: Door) -> list[int]:
    """Return a list of the versions from which logs are read in that process from now on."""
    store = service_of(door).store
    lines, read = store.lines, list[int]()

    async def reading(match: str, after: int = 0) -> str:
        read.append(after)
        return await lines(match, after)

    store.lines = reading  # type: ignore[method-assign]  # the store itself stays as it is
    return read


@asynccontextmanager
async def acquainted(place: Place) -> AsyncGenerator[tuple[Pair, Sat, Sat]]:
    """Yield two processes that have heard each other, and a match that both have in memory."""
    async with pair(place) as both:
        a, b = await both.sit()
        await alternate(a, b, 4)
        yield both, a, b


async def alternate(one: Sat, other: Sat, moves: int) -> None:
    """Play moves through both processes in turns. Each waits until it has heard the move before."""
    for n in range(moves):
        here, there = ((one, other), (other, one))[n % 2]
        await hears(there, await play(here))


async def play(sat: Sat) -> int:
    """Play a move through that process. Return the version after it."""
    seat, legal, before = await sat.turn()
    moved = await sat.move(seat, legal[0]["number"], f'"{before}"')
    assert moved.status_code == 200, moved.text
    version: int = moved.json()["version"]
    return version


async def hears(sat: Sat, version: int) -> None:
    """Wait until that process knows of the version."""
    async with asyncio.timeout(5):
        while (await sat.status())["version"] < version:
            await asyncio.sleep(0.005)


async def test_a_process_that_was_told_of_moves_doesnt_read_them(postgres: Place) -> None:
    async with acquainted(postgres) as (both, a, b):
        read = count_reads(both.a), count_reads(both.b)
        await alternate(a, b, 10)
        assert read == ([], [])
        assert (await a.get("events")).json() == (await b.get("events")).json()


async def test_a_stream_is_told_of_moves_without_a_read(postgres: Place) -> None:
    async with acquainted(postgres) as (both, a, b):
        version = (await b.status())["version"]
        await hears(a, version)
        read = count_reads(both.a)
        polling = asyncio.create_task(a.get(f"events?after={version}&wait=5", 0))
        await asyncio.sleep(0.05)
        await play(b)
        events = (await polling).json()["events"]
        assert events
        assert read == []


@pytest.mark.parametrize(("late", "moment", "reads"), [(0.1, 5, 0), (5, 0.01, 1)])
async def test_a_move_that_is_faster_than_the_news_waits_a_moment_for_it(
    postgres: Place, late: float, moment: float, reads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    receive = Listener._receive  # pyright: ignore[reportPrivateUsage]  # asyncpg calls it
    delays: list[float] = []

    def receive_late(listener: Listener, connection: object, pid: int, channel: str, told: object) -> None:
        if delays:
            asyncio.get_running_loop().call_later(
                delays[0], receive, listener, connection, pid, channel, told
            )
        else:
            receive(listener, connection, pid, channel, told)

    monkeypatch.setattr(Listener, "_receive", receive_late)
    monkeypatch.setattr(cache, "_MOMENT", moment)
    async with acquainted(postgres) as (both, a, b):
        await hears(a, (await b.status())["version"])
        read = count_reads(both.b)
        delays.append(late)
        await play(a)
        seat, legal, version = await a.turn()
        moved = await b.move(seat, legal[0]["number"], f'"{version}"')
        assert moved.status_code == 200, moved.text
        assert len(read) == reads


@pytest.mark.parametrize("spoilt", ["", "AAAA", "another key", "another move"])
async def test_what_was_told_is_read_if_it_doesnt_fit(
    postgres: Place, spoilt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    veil = Keys.veil
    first: list[str] = []

    def spoil(keys: Keys, text: str) -> str:
        first.append(veil(keys, text))
        made = {"another key": veil(Keys(bytes(32)), text), "another move": first[0]}
        return made.get(spoilt, spoilt)

    async with acquainted(postgres) as (_, a, b):
        monkeypatch.setattr(Keys, "veil", spoil)
        await alternate(a, b, 6)
        assert (await a.get("events")).json() == (await b.get("events")).json()


async def test_whoever_listens_at_the_database_learns_only_which_match_went_on(postgres: Place) -> None:
    heard: list[str] = []
    connection = await asyncpg.connect(postgres.url)

    def listen(_connection: object, _pid: int, _channel: str, payload: object) -> None:
        heard.append(str(payload))

    await connection.add_listener("cardkit", listen)
    async with acquainted(postgres) as (both, a, b):
        heard.clear()
        await alternate(a, b, 6)
        lines = (await service_of(both.a).store.lines(a.id)).splitlines()
        async with asyncio.timeout(5):
            while len(heard) < 3:
                await asyncio.sleep(0.01)
    await connection.close()
    words = [line.split()[1] for told in heard for line in told.split("\n") if line.startswith(" ")]
    assert words
    keys = Keys(KEY)
    for one in words:
        told = keys.unveil(one)
        assert all(line in lines for line in told.splitlines())
        assert "type" in told
    for told in heard:
        assert "type" not in told
        assert not any(line[-60:] in told for line in lines)


def test_what_is_veiled_is_read_by_the_same_key_only_and_never_looks_the_same() -> None:
    keys = Keys(KEY)
    veiled = {keys.veil("the blue seven, ä") for _ in range(100)}
    assert len(veiled) == 100
    assert {keys.unveil(one) for one in veiled} == {"the blue seven, ä"}
    for one in veiled:
        assert not any(mark in one for mark in " \n\"'")
        with suppress(ValueError):
            assert Keys(bytes(32)).unveil(one) != "the blue seven, ä"


def test_the_size_of_what_is_veiled_does_not_tell_the_length_of_a_card() -> None:
    keys = Keys(bytes(range(32)))
    line = '{"n":7,"by":1,"type":"drew","seat":1,"card":"CARD"}\n'
    veiled = {
        card: keys.veil(line.replace("CARD", card)) for card in ("1", "draw2", "a card with a long name")
    }

    assert len({len(one) for one in veiled.values()}) == 1
    assert {card: keys.unveil(one) for card, one in veiled.items()} == {
        card: line.replace("CARD", card) for card in veiled
    }
