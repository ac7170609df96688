"""`cardkit play --practice`: undo always works, `hint` advises, and nobody mistakes such a match for a fair one."""

import json
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit.bots import Watcher
from cardkit.engine_events import Undone
from cardkit.game import AnyGame
from cardkit.match import AnyMatch
from cardkit_cli.phrases import PHRASES
from tests.cli.play.person import Person
from tests.cli.running import check_refusal, run

FAIR = ("play", "thirteen", "--seats", "ann=you,random,random", "--seed", "s", "-o", "m.jsonl")
NEW = (*FAIR, "--practice")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def moves_of(match: AnyMatch, seat: int) -> int:
    """Return how many of its moves stand."""
    return sum(1 for move in match.standing() if move.by == seat)


def test_undo_takes_back_a_move_that_showed_cards_and_all_that_followed() -> None:
    assert "the last move was Random 2's" in run(*FAIR, stdin="b1\nundo\n").err
    Path("m.jsonl").unlink()

    ran = run(*NEW, stdin="b1\nundo\n")

    match = cardkit.load("m.jsonl")
    assert ran.code == 0, ran.err
    assert "Your move is taken back." in ran.out
    assert (moves_of(match, 0), match.actors) == (0, (0,))


def test_the_log_says_that_everybody_agreed_and_verifies() -> None:
    run(*NEW, stdin="b1\nundo\n")

    match = cardkit.load("m.jsonl")
    assert match.events == (Undone(5, (0, 1, 2)),)
    assert run("verify", "m.jsonl").code == 0
    assert "everybody agreed" in run("verify", "m.jsonl").out


def test_moves_can_be_taken_back_one_after_another_and_the_match_goes_on() -> None:
    ran = run(*NEW, stdin="b1\nb4\nundo\nundo\nb1\n")

    assert ran.code == 0, ran.err
    assert moves_of(cardkit.load("m.jsonl"), 0) == 1
    again = run("play", "m.jsonl", stdin="undo\n")
    assert again.code == 0, again.err
    assert "Practice" in again.out
    assert moves_of(cardkit.load("m.jsonl"), 0) == 0
    assert run("play", "m.jsonl", stdin="undo\n").code == 1, "there is nothing left to take back"


@pytest.mark.parametrize(("language", "word"), [("en", "hint"), ("de", "tipp"), ("nl", "tip")])
def test_a_hint_is_a_legal_move_in_words(language: str, word: str) -> None:
    ran = run(*NEW, "--lang", language, stdin=f"{word}\n")

    match = cardkit.load("m.jsonl")
    legal = [match.game.say(move) for move in match.legal(0)]
    assert any(PHRASES[language]["hint"].format(move=move) in ran.out for move in legal), ran.out


def test_a_hint_is_in_the_words_that_are_typed() -> None:
    ran = run("play", "push", "--practice", "--lang", "de", "--seed", "s", stdin="tipp\naufdecken\n")

    assert ran.code == 0, ran.err
    assert "Der starke Bot rät: aufdecken." in ran.out


def test_a_hint_is_found_from_what_the_seat_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The adviser is shown the person's seat, and no other."""
    watched: list[int] = []

    def watcher(game: AnyGame, seat: int, *more: Any) -> object:
        watched.append(seat)
        return Watcher(game, seat, *more)

    monkeypatch.setattr("cardkit_cli.play.bots.Watcher", watcher)
    run(*NEW, stdin="hint\nhint\n")

    assert watched == [1, 2, 0], "the two bots, and the adviser"


def test_a_fair_match_gives_no_hints() -> None:
    ran = run(*FAIR, stdin="hint\n")

    assert ran.code == 0
    assert "Hints are for practice only: `cardkit play thirteen --practice`." in ran.out


def test_practice_is_marked_in_the_name_and_beside_the_log() -> None:
    assert run("play", "push", "--practice").code == 0

    (log,) = Path().glob("push-practice-*.jsonl")
    assert json.loads(Path(f"{log}.seats").read_text())["practice"] is True
    assert run("branch", str(log), "--at", str(cardkit.load(log).version), "-o", "b.jsonl").code == 0
    assert json.loads(Path("b.jsonl.seats").read_text())["practice"] is True
    assert "practice" not in run(*FAIR).out
    assert "practice" not in Path("m.jsonl.seats").read_text()


def test_practice_is_for_one_person_against_bots_in_a_match_of_their_own() -> None:
    for seats in ("ann=you,ben=you,random", "random,random,random"):
        words = ["play", "thirteen", "--seats", seats, "--practice", "-o", "n.jsonl"]
        check_refusal(words, 2, "usage", "practice is for one person against bots", document=False)
    run(*FAIR)
    check_refusal(
        ["play", "m.jsonl", "--practice"], 2, "usage", "--practice: only for a new match", document=False
    )
    Path("m.jsonl").unlink()
    run(*NEW)
    words = ["play", "m.jsonl", "--seats", "you,you,random"]
    check_refusal(words, 2, "usage", "practice is for one person", document=False)


def test_somebody_at_a_terminal_practises(tmp_path: Path) -> None:
    with Person(tmp_path, *NEW) as person:
        assert "Practice: `undo` takes back any move" in person.text
        before = person.moves
        person.types("hint")
        assert "The strong bot would play " in person.text
        person.types(before[0])
        person.types("undo")
        assert "Your move is taken back." in person.text
        assert person.moves == before
