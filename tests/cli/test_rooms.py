"""Who may import whom in the command line: commands the rooms, and files nothing of servers."""

from pathlib import Path
from typing import Final

import pytest

import cardkit_cli
from tests.sources import imported

ROOT: Final = Path(cardkit_cli.__file__).parent
MAY_NOT: Final = {
    "files": ("server", "play", "terminal", "commands"),
    "server": ("files", "play", "terminal", "commands"),
    "terminal": ("server", "play", "commands"),
    "play": ("commands",),
}
"""What each room doesn't know."""


@pytest.mark.parametrize("room", MAY_NOT)
def test_the_arrows_between_rooms_point_one_way(room: str) -> None:
    paths = [*(ROOT / room).rglob("*.py")]
    forbidden = {f"cardkit_cli.{other}" for other in MAY_NOT[room]}
    if room == "files":
        forbidden.add("cardkit_api")

    assert paths
    for path in paths:
        found = {".".join(name.split(".")[:2]) for name in imported(path)}
        found |= {name.partition(".")[0] for name in imported(path)}
        assert not found & forbidden, path.name


@pytest.mark.parametrize("path", sorted((ROOT / "commands").glob("*.py")), ids=lambda path: path.stem)
def test_a_command_imports_no_other_command(path: Path) -> None:
    """So that it starts quickly, and can be read alone."""
    others = {f"cardkit_cli.commands.{other.stem}" for other in path.parent.glob("*.py")}

    assert not others & {*imported(path)}
