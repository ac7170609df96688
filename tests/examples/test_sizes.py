"""The example games stay short: lines of code, without blank lines, comments and docstrings."""

from pathlib import Path
from typing import Final

import pytest

import cardkit
from tools.count_lines import games, lines_of_code

GAMES: Final = Path(__file__).parents[2] / "examples" / "games"
MOST: Final = {"goofspiel": 110, "leduc": 140, "crazy_eights": 200, "hanabi": 180}


@pytest.mark.parametrize("game", MOST)
def test_a_game_is_no_longer_than_this(game: str) -> None:
    assert lines_of_code(GAMES / f"{game}.py") <= MOST[game]


def test_every_example_has_its_limit() -> None:
    assert {path.stem for path in GAMES.glob("*.py") if not path.stem.endswith(("_bots", "_layout"))} == {
        *MOST
    }


def test_blank_lines_comments_and_docstrings_are_not_counted(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text(
        '"""A docstring\nof two lines."""\n\n# a comment\nx = """\nthree lines\n"""\n\nclass A:\n    """One more."""\n'
    )

    assert lines_of_code(file) == 4


def test_a_folder_is_as_long_as_the_files_in_it(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    for name in ("rules.py", "words.py", "bots/greedy.py"):
        (tmp_path / name).write_text("x = 1\ny = 2\n")

    assert lines_of_code(tmp_path) == 4


def test_each_game_is_counted() -> None:
    counted = {path.stem for path in games()}

    assert {*MOST, *cardkit.games(), "limited_piles"} <= counted
