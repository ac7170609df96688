"""The game of `docs/write-your-own-game.md`, taken from the page: what the page promises of it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import TypeGuard

import pytest

from cardkit.game import AnyGame, Game
from cardkit.testing import Law, examine
from tests import own_game

PROGRAM = """
import cardkit
from cardkit.testing import check_game

match = cardkit.start("peaks", seats=2)
while match.actors:
    match = match.play(match.legal()[0])
assert cardkit.loads(cardkit.dumps(match)) == match
assert cardkit.verify(cardkit.dumps(match)).complete
print(check_game(cardkit.game("peaks"), importable="peaks:GAME", matches=3))
print(match)
"""


@pytest.fixture
def distribution(tmp_path: Path) -> Path:
    """The module and its metadata, as pip would have installed them."""
    metadata = tmp_path / "peaks-1.0.dist-info"
    metadata.mkdir()
    (tmp_path / "peaks.py").write_text(own_game.source(), encoding="utf-8")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: peaks\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(own_game.entry_points(), encoding="utf-8")
    return tmp_path


def test_it_takes_fewer_than_150_lines_of_code() -> None:
    """write-your-own-game.md, first paragraph"""
    assert 0 < len(own_game.lines()) < 150


def test_it_plugs_in_by_entry_point(distribution: Path) -> None:
    """write-your-own-game.md, "Plug it in" """
    done = run([sys.executable, "-W", "error", "-c", PROGRAM], distribution)

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "<Match peaks, 2 seats, version 8, over>"


def test_without_its_distribution_the_game_is_unknown(tmp_path: Path) -> None:
    """write-your-own-game.md, "Plug it in": the entry point is what makes the difference"""
    done = run([sys.executable, "-W", "error", "-c", PROGRAM], tmp_path)

    assert done.returncode != 0
    assert "'peaks'" in done.stderr


def test_it_is_strictly_typed(distribution: Path) -> None:
    """write-your-own-game.md: checked as a user would check it"""
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--cache-dir=.mypy_cache",
        "peaks.py",
    ]
    done = run(command, distribution)

    assert done.returncode == 0, done.stdout + done.stderr


def test_a_move_of_the_wrong_type_is_a_type_error(distribution: Path) -> None:
    """write-your-own-game.md: the check above can fail"""
    module = distribution / "peaks.py"
    module.write_text(f"{own_game.source()}\nlegal(State(), 'one')\n", encoding="utf-8")
    done = run([sys.executable, "-m", "mypy", "--strict", "--config-file=", "peaks.py"], distribution)

    assert 'incompatible type "str"; expected "int"' in done.stdout


@pytest.mark.parametrize(
    ("sound", "leaking"),
    [
        ("table.trick, table.points)", "table.trick, table.points + state.stock)"),
        ("isn't in your hand\"", "isn't in your hand, but in {state.hands}\""),
    ],
    ids=["the stock in the view", "another player's card in a refusal"],
)
def test_a_leak_planted_in_it_is_found(sound: str, leaking: str) -> None:
    """write-your-own-game.md, "The laws" """
    source = own_game.source()
    assert source.count(sound) == 1
    module: dict[str, object] = {"__name__": "leaking_peaks"}
    exec(source.replace(sound, leaking), module)
    game = module["GAME"]
    assert is_game(game)

    report = examine(game, matches=3)

    assert report.laws_broken == {Law.SECRECY}


def is_game(value: object) -> TypeGuard[AnyGame]:
    return isinstance(value, Game)


def run(command: list[str], place: Path) -> "subprocess.CompletedProcess[str]":
    """Run it where only the distribution and what is installed can be imported."""
    environment = {**os.environ, "PYTHONPATH": str(place)}
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
