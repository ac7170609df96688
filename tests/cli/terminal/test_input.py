"""How a typed line is read."""

import re

import pytest

import cardkit
from cardkit.drawing import move_texts
from cardkit.game import known_moves
from cardkit.language import Language
from cardkit_cli import phrases
from cardkit_cli.terminal.input import Command, Nothing, Picked, Typed, Unclear, parse_line

LEGAL = ("take 0", "take 1", "draw", "stop", "n4>blue")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("1", Picked(1)),
        (" 4 ", Picked(4)),
        ("take 1", Picked(1)),
        ("dr", Picked(2)),
        ("s", Picked(3)),
        ("blue", Picked(4)),
        ("#30", Picked(2)),
        ("TAKE  1", Picked(1)),
        ("take1", Picked(1)),
        ("n4 > blue", Picked(4)),
        ("", Nothing()),
        ("   ", Nothing()),
        ("?", Command("help", "")),
        ("rules 4", Command("rules", "4")),
        ("RULES", Command("rules", "")),
        ("q", Command("quit", "")),
    ],
)
def test_a_line_is_a_move_a_part_of_one_or_a_command(line: str, meant: Typed) -> None:
    """A number is a part of a move's text, never a place in a list. `#` and a number are as `cardkit moves` prints."""
    assert parse_line(line, LEGAL, "en", lambda: (7, 8, 30, 31, 9)) == meant


def test_moves_go_before_commands() -> None:
    assert parse_line("undo", ("undo",), "en") == Picked(0)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("#1", "#1 isn't a legal move; legal: take 0, take 1, draw, stop, n4>blue"),
        ("6", "6 isn't a legal move; legal: take 0, take 1, draw, stop, n4>blue"),
        ("take", "take isn't a legal move; did you mean take 0 or take 1?"),
        ("t", "t isn't a legal move; did you mean take 0 or take 1?"),
        ("drw", "drw isn't a legal move; did you mean draw?"),
        ("quti", "quti isn't a legal move; did you mean quit?"),
        ("\x1b[2J", "?[2j isn't a legal move; legal: take 0, take 1, draw, stop, n4>blue"),
        ("z" * 99, f"{'z' * 37}... isn't a legal move; legal: take 0, take 1, draw, stop, n4>blue"),
    ],
)
def test_what_is_neither_is_answered_with_the_nearest(line: str, answer: str) -> None:
    assert parse_line(line, LEGAL, "en") == Unclear(answer)


@pytest.mark.parametrize(
    ("language", "word", "meant"),
    [
        ("de", "Regeln", "rules"),
        ("de", "rules", "rules"),
        ("nl", "regels", "rules"),
        ("de-CH", "zurueck", "undo"),
    ],
)
def test_commands_have_the_words_of_the_language_besides_the_english_ones(
    language: Language, word: str, meant: str
) -> None:
    assert parse_line(word, LEGAL, language) == Command(meant, "")


@pytest.mark.parametrize(
    ("language", "typed", "hint"),
    [
        ("en", "reveal", "legal: take 1"),
        ("en", "rulse", "rules?"),
        ("de", "rulse", "regeln?"),
        ("nl", "hlep", "hulp?"),
    ],
)
def test_a_hint_is_in_the_language_of_the_match(language: Language, typed: str, hint: str) -> None:
    answer = parse_line(typed, ("take 1",), language)

    assert isinstance(answer, Unclear)
    assert answer.answer.endswith(hint)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_phrase_is_there_in_every_language_with_the_same_parts(language: Language) -> None:
    english, other = phrases.PHRASES["en"], phrases.PHRASES[language]

    def parts(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", text))

    assert {key: parts(text) for key, text in other.items()} == {
        key: parts(text) for key, text in english.items()
    }


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("klopfen", Picked(0)),
        ("knock", Picked(0)),
        ("kl", Picked(0)),
        ("spähen 2", Picked(1)),
        ("spaehen 2", Picked(1)),
    ],
)
def test_moves_have_the_words_of_the_language_besides_the_own_ones(line: str, meant: Typed) -> None:
    assert parse_line(line, ("klopfen", "spähen 2"), "de", own=("knock", "peek 2")) == meant


@pytest.mark.parametrize("game", ["thirteen", "friday13", "biberbande", "push"])
@pytest.mark.parametrize("language", ["de", "nl"])
def test_every_move_has_words_of_its_own_in_every_language(game: str, language: Language) -> None:
    match = cardkit.start(game, 3)
    every = known_moves(match.game, 3, match.header.options).in_order
    texts = move_texts(match.game, match.view(0), 3, every, language)

    assert len({*texts.values()}) == len(every)
    for own, text in texts.items():
        same = re.search("[a-z]{3,}", own) is None or "ladders" in own  # a Dutch word, too
        assert text != own or same
