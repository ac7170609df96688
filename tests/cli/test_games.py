"""A game in a user's file: every command takes `file.py:GAME` or `module:GAME`, and `--game` reads its logs."""

import sys
from pathlib import Path

import pytest

from tests import own_game
from tests.cli.running import rows, run

PLACE = "peaks_here:GAME"
FILE = "peaks_here.py:GAME"
NEW = ("new", PLACE, "--seats", "2", "--seed", "s", "-o", "m.log")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the game, and nothing installed."""
    (tmp_path / "peaks_here.py").write_text(own_game.source(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.mark.parametrize(
    "before", [[PLACE], [FILE], ["peaks"]], ids=["by its place", "by its file", "by its key"]
)
@pytest.mark.parametrize(
    "words",
    [
        ["schema"],
        ["pipe"],
        ["new", "--seats", "2", "-o", "other.log"],
        ["simulate", "-n", "2", "--workers", "1", "--seats", "2", "--bots", "random"],
        ["play", "--seats", "you,random", "--actions", "typed.txt"],
    ],
    ids=lambda words: str(words[0]),
)
def test_a_command_that_takes_a_game_takes_ones_own(words: list[str], before: list[str]) -> None:
    Path("typed.txt").write_text("quit\n")
    known = ["--game", PLACE] if before == ["peaks"] else []

    ran = run(*known, words[0], *before, *words[1:], stdin='{"do":"bye"}\n')

    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("place", [PLACE, FILE])
def test_its_logs_are_read_and_played_on_by_those_who_know_it(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(*NEW).code == 0

    monkeypatch.setenv("CARDKIT_GAME", place)
    assert rows("moves", "m.log")[0]["number"] == 1
    assert run("move", "m.log", "2", "--names", "Ann,Ben").out.startswith("Ann: played, card 2, points 0.\n")
    assert run("--game", place, "show", "m.log").code == 0
    assert run("verify", "m.log").code == 0
    assert run("undo", "m.log").code != 0
    assert run("branch", "m.log", "--at", "2", "-o", "branch.log").code == 0


def test_who_does_not_know_it_is_told_how_to() -> None:
    run(*NEW)

    ran = run("show", "m.log")

    assert ran.code != 0
    assert "unknown game 'peaks'" in ran.err
    assert "--game mygame.py:GAME" in ran.err


def test_a_game_is_known_for_one_command_only() -> None:
    assert "peaks" in [row["key"] for row in rows("--game", PLACE, "games")]
    assert "peaks" not in [row["key"] for row in rows("games")]
    assert run("schema", PLACE).code == 0
    assert run("schema", "peaks").code != 0


def test_play_says_how_it_goes_on() -> None:
    Path("typed.txt").write_text("quit\n")

    ran = run("play", PLACE, "--seats", "you,random", "-o", "m.log", "--actions", "typed.txt")
    assert f"`cardkit --game {PLACE} play m.log`" in ran.out

    assert run("--game", PLACE, "play", "m.log", "--actions", "typed.txt").code == 0


def test_a_game_without_a_rules_page_says_so() -> None:
    ran = run("rules", PLACE)

    assert ran.code != 0
    assert ran.out == ""
    assert ran.err.startswith("cardkit: Peaks and Valleys has no rules page")


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("peaks_here:GAMES", "has no attribute 'GAMES'"),
        ("peaks_there:GAME", "No module named 'peaks_there'"),
        ("peaks_here:DECK", "the reference of a cardkit.game.Game"),
        ("peaks_here.py:GAMES", "there is no GAMES; did you mean 'GAME'? peaks_here.py has: GAME"),
        ("peaks_here.py:DECK", "DECK is no game; peaks_here.py has: GAME"),
        ("there/peaks.py:GAME", "there is no file there/peaks.py"),
        ("broken-game.py:GAME", "ZeroDivisionError: division by zero (broken-game.py, line 2)"),
        ("unreadable.py:GAME", "SyntaxError: invalid syntax (unreadable.py, line 1)"),
    ],
)
def test_a_place_without_a_game_is_an_error(place: str, problem: str) -> None:
    Path("broken-game.py").write_text("ONE = 1\nTWO = ONE / 0\n")
    Path("unreadable.py").write_text("def f(:\n")
    for words in (["rules", place], ["--game", place, "games"]):
        ran = run(*words)
        assert ran.code != 0
        assert problem in ran.err


def test_game_takes_a_place_and_no_key() -> None:
    assert "'push' is invalid; expected the place of a game of yours" in run("--game", "push", "games").err
