"""`cardkit play` without anybody at a terminal: lines from a file or a pipe."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardkit
from cardkit_cli.main import main

NEW = ("play", "thirteen", "--seats", "you,random,random", "--seed", "s", "--option", "rounds=1")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("CARDKIT_LANG", raising=False)


class FirstLegal(io.StringIO):
    """Types the first legal move of the match in the file, again and again."""

    def __init__(self, file: str, times: int = 99) -> None:
        super().__init__()
        self.file, self.times = file, times

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]  # a stream is its own iterator
        for _ in range(self.times):
            match = cardkit.load(self.file)
            yield f"{match.game.say(match.legal()[0])}\n"


def actions(*lines: str) -> str:
    Path("actions.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return "actions.txt"


def test_lines_from_a_file_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    code = main([*NEW, "-o", "m.jsonl", "--actions", actions("# a comment", "", "b1", "b4")])

    out, err = capsys.readouterr()
    match = cardkit.load("m.jsonl")
    assert (code, err) == (0, "")
    assert sum(1 for move in match.standing() if move.by == 0) == 2
    assert "Player> b1\n" in out
    assert "Saved in m.jsonl" in out
    assert "\x1b" not in out


def test_lines_from_stdin_are_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in ([], ["--actions", "-"]):
        monkeypatch.setattr("sys.stdin", io.StringIO("b1\nquit\nb4\n"))
        file = f"m{len(words)}.jsonl"
        assert main([*NEW, "-o", file, *words]) == 0
        assert sum(1 for move in cardkit.load(file).standing() if move.by == 0) == 1
    assert Path("m0.jsonl").read_bytes() == Path("m2.jsonl").read_bytes(), "same seed, same moves, same log"


def test_a_bot_of_ones_own_sits_down(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the name that an arena takes."""
    monkeypatch.setattr("sys.path", [*sys.path])
    Path("mybots.py").write_text(
        "from cardkit.bots import Bot\n"
        "def cautious(game):\n"
        "    return Bot('cautious', lambda seen: seen.legal[0])\n"
    )
    words = ["--seats", "you,mybots:cautious,mybots:reckless", "--seed", "s", "--option", "rounds=1"]

    assert main(["play", "thirteen", *words, "--actions", actions("b1")]) == 2
    assert "'reckless'" in capsys.readouterr().err
    words[1] = "you,mybots:cautious,random"
    assert main(["play", "thirteen", *words, "--actions", actions("b1"), "-o", "m.jsonl"]) == 0

    out = capsys.readouterr().out
    assert "Cautious" in out
    assert {move.by for move in cardkit.load("m.jsonl").standing()} >= {1}


def test_a_match_doesnt_go_on_with_others_where_its_bot_cant_be_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [*sys.path])
    monkeypatch.delitem(sys.modules, "latebots", raising=False)
    text = "from cardkit.bots import Bot\ndef late(game): return Bot('late', lambda seen: seen.legal[0])\n"
    Path("latebots.py").write_text(text)
    words = ["--seats", "you,latebots:late,random", "--seed", "s", "--option", "rounds=1", "-o", "m.jsonl"]
    assert main(["play", "thirteen", *words, "--actions", actions("b1")]) == 0
    kept = Path("m.jsonl.seats").read_text()
    monkeypatch.delitem(sys.modules, "latebots")
    Path("latebots.py").write_text("def late(:")
    capsys.readouterr()

    assert main(["play", "m.jsonl", "--actions", actions("b1")]) == 2

    assert "SyntaxError" in capsys.readouterr().err
    assert Path("m.jsonl.seats").read_text() == kept


def test_a_fault_in_a_bot_of_ones_own_is_told_without_what_it_holds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [*sys.path])
    Path("faultybots.py").write_text(
        "from cardkit.bots import Bot\n"
        "def make(game): return Bot('faulty', choose)\n"
        "def choose(seen): raise ValueError(seen.view.hands)\n"
    )

    assert main(["play", "thirteen", "--seats", "you,faultybots:make,you", "--actions", actions("b1")]) == 1

    err = capsys.readouterr().err
    assert err == "cardkit: bot faulty: ValueError (faultybots, line 3) (bot_failed)\n"


def test_the_exit_code_tells_that_a_program_failed_and_the_match_was_played_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    short = ("--option", "rounds=1", "--seed", "s")

    assert main(["play", "thirteen", "--seats", "random,random,exec:false", *short, "-o", "p.jsonl"]) == 4
    played = capsys.readouterr()
    assert main(["new", "thirteen", "--bots", "random,random,exec:false", *short, "-o", "n.jsonl"]) == 4
    new = capsys.readouterr()
    assert main(["new", "thirteen", "--bots", "random,random,random", *short, "-o", "m.jsonl"]) == 0

    assert "False failed. Moves made for it at random: " in played.out
    assert "n.jsonl: False: moves made at random: " in new.err
    for file in ("p.jsonl", "n.jsonl"):
        assert cardkit.load(file).outcome is not None


def test_a_line_that_is_refused_ends_the_script(capsys: pytest.CaptureFixture[str]) -> None:
    code = main([*NEW, "-o", "m.jsonl", "--actions", actions("b1", "b9", "b4")])

    err = capsys.readouterr().err
    assert code == 1
    assert "b9 isn't a legal move" in err
    assert "(unreadable)" in err
    assert sum(1 for move in cardkit.load("m.jsonl").standing() if move.by == 0) == 1


def test_a_script_ends_in_the_language_of_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        [
            "play",
            "push",
            "--seats",
            "ann=you,ben=you",
            "--lang",
            "nl",
            "-o",
            "m.jsonl",
            "--actions",
            actions("undo"),
        ]
    )

    assert code == 1
    assert capsys.readouterr().err == (
        "cardkit: de laatste zet kan niet worden teruggenomen: nog niemand heeft een zet gedaan (not_undoable)\n"
    )


def test_a_whole_match_goes_on_in_parts_and_is_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots play the same however often the match was stopped."""
    at_once, in_parts = "at_once.jsonl", "in_parts.jsonl"

    def play(what: tuple[str, ...], file: str, times: int = 99) -> int:
        monkeypatch.setattr("sys.stdin", FirstLegal(file, times))
        return main([*what])

    play((*NEW, "-o", at_once), at_once)
    play((*NEW, "-o", in_parts), in_parts, 2)
    play(("play", in_parts), in_parts, 1)
    code = play(("play", in_parts), in_parts)

    assert code == 0
    assert Path("at_once.jsonl").read_bytes() == Path("in_parts.jsonl").read_bytes()
    assert cardkit.load("at_once.jsonl").outcome is not None
    assert "wins" in capsys.readouterr().out


def test_bots_alone_are_watched(capsys: pytest.CaptureFixture[str]) -> None:
    words = "play friday13 --seats a=random,b=greedy,random --option rounds=1 -o m.jsonl".split()

    assert main(words) == 0

    out = capsys.readouterr().out
    assert "the match is over" in out
    assert out.count(" · a plays ") == 14
    assert "Your hand" not in out


def test_help_and_undo_work_in_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ("?", "rules 6", "log", "moves", "table", "undo")

    code = main([*NEW, "-o", "m.jsonl", "--lang", "nl", "--actions", actions("b1", *lines)])

    out, err = capsys.readouterr()
    assert code == 1
    assert "(not_undoable)" in err
    assert "deze bladzijde" in out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["thirten"], 1, "did you mean thirteen?"),
        (["nowhere.jsonl"], 5, "there is no such file"),
        (["thirteen", "--seats", "yuo,random,random"], 2, "did you mean you?"),
        (["thirteen", "--seats", "you,gredy,random"], 2, "did you mean greedy?"),
        (["thirteen", "--seats", "you,random"], 1, "a number of players from 3 to 6"),
        (["thirteen", "--seats", "you,random,ismcts:0"], 2, "unknown player ismcts:0"),
        (["thirteen", "--seats", "a\x1b=you,random,random"], 2, "printable"),
        (["thirteen", "--option", "rouns=1"], 1, "rounds"),
        (["thirteen", "--option", "rounds=99"], 1, "from 1 to 12"),
        (["thirteen", "--lang", "f_r"], 2, "got f_r"),
        (["m.jsonl", "--seed", "x"], 2, "--seed"),
        (["m.jsonl", "--seats", "you,random"], 2, "3 seats"),
        (["thirteen", "-o", "m.jsonl"], 5, "m.jsonl"),
        (["thirteen", "--actions", "none.txt"], 5, "none.txt"),
        (["thirteen", "-o", "-"], 2, "--output -"),
    ],
    ids=range(15),
)
def test_what_cannot_be_done_is_said_and_nothing_is_made(
    words: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main([*NEW, "-o", "m.jsonl", "--actions", actions("b1")])
    before = {path: path.read_bytes() for path in Path().iterdir()}
    capsys.readouterr()

    assert main(["play", *words]) == code

    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert {path: path.read_bytes() for path in Path().iterdir()} == before
