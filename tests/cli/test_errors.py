"""What bad input gets: a sentence that helps, or a document, on stderr; and the exit code that the page promises."""

import json
from pathlib import Path

import pytest

import cardkit
from cardkit_cli.commands import games
from cardkit_cli.exit_codes import Exit
from cardkit_cli.main import main
from tests.cli.running import check_refusal, run

FILE = "{file}"
CASES = [
    (("rules", "pusch"), Exit.REFUSED, "unknown_game", "did you mean push?"),
    (("new", "push", "--seats", "9", "-o", "x"), Exit.REFUSED, "invalid", "from 2 to 6"),
    (("new", "push", "--seats", "2", "-o", "x", "--seed", ""), Exit.REFUSED, "invalid", "seed"),
    (
        ("new", "push", "--seats", "2", "-o", "x", "--option", "risk=2"),
        Exit.REFUSED,
        "invalid_option",
        "true or false",
    ),
    (
        ("new", "push", "--seats", "2", "-o", "x", "--option", "rsk=true"),
        Exit.REFUSED,
        "invalid_option",
        "risk",
    ),
    (("new", "push", "--seats", "2", "-o", "x", "--entropy", "a=b"), Exit.USAGE, "usage", "SEAT=TEXT"),
    (("new", "push", "--seats", "2", "-o", "x", "--entropy", "2=b"), Exit.REFUSED, "invalid", "0 to 1"),
    (("new", "push", "--seats", "2", "-o", "no/folder/x"), Exit.FILE, "no_such_file", "no folder no/folder"),
    (("new", "push", "--seats", "2", "-o", FILE), Exit.FILE, "file_exists", "not overwritten"),
    (("show", "{file}x"), Exit.FILE, "no_such_file", "did you mean"),
    (("show", "."), Exit.FILE, "unreadable_file", "directory"),
    (("show", FILE, "--as", "3"), Exit.REFUSED, "no_such_viewer", "seats 0 to 2"),
    (("log", FILE, "--names", "Ann,Ben"), Exit.REFUSED, "invalid", "3 names"),
    (("log", FILE, "--names", "\x1b[31mA,B,C"), Exit.REFUSED, "invalid", "1 to 40 printable characters"),
    (("show", FILE, "--names", f"{'A' * 41},B,C"), Exit.REFUSED, "invalid", "1 to 40 printable characters"),
    (("moves", FILE, "--as", "8"), Exit.REFUSED, "no_such_seat", "0 to 2"),
    (("move", "-", "b7"), Exit.USAGE, "usage", "can't be changed; name its file"),
    (("move", FILE), Exit.USAGE, "usage", "MOVE"),
    (("move", FILE, "b7", "--as", "7"), Exit.REFUSED, "no_such_seat", "0 to 2"),
    (("new", "push", "--bots", "greedy,you", "-o", "x"), Exit.USAGE, "usage", "you can't play here"),
    (("new", "push", "--bots", "greedy,ismcts:4s", "-o", "x"), Exit.USAGE, "usage", "--bots: unknown player"),
    (
        ("new", "push", "--bots", "greedy,ismcts:4s", "-o", "x"),
        Exit.USAGE,
        "usage",
        "did you mean ismcts:4000ms?",
    ),
    (
        ("new", "push", "--bots", "greedy,random", "--seats", "3", "-o", "x"),
        Exit.USAGE,
        "usage",
        "leave --seats",
    ),
    (
        ("new", "push", "--bots", "greedy,random", "--seeds", "9..1", "-o", "x"),
        Exit.USAGE,
        "usage",
        "FIRST..LAST",
    ),
    (("new", "push", "--bots", "greedy,random", "-o", FILE), Exit.FILE, "file_exists", "not overwritten"),
    (("new", "push", "--seeds", "1..2", "-o", "x"), Exit.USAGE, "usage", "--seeds needs --bots"),
    (("branch", FILE, "--at", "9", "-o", "x"), Exit.REFUSED, "no_such_version", "version 9"),
    (("verify", "nothing.log"), Exit.FILE, "no_such_file", "nothing.log"),
    (("pipe", "pusch"), Exit.REFUSED, "unknown_game", "push"),
]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match of 13 at its start, seat 1 to move."""
    monkeypatch.chdir(tmp_path)
    cardkit.dump(cardkit.start("thirteen", 3, seed="a seed"), "game.log")
    return tmp_path / "game.log"


@pytest.mark.parametrize(("words", "exit", "code", "hint"), CASES, ids=lambda value: str(value)[:50])
def test_bad_input_gets_a_sentence_and_a_document(
    words: tuple[str, ...], exit: Exit, code: str, hint: str, file: Path
) -> None:
    said = [word.replace(FILE, str(file)) for word in words]
    before = file.read_bytes()

    check_refusal(said, exit, code, hint, document=words[0] != "pipe")

    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == ["game.log"]


def test_a_match_without_its_seed_cannot_be_played_on(file: Path) -> None:
    text = cardkit.dumps(cardkit.load(file), with_seed=False)
    file.write_text(text)

    ran = run("move", file, cardkit.load(file).game.say(cardkit.load(file).legal()[0]))

    assert (ran.code, file.read_text()) == (1, text)
    assert "seed_missing" in ran.err


def test_in_a_match_that_is_over_nobody_moves(tmp_path: Path) -> None:
    match = cardkit.start("thirteen", 3, {"rounds": 1})
    while match.actors:
        match = match.play(match.legal()[0])
    cardkit.dump(match, tmp_path / "game.log")

    assert "match_over" in run("move", tmp_path / "game.log", "b7").err
    listed = run("moves", tmp_path / "game.log")
    assert (listed.code, listed.out, listed.err) == (0, "", "no moves: the match is over\n")


def test_a_fault_of_a_game_is_told_without_showing_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise ValueError("a hand of cards")

    monkeypatch.setattr(games, "find_game", breaks)

    ran = run("rules", "push", "--format", "json")

    assert (ran.code, ran.out) == (70, "")
    assert json.loads(ran.err)["code"] == "broken_game"
    assert "ValueError" in ran.err
    assert "hand of cards" not in ran.err


def test_where_a_fault_is_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(games, "find_game", breaks)
    monkeypatch.setenv("CARDKIT_TRACEBACK", "1")

    with pytest.raises(ZeroDivisionError):
        main(["rules", "push"])


def test_ctrl_c_is_130_and_a_reader_who_is_gone_is_141(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise BrokenPipeError

    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "find_game", pressed)
    assert run("rules", "push").code == 130
    monkeypatch.setattr(games, "find_game", gone)
    ran = run("rules", "push")
    assert (ran.code, ran.out, ran.err) == (141, "", "")


def test_signs_that_are_no_text_break_nothing(file: Path) -> None:
    for stdin in (b"\xff\xfe\n", b"\x00\n", "\u202e\n".encode(), b"\xed\xa0\x80\n"):
        ran = run("move", file, "-", stdin=stdin)
        assert ran.code == 1
        assert "unreadable" in ran.err
