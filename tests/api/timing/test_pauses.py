"""Pauses by consent, and gifts of time."""

import asyncio

import pytest

from cardkit_api import Limits
from tests.api.door import SOME_KEY, opened
from tests.api.places import Place
from tests.api.timing.told_time import timed
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


async def test_the_match_is_paused_when_all_agree_and_anybody_resumes_it(place: Place) -> None:
    async with timed(place) as table:
        await table.first_moves()
        seat, moves, _ = await table.sat.turn()
        table.time.now += 4000
        assert (await table.post("pause", 2))["timing"]["pause"] == [2]
        assert not (await table.post("pause", 0))["timing"]["clock"]["paused"]
        paused = await table.post("pause", 1)
        assert paused["timing"]["clock"]["paused"]
        assert paused["timing"]["pause"] == []

        table.time.now += 3_600_000
        await table.sweep()
        assert (await table.sat.move(seat, moves[0]["number"])).json()["code"] == "paused"
        assert (await table.left())[seat] == 6000

        resumed = await table.post("resume", 1)
        assert not resumed["timing"]["clock"]["paused"]
        table.time.now += 1000
        assert (await table.left())[seat] == 5000
        assert (await table.sat.move(seat, moves[0]["number"])).status_code == 200


async def test_a_move_ends_the_request_for_a_pause() -> None:
    async with timed() as table:
        await table.first_moves()
        await table.post("pause", 0)
        await table.post("pause", 1)
        await table.play()
        assert (await table.sat.status())["timing"]["pause"] == []
        assert (await table.post("pause", 2))["timing"]["pause"] == [2]


async def test_bots_and_players_who_are_away_agree() -> None:
    async with timed(bots=[{"seat": 1, "bot": "random"}, {"seat": 2, "bot": "random"}]) as table:
        assert (await table.post("pause", 0))["timing"]["clock"]["paused"]


async def test_bots_dont_move_in_a_pause() -> None:
    async with timed(bots=[{"seat": 1, "bot": "random"}]) as table:
        async with asyncio.timeout(PATIENCE):
            while 1 in (status := await table.sat.status())["actors"]:
                await asyncio.sleep(0.005)
        await table.post("pause", 0)
        await table.post("pause", 1)
        seat = status["actors"][0]
        assert seat != 1
        await table.post("resign", 0 if seat == 0 else 1)
        await asyncio.sleep(0.02)
        paused = await table.sat.status()
        assert paused["version"] == status["version"]

        await table.post("resume", 1 if seat == 0 else 0)

        async with asyncio.timeout(PATIENCE):
            while (await table.sat.status())["version"] == status["version"]:
                await asyncio.sleep(0.005)


async def test_pausing_and_resuming_twice_is_no_mistake() -> None:
    async with timed() as table:
        for seat in (0, 1, 2, 2):
            status = await table.post("pause", seat)
        assert status["timing"]["clock"]["paused"]
        for seat in (0, 1):
            status = await table.post("resume", seat)
        assert not status["timing"]["clock"]["paused"]


async def test_time_can_be_given_to_others(place: Place) -> None:
    async with timed(place) as table:
        await table.first_moves()
        before = await table.left()
        gift = {"to": 2, "time": 15_000}
        await table.post("gifts", 0, gift, Idempotency_Key=SOME_KEY)
        status = await table.post("gifts", 0, gift, Idempotency_Key=SOME_KEY)
        before[2] += 15_000
        assert [one["left"] for one in status["timing"]["clock"]["seats"]] == before


@pytest.mark.parametrize(
    ("gift", "field"),
    [
        ({"to": 0, "time": 5000}, "to"),
        ({"to": 3, "time": 5000}, "to"),
        ({"to": -1, "time": 5000}, "to"),
        ({"to": 1, "time": 999}, "time"),
        ({"to": 1, "time": 7 * 24 * 3_600_000 + 1}, "time"),
    ],
)
async def test_a_gift_is_bounded_and_for_another_player(gift: dict[str, int], field: str) -> None:
    async with timed() as table:
        assert (await table.post("gifts", 0, gift))["field"] == field


async def test_there_is_nothing_to_give_without_a_limit() -> None:
    async with timed(clock={"kind": "none"}) as table:
        assert (await table.post("gifts", 0, {"to": 1, "time": 5000}))["field"] == "time"


async def test_a_gift_brings_a_seat_back_that_others_wait_for() -> None:
    async with timed(absence="wait") as table:
        await table.first_moves()
        (seat,) = (await table.sat.status())["actors"]
        table.time.now += 20_000
        status = await table.post("gifts", (seat + 1) % 3, {"to": seat, "time": 30_000})
        one = status["timing"]["clock"]["seats"][seat]
        assert (one["left"], one["runs"], one["out_of_time"]) == (28_500, True, False)


@pytest.mark.parametrize("act", ["pause", "resume", "gifts", "seats/0/return", "seats/1/replace"])
async def test_without_a_clock_there_is_nothing_to_do(act: str) -> None:
    async with opened() as door:
        sat = await door.sit()
        body = {"to": 1, "time": 5000} if act == "gifts" else {}
        answer = await door.post(f"{sat.path}/{act}", body, sat.seats[0])
        assert (answer.status_code, answer.json()["code"]) == (409, "no_clock")


async def test_before_the_start_there_is_nothing_to_pause() -> None:
    async with opened() as door:
        made = await door.create(clock={"kind": "days", "days": 1}, name="Ann")
        answer = await door.post(f"{made['match']['links']['self']}/pause", {}, made["token"])
        assert answer.json()["code"] == "not_started"


async def test_a_match_has_a_bounded_number_of_pauses_and_gifts() -> None:
    async with timed(limits=Limits(clock_acts=4)) as table:
        await table.first_moves()
        refusals: list[str] = []
        while len(refusals) < 2:
            for what, body in (("pause", {}), ("gifts", {"to": 1, "time": 1000})):
                for seat in (2, 1, 0) if what == "pause" else (0,):
                    answer = await table.post(what, seat, body)
                    refusals += [answer["code"]] if "code" in answer else []
            await table.post("resume", 0)

        facts = table.service.cache.get(table.sat.id)
        assert facts is not None
        assert facts.clock is not None
        assert set(refusals) == {"too_many_clock_acts"}
        assert facts.clock.facts - facts.version <= 4 + 1  # the last pause is resumed
        assert not (await table.clock())["paused"]
        assert await table.play() == 200
