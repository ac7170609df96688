"""The tests of a game, and of its family, name every sentence and every ruling of the game's rules page."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from attrs import frozen

import cardkit
from cardkit.games import BUILT_IN
from cardkit.language import Language

SENTENCE = re.compile(r"^- \*\*(\d+\.\d+)\*\* \S", re.MULTILINE)
RULING = re.compile(r"^\| (\d+) \| \S", re.MULTILINE)
OPTION = re.compile(r"^\| `(\w+)`", re.MULTILINE)
TESTS = Path(__file__).parents[1]


@frozen
class Page:
    """What a rules page holds, and whose tests speak of it."""

    sentences: int
    rulings: int
    options: tuple[str, ...]
    tests: tuple[str, ...]


PILES: Final = "families/limited_piles"
PAGES: Final = {
    "thirteen": Page(55, 8, ("first_dealer", "rounds"), (PILES, "games/thirteen")),
    "friday13": Page(49, 7, ("first_player", "rounds"), (PILES, "games/friday13")),
    "biberbande": Page(
        62, 15, ("first_dealer", "rotate_dealer", "turn_limit", "rounds"), ("games/biberbande",)
    ),
    "push": Page(63, 17, ("first_player", "risk", "direction_cards"), ("games/push",)),
}


def named(kind: str, key: str) -> set[str]:
    """Return what the docstrings of a game's tests name: `rules 4.3, 4.4`, `ruling 6`."""
    places = re.compile(rf"\b{kind} ([\d.]+(?:, [\d.]+)*)")
    found = (match[1] for text in docstrings(key) for match in places.finditer(text))
    return {place.rstrip(".") for places in found for place in places.split(", ")}


def docstrings(key: str) -> Iterator[str]:
    for folder in PAGES[key].tests:
        for path in (TESTS / folder).glob("test_*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    yield ast.get_docstring(node) or ""


def rulings(page: str) -> list[str]:
    """Return the numbers of rulings. Other tables have numbers in their first column, too."""
    _, chapter = re.split(r"^## 10\. .*$", page, flags=re.MULTILINE)
    return RULING.findall(re.split(r"^## ", chapter, flags=re.MULTILINE)[0])


def test_no_game_is_left_out() -> None:
    assert {*PAGES} == {*BUILT_IN}


@pytest.mark.parametrize("key", PAGES)
def test_every_sentence_and_every_ruling_has_a_test(key: str) -> None:
    page, expected = cardkit.game(key).rules["en"], PAGES[key]
    sentences, ruled = {*SENTENCE.findall(page)}, rulings(page)

    assert len(sentences) == expected.sentences
    assert ruled == [str(number) for number in range(1, expected.rulings + 1)]
    assert sentences - named("rules", key) == set()
    assert {*ruled} - named("ruling", key) == set()


@pytest.mark.parametrize("key", PAGES)
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_rules_have_the_same_sentences_rulings_and_options_in_every_language(
    key: str, language: Language
) -> None:
    game = cardkit.game(key)
    english, other = game.rules["en"], game.rules[language]

    assert SENTENCE.findall(other) == SENTENCE.findall(english)
    assert rulings(other) == rulings(english)
    assert tuple(OPTION.findall(other)) == PAGES[key].options
    assert {*game.languages} == {*game.rules} == {"en", "de", "nl"}
