"""What a viewer remembers: a page that is loaded again knows which cards its player has looked at."""

from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

import cardkit
from cardkit.game import any_game
from cardkit.schema import schema
from tests.api.door import Sat, opened
from tests.api.test_problems import problem
from tests.testing.tiny import TINY

pytestmark = pytest.mark.anyio


async def memory(sat: Sat, seat: int | None, at: str = "") -> dict[str, Any]:
    answer = await sat.get(f"memory{at}", seat)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_who_looked_at_cards_remembers_them_and_nobody_else_does() -> None:
    async with opened() as door:
        sat = await door.sit(game="biberbande", seats=2)
        seat, moves, _ = await sat.turn()
        assert moves[0]["text"] == "look"
        glimpse = (await sat.move(seat, "look")).json()["events"][0]["glimpse"]
        outer = glimpse["outer"]
        assert "?" not in outer

        assert (await sat.move(1 - seat, "look")).status_code == 200  # now they are face down again

        seen = await memory(sat, seat)
        row = seen["memory"]["rows"][seat]
        assert [row[0], row[-1]] == outer
        assert row[1:-1] == ["?", "?"]
        assert (await sat.get("view", seat)).json()["view"]["rows"][seat] == ["?"] * 4
        for other in (1 - seat, None):
            assert (await memory(sat, other))["memory"]["rows"][seat] == ["?"] * 4


@pytest.mark.parametrize("game", cardkit.games())
async def test_a_memory_is_a_view_in_which_more_cards_have_faces(game: str) -> None:
    async with opened() as door:
        sat = await door.sit(game=game)
        status = await sat.go_on(20)
        documents = schema(cardkit.game(game))
        validator = Draft202012Validator({**documents, "$ref": "#/$defs/view"})
        for seat in (0, 1, 2, None):
            found = await memory(sat, seat)
            assert (found["version"], found["seat"]) == (status["version"], seat)
            validator.validate(found["memory"])


async def test_an_earlier_version_has_the_memory_of_then() -> None:
    async with opened() as door:
        sat = await door.sit(game="biberbande", seats=2)
        seat, _, version = await sat.turn()
        before = await memory(sat, seat)
        await sat.move(seat, "look")
        assert await memory(sat, seat, f"?at={version}") == before != await memory(sat, seat)
        problem(await sat.get("memory?at=1000", seat), 404, "no_such_version")
        problem(await sat.get("memory?at=0", seat), 400, "bad_request")


async def test_an_unchanged_memory_is_not_sent_again() -> None:
    async with opened() as door:
        sat = await door.sit()
        tag = (await sat.get("memory", 1)).headers["etag"]
        assert (await sat.get("memory", 1, If_None_Match=tag)).status_code == 304
        assert (await sat.get("memory", 2, If_None_Match=tag)).status_code == 200


async def test_before_the_start_nobody_remembers_anything() -> None:
    async with opened() as door:
        made = await door.create(name="Ann")
        problem(await door.get(f"{made['match']['links']['memory']}", made["token"]), 409, "not_started")


async def test_who_may_not_watch_learns_nothing() -> None:
    async with opened() as door:
        sat = await door.sit()
        problem(await door.get(f"{sat.path}/memory"), 401, "token_missing")
        problem(await door.get(f"{sat.path}/memory", "x" * 43), 403, "not_allowed")


async def test_a_game_that_remembers_in_its_own_form_shows_no_memory() -> None:
    async with opened(games={"tiny": any_game(TINY)}) as door:
        sat = await door.sit(game="tiny", seats=2)
        refused = problem(await sat.get("memory", 0), 404, "no_memory")
        assert refused["detail"] == "Tiny doesn't show what its viewers remember"
