"""The tests of a game and of its family name every sentence and every ruling of the game's rules page."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardkit.families.limited_piles.messages import C, K
from cardkit.language import Language
from tests.families.limited_piles.games import each_game
from tests.families.limited_piles.scenes import O, Scenes

SENTENCE = re.compile(r"^- \*\*(\d+\.\d+)\*\* \S", re.MULTILINE)
RULING = re.compile(r"^\| (\d+) \| \S", re.MULTILINE)
HERE = Path(__file__).parent
GAMES = HERE.parent.parent / "games"
NUMBERS = {"thirteen": (55, 8), "friday13": (49, 7)}
"""How many sentences and rulings the sheets have."""


def named(kind: str, key: str) -> set[str]:
    """What the docstrings of a game's tests name: `rules 4.3, 4.4`, `ruling 6`."""
    places = re.compile(rf"\b{kind} ([\d.]+(?:, [\d.]+)*)")
    found = (match[1] for text in docstrings(key) for match in places.finditer(text))
    return {place.rstrip(".") for places in found for place in places.split(", ")}


def docstrings(key: str) -> Iterator[str]:
    for path in (*HERE.glob("test_*.py"), *(GAMES / key).glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""


def rulings(page: str) -> list[str]:
    """Their numbers. Other tables have numbers in their first column, too."""
    _, chapter = re.split(r"^## 10\. .*$", page, flags=re.MULTILINE)
    return RULING.findall(re.split(r"^## ", chapter, flags=re.MULTILINE)[0])


@each_game
def test_every_sentence_and_every_ruling_has_a_test(of: Scenes[C, K, O]) -> None:
    page, key = of.game.rules["en"], of.game.key
    sentences, ruled = {*SENTENCE.findall(page)}, rulings(page)

    assert (len(sentences), len(ruled)) == NUMBERS[key]
    assert sentences - named("rules", key) == set()
    assert {*ruled} - named("ruling", key) == set()


@each_game
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_rules_have_the_same_sentences_rulings_and_options_in_every_language(
    of: Scenes[C, K, O], language: Language
) -> None:
    english, other = of.game.rules["en"], of.game.rules[language]

    assert SENTENCE.findall(other) == SENTENCE.findall(english)
    assert rulings(other) == rulings(english)
    assert re.findall(r"^\| `(\w+)`", other, re.MULTILINE) == [of.option, "rounds"]
    assert {*of.game.languages} == {*of.game.rules} == {"en", "de", "nl"}
