"""Bots, games and measures of one's own, told by `package.module:NAME`, in the current folder or installed."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardkit.game import AnyGame

__all__ = ["cardkit_command", "find_game", "own_code_is_found", "own_games", "place_of", "use_game"]

_places: Final[dict[str, str]] = {}
"""Where this command's own games are, by key."""


def own_code_is_found() -> None:
    """From now on modules in the current folder can be imported, after those that are installed."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)


def use_game(place: str) -> None:
    """Find the game at this place by its key, too, and no other game of one's own. None, if the place is empty."""
    _places.clear()
    if place:
        from cardkit.rejections import Invalid

        if ":" not in place:
            raise Invalid("--game", place, "the place of a game of yours, as in mygame:GAME")
        find_game(place)


def find_game(name: str) -> "AnyGame":
    """Return the game with this key, or at this place: `package.module:GAME`. Then its key is known, too.

    Raise `UnknownGame` or `Invalid`. A game of one's own comes before another with its key.
    """
    from cardkit import registry
    from cardkit.rejections import UnknownGame

    name = place_of(name)
    if ":" not in name:
        try:
            return registry.game(name)
        except UnknownGame as error:
            if not error.nearest:
                error.args = (f"{error}; to know one of yours, say --game mygame:GAME before the command",)
            raise
    from cardkit.arena.references import load_game  # takes longer to import than to find a game by its key

    own_code_is_found()
    found = load_game(name)
    _places[found.key] = name
    return found


def place_of(name: str) -> str:
    """Return where the game with this key is, for another process to find it: its key, unless it is one's own."""
    return _places.get(name, name)


def own_games() -> "Mapping[str, AnyGame]":
    """Return the games of one's own that this command knows, by key."""
    return {key: find_game(key) for key in [*_places]}


def cardkit_command() -> str:
    """Return what to type for `cardkit` in a command that knows these games: `cardkit --game mygame:GAME`."""
    return " ".join(("cardkit", *(f"--game {place}" for place in _places.values())))
