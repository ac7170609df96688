"""How a typed line is read."""

import re

import pytest

from cardkit.language import Language
from cardkit_cli import phrases
from cardkit_cli.terminal.input import Command, Nothing, Picked, Typed, Unclear, parse_line

LEGAL = ("take 0", "take 1", "draw", "stop", "n4>blue")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("1", Picked(0)),
        (" 5 ", Picked(4)),
        ("take 1", Picked(1)),
        ("TAKE  1", Picked(1)),
        ("take1", Picked(1)),
        ("n4 > blue", Picked(4)),
        ("", Nothing()),
        ("   ", Nothing()),
        ("?", Command("help", "")),
        ("rules 4", Command("rules", "4")),
        ("Regeln", Command("rules", "")),
        ("q", Command("quit", "")),
    ],
)
def test_a_line_is_a_number_a_move_or_a_command(line: str, meant: Typed) -> None:
    assert parse_line(line, LEGAL, "en") == meant


def test_moves_go_before_commands() -> None:
    assert parse_line("undo", ("undo",), "en") == Picked(0)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "0 isn't a legal move; legal: take 0, take 1, draw, stop, n4>blue"),
        ("6", "6 isn't a legal move; legal: take 0, take 1, draw, stop, n4>blue"),
        ("take", "take isn't a legal move; did you mean take 0 or take 1?"),
        ("drw", "drw isn't a legal move; did you mean draw?"),
        ("quti", "quti isn't a legal move; did you mean quit?"),
        ("\x1b[2J", "?[2j isn't a legal move; legal: take 0, take 1, draw, stop, n4>blue"),
        ("z" * 99, f"{'z' * 37}... isn't a legal move; legal: take 0, take 1, draw, stop, n4>blue"),
    ],
)
def test_what_is_neither_is_answered_with_the_nearest(line: str, answer: str) -> None:
    assert parse_line(line, LEGAL, "en") == Unclear(answer)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_phrase_is_there_in_every_language_with_the_same_parts(language: Language) -> None:
    english, other = phrases.PHRASES["en"], phrases.PHRASES[language]

    def parts(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", text))

    assert {key: parts(text) for key, text in other.items()} == {
        key: parts(text) for key, text in english.items()
    }
