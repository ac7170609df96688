"""What is done through one process is noticed in the other: streams, resigned seats, matches that are gone."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from tests.api.door import Sat
from tests.api.places import OURS, Place
from tests.api.processes.pair import eventually, pair, told
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def watched(sat: Sat) -> AsyncGenerator[list[dict[str, Any]]]:
    """Yield what a watcher's stream tells until the match is over."""
    seen: list[dict[str, Any]] = []
    telling = asyncio.ensure_future(told(sat, seen))
    try:
        yield seen
        await asyncio.wait_for(telling, PATIENCE)
    finally:
        telling.cancel()


async def pages(sat: Sat) -> list[dict[str, Any]]:
    """Return the same events as pages."""
    events: list[dict[str, Any]] = []
    while True:
        page = (await sat.get(f"events?after={len(events)}")).json()
        events += page["events"]
        if page["over"]:
            return events


async def test_a_stream_shows_the_moves_played_through_another_process_once_and_in_order(
    postgres: Place,
) -> None:
    async with pair(postgres) as both:
        a, b = await both.sit(options={"rounds": 1})
        async with watched(a) as seen:
            over = await b.finish()
        assert [event["n"] for event in seen[:-1]] == [*range(1, over["version"] + 1)]
        assert seen[:-1] == await pages(b)
        assert seen[-1] == {"type": "match_over", "version": over["version"], "outcome": over["outcome"]}


async def test_streams_catch_up_when_the_listening_connections_were_cut(postgres: Place) -> None:
    """Moves are played before and while nobody listens; the stream has no gap, and nothing twice."""
    async with pair(postgres) as both:
        a, b = await both.sit(options={"rounds": 1})
        async with watched(a) as seen:
            for _ in range(4):
                await b.go_on(3)
                await deafen(postgres)
            over = await b.finish()
        assert [event["n"] for event in seen[:-1]] == [*range(1, over["version"] + 1)]
        assert seen[:-1] == await pages(b)


async def deafen(place: Place) -> None:
    """Cut the connections on which processes listen, as soon as one does."""
    connection = await asyncpg.connect(place.url)
    async with asyncio.timeout(PATIENCE):
        while not await connection.fetch(f"SELECT pg_terminate_backend(pid) {OURS} AND query LIKE 'LISTEN%'"):
            await asyncio.sleep(0.02)
    await connection.close()


async def test_a_seat_that_was_resigned_through_another_process_plays_no_more(postgres: Place) -> None:
    async with pair(postgres) as both:
        a, b = await both.sit()
        seat, legal, _ = await a.turn()
        assert (await b.door.post(f"{b.path}/resign", {}, b.seats[seat])).status_code == 200
        await eventually(lambda: a.get(""), lambda answer: answer.json()["seats"][seat]["resigned"])
        assert (await a.move(seat, legal[0]["number"])).json()["code"] == "resigned"
        await eventually(lambda: a.get("events?after=2&wait=5"), lambda answer: answer.json()["version"] > 2)


async def test_a_join_through_another_process_is_noticed(postgres: Place) -> None:
    async with pair(postgres) as both:
        made = await both.a.create(public=True)
        path = f"/v1/matches/{made['match']['id']}"
        seen: list[dict[str, Any]] = []
        watcher = Sat(both.a, made["match"]["id"], made["owner"], made["watcher"], (), made)
        telling = asyncio.ensure_future(told(watcher, seen))
        for name in "xyz":
            assert (await both.b.post(f"{path}/seats", {"name": name})).status_code == 201
        async with asyncio.timeout(PATIENCE):
            while not seen:  # the match has begun
                await asyncio.sleep(0.01)
        telling.cancel()
        assert seen[0]["n"] == 1


async def test_a_match_deleted_through_another_process_is_gone(postgres: Place) -> None:
    async with pair(postgres) as both:
        a, b = await both.sit()
        async with watched(a) as seen:
            await eventually(lambda: a.get("events"), lambda answer: len(seen) == answer.json()["version"])
            assert (await b.door.ask("DELETE", b.path, b.owner)).status_code == 204
        assert seen[-1] == {"type": "match_deleted"}
        await eventually(lambda: a.get(""), lambda answer: answer.status_code == 404)


async def test_a_process_that_comes_later_knows_all(postgres: Place) -> None:
    async with pair(postgres) as both:
        a, _ = await both.sit()
        await a.go_on(20)
        known = await a.get("events", 1)
    async with pair(postgres) as later:
        again = Sat(later.b, a.id, a.owner, a.watcher, a.seats, a.made)
        assert (await again.get("events", 1)).json() == known.json()
