"""A person plays a whole match of each game by keys, on a terminal of 80 columns and 24 lines."""

import re
from pathlib import Path

import pytest

import cardkit
from tests.cli.play.person import Person

MATCHES = {
    "thirteen": ("--seats", "you,random,greedy", "--option", "rounds=1"),
    "friday13": ("--seats", "greedy,you,random,random", "--option", "rounds=1", "--lang", "de"),
    "biberbande": ("--seats", "you,random,random", "--option", "rounds=1", "--option", "turn_limit=3"),
    "push": ("--seats", "random,random,greedy,random,random,you", "--lang", "nl"),
}
COLOUR = re.compile(r"\x1b\[[0-9;]*\b[34][0-8]\b[0-9;]*m")


@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match_is_played_by_keys(tmp_path: Path, game: str) -> None:
    """Moves are picked from those on the screen."""
    colour = game == "push"
    words = ("play", game, *MATCHES[game], "--seed", "a whole match", "-o", "match.jsonl")
    typed = 0
    with Person(tmp_path, *words, environment={} if colour else {"NO_COLOR": "1"}) as person:
        while not person.over:
            moves = person.moves
            if moves:
                top = person.lines[0]
                assert top.startswith("━━ "), f"the top of the table has scrolled off:\n{person.text}"
            else:
                assert "Enter" in person.question or "Eingabetaste" in person.question
                person.types("")
                continue
            person.types(moves[typed % len(moves)])
            typed += 1
        end, raw, code = person.text, person.raw, person.ends()

    match = cardkit.load(tmp_path / "match.jsonl")
    seat = int(MATCHES[game][1].split(",").index("you"))
    outcome = match.outcome
    assert code == 0
    assert outcome is not None
    assert typed == sum(1 for move in match.standing() if move.by == seat)
    assert all(str(total) in end for total in outcome.totals)
    assert "a whole match" in end, "the seed is revealed at the end"
    assert bool(COLOUR.search(raw)) is colour
    assert cardkit.verify(match).ok


def test_a_terminal_that_knows_no_signs_gets_letters(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "thirteen", environment={"LC_ALL": "C"}, fresh=True) as person:
        assert person.text.isascii()
        assert "+- b  blue" in person.text
        assert person.moves


def test_german_in_ascii_is_spelled_as_germans_do(tmp_path: Path) -> None:
    words = ("play", "biberbande", "--seats", "ann=you,ben=random", "--seed", "s", "-o", "m.jsonl")
    with Person(tmp_path, *words, environment={"LC_ALL": "C", "CARDKIT_LANG": "de"}, fresh=True) as person:
        assert "ben sieht sich die Aussenkarten an." in person.text
        assert "Zuege: ansehen" in person.text
        person.types("?")
        assert "zuege (moves)" in person.text
        assert person.text.isascii()
