"""Who sits where and who wants a move back: told to all who ask for it, at once, while the match runs."""

import asyncio
from typing import Any

import pytest

from cardkit_api.stores.contract import Store
from tests.api.door import Door, Sat, listening
from tests.api.orders.giving import ANY, give
from tests.api.places import Place
from tests.api.processes.pair import pair
from tests.api.routes.test_events import NDJSON, SSE, heard
from tests.api.routes.test_lobby import full, ready
from tests.api.routes.test_socket import receive, socket, until

pytestmark = pytest.mark.anyio


async def asked(sat: Sat, seat: int, **body: object) -> dict[str, Any]:
    answer = await sat.door.post(f"{sat.path}/undo", body, sat.seats[seat])
    assert answer.status_code == 200, answer.text
    undone: dict[str, Any] = answer.json()
    return undone


async def moved(sat: Sat) -> int:
    """Let the seat whose turn it is make a move that the others learn from. Return the seat."""
    status = (await sat.door.get(sat.path, sat.seats[0])).json()
    seat: int = status["actors"][0]
    await sat.move(seat, (await sat.get("moves", seat)).json()["moves"][0]["number"])
    return seat


async def query(sat: Sat) -> str:
    return f"?players=true&after={(await sat.door.get(sat.path, sat.seats[0])).json()['version']}"


async def test_a_request_to_take_a_move_back_is_told_and_so_is_who_agrees_and_that_it_is_over(
    kept: Store,
) -> None:
    async with listening(kept) as door:
        sat = await door.sit(public=True)
        by = await moved(sat)
        other, last = (seat for seat in range(3) if seat != by)
        async with socket(door, sat.path, "", await query(sat)) as connection:
            first = await receive(connection)
            status = await sat.status()
            assert first == {"type": "players", "seats": status["seats"], "takeback": None}

            assert (await asked(sat, by))["done"] is False
            version = status["version"]
            told = await receive(connection)
            assert told == {**first, "takeback": {"by": by, "version": version, "agreed": [by]}}
            assert told["takeback"] == (await sat.status())["takeback"]
            await asked(sat, other, of=by)
            assert (await receive(connection))["takeback"]["agreed"] == sorted((by, other))
            await asked(sat, last, of=by)
            assert (await receive(connection))["type"] == "glimpse"
            assert await until(connection, "players") == first


async def test_a_request_ends_with_the_next_move_and_streams_tell_that_after_the_move() -> None:
    async with listening() as door:
        sat = await door.sit()
        by = await moved(sat)
        await asked(sat, by)
        async with socket(door, sat.path, sat.seats[0], await query(sat)) as connection:
            assert (await receive(connection))["takeback"]["by"] == by
            await moved(sat)
            told = [await receive(connection)]
            while told[-1]["type"] == "glimpse":
                told.append(await receive(connection))
            assert (told[0]["type"], told[-1]["type"], told[-1]["takeback"]) == ("glimpse", "players", None)


async def test_a_resignation_is_told() -> None:
    async with listening() as door:
        sat = await door.sit()
        seat, _, _ = await sat.turn()
        resigning = (seat + 1) % 3
        async with socket(door, sat.path, sat.seats[seat], await query(sat)) as connection:
            assert [chair["resigned"] for chair in (await receive(connection))["seats"]] == [False] * 3
            await door.post(f"{sat.path}/resign", {}, sat.seats[resigning])
            chair = (await receive(connection))["seats"][resigning]
            assert (chair["resigned"], chair["bot"]) == (True, "greedy")


async def test_nothing_is_told_that_isnt_new() -> None:
    """Neither a new token of a seat nor a standing order changes who sits where."""
    async with listening() as door:
        sat = await door.sit()
        version = (await sat.status())["version"]
        seat, _, _ = await sat.turn()
        other = (seat + 1) % 3
        async with socket(door, sat.path, sat.seats[seat], await query(sat)) as connection:
            assert (await receive(connection))["type"] == "players"
            assert (await give(sat, other, 0, ANY, version)).status_code == 200
            await door.post(f"{sat.path}/seats/{other}/token", {}, sat.owner)
            await moved(sat)
            assert (await receive(connection))["type"] == "glimpse"


@pytest.mark.parametrize("media", [NDJSON, SSE])
async def test_a_stream_tells_it_without_a_number_and_only_if_it_is_asked_for(media: str) -> None:
    async with listening() as door:
        sat = await door.sit()
        streams = [
            asyncio.create_task(heard(door, f"{sat.path}/events{query}", sat.seats[0], media))
            for query in ("?players=true", "")
        ]
        await two_wait(door, sat)
        await door.ask("DELETE", sat.path, sat.owner)
        told, plain = [[document for _, document in await stream] for stream in streams]
        assert [one for one in told if one.get("type") != "players"] == plain
        assert len(told) == len(plain) + 1


async def two_wait(door: Door, sat: Sat) -> None:
    await door.is_listened_to(sat.id, by=2)


async def test_before_the_start_it_is_the_lobby_that_tells_it() -> None:
    async with listening() as door:
        path, made, tokens = await full(door, starts="ready")
        async with socket(door, path, made["watcher"], "?players=true&lobby=true") as connection:
            assert (await receive(connection))["type"] == "lobby"
            for token in tokens:
                await ready(door, path, token)
                assert (await receive(connection))["type"] == "lobby"
            assert (await receive(connection))["type"] == "glimpse"
            assert [seat["name"] for seat in (await until(connection, "players"))["seats"]] == [
                "player 0",
                "player 1",
                "player 2",
            ]


async def test_after_the_end_there_is_nothing_to_tell() -> None:
    async with listening() as door:
        sat = await door.sit(seats=2, game="biberbande", options={"rounds": 1, "turn_limit": 1})
        await sat.finish()
        found = await heard(door, f"{sat.path}/events?players=true", sat.seats[0], NDJSON)
        assert "players" not in [document.get("type") for _, document in found]


async def test_spectators_from_whom_something_is_withheld_are_told_nothing() -> None:
    async with listening() as door:
        sat = await door.sit(spectators="delayed", delay=1)
        by = await moved(sat)
        streams = [
            asyncio.create_task(heard(door, f"{sat.path}/events?players=true", token, NDJSON))
            for token in (sat.watcher, sat.owner)
        ]
        await two_wait(door, sat)
        async with socket(door, sat.path, sat.seats[0], await query(sat)) as player:
            await asked(sat, by)
            while (await until(player, "players"))["takeback"] is None:
                pass
        await two_wait(door, sat)
        await door.ask("DELETE", sat.path, sat.owner)
        for stream in streams:
            assert [document.get("type", "event") for _, document in await stream][-2:] == [
                "event",
                "match_deleted",
            ]
            assert "players" not in [document.get("type") for _, document in await stream]


async def test_other_processes_tell_it_at_once(shared_place: Place) -> None:
    async with pair(shared_place) as two:
        here, there = await two.sit()
        by = await moved(here)
        async with socket(two.b, there.path, there.seats[0], await query(there)) as connection:
            assert (await receive(connection))["takeback"] is None
            await two.b.is_listened_to(there.id)
            await asked(here, by)
            assert (await receive(connection))["takeback"]["by"] == by
            await two.a.post(f"{here.path}/resign", {}, here.seats[by])
            assert (await until(connection, "players"))["seats"][by]["resigned"] is True
