"""Who may import whom in the command line: commands the rooms, and files nothing of servers."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import cardkit_cli

ROOT: Final = Path(cardkit_cli.__file__).parent
MAY_NOT: Final = {
    "files": ("server", "play", "terminal", "commands"),
    "server": ("files", "play", "terminal", "commands"),
    "terminal": ("server", "play", "commands"),
    "play": ("commands",),
}
"""What each room doesn't know."""


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.module is not None, f"{path} imports from a relative place"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("room", MAY_NOT)
def test_the_arrows_between_rooms_point_one_way(room: str) -> None:
    paths = [*(ROOT / room).rglob("*.py")]
    forbidden = {f"cardkit_cli.{other}" for other in MAY_NOT[room]}
    if room == "files":
        forbidden.add("cardkit_api")

    assert paths
    for path in paths:
        found = {".".join(name.split(".")[:2]) for name in imports(path)}
        found |= {name.partition(".")[0] for name in imports(path)}
        assert not found & forbidden, path.name


@pytest.mark.parametrize("path", sorted((ROOT / "commands").glob("*.py")), ids=lambda path: path.stem)
def test_a_command_imports_no_other_command(path: Path) -> None:
    """So that it starts quickly, and can be read alone."""
    others = {f"cardkit_cli.commands.{other.stem}" for other in path.parent.glob("*.py")}

    assert not others & {*imports(path)}
