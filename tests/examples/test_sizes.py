"""The example games stay short: lines of code, without blank lines, comments and docstrings."""

import re
from pathlib import Path
from typing import Final

import pytest

import cardkit
from tests import own_game
from tools.count_lines import LIMITS, games, lines_of_code, one_family

GAMES: Final = Path(__file__).parents[2] / "examples" / "games"
MOST: Final = {Path(path).stem: most for path, most in LIMITS.items()}


@pytest.mark.parametrize("game", MOST)
def test_a_game_is_no_longer_than_this(game: str) -> None:
    assert lines_of_code(GAMES / f"{game}.py") <= MOST[game]


def test_every_example_has_its_limit() -> None:
    assert {path.stem for path in GAMES.glob("*.py") if not path.stem.endswith(("_bots", "_layout"))} == {
        *MOST
    }


def test_the_how_to_says_how_long_the_games_are() -> None:
    """write-your-own-game.md, the table at the top"""
    page = own_game.PAGE.read_text(encoding="utf-8")
    counted = [len(own_game.lines()), *(lines_of_code(GAMES / f"{game}.py") for game in MOST)]

    assert [int(lines) for lines in re.findall(r"^\| [^|]+ \| (\d+) \| ", page, re.MULTILINE)] == counted


def test_two_games_of_a_family_take_no_more_than_800_lines() -> None:
    assert 0 < one_family() <= 800


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
