"""Help, rules, what has happened, undo, and what is answered to a slip of the pen."""

from pathlib import Path

import cardkit
from tests.cli.play.person import Person


def test_what_may_be_typed_besides_moves(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "push", "--seats", "you,random", "--seed", "s", "-o", "m.jsonl") as person:
        table = person.text.splitlines()[:8]
        person.types("?")
        assert "quit (or Ctrl-D)" in person.text
        assert "place 2 puts the card that is up in row 2" in person.text
        person.types("", "")
        assert person.text.splitlines()[:8] == table

        person.types("rules 4")
        assert "4.1 On your turn you either secure or reveal." in person.text
        assert person.question.startswith("Enter: more")
        person.types("q", "log")
        assert "A match with 2 players begins" in person.text
        person.types("", "moves")
        assert "1 reveal" in person.text
        person.types("", "reveel")
        assert "reveel isn't a legal move; did you mean reveal?" in person.text
        person.types("undo")
        assert "can't be taken back" in person.text
        person.types("7")
        assert "7 isn't a legal move; legal: reveal" in person.text


def test_a_player_is_refused_in_the_language_of_the_match(tmp_path: Path) -> None:
    words = ("play", "push", "--seats", "ann=you,random", "--seed", "s", "--lang", "de", "-o", "m.jsonl")
    with Person(tmp_path, *words) as person:
        person.types("undo")

        assert "Das geht nicht: der letzte Zug lässt sich nicht zurücknehmen: " in person.text


def test_a_move_that_told_nothing_is_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    with Person(tmp_path, "play", "push", "--seats", "you,random", "--seed", "s", "-o", "m.jsonl") as person:
        while "stop" not in person.moves.values():
            person.types("1")
        version = cardkit.load(file).version
        person.types("stop")
        assert "to take" in person.text

        person.types("undo")
        assert "Your move is taken back." in person.text
        assert "stop" in person.moves.values()
        assert cardkit.load(file).version == version + 2

        person.types("stop", "take 1")
        if "undo takes your move back" in person.question:
            person.types("undo")
            assert "take 1" in person.moves.values()
            person.types("take 1", "")
        assert "random" in person.text.lower()
    assert cardkit.verify(cardkit.load(file)).ok


def test_tab_completes_a_move(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "push", "--seats", "you,random", "-o", "m.jsonl") as person:
        person.types("re\t")

        assert "place 1" in person.moves.values() or "turns up direction card" in person.text


def test_cards_seen_before_are_shown_on_demand(tmp_path: Path) -> None:
    words = ("play", "biberbande", "--seats", "you,random", "--seed", "s", "-o", "m.jsonl")
    with Person(tmp_path, *words) as person:
        person.types("look", "")
        assert "▒▒" in person.text
        assert "seen before" not in person.text
        person.presses("\x04")
    with Person(tmp_path, "play", "m.jsonl", "--remember") as person:
        assert "seen before" in person.text
