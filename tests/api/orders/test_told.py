"""What becomes of an order is told to its seat: by streams and sockets that ask, in any process, and by the client."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any

import pytest

from cardkit_api.client import Client
from tests import plain_http
from tests.api.clients.serving import serving
from tests.api.door import Sat, listening
from tests.api.orders.giving import give, match_of, texts, waiting_seat, withdraw
from tests.api.places import Place
from tests.api.processes.pair import pair
from tests.api.routes.test_events import NDJSON, SSE
from tests.api.routes.test_lobby import lines
from tests.api.routes.test_socket import socket, until
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


async def dropped(sat: Sat, seat: int) -> None:
    assert (await give(sat, seat, 0, [{"type": "nothing"}])).status_code == 200
    mover = match_of(sat).actors[0]
    assert (await sat.move(mover, texts(match_of(sat), mover)[0])).status_code == 200


@pytest.mark.parametrize("media", [NDJSON, SSE])
async def test_a_stream_that_asks_tells_what_becomes_of_the_seats_own_orders(media: str) -> None:
    async with listening() as door:
        sat = await door.sit()
        seat, version = waiting_seat(match_of(sat)), match_of(sat).version
        query = f"events?after={version}&language=nl"
        asking = asyncio.ensure_future(sat.get(f"{query}&orders=true", seat, Accept=media))
        silent = asyncio.ensure_future(sat.get(query, seat, Accept=media))
        await door.is_listened_to(sat.id, by=2)
        await give(sat, seat, 0)
        await withdraw(sat, seat)
        await dropped(sat, seat)
        await door.is_listened_to(sat.id, by=2)  # both have told what they know
        await door.ask("DELETE", sat.path, sat.owner)
        text = (await asking).text
        assert text.count("order_ended") == (2 if media == NDJSON else 4)
        assert "Je hebt je opdracht ingetrokken." in text
        assert "order_ended" not in (await silent).text
        if media == NDJSON:
            told = [one for one in lines(text) if one.get("type") == "order_ended"]
            assert [one["code"] for one in told] == ["withdrawn", "unforeseen"]
            assert [one["version"] for one in told] == [version, match_after(told, version)]
        else:
            blocks = [block for block in text.split("\n\n") if "order_ended" in block]
            assert [block.split("\n")[0] for block in blocks] == ["event: order_ended"] * 2


def match_after(told: list[dict[str, Any]], version: int) -> int:
    assert told[1]["version"] > version
    return int(told[1]["version"])


async def test_a_socket_tells_it_in_another_process_too(postgres: Place) -> None:
    async with pair(postgres) as doors:
        at_a, at_b = await doors.sit()
        seat, version = waiting_seat(match_of(at_a)), match_of(at_a).version
        await at_b.status()
        query = f"?after={version}&orders=true"
        async with socket(doors.b, at_b.path, at_b.seats[seat], query) as own:
            await doors.b.is_listened_to(at_b.id)
            await dropped(at_a, seat)
            said = await until(own, "order_ended")
            assert said["code"] == "unforeseen"


def test_the_client_gives_orders_and_hears_what_becomes_of_them() -> None:
    with serving() as url, Client(url) as client, ThreadPoolExecutor(1) as thread:
        made = client.create("thirteen", 3, name="Ann", public=True)
        tokens = [made.token or "", *(client.join(made.match.id, name).token for name in ("Ben", "Cleo"))]
        seats = [client.match(made.match.id, token) for token in tokens]
        status = seats[0].status()
        first = status.actors[0]
        other = (first + 1) % 3
        assert seats[other].order().order is None
        given = seats[other].set_order(0, [{}], status.version)
        assert given.order is not None
        assert given.order.foreseen == [{}]
        ends = seats[other].order_ends("de")
        heard = thread.submit(next, ends)
        while "cardkit_streams 1.0" not in plain_http.get(f"{url}/metrics").text:
            sleep(0.01)
        gone = seats[other].withdraw_order()
        assert gone.last is not None
        assert gone.last.code == "withdrawn"
        told = heard.result(PATIENCE)
        assert (told.code, told.version) == ("withdrawn", status.version)
        assert told.text == "Du hast deinen Auftrag zurückgezogen."
        assert [*seats[other].page(status.version).events] == []
        ends.close()
