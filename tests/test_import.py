"""Who may import whom: games their family, mechanics and the engine, the engine no game, and nothing a door."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import cardkit
from cardkit.games import BUILT_IN
from tests.sources import imported

LIBRARY = Path(cardkit.__file__).parent
GAMES = sorted(path.name for path in (LIBRARY / "games").iterdir() if (path / "__init__.py").exists())
FOREIGN = (
    "litestar",
    "uvicorn",
    "typer",
    "rich",
    "sqlalchemy",
    "asyncpg",
    "hypothesis",
    "jsonschema_rs",
    "pytest",
)
DOORS = ("cardkit_api", "cardkit_cli")
ABOVE = tuple(
    f"cardkit.{name}"
    for name in ("match", "engine_events", "header", "history", "log", "codec", "registry", "verify")
)
"""What stands on the contract: mechanics and the layer of hidden information know nothing of it."""
ROOMS = ("mechanics", "hidden", "families", "testing", "games", "bots", "arena")
NEEDED = {"attr", "attrs", "cattrs", "cardkit", *sys.stdlib_module_names}
GAME_BOTS = [f"{game}.bots" for game in GAMES]
FAMILY_BOTS = "families.bots"
MODULES = sorted(LIBRARY.rglob("*.py"))
OPEN_TO: Final = {
    "families": ("families", FAMILY_BOTS, *GAMES, *GAME_BOTS),
    FAMILY_BOTS: (FAMILY_BOTS, *GAME_BOTS),
    "mechanics": ("mechanics", "bots", "families", FAMILY_BOTS, *GAMES, *GAME_BOTS),
    "bots": ("bots", "arena", FAMILY_BOTS, *GAME_BOTS),
    "testing": ("testing",),
}
"""Who may import these rooms. All others are open to everybody."""


def name_of(path: Path) -> str:
    parts = [*path.relative_to(LIBRARY.parent).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room(name: str) -> str:
    """Return the part of the library a module belongs to: `engine`, `mechanics`, `testing`, `bots`, or a game's key.

    A game's own bots are a room too, `thirteen.bots`, and those of families: rules don't import them.
    """
    parts = name.split(".")
    if parts[1:2] == ["families"]:
        return FAMILY_BOTS if parts[3:4] == ["bots"] else "families"
    if len(parts) > 2 and parts[1] == "games":
        return ".".join(parts[2:4]) if parts[3:4] == ["bots"] else parts[2]
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else "engine"


LOOK: Final = """
import sys
import cardkit
print(*sys.modules)
for game in sys.argv[1:]:
    cardkit.game(game)
    print(*sys.modules)
"""
"""What is loaded after `import cardkit`, and then after each game is asked for, in a process of its own."""


@pytest.fixture(scope="module")
def loaded() -> list[list[str]]:
    shown = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", LOOK, *BUILT_IN],
        check=True,
        capture_output=True,
        text=True,
    )
    return [line.split() for line in shown.stdout.splitlines()]


def test_importing_cardkit_imports_nothing_that_it_does_not_need(loaded: list[list[str]]) -> None:
    assert not {name.partition(".")[0] for name in loaded[0]} & {*FOREIGN, *DOORS}


def test_importing_cardkit_imports_no_game_and_nothing_that_games_are_made_with(
    loaded: list[list[str]],
) -> None:
    """They are looked up when they are asked for: a broken one can't take the library down."""
    rooms = ("games.", "families", "hidden", "mechanics")

    assert [name for name in loaded[0] if name.removeprefix("cardkit.").startswith(rooms)] == []


@pytest.mark.parametrize(("asked", "game"), [*enumerate(BUILT_IN, 1)])
def test_asking_for_a_game_imports_no_other(loaded: list[list[str]], asked: int, game: str) -> None:
    found = {name.split(".")[2] for name in loaded[asked] if name.startswith("cardkit.games.")}

    assert game in found
    assert found == {*tuple(BUILT_IN)[:asked]}


def test_asking_for_a_game_imports_neither_bots_nor_drawings(loaded: list[list[str]]) -> None:
    parts = (".bots", ".drawing", ".layout")

    assert len(loaded) == 1 + len(BUILT_IN)
    assert [name for name in loaded[-1] if any(part in name for part in parts)] == []


def wrong_ways(path: Path) -> Iterator[str]:
    """Yield what a module imports although it mustn't."""
    here = room(name_of(path))
    for name in imported(path):
        top = name.partition(".")[0]
        there = room(name)
        allowed = [top in NEEDED or (here == "testing" and top == "hypothesis")]
        if top == "cardkit":
            if there in OPEN_TO:
                allowed.append(here in OPEN_TO[there])
            if there in GAMES:
                allowed.append(here in (there, f"{there}.bots"))
            if there in GAME_BOTS:
                allowed.append(here == there)
            if here in ("mechanics", "hidden"):
                allowed.append(not name.startswith(ABOVE))
        if not all(allowed):
            yield f"{name_of(path)} imports {name}"


def test_the_arrows_point_one_way() -> None:
    assert len(MODULES) > 200
    assert [wrong for path in MODULES for wrong in wrong_ways(path)] == []


def test_the_list_of_built_in_games_is_in_its_own_folder() -> None:
    assert set(BUILT_IN) <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_a_folder_that_imports_no_sibling(game: str) -> None:
    for path in (LIBRARY / "games" / game).rglob("*.py"):
        rooms = {name: room(name).partition(".")[0] for name in imported(path)}
        siblings = [name for name, there in rooms.items() if there in GAMES and there != game]
        assert siblings == []
