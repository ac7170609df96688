"""Orders are played by whichever process makes it their turn, once, and by another one if that process is killed."""

import asyncio
from random import Random
from typing import Any, Final

import pytest
from attrs import evolve
from litestar import Litestar

from cardkit_api.service.service import Service
from tests.api.door import Door, Sat, opened
from tests.api.durability.served import served
from tests.api.orders.giving import (
    ANY,
    ahead,
    fall_asleep,
    give,
    kept,
    match_of,
    play_on,
    texts,
    waiting_seat,
    withdraw,
)
from tests.api.places import Place
from tests.api.processes.pair import deaf_pair, pair
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

ELSEWHERE: Final = Litestar(logging_config=None)
"""Stands for the application of a server that is another process."""


async def ends(sat: Sat, seat: int, code: str) -> dict[str, Any]:
    """Wait until that has become of the seat's order."""
    async with asyncio.timeout(PATIENCE):
        while (found := await kept(sat, seat))["order"] is not None:
            await asyncio.sleep(0.01)
    assert found["last"]["code"] == code
    last: dict[str, Any] = found["last"]
    return last


async def moves_since(sat: Sat, seat: int, version: int) -> int:
    """Return how many moves of the seat there are since that version, as far as its order was played."""
    last = (await kept(sat, seat))["last"] or {"version": version}
    await sat.get(f"view?seen={last['version']}", seat)
    page = (await sat.get(f"events?after={version}&limit=200", seat)).json()
    assert page["version"] >= last["version"]
    return sum(
        event["glimpse"]["type"] == "thirteen.played" and event["glimpse"]["seat"] == seat
        for event in page["events"]
    )


async def test_the_process_that_takes_the_move_before_plays_an_order_that_another_one_took(
    shared_place: Place,
) -> None:
    async with pair(shared_place) as doors:
        at_a, at_b = await doors.sit()
        match = match_of(at_a)
        seat = waiting_seat(match)
        turn = ahead(match, seat)
        assert (await give(at_a, seat, texts(turn, seat)[0])).status_code == 200
        assert (await kept(at_b, seat))["order"]["version"] == match.version
        await at_b.status()
        await play_on(at_b, seat)
        assert (await ends(at_a, seat, "played"))["version"] > turn.version
        assert await moves_since(at_b, seat, match.version) == 1


async def test_a_process_that_hears_nothing_is_told_by_the_store(postgres: Place) -> None:
    async with deaf_pair(postgres) as doors:
        at_a, at_b = await doors.sit()
        match = match_of(at_a)
        seat = waiting_seat(match)
        turn = ahead(match, seat)
        await at_b.status()
        assert (await give(at_a, seat, texts(turn, seat)[0])).status_code == 200
        await play_on(at_b, seat)
        assert match_of(at_b).by == seat
        assert (await kept(at_b, seat))["last"]["code"] == "played"


@pytest.mark.parametrize("act", ["move", "resign"])
async def test_a_process_that_knows_less_than_the_one_that_took_an_order_keeps_it(
    postgres: Place, act: str
) -> None:
    async with deaf_pair(postgres) as doors:
        at_a, at_b = await doors.sit()
        match = match_of(at_a)
        seat = waiting_seat(match)
        await at_b.status()
        if act == "move":
            await at_a.go_on()
        else:
            (other,) = {0, 1, 2} - {seat, *match.actors}
            answer = await at_a.door.post(f"{at_a.path}/resign", {}, at_a.seats[other])
            assert answer.status_code == 200
        assert (await give(at_a, seat, 0)).status_code == 200
        assert (await kept(at_b, seat))["order"] is not None


async def test_two_processes_that_play_and_withdraw_at_once_do_one_of_both(
    shared_place: Place, random: Random
) -> None:
    async with pair(shared_place) as doors:
        for _ in range(6):
            at_a, at_b = await doors.sit()
            match = match_of(at_a)
            seat = waiting_seat(match)
            turn = ahead(match, seat)
            await at_b.status()
            assert (await give(at_a, seat, texts(turn, seat)[0])).status_code == 200
            await play_on(at_b, match_of(at_b).actors[0])
            while (now := match_of(at_b)).version < turn.version - 1 and now.actors[0] != seat:
                mover = now.actors[0]
                if seat in now.play(now.legal(mover)[-1], mover).actors:
                    break
                await at_b.move(mover, now.game.say(now.legal(mover)[-1]))
            mover = match_of(at_b).actors[0]
            text = match_of(at_b).game.say(match_of(at_b).legal(mover)[-1])
            _, gone = await asyncio.gather(
                at_b.move(mover, text), withdraw(random.choice([at_a, at_b]), seat)
            )
            code = gone["last"]["code"]
            assert code in ("played", "withdrawn")
            assert (await ends(at_a, seat, code)) == (await ends(at_b, seat, code))
            assert await moves_since(at_b, seat, match.version) == (code == "played")


async def test_what_a_process_left_undone_is_done_by_the_next_one(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = place.store()
    with monkeypatch.context() as killed:
        async with opened(store) as door:
            sat = await door.sit()
            match = match_of(sat)
            seat = waiting_seat(match)
            turn = ahead(match, seat)
            fall_asleep(killed)
            assert (await give(sat, seat, texts(turn, seat)[0])).status_code == 200
            await play_on(sat, seat)
            assert (await kept(sat, seat))["order"] is not None
    async with opened(store if place.url.startswith("memory") else place.store()) as door:
        there = evolve(sat, door=door)
        assert (await ends(there, seat, "played"))["version"] > turn.version
        assert await moves_since(there, seat, match.version) == 1


async def test_a_process_that_runs_on_finds_what_another_left_undone(
    shared_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pair(shared_place) as doors:
        at_a, _ = await doors.sit()
        match = match_of(at_a)
        seat = waiting_seat(match)
        turn = ahead(match, seat)
        with monkeypatch.context() as killed:
            fall_asleep(killed)
            assert (await give(at_a, seat, texts(turn, seat)[0])).status_code == 200
            await play_on(at_a, seat)
        await look(doors.b)
        await ends(at_a, seat, "played")


async def look(door: Door) -> None:
    service: Service = door.app.state["service"]
    await service.orders.catch_up(float("inf"))


async def test_a_server_that_is_killed_as_the_turn_comes_plays_the_order_once(shared_place: Place) -> None:
    """The order is played before the kill, or after it. The move before it survives, because it was answered."""
    async with served(shared_place.url) as server, server.client() as http:
        sat = await Door(ELSEWHERE, http).sit()
        status = await sat.status()
        first = status["actors"][0]
        seats = {0, 1, 2} - {first}
        for seat in seats:
            for number in range(8):  # one of them is its turn's next; a later order replaces the one before
                body = {"version": status["version"], "foreseen": ANY, "move": number}
                answer = await http.put(
                    f"{sat.path}/order", json=body, headers={"Authorization": f"Bearer {sat.seats[seat]}"}
                )
                assert answer.status_code == 200, answer.text
        legal = (await sat.get("moves", first)).json()["moves"]
        assert (await sat.move(first, legal[0]["number"])).status_code == 200
        server.kill()
    await shared_place.left()
    async with served(shared_place.url) as server, server.client() as http:
        there = evolve(sat, door=Door(ELSEWHERE, http))
        (mover,) = (await there.status())["actors"]
        codes: dict[int, str] = {}
        async with asyncio.timeout(PATIENCE):
            while not codes or "waits" in codes.values():
                await asyncio.sleep(0.2)  # more than 20 a second would be refused
                found = {seat: await kept(there, seat) for seat in seats}
                codes = {seat: one["last"]["code"] if one["last"] else "waits" for seat, one in found.items()}
                if [*codes.values()].count("waits") == 1 and "not_legal" in codes.values():
                    break  # the first seat's move isn't legal, so the other one's turn doesn't come
        for seat, code in codes.items():
            assert await moves_since(there, seat, status["version"]) == (code == "played")
        assert mover in seats
