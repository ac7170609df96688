"""Which games there are: built in, and plugged in by other distributions."""

import importlib
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import cardkit
from cardkit import registry
from cardkit.game import Game
from cardkit.games import BUILT_IN
from cardkit.registry import BrokenPlugIn

PlugIn = Callable[[str, str, str], None]

GOOD = """
import attrs
from cardkit.games.thirteen import GAME
FOURTEEN = attrs.evolve(GAME, key="fourteen", title="14")
THIRTEEN = attrs.evolve(GAME, title="another 13")
"""
SHOUTING = GOOD + 'SHOUTING = attrs.evolve(GAME, key="Fourteen!")'
NUMBERED = GOOD + "NUMBERED = attrs.evolve(GAME, key=14)"


@pytest.fixture
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlugIn]:
    """Installs a distribution with one game, as far as Python can tell."""
    modules = set(sys.modules)

    def install(name: str, value: str, source: str) -> None:
        module = value.partition(":")[0]
        (tmp_path / f"{module}.py").write_text(source)
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[cardkit.games]\n{name} = {value}\n")

    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    importlib.invalidate_caches()
    registry._found.cache_clear()  # pyright: ignore[reportPrivateUsage]  # what is installed is looked up once
    yield install
    registry._found.cache_clear()  # pyright: ignore[reportPrivateUsage]  # and again for the other tests
    for module in set(sys.modules) - modules:
        del sys.modules[module]


def test_the_built_in_games_are_there() -> None:
    games = cardkit.games()

    assert [*games] == [*BUILT_IN]
    assert len(games) == len(BUILT_IN)
    assert games.broken == {}
    for key, game in games.items():
        assert isinstance(game, Game)
        assert game.key == key
        assert cardkit.game(key) is game
        assert cardkit.start(key, game.seats[0]).game is game


def test_the_games_cannot_be_changed() -> None:
    games = cardkit.games()

    with pytest.raises(TypeError):
        games["chess"] = games["thirteen"]  # type: ignore[index]  # meant
    with pytest.raises(TypeError):
        games.loaded["chess"] = games["thirteen"]  # type: ignore[index]  # meant


def test_a_plugged_in_game_is_a_game_like_others(plug_in: PlugIn) -> None:
    plug_in("fourteen", "fourteen_game:FOURTEEN", GOOD)

    assert [*cardkit.games()] == [*BUILT_IN, "fourteen"]
    match = cardkit.start("fourteen", 3)
    assert match.game.title == "14"
    assert cardkit.loads(cardkit.dumps(match)) == match


@pytest.mark.parametrize(
    ("value", "source", "trouble"),
    [
        ("broken_game:GAME", "import not_to_be_found", "ModuleNotFoundError: No module named 'not_to"),
        ("broken_game:GAME", "1/0", "ZeroDivisionError: division by zero"),
        ("broken_game:GAME", "import sys; sys.exit('tired')", "SystemExit: tired"),
        ("broken_game:GAME", "def", "SyntaxError: "),
        ("broken_game:GAME", "", "AttributeError: module 'broken_game' has no attribute 'GAME'"),
        ("broken_game:GAME", "GAME = 'chess'", "BrokenGame: broken_game:GAME isn't a cardkit.game.Game"),
        ("broken_game:THIRTEEN", GOOD, "BrokenGame: the key 'thirteen' is taken"),
        ("broken_game:SHOUTING", SHOUTING, "BrokenGame: the key 'Fourteen!' isn't made of lower case letters"),
        ("broken_game:NUMBERED", NUMBERED, "BrokenGame: the key 14 isn't made of lower case letters"),
    ],
)  # fmt: skip
def test_a_broken_plug_in_is_named_and_the_others_stay_up(
    plug_in: PlugIn, value: str, source: str, trouble: str
) -> None:
    plug_in("fourteen", "fourteen_game:FOURTEEN", GOOD)
    plug_in("broken", value, source)

    with pytest.warns(BrokenPlugIn, match="game plug-in 'broken' was left out: ") as warned:
        games = cardkit.games()

    assert len(warned) == 1
    assert warned[0].filename == __file__
    assert trouble in str(warned[0].message)
    assert [*games] == [*BUILT_IN, "fourteen"]
    assert [*games.broken] == ["broken"]
    assert games.broken["broken"].startswith(trouble)
    assert games["thirteen"].title == "13"


def test_asking_for_a_broken_plug_in_says_why_it_is_not_there(plug_in: PlugIn) -> None:
    plug_in("broken", "broken_game:GAME", "1/0")

    with pytest.raises(cardkit.UnknownGame, match="the plug-in of game 'broken' failed: ZeroDivisionError"):
        cardkit.game("broken")


def test_asking_for_a_good_game_warns_of_nothing(plug_in: PlugIn) -> None:
    plug_in("broken", "broken_game:GAME", "1/0")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cardkit.game("thirteen").title == "13"


@pytest.mark.parametrize(
    ("key", "nearest", "message"),
    [
        ("thirten", ("thirteen",), "unknown game 'thirten'; did you mean thirteen?"),
        ("friday", ("friday13",), "unknown game 'friday'; did you mean friday13?"),
        ("Thirteen", ("thirteen",), "did you mean thirteen?"),
        ("go", (), f"unknown game 'go'; known games: {', '.join(sorted(BUILT_IN))}"),
        ("", (), "unknown game ''; known games: "),
        ("x" * 1000, (), "game 'xxx"),
        (None, (), "unknown game null"),
        (13, (), "unknown game 13"),
        ([], (), "unknown game []"),
        ({}, (), "unknown game {}"),
    ],
)
def test_an_unknown_game_is_told_the_nearest(key: str, nearest: tuple[str, ...], message: str) -> None:
    asks: tuple[Callable[[str], object], ...] = (cardkit.game, partial(cardkit.start, seats=3))
    for ask in asks:
        with pytest.raises(cardkit.UnknownGame) as caught:
            ask(key)

        assert caught.value.nearest == nearest
        assert caught.value.key == key
        assert message in str(caught.value)
        assert len(str(caught.value)) < 200
