"""What a person is told besides the table: what a move costs, the scores after a round, and another match."""

import re
from pathlib import Path

import pytest

import cardkit
from cardkit.drawing import warnings_of
from tests.cli.play.person import Person
from tests.drawing.scenes import steps


def test_a_move_that_takes_cards_says_how_many(tmp_path: Path) -> None:
    match = cardkit.start("thirteen", 3, seed="s")
    hints: dict[str, str] = {}
    while match.actors != (0,) or not hints:
        match = match.play(match.legal()[-1])
        hints = warnings_of(match.game, match.view(0), 0, ("a", "b", "c"), moves=match.legal(0))
    (tmp_path / "m.jsonl").write_text(cardkit.dumps(match))

    with Person(tmp_path, "play", "m.jsonl", "--seats", "ann=you,random,random") as person:
        assert all(f"{move} ({hint})" in person.text for move, hint in hints.items())


@pytest.mark.parametrize("game", ["thirteen", "friday13"])
def test_the_warning_is_what_the_move_takes(game: str) -> None:
    warned = 0
    for match in steps(game, 3)[1:40:3]:
        (seat,) = match.actors
        hints = warnings_of(match.game, match.view(seat), seat, ("a", "b", "c"), moves=match.legal(seat))
        for move in match.legal(seat):
            took = re.search(
                r"takes (?:a|1|(\d+)) card",
                " ".join(match.play(move).sentences(seat, "en", None, match.version)),
            )
            number = 0 if took is None else int(took[1] or 1)
            warned += number > 0
            assert hints.get(match.game.say(move), "takes 0") == f"takes {number}"
    assert warned


def test_the_die_and_the_best_row_are_at_stake_in_push() -> None:
    found: set[str] = set()
    for match in steps("push", 3)[:200]:
        if match.actors:
            (seat,) = match.actors
            hints = warnings_of(
                match.game, match.view(seat), seat, ("a", "b", "c"), "de", moves=match.legal(seat)
            )
            found |= {f"{move.split()[0]}: {re.sub(r'[0-9]+', 'N', hint)}" for move, hint in hints.items()}

    assert found == {"reveal: überreizt kostet N", "take: dann wird gewürfelt"}


def test_the_scores_are_shown_after_each_round_and_then_the_next_one(tmp_path: Path) -> None:
    words = "play friday13 --seats ann=you,random,random --seed s --option rounds=2 -o m.jsonl".split()
    with Person(tmp_path, *words, "-o", "m.jsonl") as person:
        while "round 1 is over" not in person.text:
            assert person.moves
            person.types(person.moves[0])
        assert person.lines[0].startswith("━━ Friday 13 ")
        assert "╭" not in person.text
        assert "last round" in person.text
        person.types("")
        assert "round 2 of 2" in person.text
        assert person.moves


def test_another_match_begins_in_a_file_of_its_own(tmp_path: Path) -> None:
    words = ("play", "friday13", "--seats", "ann=you,random,random", "--option", "rounds=1", "-o", "m.jsonl")
    with Person(tmp_path, *words) as person:
        while not person.question.startswith("Another match?"):
            person.types(person.moves[0])
        person.types("y")
        assert "ann (you)" in person.text
        assert person.moves
        person.types("quit")
        assert person.ends() == 0

    (other,) = tmp_path.glob("friday13-*.jsonl")
    first, second = cardkit.load(tmp_path / "m.jsonl"), cardkit.load(other)
    assert first.outcome is not None
    assert second.outcome is None
    assert second.header.options == first.header.options
    assert second.header.mixed_seed != first.header.mixed_seed
