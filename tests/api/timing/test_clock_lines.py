"""What streams tell of a clock: what it shows after each move, and who runs out of time, is replaced and returns."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest

from tests.api.door import Sat, listening
from tests.api.routes.test_socket import socket, until
from tests.api.timing.told_time import timed
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

NDJSON: Final = "application/x-ndjson"


@asynccontextmanager
async def lines(sat: Sat, token: str, query: str = "") -> AsyncGenerator[AsyncIterator[dict[str, Any]]]:
    """Provide the lines of a stream, without signs of life."""

    async def read() -> AsyncIterator[dict[str, Any]]:
        async for line in answer.aiter_lines():
            if line:
                yield json.loads(line)

    headers = {"Accept": NDJSON, "Authorization": f"Bearer {token}"}
    async with sat.door.http.stream("GET", f"{sat.path}/events{query}", headers=headers) as answer:
        assert answer.status_code == 200
        yield read()


async def next_clock(stream: AsyncIterator[dict[str, Any]]) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        async for line in stream:
            if line.get("type") == "clock":
                return line
    raise AssertionError("the stream ended")


async def until_fact(stream: AsyncIterator[dict[str, Any]], kind: str) -> dict[str, Any]:
    while True:
        line = await next_clock(stream)
        if kind in [fact["type"] for fact in line["facts"]]:
            return line


async def test_a_stream_shows_the_clock_after_all_events_and_after_each_move() -> None:
    async with timed(network=True) as table, lines(table.sat, table.sat.watcher) as stream:
        first = await next_clock(stream)
        assert (first["version"], first["facts"]) == (3, [])
        assert first["seats"] == (await table.clock())["seats"]
        for version in range(4, 8):
            await table.play(1000)
            line = await next_clock(stream)
            assert line["version"] == version
            assert {key: line[key] for key in ("at", "paused", "seats")} == await table.clock()


async def test_the_events_of_a_move_come_before_its_clock() -> None:
    async with timed(network=True) as table:
        for _ in range(3):
            await table.play()
        async with lines(table.sat, table.sat.seats[0]) as stream:
            kinds: list[object] = []
            async for line in stream:
                kinds.append(line.get("n", line.get("type")))
                if line.get("type") == "clock":
                    break
        assert kinds == [*range(1, 7), "clock"]


async def test_who_asks_for_a_pause_and_who_agrees_is_told_at_once_without_a_fact() -> None:
    async with timed(network=True) as table, lines(table.sat, table.sat.watcher) as stream:
        before = await next_clock(stream)
        for seat in (0, 1):
            status = await table.post("pause", seat)
            line = await next_clock(stream)
            assert (line["version"], line["facts"], line["paused"]) == (before["version"], [], False)
            assert len(status["timing"]["pause"]) == seat + 1
        await table.post("pause", 2)
        assert [fact["type"] for fact in (await next_clock(stream))["facts"]] == ["paused"]


async def test_takeover_and_return_are_told_to_all() -> None:
    async with timed(network=True) as table:
        await table.first_moves()
        seat: int = (await table.sat.status())["actors"][0]
        async with (
            lines(table.sat, table.sat.watcher, "?after=6") as watching,
            lines(table.sat, table.sat.seats[(seat + 1) % 3], "?after=6") as playing,
        ):
            streams = (watching, playing)
            for stream in streams:
                await next_clock(stream)
            deadline = table.time.now + 11_500
            table.time.now += 11_600
            await table.sweep()
            for stream in streams:
                told = await until_fact(stream, "flagged")
                assert told["facts"] == [
                    {"type": "flagged", "at": deadline, "seat": seat},
                    {"type": "taken_over", "at": table.time.now, "seat": seat, "bot": "greedy"},
                ]
                assert told["seats"][seat]["bot"] == "greedy"
            await table.post(f"seats/{seat}/return", seat)
            for stream in streams:
                told = await until_fact(stream, "returned")
                assert told["seats"][seat]["bot"] == ""


async def test_pauses_and_gifts_are_told() -> None:
    async with timed(network=True) as table, lines(table.sat, table.sat.watcher) as stream:
        await next_clock(stream)
        for seat in range(3):
            await table.post("pause", seat)
        assert (await until_fact(stream, "paused"))["paused"]
        await table.post("resume", 2)
        assert not (await until_fact(stream, "resumed"))["paused"]
        await table.post("gifts", 0, {"to": 1, "time": 5000})
        gift = await until_fact(stream, "given")
        assert gift["facts"][0] == {"type": "given", "at": table.time.now, "seat": 0, "to": 1, "time": 5000}


async def test_a_stream_that_comes_back_is_told_who_is_away() -> None:
    """The clock shows it, also if the facts came while nobody followed the stream."""
    async with timed(network=True, absence="wait") as table:
        await table.first_moves()
        (seat,) = (await table.sat.status())["actors"]
        table.time.now += 60_000
        await table.sweep()
        async with lines(table.sat, table.sat.watcher, "?after=6") as stream:
            assert (await next_clock(stream))["seats"][seat]["out_of_time"]


async def test_sockets_tell_it_too() -> None:
    async with timed(network=True) as table, socket(table.door, table.sat.path, table.sat.watcher) as there:
        first = await until(there, "clock")
        await table.play(1000)
        assert (await until(there, "clock"))["version"] == first["version"] + 1


async def test_browsers_get_the_clock_without_an_id_so_that_they_resume_after_the_last_event() -> None:
    async with timed(network=True) as table:
        headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {table.sat.watcher}"}
        async with table.door.http.stream("GET", f"{table.sat.path}/events", headers=headers) as answer:
            found: list[str] = []
            async with asyncio.timeout(PATIENCE):
                async for line in answer.aiter_lines():
                    found.append(line)
                    if line.startswith("data: ") and '"clock"' in line:
                        break
    assert found[-2:-1] == ["event: clock"]
    assert found[-3] == ""


async def test_matches_without_a_clock_tell_nothing_of_one() -> None:
    async with listening() as door:
        sat = await door.sit(options={"rounds": 1})
        await sat.finish()
        async with lines(sat, sat.watcher) as stream:
            assert not [line async for line in stream if line.get("type") == "clock"]


async def test_after_the_end_the_clock_stands_and_the_stream_ends() -> None:
    async with timed(network=True, options={"rounds": 1}) as table:
        await table.sat.finish()
        async with lines(table.sat, table.sat.watcher) as stream:
            kinds = [line.get("type") for line in [line async for line in stream]]
        assert kinds[-2:] == ["clock", "match_over"]


async def test_no_line_of_a_clock_holds_a_card() -> None:
    """It is the same for all who may watch."""
    async with timed(network=True) as table:
        for _ in range(4):
            await table.play(700)
        shown: list[dict[str, Any]] = []
        for token in (*table.sat.seats, table.sat.watcher, table.sat.owner):
            async with lines(table.sat, token) as stream:
                shown.append(await next_clock(stream))
        assert all(line == shown[0] for line in shown)
        assert {*shown[0]} == {"type", "version", "at", "paused", "seats", "facts"}
