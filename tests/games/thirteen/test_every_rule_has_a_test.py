"""The tests of 13 name every sentence and every ruling of its rules page."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardkit.games.thirteen import GAME
from cardkit.language import Language

SENTENCE = re.compile(r"^- \*\*(\d+\.\d+)\*\* \S", re.MULTILINE)
RULING = re.compile(r"^\| (\d+) \| \S", re.MULTILINE)


def named(kind: str) -> set[str]:
    """What the tests' docstrings name: `rules 4.3, 4.4`, `ruling 6`."""
    places = re.compile(rf"\b{kind} ([\d.]+(?:, [\d.]+)*)")
    found = (match[1] for text in docstrings() for match in places.finditer(text))
    return {place.rstrip(".") for places in found for place in places.split(", ")}


def docstrings() -> Iterator[str]:
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""


def test_every_sentence_of_the_rules_has_a_test() -> None:
    sentences = {*SENTENCE.findall(GAME.rules["en"])}

    assert len(sentences) > 50
    assert sentences - named("rules") == set()


def test_every_ruling_has_a_test() -> None:
    rulings = {*RULING.findall(GAME.rules["en"])}

    assert rulings == {str(number) for number in range(1, 9)}
    assert rulings - named("ruling") == set()


@pytest.mark.parametrize("language", GAME.languages)
def test_the_rules_have_the_same_sentences_rulings_and_options_in_every_language(language: Language) -> None:
    english, other = GAME.rules["en"], GAME.rules[language]

    assert SENTENCE.findall(other) == SENTENCE.findall(english)
    assert RULING.findall(other) == RULING.findall(english)
    assert re.findall(r"^\| `(\w+)`", other, re.MULTILINE) == ["first_dealer", "rounds"]
