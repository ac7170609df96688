"""The game that `docs/write-your-own-game.md` writes, put together from the page."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "write-your-own-game.md"


def source() -> str:
    """Return the module: the page's Python blocks above "The laws"."""
    game, heading, _ = PAGE.read_text(encoding="utf-8").partition("\n## The laws\n")
    assert heading, "the page has no heading that ends the game"
    return "\n\n".join(blocks(game, "python"))


def lines() -> list[str]:
    """Return its lines of code, without blank ones, comments and the docstring."""
    lines = [line.strip() for line in source().splitlines()]
    return [line for line in lines if line and not line.startswith(('"""', "#"))]


def entry_points() -> str:
    """Return what an installer writes to `entry_points.txt`, given the page's `pyproject.toml`."""
    (text,) = blocks(PAGE.read_text(encoding="utf-8"), "toml")
    groups = tomllib.loads(text)["project"]["entry-points"]
    return "\n".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in groups.items()
    )


def blocks(text: str, language: str) -> list[str]:
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return found
