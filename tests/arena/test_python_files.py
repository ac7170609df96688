"""A game named by the path of its file, wherever that lies."""

import sys
from pathlib import Path

import pytest

from cardkit.arena import RunSpec, simulate
from cardkit.arena.references import load_game
from cardkit.rejections import Invalid
from examples.games.leduc import GAME as LEDUC
from tests import own_game


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with games that isn't the working folder."""
    games = tmp_path / "games"
    games.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return games


@pytest.mark.parametrize("name", ["peaks_of_mine.py", "my-peaks.py", "random.py"])
def test_a_game_is_found_under_any_name_of_its_file(name: str, folder: Path) -> None:
    (folder / name).write_text(own_game.source(), encoding="utf-8")

    game = load_game(f"games/{name}:GAME")

    assert game.key == "peaks"
    assert load_game(f"{folder / name}:GAME") is game
    assert Path(sys.modules["random"].__file__ or "").parent != folder


def test_a_file_may_import_modules_beside_it(folder: Path) -> None:
    (folder / "peaks_rules.py").write_text(own_game.source(), encoding="utf-8")
    (folder / "peaks_here_too.py").write_text("from peaks_rules import GAME\n")

    assert load_game("games/peaks_here_too.py:GAME").key == "peaks"


def test_a_file_that_is_imported_already_is_the_same_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own_game.ROOT)

    assert load_game("examples/games/leduc.py:GAME") is LEDUC


def test_a_file_that_failed_is_read_again(folder: Path) -> None:
    file = folder / "my-peaks.py"
    file.write_text("1 / 0\n")
    with pytest.raises(Invalid, match="division by zero"):
        load_game(f"{file}:GAME")

    file.write_text(own_game.source() + "\n", encoding="utf-8")

    assert load_game(f"{file}:GAME").key == "peaks"


def test_several_processes_play_it(folder: Path) -> None:
    (folder / "my-peaks.py").write_text(own_game.source(), encoding="utf-8")

    alone, together = (
        simulate(RunSpec("games/my-peaks.py:GAME", ["random"], 4, seed="s", workers=workers)).exact()
        for workers in (1, 2)
    )

    assert alone["counted"] == together["counted"]


def test_a_file_that_another_one_imports_by_its_short_or_its_long_name_is_one_module(folder: Path) -> None:
    (folder / "peaks_here_three.py").write_text(own_game.source(), encoding="utf-8")
    (folder / "short.py").write_text("from peaks_here_three import GAME\n")
    (folder / "long.py").write_text("from games.peaks_here_three import GAME\n")

    game = load_game("games/peaks_here_three.py:GAME")

    assert load_game("games/short.py:GAME") is game
    assert load_game("games/long.py:GAME") is game
