"""What bad input gets: a sentence that helps, or a document, on stderr; and the exit code that the page promises."""

import json
from pathlib import Path

import pytest

import cardkit
from cardkit_cli import looking
from cardkit_cli.exits import Exit
from cardkit_cli.main import main
from tests.cli.running import run

FILE = "{file}"
CASES = [
    (("gmes",), Exit.USAGE, "usage", "Did you mean 'games'"),
    (("games", "--formt", "json"), Exit.USAGE, "usage", "--format"),
    (("games", "--format", "yaml"), Exit.USAGE, "usage", "'table', 'json', 'jsonl'"),
    (("rules",), Exit.USAGE, "usage", "GAME"),
    (
        ("rules", "push", "--lang", "f_r"),
        Exit.USAGE,
        "usage",
        "'f_r' isn't a language tag, such as en, de or pt-BR",
    ),
    (("rules", "pusch"), Exit.REFUSED, "unknown_game", "did you mean push?"),
    (("new", "push", "--seats", "two", "-o", "x"), Exit.USAGE, "usage", "--seats"),
    (("new", "push", "-o", "x"), Exit.USAGE, "usage", "--seats"),
    (("new", "push", "--seats", "9", "-o", "x"), Exit.REFUSED, "invalid", "from 2 to 6"),
    (("new", "push", "--seats", "2", "-o", "x", "--seed", ""), Exit.REFUSED, "invalid", "seed"),
    (("new", "push", "--seats", "2", "-o", "x", "--option", "risk"), Exit.USAGE, "usage", "NAME=VALUE"),
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
    (("show", FILE, "--as", "onwer"), Exit.USAGE, "usage", "did you mean owner?"),
    (("show", FILE, "--at", "2"), Exit.REFUSED, "no_such_version", "versions 3 to 3"),
    (("log", FILE, "--since", "9"), Exit.REFUSED, "no_such_version", "0 to 3"),
    (("log", FILE, "--names", "Ann,Ben"), Exit.REFUSED, "invalid", "3 names"),
    (("moves", FILE, "--as", "8"), Exit.REFUSED, "no_such_seat", "0 to 2"),
    (("move", FILE), Exit.USAGE, "usage", "MOVE"),
    (("move", FILE, "b14"), Exit.REFUSED, "unreadable", "legal: "),
    (("move", FILE, "#9999"), Exit.REFUSED, "unreadable", "from 0 to"),
    (("move", FILE, "{}"), Exit.REFUSED, "malformed", "legal: "),
    (("move", FILE, "{"), Exit.REFUSED, "malformed", "no JSON"),
    (("move", FILE, "b7", "--as", "0"), Exit.REFUSED, "not_your_turn", "seat 1"),
    (("move", FILE, "b7", "--as", "7"), Exit.REFUSED, "no_such_seat", "0 to 2"),
    (("move", FILE, "b7", "--expect", "4"), Exit.REFUSED, "stale_version", "version 3"),
    (("undo", FILE), Exit.REFUSED, "not_undoable", "nobody has moved"),
    (("undo", FILE, "--expect", "4"), Exit.REFUSED, "stale_version", "version 3"),
    (("branch", FILE, "--at", "9", "-o", "x"), Exit.REFUSED, "no_such_version", "version 9"),
    (("replay", FILE, "--speed", "0"), Exit.USAGE, "usage", "--speed"),
    (("verify", "nothing.log"), Exit.FILE, "no_such_file", "nothing.log"),
    (("completion", "fsh"), Exit.USAGE, "usage", "'fish'"),
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

    sentence = run(*said)

    assert (sentence.code, sentence.out) == (exit, "")
    first = sentence.err.splitlines()[0]
    assert first.startswith("cardkit: ")
    assert first.endswith(f"({code})")
    assert hint in sentence.err
    assert "Traceback" not in sentence.err
    if words[0] not in ("pipe", "completion") and "yaml" not in words:
        document = run(*said, "--format", "jsonl")
        assert (document.code, document.out) == (exit, "")
        (line,) = document.err.splitlines()
        assert json.loads(line)["code"] == code
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

    monkeypatch.setattr(looking, "rules", breaks)

    ran = run("rules", "push", "--format", "json")

    assert (ran.code, ran.out) == (70, "")
    assert json.loads(ran.err)["code"] == "broken_game"
    assert "ValueError" in ran.err
    assert "hand of cards" not in ran.err


def test_where_a_fault_is_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(looking, "rules", breaks)
    monkeypatch.setenv("CARDKIT_TRACEBACK", "1")

    with pytest.raises(ZeroDivisionError):
        main(["rules", "push"])


def test_ctrl_c_is_130_and_a_reader_who_is_gone_is_141(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise BrokenPipeError

    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(looking, "rules", pressed)
    assert run("rules", "push").code == 130
    monkeypatch.setattr(looking, "rules", gone)
    ran = run("rules", "push")
    assert (ran.code, ran.out, ran.err) == (141, "", "")


def test_signs_that_are_no_text_break_nothing(file: Path) -> None:
    for stdin in (b"\xff\xfe\n", b"\x00\n", "\u202e\n".encode(), b"\xed\xa0\x80\n"):
        ran = run("move", file, "-", stdin=stdin)
        assert ran.code == 1
        assert "unreadable" in ran.err
