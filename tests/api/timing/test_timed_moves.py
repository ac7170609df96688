"""Moves in a match with a clock: what they take, and that a late one is refused before it is judged."""

from typing import Any

import pytest

from cardkit_api.stores.memory import MemoryStore
from tests.api.door import SOME_KEY, opened
from tests.api.places import Place
from tests.api.timing.told_time import FAST, Time, store_at, timed

pytestmark = pytest.mark.anyio


async def test_a_match_without_a_clock_has_none() -> None:
    async with opened() as door:
        sat = await door.sit()
        assert (await sat.status())["timing"] is None
        seat, moves, _ = await sat.turn()
        assert (await sat.move(seat, moves[0]["number"])).json()["clock"] is None
        assert (await sat.get("events")).json()["clock"] is None


async def test_before_the_start_the_status_shows_the_control() -> None:
    async with opened() as door:
        made = await door.create(clock={"kind": "days", "days": 3}, absence="wait")
        assert made["match"]["timing"] == {
            "control": {"kind": "days", "time": 0, "increment": 0, "cap": None, "days": 3},
            "absence": "wait",
            "clock": None,
            "pause": [],
            "late": None,
            "replace": [],
        }


async def test_the_clock_is_in_the_status_the_table_the_answer_and_the_page(place: Place) -> None:
    async with timed(place) as table:
        await table.first_moves()
        seat, moves, _ = await table.sat.turn()
        table.time.now += 4000
        answer = (await table.sat.move(seat, moves[0]["number"])).json()

        expected = [10_000] * 3
        expected[seat] = 7000
        assert [one["left"] for one in answer["clock"]["seats"]] == expected
        assert answer["clock"]["at"] == table.time.now
        (runs,) = answer["actors"]
        assert [one["runs"] for one in answer["clock"]["seats"]] == [seat == runs for seat in range(3)]
        assert await table.clock() == answer["clock"]
        assert (await table.sat.get("table", 0)).json()["status"]["timing"]["clock"] == answer["clock"]
        assert (await table.sat.get("events")).json()["clock"] == answer["clock"]


async def test_the_first_move_costs_nothing() -> None:
    async with timed() as table:
        (seat,) = (await table.sat.status())["actors"]
        assert (await table.clock())["seats"][seat]["opening"] == 30_000
        table.time.now += 20_000
        assert (await table.clock())["seats"][seat]["opening"] == 10_000

        assert await table.play() == 200

        assert await table.left() == [10_000] * 3


async def test_a_move_in_the_grace_counts(place: Place) -> None:
    async with timed(place) as table:
        await table.first_moves()
        assert await table.play(11_499) == 200
        assert sorted(await table.left()) == [0, 10_000, 10_000]


async def test_a_late_move_is_refused_before_it_is_judged_and_a_bot_takes_over(place: Place) -> None:
    async with timed(place) as table:
        await table.first_moves()
        seat, _, version = await table.sat.turn()
        table.time.now += 11_500

        answer = await table.sat.move(seat, "no move at all", f'"{version - 1}"')

        assert answer.status_code == 409
        assert answer.json()["code"] == "out_of_time"
        status = await table.sat.status()
        held = status["seats"][seat]
        assert (held["holder"], held["bot"], held["resigned"]) == ("person", "greedy", False)
        one = status["timing"]["clock"]["seats"][seat]
        assert one == {"left": 0, "runs": False, "opening": None, "out_of_time": True, "bot": "greedy"}


async def test_a_repeated_move_gets_its_answer_even_after_the_flag() -> None:
    async with timed() as table:
        await table.first_moves()
        seat, moves, _ = await table.sat.turn()
        first = await table.sat.move(seat, moves[0]["number"], Idempotency_Key=SOME_KEY)
        table.time.now += 60_000
        again = await table.sat.move(seat, moves[0]["number"], Idempotency_Key=SOME_KEY)
        assert again.json() == first.json()
        assert again.headers["Idempotency-Replayed"] == "true"


async def test_others_moves_notice_a_flag_too() -> None:
    """Anybody's request shows that time has passed."""
    async with timed() as table:
        await table.first_moves()
        (seat,) = (await table.sat.status())["actors"]
        table.time.now += 11_500
        await table.sat.move((seat + 1) % 3, 0)
        assert (await table.clock())["seats"][seat]["out_of_time"]


async def test_a_takeback_gives_no_time_back() -> None:
    async with timed(
        game="push", seats=2, clock={"kind": "bank", "time": 10_000, "increment": 2000}
    ) as table:
        await table.first_moves()
        before = await table.left()
        seat, moves, _ = await table.sat.turn()
        table.time.now += 3000
        await table.sat.move(seat, moves[-1]["number"])
        for agreeing in (seat, 1 - seat):
            undone = await table.post("undo", agreeing, {"of": seat})
            if undone["done"]:  # at once, if the move has shown nothing
                break
        assert undone["done"], undone
        before[seat] -= 3000
        assert await table.left() == before


async def test_when_the_match_is_over_no_time_runs(place: Place) -> None:
    async with timed(place, options={"rounds": 1}) as table:
        while (status := await table.sat.go_on(1))["actors"]:
            table.time.now += 500
        left = await table.left()
        table.time.now += 1_000_000
        await table.sweep()
        assert await table.left() == left
        assert status["status"] == "over"
        assert not any(one["runs"] or one["out_of_time"] for one in (await table.clock())["seats"])


async def test_another_process_knows_the_same_clock(shared_place: Place) -> None:
    time = Time()
    async with timed(shared_place, time=time) as table:
        await table.first_moves()
        await table.play(4000)
        before = await table.clock()
        async with opened(store_at(shared_place, time)) as other:
            status = (await other.get(table.sat.path, table.sat.owner)).json()
            assert status["timing"]["clock"] == before


async def test_a_restarted_server_knows_the_clock(sqlite: Place) -> None:
    time = Time()
    async with timed(sqlite, time=time) as table:
        await table.first_moves()
        await table.play(4000)
        before, path, owner = await table.clock(), table.sat.path, table.sat.owner
    time.now += 2000
    async with opened(store_at(sqlite, time)) as other:
        clock = (await other.get(path, owner)).json()["timing"]["clock"]
    (runs,) = (seat for seat in range(3) if before["seats"][seat]["runs"])
    assert clock["seats"][runs]["left"] == before["seats"][runs]["left"] - 2000


@pytest.mark.parametrize(
    ("field", "body"),
    [
        ("clock.time", {"clock": {"kind": "bank", "time": 5}}),
        ("clock.days", {"clock": {"kind": "days"}}),
        ("absence", {"clock": FAST, "absence": "bot:nobody"}),
        ("absence", {"clock": FAST, "absence": "run"}),
        ("absence", {"absence": "wait"}),
    ],
)
async def test_a_clock_that_isnt_valid_names_the_field(field: str, body: dict[str, Any]) -> None:
    async with opened() as door:
        answer = await door.post("/v1/matches", {"game": "thirteen", "seats": 3, **body})
        assert answer.status_code == 422
        assert answer.json()["field"] == field


async def test_an_unknown_kind_of_clock_is_malformed() -> None:
    async with opened() as door:
        answer = await door.post("/v1/matches", {"game": "thirteen", "seats": 3, "clock": {"kind": "sand"}})
        assert answer.json()["code"] == "malformed"
        assert answer.json()["path"] == "$.clock.kind"


async def test_entity_tags_change_with_the_clock() -> None:
    async with timed(absence="wait") as table:
        await table.first_moves()
        tag = (await table.door.get(table.sat.path, table.sat.owner)).headers["ETag"]
        same = await table.door.get(table.sat.path, table.sat.owner, If_None_Match=tag)
        assert same.status_code == 304
        table.time.now += 60_000
        await table.sweep()
        other = await table.door.get(table.sat.path, table.sat.owner, If_None_Match=tag)
        assert other.status_code == 200


async def test_moves_without_a_clock_never_ask_for_the_time() -> None:
    class Counting(MemoryStore):
        asked = 0

        async def now(self) -> int:
            self.asked += 1
            return await super().now()

    store = Counting()
    async with opened(store) as door:
        sat = await door.sit()
        before = store.asked
        await sat.go_on(5)
        assert store.asked == before


async def test_a_rematch_has_the_same_clock_wound_up_again() -> None:
    async with timed(options={"rounds": 1}) as table:
        await table.first_moves()
        await table.play(4000)
        await table.sat.finish()
        await table.post("rematch", 0, {"agreed": True})
        await table.post("rematch", 1, {"agreed": True})
        wanted = await table.post("rematch", 2, {"agreed": True})
        timing = wanted["match"]["timing"]
        assert timing["absence"] == "bot:greedy"
        assert [one["left"] for one in timing["clock"]["seats"]] == [10_000] * 3


async def test_who_takes_several_moves_back_and_plays_them_again_gains_no_time() -> None:
    async with timed(takebacks="free") as table:
        await table.first_moves()
        for _ in range(6):
            await table.play()
        before = await table.left()
        (seat,) = (await table.sat.status())["actors"]

        for _ in range(2):
            for _ in range(2):
                assert (await table.post("undo", seat))["done"]
            for _ in range(6):
                await table.play()

        assert (await table.sat.status())["actors"] == [seat]
        assert await table.left() == before
