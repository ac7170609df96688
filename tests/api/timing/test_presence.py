"""Who follows a match: told on streams to those who ask for it, and kept nowhere."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from cardkit_api.service.presence import Presences
from tests.api.door import listening
from tests.api.processes.test_told import service_of
from tests.api.routes.test_socket import socket, until
from tests.api.timing.test_clock_lines import lines
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


async def present(stream: AsyncIterator[dict[str, Any]], *expected: bool) -> list[int | None]:
    """Wait until these seats are here. Return for how long the others have been away."""
    async with asyncio.timeout(PATIENCE):
        async for line in stream:
            if line.get("type") == "presence" and [one["here"] for one in line["seats"]] == [*expected]:
                return [one["away"] for one in line["seats"]]
    raise AssertionError("the stream ended")


async def test_a_stream_tells_who_comes_and_goes() -> None:
    async with listening() as door:
        sat = await door.sit()
        async with lines(sat, sat.watcher, "?presence=true") as watching:
            assert await present(watching, False, False, False) == [None] * 3
            async with AsyncExitStack() as stack:
                await stack.enter_async_context(lines(sat, sat.seats[1]))
                await present(watching, False, True, False)
                await stack.enter_async_context(socket(door, sat.path, sat.seats[2]))
                await present(watching, False, True, True)
            away = await present(watching, False, False, False)
        assert away[0] is None
        assert all(time is not None and 0 <= time < 5000 for time in away[1:])


async def test_a_second_tab_is_the_same_player() -> None:
    async with listening() as door:
        sat = await door.sit()
        async with socket(door, sat.path, sat.watcher, "?presence=true") as watching:
            async with socket(door, sat.path, sat.seats[0]), socket(door, sat.path, sat.seats[0]):
                while not (await until(watching, "presence"))["seats"][0]["here"]:
                    pass
            while (line := await until(watching, "presence"))["seats"][0]["here"]:
                pass
            assert line["seats"][0]["away"] is not None


async def test_who_doesnt_ask_isnt_told() -> None:
    async with listening() as door:
        sat = await door.sit(options={"rounds": 1})
        async with lines(sat, sat.watcher) as watching:
            async with socket(door, sat.path, sat.seats[0]):
                pass
            await sat.finish()
            assert "presence" not in [line.get("type") async for line in watching]


def test_the_time_away_counts_from_the_last_stream() -> None:
    now = [100.0]
    presences = Presences(lambda: now[0])
    presences.enter(1)
    presences.enter(1)
    now[0] += 5
    presences.leave(1)
    assert presences.shown(2).seats[1].here
    presences.leave(1)
    now[0] += 2.5
    assert [one.away for one in presences.shown(2).seats] == [None, 2500]
    presences.enter(1)
    assert [one.away for one in presences.shown(2).seats] == [None, None]
    assert presences.changes == 3


async def test_another_stream_of_a_seat_wakes_nobody() -> None:
    """Else each of a thousand streams would wake all the others when it begins."""
    async with listening() as door:
        sat = await door.sit(options={"rounds": 1})
        loaded = await service_of(door).cache.load(sat.path.rpartition("/")[2])
        assert loaded is not None
        with loaded.pin(0):
            waiting = asyncio.create_task(loaded.wait(0.05))
            await asyncio.sleep(0)
            with loaded.pin(0):
                assert not await waiting
        assert loaded.presences.changes == 2
