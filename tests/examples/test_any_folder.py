"""An example game is found with the modules beside it, from any folder, by its path or as a module."""

import shutil
import sys
from pathlib import Path
from typing import Final

import pytest

import cardkit
from cardkit.arena.references import load_game
from cardkit.bots.game_bots import bots_of
from cardkit.drawing import scene_of
from tests.cli.running import run

HERE: Final = Path(__file__).parents[2] / "examples" / "games"
GAMES: Final = ("goofspiel", "leduc", "crazy_eights", "hanabi")

pytestmark = pytest.mark.usefixtures("forgotten")


@pytest.fixture(params=["my games", "games", "random", "2nd"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the example games, in a folder of this name. The working folder is another one."""
    copy: Path = tmp_path / request.param
    shutil.copytree(HERE, copy)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setattr(sys, "path", [place for place in sys.path if not HERE.is_relative_to(place or ".")])
    return copy


@pytest.mark.parametrize("key", GAMES)
def test_by_its_path_a_game_has_its_layout_and_its_bots(key: str, folder: Path) -> None:
    game = load_game(f"{folder}/{key}.py:GAME")

    match = cardkit.start(game, 3, seed="anywhere")

    assert scene_of(match, None).title
    assert (bots_of(game).greedy is not None) == (key == "hanabi")


@pytest.mark.parametrize("key", GAMES)
def test_in_the_games_own_folder_its_module_is_found_with_its_layout(
    key: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path, str(folder)])

    game = load_game(f"{key}:GAME")

    assert scene_of(cardkit.start(game, 3, seed="anywhere"), None).title


def test_the_modules_beside_it_use_its_very_classes(folder: Path) -> None:
    """Hanabi's bots ask `isinstance(move, Play)`."""
    game = load_game(f"{folder}/hanabi.py:GAME")

    bots = bots_of(game)

    assert {type(move).__module__ for move in game.moves(2, game.options())} == {game.options.__module__}
    assert bots.greedy is not None
    assert sys.modules[bots.greedy.choose.__module__].Play is sys.modules[game.options.__module__].Play


def test_two_folders_of_the_same_name_are_two_packages(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / folder.name
    shutil.copytree(HERE, other)

    one, two = (load_game(f"{place}/leduc.py:GAME") for place in (folder, other))

    assert one is not two
    assert one.layout != two.layout
    assert load_game(f"{folder}/leduc.py:GAME") is one


def test_a_game_without_the_file_beside_it_says_what_is_missing(folder: Path) -> None:
    (folder / "leduc_layout.py").unlink()

    ran = run("play", f"{folder}/leduc.py:GAME", "--seats", "random,random", "--seed", "a")

    assert ran.code != 0
    assert (
        "_layout:LAYOUT' can't be imported: there is no such module; for a module beside the game, write"
        in ran.err
    )
    assert 'f"{__name__}_layout:LAYOUT"' in ran.err
    assert ran.err.rstrip().endswith("or leave layout out (broken_game)")
