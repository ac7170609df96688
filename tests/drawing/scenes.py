"""Matches to be drawn, and what they look like."""

from functools import cache
from importlib import import_module
from typing import Final

from attrs import frozen

import cardkit
from cardkit.chance import SeededChance
from cardkit.drawing import scene_of, text
from cardkit.game import AnyGame, Language, any_game
from cardkit.match import AnyMatch
from cardkit.seats import Viewer

__all__ = ["ALL_GAMES", "GAMES", "LONG_NAMES", "Setting", "drawn", "game_of", "played", "steps"]

GAMES: Final = ("thirteen", "friday13", "biberbande", "push")
EXAMPLES: Final = ("goofspiel", "leduc", "hanabi", "crazy_eights")
ALL_GAMES: Final = GAMES + EXAMPLES
LONG_NAMES: Final = ("Bartholomea von", "Ann", "Maximiliane", "Benjamin-Johannes", "Zoë", "Q")


@frozen
class Setting:
    """A match up to some point: a number of moves, picked by chance."""

    name: str
    game: str
    seats: int
    moves: int
    options: tuple[tuple[str, object], ...] = ()
    viewer: Viewer = 0
    remember: bool = False
    width: int = 80


def game_of(key: str) -> AnyGame:
    """Return a built-in game, or an example."""
    if key in GAMES:
        return cardkit.game(key)
    return any_game(import_module(f"examples.games.{key}").GAME)


@cache
def steps(
    game: str, seats: int, options: tuple[tuple[str, object], ...] = (), most: int = 1000
) -> tuple[AnyMatch, ...]:
    """Return the match after each move."""
    match = cardkit.start(game_of(game), seats, dict(options), "scenes")
    found = [match]
    while match.actors and len(found) <= most:
        seat = match.actors[0]
        legal = match.legal(seat)
        match = match.play(legal[SeededChance("scenes", len(found)).below("move", len(legal))], seat)
        found.append(match)
    return tuple(found)


def played(setting: Setting) -> AnyMatch:
    """Return the match as it stands in the setting."""
    return steps(setting.game, setting.seats, setting.options, setting.moves)[-1]


def drawn(
    match: AnyMatch,
    viewer: Viewer,
    *,
    language: Language = "en",
    width: int = 80,
    colour: bool = False,
    ascii: bool = False,
    remember: bool = False,
) -> str:
    """Return the table in text."""
    scene = scene_of(match, viewer, LONG_NAMES[: match.header.seats], language, remember=remember)
    return text(scene, width, colour=colour, ascii=ascii)
