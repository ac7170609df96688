"""What can be played here, and by which rules."""

import attrs
import pytest

import cardkit
from cardkit.game import any_game
from tests.api.door import opened
from tests.testing.tiny import TINY as OWN

pytestmark = pytest.mark.anyio


async def test_all_games_are_listed_and_their_links_lead_somewhere() -> None:
    async with opened() as door:
        answer = await door.get("/v1/games")
        games = answer.json()["games"]
        assert [game["key"] for game in games] == [*cardkit.games()]
        for game in games:
            for link in game["links"].values():
                assert (await door.get(link)).status_code == 200


async def test_a_games_sheet_has_what_a_client_needs() -> None:
    async with opened() as door:
        sheet = (await door.get("/v1/games/thirteen")).json()
    assert (sheet["least_seats"], sheet["most_seats"]) == (3, 6)
    assert {"first_dealer", "rounds"} == {*sheet["options"]["properties"]}
    assert sheet["schema"] == cardkit.schema(cardkit.game("thirteen"))
    assert sheet["languages"] == ["en", "de", "nl"]
    assert sheet["bots"] == ["greedy", "random"]
    assert "not_in_hand" in sheet["rejections"]


async def test_a_game_that_isnt_there_is_404_with_the_nearest_one() -> None:
    async with opened() as door:
        for path in ("/v1/games/tirteen", "/v1/games/tirteen/rules"):
            answer = await door.get(path)
            assert answer.status_code == 404
            assert answer.json()["code"] == "unknown_game"
            assert answer.json()["nearest"] == ["thirteen"]


@pytest.mark.parametrize(
    ("accepts", "language"),
    [
        ("", "en"),
        ("*", "en"),
        ("fr", "en"),
        ("de", "de"),
        ("DE-AT", "de"),
        ("nl;q=0.5, de;q=0.9", "de"),
        ("fr, nl;q=0.1", "nl"),
        ("de;q=0, nl;q=0.1", "nl"),
        ("en;q=0.2, nl;q=0.2", "en"),
        ("de;q=much", "en"),
    ],
)
async def test_the_rules_come_in_the_best_language_there_is(accepts: str, language: str) -> None:
    async with opened() as door:
        answer = await door.get("/v1/games/push/rules", Accept_Language=accepts)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.headers["content-language"] == language
    assert (
        answer.text == {str(code): cardkit.game("push").rules[code] for code in ("en", "de", "nl")}[language]
    )
    assert "Accept-Language" in answer.headers["vary"]


async def test_a_server_offers_the_games_that_it_was_given() -> None:
    async with opened(games={OWN.key: any_game(OWN)}) as door:
        answer = await door.get("/v1/games")
        assert [game["key"] for game in answer.json()["games"]] == [OWN.key]
        refused = await door.post("/v1/matches", {"game": "thirteen", "seats": 3})
        assert (refused.status_code, refused.json()["code"]) == (404, "unknown_game")


@pytest.mark.parametrize(
    ("accepts", "chosen"), [("pt", "pt-BR"), ("pt-PT, fr", "pt-BR"), ("fr-CA, pt-BR", "fr"), ("de", "fr")]
)
async def test_a_games_own_languages_are_chosen_from_and_the_answer_says_which(
    accepts: str, chosen: str
) -> None:
    game = any_game(attrs.evolve(OWN, rules={"fr": "# Les règles", "pt-BR": "# As regras"}))
    async with opened(games={OWN.key: game}) as door:
        answer = await door.get(f"/v1/games/{OWN.key}/rules", Accept_Language=accepts)
    assert (answer.status_code, answer.text) == (200, game.rules[chosen])
    assert answer.headers["content-language"] == chosen


async def test_a_game_without_a_rules_page_says_so() -> None:
    async with opened(games={OWN.key: any_game(attrs.evolve(OWN, rules={}))}) as door:
        answer = await door.get(f"/v1/games/{OWN.key}/rules", Accept_Language="de")
        links = (await door.get(f"/v1/games/{OWN.key}")).json()["links"]
    assert (answer.status_code, answer.json()["code"]) == (404, "no_rules")
    assert "rules" not in links
