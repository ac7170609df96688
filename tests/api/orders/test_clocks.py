"""Standing orders in matches with clocks: played by the same clock as any move, and dropped by a flag."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from cardkit_api.service.cache import MatchCache
from cardkit_api.service.loaded_match import LoadedMatch
from tests.api.orders.giving import (
    ahead,
    fall_asleep,
    give,
    last,
    match_of,
    play_on,
    settled,
    texts,
    waiting_seat,
)
from tests.api.places import Place
from tests.api.test_problems import problem
from tests.api.timing.told_time import Table, timed

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def ordered(
    place: Place | None = None, absence: str = "bot:greedy"
) -> AsyncGenerator[tuple[Table, int]]:
    """Provide a match with a clock, and a seat whose order is legal when its turn comes."""
    async with timed(place, absence=absence) as table:
        await table.first_moves()
        match = match_of(table.sat)
        seat = waiting_seat(match)
        answer = await give(table.sat, seat, texts(ahead(match, seat), seat)[0])
        assert answer.status_code == 200, answer.text
        yield table, seat


async def missed(table: Table, seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the turn of the seat come, as if the process that should play its order were killed."""
    with monkeypatch.context() as killed:
        fall_asleep(killed)
        await play_on(table.sat, seat)
    assert seat in match_of(table.sat).actors


async def catch_up(table: Table) -> None:
    await table.service.orders.catch_up(float("inf"))
    await settled(table.sat)


async def test_an_order_uses_the_time_that_passes_until_it_is_played(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ordered(place) as (table, seat):
        await play_on(table.sat, seat)
        assert await last(table.sat, seat) == "played"
        assert (await table.left())[seat] == 11_000  # it gains what a move gains

    async with ordered(place) as (table, seat):
        await missed(table, seat, monkeypatch)
        table.time.now += 4000
        await catch_up(table)
        assert await last(table.sat, seat) == "played"
        assert (await table.left())[seat] == 7000


async def test_a_match_whose_order_waits_is_looked_at_ever_more_rarely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with ordered() as (table, seat):
        await missed(table, seat, monkeypatch)
        for one in range(3):
            await table.post("pause", one)
        looks = rounds = 0
        rested: list[int] = []
        load = MatchCache.load

        async def counted(cache: MatchCache, match: str) -> LoadedMatch | None:
            nonlocal looks
            looks += 1
            return await load(cache, match)

        monkeypatch.setattr(MatchCache, "load", counted)
        while len(rested) < 9:
            before, rounds = looks, rounds + 1
            await table.service.orders.catch_up(float("inf"))
            if looks > before:
                rested, rounds = [*rested, rounds], 0
        assert rested == [1, 1, 2, 4, 8, 16, 32, 60, 60]
        await table.post("resume", 0)
        assert await last(table.sat, seat) == "played"


async def test_a_seat_whose_time_ran_out_loses_its_order(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ordered(place) as (table, seat):
        await missed(table, seat, monkeypatch)
        table.time.now += 60_000
        await catch_up(table)
        assert await last(table.sat, seat) == "out_of_time"
        assert (await table.sat.status())["seats"][seat]["bot"] == "greedy"


async def test_a_seat_whose_time_ran_out_loses_its_order_though_nobody_takes_it_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with ordered(absence="wait") as (table, seat):
        await missed(table, seat, monkeypatch)
        version = match_of(table.sat).version
        table.time.now += 60_000
        await catch_up(table)
        assert await last(table.sat, seat) == "out_of_time"
        assert match_of(table.sat).version == version


async def test_a_flag_of_another_seat_drops_an_order() -> None:
    async with ordered(absence="wait") as (table, seat):
        table.time.now += 60_000
        await table.sweep()
        assert await last(table.sat, seat) == "players_changed"


async def test_an_order_waits_while_the_match_is_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    async with ordered() as (table, seat):
        await missed(table, seat, monkeypatch)
        for one in range(3):
            await table.post("pause", one)
        await catch_up(table)
        assert await last(table.sat, seat) == "waits"
        await table.post("resume", 0)
        assert await last(table.sat, seat) == "played"


async def test_a_seat_that_a_bot_plays_gives_no_orders() -> None:
    async with timed() as table:
        await table.first_moves()
        (late,) = match_of(table.sat).actors
        table.time.now += 60_000
        await table.sweep()
        await settled(table.sat)
        if late not in match_of(table.sat).actors:
            problem(await give(table.sat, late, 0), 409, "out_of_time")
