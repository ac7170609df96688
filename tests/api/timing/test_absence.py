"""What happens when a seat runs out of time: a bot plays, the others wait, or the seat resigns."""

import asyncio
from typing import Any

import pytest

from cardkit_api.stores.contract import Stale
from tests.api.door import SOME_KEY, opened
from tests.api.places import Place
from tests.api.timing.told_time import Table, Time, store_at, timed
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


async def bot_has_moved(table: Table, version: int) -> dict[str, Any]:
    """Wait until the match has gone on by itself. Return its status."""
    async with asyncio.timeout(PATIENCE):
        while (status := await table.sat.status())["version"] == version:
            await asyncio.sleep(0.005)
    return status


async def late_seat(table: Table) -> int:
    """Let the seat that is to move run out of time, and return it."""
    await table.first_moves()
    (seat,) = (await table.sat.status())["actors"]
    table.time.now += 11_500
    await table.sweep()
    return int(seat)


async def test_by_default_a_bot_plays_until_the_seat_returns(place: Place) -> None:
    async with timed(place) as table:
        seat = await late_seat(table)
        status = await bot_has_moved(table, 6)
        assert status["seats"][seat]["bot"] == "greedy"
        assert status["actors"] != [seat]

        back = await table.post(f"seats/{seat}/return", seat)

        assert back["seats"][seat]["bot"] == ""
        assert back["timing"]["clock"]["seats"][seat] == {
            "left": 1000, "runs": False, "opening": None, "out_of_time": False, "bot": "",
        }  # fmt: skip
        while (await table.sat.status())["actors"] != [seat]:
            await table.play()
        assert await table.play() == 200


async def test_the_bot_that_the_match_names_takes_over() -> None:
    async with timed(absence="bot:random") as table:
        seat = await late_seat(table)
        assert (await table.sat.status())["seats"][seat]["bot"] == "random"


async def desert(table: Table) -> dict[str, Any]:
    """Let all three players run out of time. Return the status then."""
    for left in (2, 1, 0):
        version = (await table.sat.status())["version"]
        table.time.now += 60_000
        await table.sweep()
        if left:
            await bot_has_moved(table, version)
    status = await table.sat.status()
    assert all(chair["bot"] for chair in status["seats"])
    return status


@pytest.fixture
def busy_housekeeper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the housekeeper look at all matches again and again, instead of once a minute."""
    monkeypatch.setattr("cardkit_api.service.housekeeping._PERIOD", 0.001)


async def end(table: Table) -> dict[str, Any]:
    """Wait for the end of the match. Return its status."""
    async with asyncio.timeout(PATIENCE):
        while (status := await table.sat.status())["status"] != "over":
            await asyncio.sleep(0.005)
    return status


async def test_when_nobody_is_left_the_match_waits_a_while_for_players_to_come_back(place: Place) -> None:
    async with timed(place, options={"rounds": 1}) as table:
        status = await desert(table)
        for _ in range(20):
            await asyncio.sleep(0.005)
        assert (await table.sat.status())["version"] == status["version"]

        (seat,) = status["actors"]
        await table.post(f"seats/{seat}/return", seat)

        assert await table.play() == 200
        async with asyncio.timeout(PATIENCE):
            while (await table.sat.status())["actors"] != [seat]:
                await asyncio.sleep(0.005)


@pytest.mark.usefixtures("busy_housekeeper")
async def test_a_bot_plays_on_to_the_end_if_nobody_returns() -> None:
    async with timed(options={"rounds": 1}) as table:
        await desert(table)
        status = await end(table)
        assert status["outcome"]
        assert (await table.sat.get("log")).status_code == 200


async def test_a_seat_that_resigns_never_returns() -> None:
    async with timed(absence="resign") as table:
        seat = await late_seat(table)
        status = await bot_has_moved(table, 6)
        assert status["seats"][seat]["resigned"]
        assert (await table.post(f"seats/{seat}/return", seat))["code"] == "resigned"
        assert (await table.sat.move(seat, 0)).json()["code"] == "resigned"


async def test_when_others_wait_nobody_plays_for_the_seat(place: Place) -> None:
    async with timed(place, absence="wait") as table:
        seat = await late_seat(table)
        await asyncio.sleep(0.02)
        status = await table.sat.status()
        assert status["actors"] == [seat]
        assert status["seats"][seat]["bot"] == ""
        assert status["timing"]["clock"]["seats"][seat]["out_of_time"]


@pytest.mark.parametrize("swept", [True, False])
async def test_when_others_wait_a_move_brings_the_seat_back(place: Place, swept: bool) -> None:
    """It doesn't matter whether the server noticed the flag before the move did."""
    async with timed(place, absence="wait") as table:
        await table.first_moves()
        seat, moves, _ = await table.sat.turn()
        table.time.now += 20_000
        if swept:
            await table.sweep()
        answer = await table.sat.move(seat, moves[0]["number"])
        assert answer.status_code == 200
        one = answer.json()["clock"]["seats"][seat]
        assert (one["left"], one["out_of_time"]) == (2000, False)


async def test_when_others_wait_they_may_let_a_bot_play_if_all_agree(place: Place) -> None:
    async with timed(place, absence="wait") as table:
        seat = await late_seat(table)
        one, two = (other for other in range(3) if other != seat)

        asked = await table.post(f"seats/{seat}/replace", one)
        assert asked["seats"][seat]["bot"] == ""
        assert (asked["timing"]["late"], asked["timing"]["replace"]) == (seat, [one])
        agreed = await table.post(f"seats/{seat}/replace", two)

        assert agreed["seats"][seat]["bot"] == "greedy"
        assert (await bot_has_moved(table, 6))["actors"] != [seat]
        assert (await table.post(f"seats/{seat}/return", seat))["seats"][seat]["bot"] == ""


async def test_nobody_is_replaced_who_has_time() -> None:
    async with timed(absence="wait") as table:
        await table.first_moves()
        seat, _, _ = await table.sat.turn()
        assert (await table.post(f"seats/{seat}/replace", (seat + 1) % 3))["code"] == "not_late"
        assert (await table.post("seats/7/replace", seat))["field"] == "seat"


async def test_who_is_late_has_no_vote() -> None:
    async with timed(absence="wait") as table:
        seat = await late_seat(table)
        assert (await table.post(f"seats/{seat}/replace", seat))["code"] == "out_of_time"


async def test_nobody_returns_for_another_seat() -> None:
    async with timed() as table:
        seat = await late_seat(table)
        answer = await table.post(f"seats/{seat}/return", (seat + 1) % 3)
        assert answer["code"] == "not_allowed"


async def test_returning_to_a_seat_that_you_never_left_changes_nothing() -> None:
    async with timed() as table:
        await table.first_moves()
        before = await table.clock()
        assert (await table.post("seats/1/return", 1))["timing"]["clock"] == before


async def test_moves_are_refused_while_a_bot_plays_the_seat() -> None:
    """A move that was late can't undo the flag, whenever it is noticed."""
    async with timed() as table:
        seat = await late_seat(table)
        for _ in range(2):
            assert (await table.sat.move(seat, 0)).json()["code"] == "out_of_time"


async def test_who_resigns_has_no_clock_any_more() -> None:
    async with timed() as table:
        await table.first_moves()
        seat, _, _ = await table.sat.turn()
        status = await table.post("resign", seat)
        assert status["timing"]["clock"]["seats"][seat]["bot"] == "greedy"
        assert not status["timing"]["clock"]["seats"][seat]["runs"]
        await bot_has_moved(table, 6)


async def test_bots_have_no_clock_to_run() -> None:
    async with timed(bots=[{"seat": 1, "bot": "random"}]) as table:
        clock = await table.clock()
        assert clock["seats"][1] == {
            "left": 10_000, "runs": False, "opening": None, "out_of_time": False, "bot": "random",
        }  # fmt: skip


async def test_a_process_that_dies_after_its_claim_only_delays(shared_place: Place) -> None:
    time = Time()
    async with timed(shared_place, time=time, absence="wait") as table:
        await table.first_moves()
        (seat,) = (await table.sat.status())["actors"]
        time.now += 11_500
        claimed = await table.service.store.claim_due(time.now, time.now + 5000, 20)
        assert claimed == (table.sat.id,)  # by a process that dies now

        await table.sweep()
        assert not (await table.clock())["seats"][seat]["out_of_time"]
        time.now += 5000
        await table.sweep()
        assert (await table.clock())["seats"][seat]["out_of_time"]


async def test_of_two_processes_one_carries_out_a_flag(shared_place: Place) -> None:
    time = Time()
    async with timed(shared_place, time=time) as table, opened(store_at(shared_place, time)) as other:
        await table.first_moves()
        (seat,) = (await table.sat.status())["actors"]
        time.now += 11_500
        there = other.app.state["service"]
        await asyncio.gather(table.sweep(), there.sweeper.look(there.timekeeper))
        facts = (await table.service.store.facts(table.sat.id)).splitlines()
        assert sum('"flagged"' in fact for fact in facts) == 1
        assert sum('"taken_over"' in fact for fact in facts) == 1
        status = (await other.get(table.sat.path, table.sat.owner)).json()
        assert status["timing"]["clock"]["seats"][seat]["out_of_time"]
        assert status["seats"][seat]["bot"] == "greedy"


async def test_a_flag_isnt_written_if_somebody_moved_elsewhere_in_between(shared_place: Place) -> None:
    """The store refuses what follows from an old clock. Then the clock is looked at again."""
    time = Time()
    async with timed(shared_place, time=time) as table, opened(store_at(shared_place, time)) as other:
        await table.first_moves()
        seat, moves, _ = await table.sat.turn()
        old = table.service.cache.get(table.sat.id)
        assert old is not None
        assert old.timed is not None
        fallen = old.timed.clock.flags(time.now + 11_500)
        assert [flag.seat for flag in fallen] == [seat]

        path, known = f"{table.sat.path}/moves", (old.match, old.seal, old.timed)
        moved = await other.post(path, {"move": moves[0]["number"]}, table.sat.seats[seat], If_Match="*")
        assert moved.status_code == 200
        old.match, old.seal, old.timed = known  # it hasn't heard of that
        old.behind = "no"
        old.told.clear()
        written = await table.service.commits.commit(old, facts=fallen)

        assert written == Stale()
        assert not (await table.clock())["seats"][seat]["out_of_time"]


async def test_returning_takes_effect_once() -> None:
    async with timed() as table:
        seat = await late_seat(table)
        first = await table.post(f"seats/{seat}/return", seat, Idempotency_Key=SOME_KEY)
        again = await table.post(f"seats/{seat}/return", seat, Idempotency_Key=SOME_KEY)
        assert first["seats"] == again["seats"]
        facts = (await table.service.store.facts(table.sat.id)).splitlines()
        assert sum('"returned"' in fact for fact in facts) == 1


@pytest.mark.usefixtures("busy_housekeeper")
async def test_a_player_who_was_late_agrees_to_a_rematch_and_plays_it() -> None:
    async with timed(options={"rounds": 1}) as table:
        await desert(table)
        await end(table)

        thinks_again = await table.post("rematch", 1, {"agreed": False})
        assert thinks_again["match"] is None
        again = await table.post("rematch", 1)

        assert again["seat"] == 0
        assert [one["holder"] for one in again["match"]["seats"]] == ["person", "bot", "bot"]
        view = await table.door.get(f"{again['match']['links']['self']}/view", again["token"])
        assert view.json()["seat"] == 0
        too_late = await table.post("rematch", 0)
        assert (too_late["seat"], too_late["match"]["id"]) == (None, again["match"]["id"])
        view = await table.door.get(f"{again['match']['links']['self']}/view", too_late["token"])
        assert view.json()["seat"] is None
