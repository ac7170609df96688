"""Help, rules, what has happened, undo, and what is answered to a slip of the pen."""

import re
from pathlib import Path

import pytest

import cardkit
from tests.cli.play.person import Person


@pytest.mark.parametrize(
    ("language", "move", "command"), [("de", "legen 2", "zurück"), ("nl", "leggen 2", "terug")]
)
def test_the_help_writes_moves_in_the_language_of_the_match(
    tmp_path: Path, language: str, move: str, command: str
) -> None:
    words = ("play", "push", "--seats", "you,random", "--seed", "s", "-o", "m.jsonl", "--lang", language)
    with Person(tmp_path, *words) as person:
        person.types("?")
        shown = person.scrolled_off + person.text
        person.types("")
        shown += person.text
        assert command in shown
        assert move in shown
        assert "place 2" not in shown


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
        person.types("q", "rules 99")
        assert "There is no such chapter; the rules have chapters 1 to 12." in person.text
        person.types("", "log")
        assert "A match with 2 players begins" in person.text
        person.types("", "moves")
        assert person.moves == ["reveal"]
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
        while "stop" not in person.moves:
            person.types(person.moves[0])
        version = cardkit.load(file).version
        person.types("stop")
        assert "to take" in person.text

        person.types("undo")
        assert "Your move is taken back." in person.text
        assert "stop" in person.moves
        assert cardkit.load(file).version == version + 2

        person.types("stop", "take 1")
        if "undo takes your move back" in person.question:
            person.types("undo")
            assert "take 1" in person.moves
            person.types("take 1", "")
        assert "random" in person.text.lower()
    assert cardkit.verify(cardkit.load(file)).ok


def test_tab_completes_a_move(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "push", "--seats", "you,random", "-o", "m.jsonl") as person:
        person.types("re\t")

        assert "place 1" in person.moves or "turns up direction card" in person.text


def test_cards_seen_before_are_shown_on_demand(tmp_path: Path) -> None:
    words = ("play", "biberbande", "--seats", "you,random", "--seed", "s", "-o", "m.jsonl")
    with Person(tmp_path, *words) as person:
        person.types("look", "")
        assert "▒▒" in person.text
        assert "seen before" not in person.text
        person.presses("\x04")
    with Person(tmp_path, "play", "m.jsonl", "--remember") as person:
        assert "seen before" in person.text


def test_moves_are_listed_in_the_order_of_the_hand(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "thirteen", "--seed", "screens", "-o", "m.jsonl") as person:
        feet = [line for line in person.lines if line.startswith((" ╰─", " ┗━"))][-1]
        hand = re.findall(r"\w+", feet)

        listed = [move.partition(">")[0] for move in person.moves]

        assert [*dict.fromkeys(listed)] == [*dict.fromkeys(hand)]


def test_enter_plays_the_only_move_and_no_other(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "push", "--seats", "you,random", "--seed", "s", "-o", "m.jsonl") as person:
        assert person.moves == ["reveal"]
        while len(person.moves) == 1:
            person.types("")
        version = cardkit.load(tmp_path / "m.jsonl").version
        person.types("")
        assert cardkit.load(tmp_path / "m.jsonl").version == version


def test_every_command_works_while_enter_is_waited_for(tmp_path: Path) -> None:
    words = ("play", "thirteen", "--seats", "ann=you,ben=you,cleo=random", "--seed", "s", "-o", "m.jsonl")
    with Person(tmp_path, *words) as person:
        person.types("")
        person.types(person.moves[0])
        pause = person.question
        assert pause.startswith("Enter goes on")

        person.types("moves")
        assert "you have no move now" in person.text
        person.types("b1")
        assert "b1 isn't a legal move; you have no move now" in person.text
        person.types("rules 4")
        assert "draw" in person.text.lower()
        person.types("q", "log")
        assert "begins" in person.text
        person.types("", "?")
        assert "this page" in person.text
        person.types("undo")
        assert "can't be taken back" in person.text
        person.types("table")
        assert person.question == pause
        person.types("quit")
        assert person.ends() == 0


def test_a_move_typed_on_a_page_is_played(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "push", "--seats", "you,random", "--seed", "s", "-o", "m.jsonl") as person:
        person.types("?", "reveal")

        assert "You turn up" in person.text or "turns up" in person.text
        assert person.moves != ["reveal"]


def test_nothing_of_the_hand_is_shown_before_its_owner_is_alone(tmp_path: Path) -> None:
    words = ("play", "thirteen", "--seats", "ann=you,ben=you,cleo=random", "--seed", "s", "-o", "m.jsonl")
    with Person(tmp_path, *words) as person:
        person.types("log")
        assert "First press Enter" in person.text
        person.types("?")
        assert "this page" in person.text
        assert re.search(r"^ +… +play a move", person.text, re.MULTILINE), (
            "no move of the hand is the example"
        )
