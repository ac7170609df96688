"""Who may import whom: games their family, mechanics and the engine, the engine no game, and nothing a door."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardkit
from cardkit.games import BUILT_IN

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


def name_of(path: Path) -> str:
    parts = [*path.relative_to(LIBRARY.parent).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path) -> Iterator[str]:
    """Yield all that a module imports, wherever in it. Of `from a import b`, `a.b` too, for b may be a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports from a relative place"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


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


def test_importing_cardkit_imports_nothing_that_it_does_not_need() -> None:
    script = "import sys, cardkit; print(*{name.partition('.')[0] for name in sys.modules})"

    shown = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", script], check=True, capture_output=True, text=True
    )

    assert not {*shown.stdout.split()} & {*FOREIGN, *DOORS}


def test_importing_cardkit_imports_no_game_and_nothing_that_games_are_made_with() -> None:
    """They are looked up when they are asked for: a broken one can't take the library down."""
    script = (
        "import sys, cardkit; rooms = 'games.', 'families', 'hidden', 'mechanics'; "
        "print(*(name for name in sys.modules if name.removeprefix('cardkit.').startswith(rooms)))"
    )

    shown = subprocess.run([sys.executable, "-I", "-c", script], check=True, capture_output=True, text=True)

    assert shown.stdout.split() == []


def test_asking_for_a_game_imports_no_other() -> None:
    script = (
        "import sys, cardkit; cardkit.game('thirteen'); "
        "print(*{name.split('.')[2] for name in sys.modules if name.startswith('cardkit.games.')})"
    )

    shown = subprocess.run([sys.executable, "-I", "-c", script], check=True, capture_output=True, text=True)

    assert shown.stdout.split() == ["thirteen"]


@pytest.mark.parametrize("game", GAMES)
def test_asking_for_a_game_imports_neither_bots_nor_drawings(game: str) -> None:
    script = (
        f"import sys, cardkit; cardkit.game({game!r}); "
        "parts = '.bots', '.drawing', '.layout'; "
        "print(*(name for name in sys.modules if any(part in name for part in parts)))"
    )

    shown = subprocess.run([sys.executable, "-I", "-c", script], check=True, capture_output=True, text=True)

    assert shown.stdout.split() == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_the_arrows_point_one_way(path: Path) -> None:
    here = room(name_of(path))
    for name in imported(path):
        top = name.partition(".")[0]
        assert top in NEEDED or (here == "testing" and top == "hypothesis"), f"imports {name}"
        if top == "cardkit":
            there = room(name)
            if there in GAMES:
                assert here in (there, f"{there}.bots"), f"{here} imports {name}"
            if there in GAME_BOTS:
                assert here == there, f"{here} imports {name}"
            if there == "families":
                assert here in ("families", FAMILY_BOTS, *GAMES, *GAME_BOTS), f"{here} imports {name}"
            if there == FAMILY_BOTS:
                assert here in (FAMILY_BOTS, *GAME_BOTS), f"{here} imports {name}"
            if there == "mechanics":
                rooms = ("mechanics", "bots", "families", FAMILY_BOTS, *GAMES, *GAME_BOTS)
                assert here in rooms, f"{here} imports {name}"
            if there == "bots":
                assert here in ("bots", "arena", FAMILY_BOTS, *GAME_BOTS), f"{here} imports {name}"
            if there == "testing":
                assert here == "testing", f"{here} imports {name}"
            if here in ("mechanics", "hidden"):
                assert not name.startswith(ABOVE), f"{here} imports {name}"


def test_the_list_of_built_in_games_is_in_its_own_folder() -> None:
    assert set(BUILT_IN) <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_a_folder_that_imports_no_sibling(game: str) -> None:
    for path in (LIBRARY / "games" / game).rglob("*.py"):
        rooms = {name: room(name).partition(".")[0] for name in imported(path)}
        siblings = [name for name, there in rooms.items() if there in GAMES and there != game]
        assert siblings == []
