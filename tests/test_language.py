"""Languages are tags, and there is always a closest one."""

from pathlib import Path

import pytest

import cardkit
from cardkit.game import rules_beside
from cardkit.language import check_language, closest, in_language
from cardkit.rejections import Invalid


@pytest.mark.parametrize(
    ("wanted", "spoken", "found"),
    [
        (["de"], ["en", "de", "nl"], "de"),
        (["pt-BR"], ["en", "pt", "pt-BR"], "pt-BR"),
        (["pt-BR"], ["en", "pt"], "pt"),
        (["zh-Hant-TW"], ["zh-Hans", "zh-Hant"], "zh-Hant"),
        (["pt-PT"], ["en", "pt-BR"], "pt-BR"),
        (["pt"], ["en", "pt-BR"], "pt-BR"),
        (["PT-br"], ["en", "pt-BR"], "pt-BR"),
        (["fr", "nl", "de"], ["en", "de", "nl"], "nl"),
        (["p"], ["en", "pt-BR"], "en"),
        (["fr"], ["de", "en"], "en"),
        (["fr"], ["pt-BR", "de"], "pt-BR"),
        ([], ["de", "nl"], "de"),
        (["de"], [], "en"),
    ],
)
def test_the_closest_is_the_same_else_its_parents_else_english_else_the_first(
    wanted: list[str], spoken: list[str], found: str
) -> None:
    assert closest(wanted, spoken) == found


def test_words_come_in_the_closest_language() -> None:
    words = {"en": "and", "de": "und"}

    assert [in_language(words, tag) for tag in ("de", "de-CH", "fr")] == ["und", "und", "and"]


@pytest.mark.parametrize("wrong", ["", "e", "en_GB", "en-", "de;q=1", "nö", "../rules", "a" * 9, None, 7])
def test_what_is_no_tag_is_refused_where_a_match_is_told(wrong: object) -> None:
    match = cardkit.start("thirteen", 3, seed="told")

    with pytest.raises(Invalid, match="expected a language tag, such as en, de or pt-BR"):
        check_language(wrong)
    if isinstance(wrong, str):
        with pytest.raises(Invalid, match="language"):
            match.sentences(None, wrong)


def test_a_match_is_told_in_the_closest_language_that_its_game_and_the_engine_speak() -> None:
    match = cardkit.start("thirteen", 3, seed="told")

    assert match.sentences(0, "de-AT") == match.sentences(0, "de") != match.sentences(0, "en")
    assert match.sentences(0, "fr") == match.sentences(0, "en")


@pytest.mark.parametrize("key", [*cardkit.games()])
def test_rules_pages_are_found_by_their_names_and_read_one_by_one(key: str) -> None:
    game = cardkit.game(key)

    assert [*game.rules] == ["en", "de", "nl"]
    assert {*game.languages} == {*game.rules}
    assert game.rules["de"].startswith("# ")
    assert "fr" not in game.rules
    assert "../rules" not in game.rules


def test_a_package_without_pages_has_none() -> None:
    assert [*rules_beside("cardkit.mechanics")] == []


def test_a_language_of_everything_but_the_games_is_in_two_files() -> None:
    root = Path(__file__).parents[1]
    found = {
        str(file.relative_to(root))
        for folder in ("src", "cli")
        for file in (root / folder).rglob("*.py")
        if '"nl": ' in file.read_text(encoding="utf-8") and not {"games", "families"} & {*file.parts}
    }

    assert found == {"src/cardkit/phrases.py", "cli/cardkit_cli/phrases.py"}
