"""Who plays is saved beside the log, and every command that names players reads it."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cardkit
from cardkit.match import AnyMatch
from tests.cli.forking import surroundings
from tests.cli.running import check_refusal, run

NAMED = ("play", "thirteen", "--seats", "ann=you,ben=you,cleo=you", "--seed", "s", "-o", "m.jsonl")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a match of three people, after one move."""
    monkeypatch.chdir(tmp_path)
    first, *_ = legal(cardkit.start("thirteen", 3, seed="s"))
    assert run(*NAMED, stdin=f"{first}\n").code == 0
    return tmp_path


def legal(match: AnyMatch) -> list[str]:
    """Return the legal moves, as they are typed."""
    return [match.game.say(move) for move in match.legal()]


@pytest.mark.parametrize(
    "words",
    [("log",), ("show",), ("verify",), ("replay",), ("move", "MOVE"), ("undo", "--agreed")],
    ids=lambda words: words[0],
)
def test_each_command_calls_the_players_by_their_names(words: tuple[str, ...]) -> None:
    command, *more = words
    first, *_ = legal(cardkit.load("m.jsonl"))

    ran = run(command, "m.jsonl", *(first if word == "MOVE" else word for word in more))

    assert ran.code == 0, ran.err
    assert "ben" in ran.out or "cleo" in ran.out
    assert not re.search("seat [012]", ran.out)


def test_a_list_of_moves_says_whose_turn_it_isnt() -> None:
    assert run("moves", "m.jsonl", "--as", "0").err == "no moves: it isn't ann's turn\n"


def test_a_comparison_names_players_as_well() -> None:
    shutil.copy("m.jsonl", "n.jsonl")
    first, second, *_ = legal(cardkit.load("m.jsonl"))
    assert run("move", "m.jsonl", first).code == run("move", "n.jsonl", second).code == 0

    told = run("diff", "m.jsonl", "n.jsonl").out

    assert "cleo plays" in told
    assert "seat 2" not in told


def test_names_on_the_command_line_win() -> None:
    out = run("log", "m.jsonl", "--names", "x,y,z").out

    assert "y plays" in out
    assert "ben" not in out


def test_a_branch_and_a_recovered_log_keep_their_players() -> None:
    version = cardkit.load("m.jsonl").version
    assert run("branch", "m.jsonl", "--at", str(version), "-o", "b.jsonl").code == 0
    assert run("recover", "m.jsonl", "-o", "r.jsonl").code == 0

    assert "ben plays" in run("log", "b.jsonl").out
    assert "ben plays" in run("log", "r.jsonl").out


@pytest.mark.parametrize(
    "names", ["ann", ["ann"], ["ann", "ben", 3], ["ann", "ben", "\x1b[31mred"], ["ann", "ben", "c" * 41]]
)
def test_names_that_cant_be_shown_are_left_out(names: object) -> None:
    Path("m.jsonl.seats").write_text(json.dumps({"seats": "you,you,you", "lang": "en", "names": names}))

    assert "seat 1 plays" in run("log", "m.jsonl").out


def test_nobody_is_seated_before_another_persons_hand_when_only_the_log_was_moved() -> None:
    Path("m.jsonl").rename("moved.jsonl")

    check_refusal(["play", "moved.jsonl"], 2, "usage", "moved.jsonl.seats", document=False)

    told = run("play", "moved.jsonl").err
    assert "cardkit play moved.jsonl --seats you,greedy,greedy" in told
    Path("m.jsonl.seats").rename("moved.jsonl.seats")
    assert run("play", "moved.jsonl").code == 0


def test_a_match_in_which_nobody_has_moved_begins_with_the_usual_players() -> None:
    assert run("new", "thirteen", "--seats", "3", "-o", "new.jsonl").code == 0

    ran = run("play", "new.jsonl")

    assert ran.code == 0
    assert "It isn't known who played" in ran.out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no bash")
def test_bash_offers_logs_and_not_the_files_that_say_who_plays() -> None:
    script = """
eval "$(cardkit completion bash)"
compopt() { :; }
COMP_WORDS=(cardkit log m) COMP_CWORD=2
_cardkit_completion cardkit
printf '%s\\n' "${COMPREPLY[@]}"
"""
    done = subprocess.run(
        ["bash", "--norc", "-c", script], env=surroundings(), capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines() == ["m.jsonl"]
