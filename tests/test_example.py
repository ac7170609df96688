"""The example that `make run` plays."""

import runpy
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "play_a_match.py"


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    runpy.run_path(str(EXAMPLE))["main"](arguments)
    return capsys.readouterr().out.splitlines()


def test_as_a_program_it_plays_a_match_of_thirteen_to_its_end() -> None:
    """Makefile, target run"""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLE)], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("13: ")
    standings = [*takewhile(bool, lines[lines.index("  rank  player  points") + 1 :])]
    assert {line.split()[1] for line in standings} == {"Ann", "Ben", "Cleo"}
    assert "integrity  55 of 55 checks passed" in lines[-2]
    assert "fairness   52 of 52 checks passed" in lines[-1]


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("game", ["thirteen", "friday13"])
def test_its_lines_fit_a_terminal(capsys: pytest.CaptureFixture[str], game: str, language: str) -> None:
    """80 columns"""
    lines = output(capsys, "--game", game, "--seats", "4", "--rounds", "2", "--language", language)

    assert len(lines) > 100
    assert max(map(len, lines)) <= 80


def test_the_same_seed_tells_the_same_match_and_another_seed_another(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """--seed"""
    first, again, other = (output(capsys, "--seed", seed) for seed in ("a", "a", "b"))

    assert first == again
    assert first != other


def test_the_others_draws_stay_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    """What is told is what seat 0 saw."""
    text = " ".join(" ".join(output(capsys)).split())

    assert "Ann draws a card." not in text
    assert "Ann draws a yellow 7." in text
    assert text.count("Ben draws a") == text.count("Ben draws a card.") > 0


def test_what_cannot_be_played_is_said_in_one_line() -> None:
    """--seats"""
    with pytest.raises(
        SystemExit, match=r"^error: seats: 9 is invalid; expected a number of players from 3 to 6$"
    ):
        runpy.run_path(str(EXAMPLE))["main"](["--seats", "9"])
