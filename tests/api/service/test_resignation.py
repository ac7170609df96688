"""Resigning: a bot goes on, and who resigned may watch."""

import asyncio

import pytest

from cardkit_api import Store
from tests.api.door import opened
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


async def test_a_bot_goes_on_for_who_resigned() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        for seat in (0, 1, 2):
            answer = await door.post(f"{sat.path}/resign", {}, sat.seats[seat])
            assert answer.status_code == 200
            chair = answer.json()["seats"][seat]
            assert (chair["holder"], chair["resigned"], chair["bot"]) == ("person", True, "greedy")
            assert chair["name"] == f"player {seat}"
        version = 0
        async with asyncio.timeout(PATIENCE):
            while (status := await sat.status())["status"] != "over":
                await sat.get(f"events?after={status['version']}&wait=2")
                assert status["version"] > version
                version = status["version"]
        assert status["outcome"]


async def test_who_resigned_moves_no_more_and_takes_nothing_back_but_sees_on() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        other = (seat + 1) % 3
        hand = (await sat.get("view", other)).json()["view"]["hands"][other]
        await door.post(f"{sat.path}/resign", {}, sat.seats[other])
        await sat.move(seat, legal[0]["number"], f'"{version}"')
        await sat.get(f"events?after={version + 2}&wait=5", seat)  # the bot has moved
        for answer in (
            await sat.move(other, 0),
            await door.post(f"{sat.path}/undo", {}, sat.seats[other]),
            await door.post(f"{sat.path}/undo", {"of": seat}, sat.seats[other]),
        ):
            assert (answer.status_code, answer.json()["code"]) == (409, "resigned")
        view = (await sat.get("view", other)).json()
        assert view["seat"] == other
        assert len({*view["view"]["hands"][other]} & {*hand}) > 0


async def test_resigning_again_changes_nothing() -> None:
    async with opened() as door:
        sat = await door.sit()
        actor: int = (await sat.status())["actors"][0]
        waiting = (actor + 1) % 3
        await door.post(f"{sat.path}/resign", {}, sat.seats[waiting])
        tag = (await door.get(sat.path, sat.owner)).headers["etag"]
        assert (await door.post(f"{sat.path}/resign", {}, sat.seats[waiting])).status_code == 200
        assert (await door.get(sat.path, sat.owner)).headers["etag"] == tag


async def test_a_bot_that_isnt_there_takes_no_seat() -> None:
    async with opened() as door:
        sat = await door.sit()
        answer = await door.post(f"{sat.path}/resign", {"bot": "deep"}, sat.seats[0])
        assert (answer.status_code, answer.json()["field"]) == (422, "bot")
        assert not (await sat.status())["seats"][0]["resigned"]


async def test_nobody_resigns_from_a_match_that_is_over() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        await sat.finish()
        answer = await door.post(f"{sat.path}/resign", {}, sat.seats[0])
        assert (answer.status_code, answer.json()["code"]) == (409, "match_over")


async def test_a_seat_that_was_left_agrees_to_taking_back() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, _ = await sat.turn()
        await sat.move(seat, legal[0]["number"])
        actor: int = (await sat.status())["actors"][0]
        (later,) = {0, 1, 2} - {seat, actor}
        await door.post(f"{sat.path}/resign", {}, sat.seats[later])
        asked = (await door.post(f"{sat.path}/undo", {}, sat.seats[seat])).json()
        assert asked["waiting_for"] == [other for other in range(3) if other not in (seat, later)]


async def test_the_seat_stays_left_after_a_restart(kept: Store) -> None:
    async with opened(kept) as door:
        sat = await door.sit()
        actor: int = (await sat.status())["actors"][0]
        other = (actor + 1) % 3
        await door.post(f"{sat.path}/resign", {}, sat.seats[other])
    async with opened(kept) as door:
        answer = await door.post(f"{sat.path}/moves", {"move": 0}, sat.seats[other], If_Match="*")
        assert (answer.status_code, answer.json()["code"]) == (409, "resigned")
