"""Games, found by their key or by their place: `path/to/file.py:NAME`, or `package.module:NAME`."""

import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardkit.game import AnyGame
    from cardkit.registry import Games

__all__ = [
    "add_working_folder",
    "cardkit_command",
    "event_types",
    "find_game",
    "is_game",
    "load_games",
    "own_games",
    "place_of",
    "use_game",
]

_places: Final[dict[str, str]] = {}
"""Where the user's own games are, by key, for this command."""


def add_working_folder() -> None:
    """Let modules in the working folder be imported, after those that are installed."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)


def use_game(place: str) -> None:
    """Know the user's game at this place by its key, and no other game of the user. An empty place names none."""
    _places.clear()
    if place:
        from cardkit.rejections import Invalid

        if ":" not in place:
            raise Invalid("--game", place, "the place of a game of yours, as in mygame.py:GAME")
        find_game(place)


def find_game(name: str) -> "AnyGame":
    """Return the game with this key, or at this place: `mygame.py:GAME`. Then its key is known, too.

    Raise `UnknownGame` or `Invalid`. A game of the user's own comes before another with the same key.
    """
    from cardkit import registry
    from cardkit.rejections import UnknownGame

    name = place_of(name)
    if ":" not in name:
        try:
            return registry.game(name)
        except UnknownGame as error:
            if not error.nearest:
                error.args = (f"{error}; for a game of yours, add --game mygame.py:GAME before the command",)
            raise
    from cardkit.arena.references import load_game  # takes longer to import than to find a game by its key

    add_working_folder()
    game = load_game(name)
    _places[game.key] = name
    return game


def event_types(game: "AnyGame") -> dict[str, str]:
    """Return the types of the game's events, by what is after the game's key."""
    return {name.rpartition(".")[2]: name for name in game.wire.glimpses}


def is_game(name: str) -> bool:
    """Return whether this is the key or the place of a game. Plug-ins are loaded only if nothing else has this name."""
    from cardkit.registry import BUILT_IN, games

    if ":" in name:
        return not Path(name).exists()
    return name in BUILT_IN or name in _places or name in games()


def place_of(name: str) -> str:
    """Return where another process finds the game with this key: at its key, or at the place of the user's own."""
    return _places.get(name, name)


def own_games() -> "Mapping[str, AnyGame]":
    """Return the user's own games that this command knows, by key."""
    return {key: find_game(key) for key in [*_places]}


def load_games() -> "tuple[Games, tuple[str, ...]]":
    """Return all games, the user's own too, and a sentence for each plug-in that can't be loaded."""
    import cardkit
    from cardkit.registry import Games

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = cardkit.games()
    sentences = tuple(str(warning.message) for warning in caught)
    return Games({**found.loaded, **own_games()}, found.broken), sentences


def cardkit_command() -> str:
    """Return what to type for `cardkit` in a command that knows these games: `cardkit --game mygame.py:GAME`."""
    return " ".join(("cardkit", *(f"--game {place}" for place in _places.values())))
