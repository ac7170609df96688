"""Scenes: a client draws any game without knowing it."""

from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

import cardkit
from tests.api.door import Sat, opened
from tests.api.test_problems import problem

pytestmark = pytest.mark.anyio

LANGUAGES = ("en", "de", "nl")


async def scene(sat: Sat, seat: int | None, query: str = "", **headers: str) -> dict[str, Any]:
    answer = await sat.get(f"scene{query}", seat, **headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def texts_on(found: dict[str, Any]) -> set[str]:
    """Return the texts of all moves that cards and areas name."""
    areas = found["scene"]["areas"]
    cards = [card for area in areas for card in area["cards"]]
    return {text for part in (*areas, *cards) for text in part["moves"]}


@pytest.mark.parametrize("game", cardkit.games())
async def test_a_scene_of_every_game_in_every_language_is_of_the_form_that_the_document_says(
    game: str,
) -> None:
    async with opened() as door:
        document = (await door.get("/schema/openapi.json")).json()
        components = document["components"]
        validator = Draft202012Validator({"$ref": "#/components/schemas/Scene", "components": components})
        sat = await door.sit(game=game)
        status = await sat.go_on(15)
        for language in LANGUAGES:
            for seat in (0, 1, 2, None):
                found = await scene(sat, seat, f"?language={language}")
                validator.validate(found)
                drawn = found["scene"]
                assert (found["version"], found["seat"]) == (status["version"], seat)
                assert (drawn["game"], drawn["viewer"], drawn["language"]) == (game, seat, language)
                assert [player["name"] for player in drawn["players"]] == [
                    holder["name"] for holder in status["seats"]
                ]
                assert [player["seat"] for player in drawn["players"] if player["to_move"]] == status[
                    "actors"
                ]
                assert drawn["areas"]
                assert drawn["story"]


@pytest.mark.parametrize("game", cardkit.games())
async def test_a_scene_lists_the_moves_of_the_seat_with_labels_and_cards_name_them(game: str) -> None:
    async with opened() as door:
        sat = await door.sit(game=game)
        named: set[str] = set()
        for _ in range(12):
            seat, legal, _ = await sat.turn()
            found = await scene(sat, seat, "?language=de")
            listed = [(move["number"], move["text"]) for move in found["moves"]]
            assert listed == [(move["number"], move["text"]) for move in legal]
            assert all(move["label"] for move in found["moves"])
            assert texts_on(found) <= {text for _, text in listed}
            named |= texts_on(found)
            for other in {0, 1, 2, None} - {seat}:
                found = await scene(sat, other)
                assert (found["moves"], texts_on(found)) == ([], set())
            await sat.go_on()
        assert named


async def test_labels_are_in_the_language_and_moves_are_named_by_the_games_own_texts() -> None:
    async with opened() as door:
        sat = await door.sit(game="biberbande", seats=2)
        seat, _, _ = await sat.turn()
        labels = {
            language: (await scene(sat, seat, Accept_Language=language))["moves"] for language in LANGUAGES
        }
        assert {moves[0]["text"] for moves in labels.values()} == {"look"}
        assert labels["en"][0]["label"] == "look" != labels["de"][0]["label"]


async def test_a_move_that_costs_something_says_so() -> None:
    async with opened() as door:
        sat = await door.sit()
        warnings: set[str] = set()
        for _ in range(30):
            seat, _, _ = await sat.turn()
            warnings |= {move["warning"] for move in (await scene(sat, seat))["moves"]}
            await sat.go_on()
        assert "" in warnings
        assert any(warning.startswith("takes ") for warning in warnings)


async def test_cards_that_were_seen_before_show_their_faces_to_who_saw_them() -> None:
    async with opened() as door:
        sat = await door.sit(game="biberbande", seats=2)
        seat, _, _ = await sat.turn()
        await sat.move(seat, "look")
        await sat.move(1 - seat, "look")

        def remembered(found: dict[str, Any], of: int) -> int:
            return sum(
                card["remembered"]
                for area in found["scene"]["areas"]
                if area["seat"] == of
                for card in area["cards"]
            )

        assert remembered(await scene(sat, seat), seat) == 2
        assert remembered(await scene(sat, None), seat) == 0
        assert remembered(await scene(sat, 1 - seat), seat) == 0


async def test_a_scene_of_an_earlier_version_is_as_it_was() -> None:
    async with opened() as door:
        sat = await door.sit()
        version = (await sat.status())["version"]
        before = await scene(sat, 1)
        await sat.go_on(3)
        assert await scene(sat, 1, f"?at={version}") == before != await scene(sat, 1)
        problem(await sat.get("scene?at=0"), 400, "bad_request")
        problem(await sat.get("scene?at=1"), 404, "no_such_version")


async def test_an_unchanged_scene_is_not_sent_again() -> None:
    async with opened() as door:
        sat = await door.sit()
        tag = (await sat.get("scene", 0)).headers["etag"]
        assert (await sat.get("scene", 0, If_None_Match=tag)).status_code == 304
        assert (await sat.get("scene?language=de", 0, If_None_Match=tag)).status_code == 200
        assert (await sat.get("scene", 1, If_None_Match=tag)).status_code == 200


async def test_who_may_not_watch_gets_none() -> None:
    async with opened() as door:
        sat = await door.sit()
        problem(await door.get(f"{sat.path}/scene"), 401, "token_missing")
        problem(await door.get(f"{sat.path}/scene", "x" * 43), 403, "not_allowed")
