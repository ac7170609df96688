"""Seats that move at the same time don't hinder each other, on any way in; a double click still counts once."""

import asyncio
from threading import Event
from typing import Final

import attrs
import httpx
import pytest

from cardkit.bots.contract import Bot
from cardkit.game import AnyGame, any_game
from cardkit_api import Store
from tests.api.door import SOME_KEY, Door, Sat, listening, opened
from tests.api.places import Place
from tests.api.processes.pair import Deaf
from tests.api.routes.test_socket import ask, socket
from tests.patience import PATIENCE
from tests.testing import at_once
from tests.testing.at_once import AT_ONCE, State, View

pytestmark = pytest.mark.anyio

GAMES: Final[dict[str, AnyGame]] = {"at_once": any_game(AT_ONCE)}
OPEN: Final = 2
"""The version of a match of At Once before the first pick."""


async def sat_at(door: Door, seats: int = 3, **body: object) -> Sat:
    sat = await door.sit(game="at_once", seats=seats, options={"rounds": 2}, **body)
    assert (await sat.status())["version"] == OPEN
    return sat


async def pick(sat: Sat, seat: int, version: int = OPEN, move: int = 1, **headers: str) -> httpx.Response:
    return await sat.move(seat, move, f'"{version}.seat{seat}"', **headers)


def codes(answers: list[httpx.Response]) -> list[str]:
    return sorted("moved" if answer.status_code == 200 else answer.json()["code"] for answer in answers)


async def test_all_seats_move_at_once_by_the_version_that_all_saw(sqlite: Place) -> None:
    async with opened(sqlite.store(), games=GAMES) as door:
        sat = await sat_at(door)
        for version, after in ((OPEN, OPEN + 4), (OPEN + 4, OPEN + 8)):
            answers = await asyncio.gather(*(pick(sat, seat, version) for seat in range(3)))
            assert codes(answers) == ["moved"] * 3
            assert (await sat.status())["version"] == after
        assert (await sat.status())["status"] == "over"


async def test_of_a_double_click_one_counts_while_others_move(sqlite: Place) -> None:
    async with opened(sqlite.store(), games=GAMES) as door:
        sat = await sat_at(door)
        clicks = [pick(sat, seat, move=move) for move in (0, 1) for seat in range(3)]
        answers = await asyncio.gather(*clicks)
        assert codes(answers) == ["moved"] * 3 + ["stale_version"] * 3
        assert (await sat.status())["version"] == OPEN + 4
        late = await pick(sat, 0)
        assert (late.status_code, late.json()["version"]) == (412, OPEN + 4)
        assert late.headers["etag"] == f'"{OPEN + 4}"'
        assert late.json()["detail"].startswith(f"player 0 has moved since version {OPEN};")


async def test_two_servers_over_one_store_let_all_seats_move_and_none_twice(sqlite: Place) -> None:
    async with (
        opened(sqlite.store(), games=GAMES) as one,
        opened(sqlite.store(), games=GAMES) as other,
    ):
        sat = await sat_at(one)
        sats = (sat, attrs.evolve(sat, door=other))
        for version in (OPEN, OPEN + 4):
            answers = await asyncio.gather(*(pick(at, seat, version) for seat in range(3) for at in sats))
            assert codes(answers) == ["moved"] * 3 + ["stale_version"] * 3
        assert (await sat.get("log")).text == (await sats[1].get("log")).text


async def test_processes_that_hear_nothing_of_each_other_do_so_too(postgres: Place) -> None:
    async with (
        opened(Deaf(postgres.url), games=GAMES) as one,
        opened(Deaf(postgres.url), games=GAMES) as other,
    ):
        sat = await sat_at(one)
        assert (await pick(sat, 0)).status_code == 200
        elsewhere = attrs.evolve(sat, door=other)
        assert codes([await pick(elsewhere, seat) for seat in range(3)]) == [
            "moved",
            "moved",
            "stale_version",
        ]
        assert codes([await pick(sat, seat) for seat in range(3)]) == ["stale_version"] * 3
        assert (await sat.status())["version"] == OPEN + 4


async def test_a_request_sent_again_is_answered_as_before_though_others_moved() -> None:
    async with opened(games=GAMES) as door:
        sat = await sat_at(door)
        first = await pick(sat, 0, Idempotency_Key=SOME_KEY)
        await pick(sat, 1)
        await pick(sat, 2)
        again = await pick(sat, 0, Idempotency_Key=SOME_KEY)
        assert (again.status_code, again.json()) == (200, first.json())
        assert again.headers["idempotency-replayed"] == "true"
        assert (await sat.status())["version"] == OPEN + 4


async def test_a_view_that_shows_how_many_have_picked_makes_no_move_stale() -> None:
    """It was the seat's own time to move all along."""

    def showing_how_many_picked(state: State, viewer: int | None) -> View:
        return View((len(state.numbers) - state.numbers.count(None),), state.rounds)

    telling = any_game(attrs.evolve(AT_ONCE, view=showing_how_many_picked))
    async with opened(games={"at_once": telling}) as door:
        sat = await sat_at(door)
        assert (await pick(sat, 0)).status_code == 200
        assert (await pick(sat, 1)).status_code == 200


async def test_a_refusal_is_the_same_whatever_others_picked() -> None:
    told: set[str] = set()
    async with opened(games=GAMES) as door:
        for secret in range(3):
            sat = await sat_at(door)
            await pick(sat, 2, move=secret)
            await pick(sat, 0)
            refused = await pick(sat, 0)
            assert refused.status_code == 412
            told.add(refused.text)
    assert len(told) == 1


async def test_on_sockets_all_seats_move_and_none_twice() -> None:
    async with listening(games=GAMES) as door:
        sat = await sat_at(door, 2)
        async with socket(door, sat.path, sat.seats[0]) as zero, socket(door, sat.path, sat.seats[1]) as one:
            said = {"move": 1, "expect": OPEN}
            answers = await asyncio.gather(ask(zero, said), ask(one, said))
            assert [answer["type"] for answer in answers] == ["moved", "moved"]
            for connection in (zero, one):
                refused = await ask(connection, said)
                assert (refused["code"], refused["version"]) == ("stale_version", OPEN + 3)


# --- taking back


async def undo(sat: Sat, seat: int, version: int) -> httpx.Response:
    return await sat.door.post(f"{sat.path}/undo", {}, sat.seats[seat], If_Match=f'"{version}"')


async def test_a_double_click_on_undo_takes_one_move_back(kept: Store) -> None:
    async with opened(kept, games=GAMES) as door:
        sat = await sat_at(door)
        for seat in (0, 1):
            await pick(sat, seat)
        answers = await asyncio.gather(*(undo(sat, 1, OPEN + 2) for _ in range(2)))
        assert codes(answers) == ["moved", "stale_version"]
        assert (await sat.status())["version"] == OPEN + 3
        assert (await pick(sat, 2)).status_code == 200  # seat 2 saw nothing of it


async def test_an_undo_takes_any_version_unless_one_is_named() -> None:
    async with opened(games=GAMES) as door:
        sat = await sat_at(door)
        await pick(sat, 0)
        bad = await sat.door.post(f"{sat.path}/undo", {}, sat.seats[0], If_Match="2")
        assert (bad.status_code, bad.json()["code"]) == (400, "bad_if_match")
        assert (await sat.door.post(f"{sat.path}/undo", {}, sat.seats[0])).json()["done"]
        await pick(sat, 0, OPEN + 2)
        assert (await sat.door.post(f"{sat.path}/undo", {}, sat.seats[0], If_Match="*")).json()["done"]


# --- bots


async def test_a_bots_move_counts_though_a_person_moved_while_it_was_thinking() -> None:
    thinking, done = Event(), Event()
    thoughts: list[int] = []

    def slow(seen: object) -> object:
        thoughts.append(1)
        thinking.set()
        assert done.wait(PATIENCE)
        return at_once.Pick(1)

    async with opened(games=GAMES, bots={"slow": lambda game: Bot("slow", slow)}) as door:
        made = await door.create(
            game="at_once", seats=2, name="Ada", bots=[{"seat": 1, "bot": "slow"}], options={"rounds": 1}
        )
        path, token = made["match"]["links"]["self"], made["token"]
        await asyncio.to_thread(thinking.wait, 10)
        moved = await door.post(f"{path}/moves", {"move": 1}, token, If_Match=f'"{OPEN}"')
        assert moved.status_code == 200
        done.set()
        while (status := (await door.get(path, token)).json())["status"] != "over":
            await door.get(f"{path}/events?after={status['version']}&wait=5", token)
    assert len(thoughts) == 1
