"""Bots by name."""

import sys
from pathlib import Path

import pytest

import cardkit
from cardkit import Invalid
from cardkit.bots import BOTS, bot
from tests.bots.scenes import GAMES


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("random", "random"),
        ("greedy", "greedy"),
        ("ismcts", "ismcts:100ms"),
        ("ismcts:200", "ismcts:200"),
        ("strong:50ms", "strong:50ms"),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_a_name_makes_a_bot_that_says_what_it_is(game: str, name: str, made: str) -> None:
    assert bot(name, cardkit.game(game)).name == made


@pytest.mark.parametrize("game", GAMES)
def test_a_clock_and_what_runs_outside_cant_be_repeated(game: str) -> None:
    names = ["random", "greedy", "ismcts:9", "strong:9", "ismcts", "strong", "strong:9ms", "exec:sh -c :"]

    found = [name for name in names if bot(name, cardkit.game(game)).repeatable]

    timed = [] if game != "biberbande" else ["strong", "strong:9ms"]  # there the strongest is a rule
    assert found == ["random", "greedy", "ismcts:9", "strong:9", *timed]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("ranom", "did you mean random"),
        ("Greedy", "did you mean greedy"),
        ("ismct:50", "did you mean ismcts"),
        ("random:5", "random has no budget"),
        ("ismcts:0", "N is a whole number from 1 to 999,999,999"),
        ("strong:5s", r"did you mean strong:5000ms\?$"),
        ("ismcts:0.25s", r"did you mean ismcts:250ms\?$"),
        ("strong:s", "N is a whole number"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(name: str, hint: str) -> None:
    with pytest.raises(Invalid, match=hint) as refused:
        bot(name, cardkit.game("push"))
    assert repr(name) in str(refused.value)


def test_a_program_that_may_not_be_executed_is_told_from_one_that_isnt_there(tmp_path: Path) -> None:
    script = tmp_path / "mybot"
    script.write_text("#!/bin/sh\n")

    with pytest.raises(Invalid, match=r"chmod \+x"):
        bot(str(script), cardkit.game("push"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows runs no scripts by their first line")
@pytest.mark.parametrize("text", ["", "echo hello"])
def test_a_script_that_names_no_interpreter_is_refused_at_once(text: str, tmp_path: Path) -> None:
    """Otherwise a whole arena would be played with random moves in its place."""
    script = tmp_path / "mybot"
    script.write_text(text)
    script.chmod(0o755)

    with pytest.raises(Invalid, match="a script begins with #!"):
        bot(str(script), cardkit.game("push"))


@pytest.mark.parametrize(
    "name", ["", "x", "ismcts:0", "ismcts:-1", "ismcts:5s", "greedy:3", "random:2ms", "ranom"]
)
def test_a_name_that_isnt_known_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(Invalid, match="random") as refused:
        bot(name, cardkit.game("push"))
    for known in BOTS:
        assert known in str(refused.value)


@pytest.mark.parametrize("name", ["./there/is/none", "exec:there-is-no-such-program", "exec:", "exec:'open"])
def test_a_program_that_isnt_there_is_refused_at_once(name: str) -> None:
    with pytest.raises(Invalid, match=r"program|command line"):
        bot(name, cardkit.game("push"))
