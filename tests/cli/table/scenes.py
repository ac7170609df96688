"""Matches to be drawn, and what they look like."""

import io
from functools import cache
from typing import Final

from attrs import frozen
from rich.console import Console

import cardkit
from cardkit.chance import SeededChance
from cardkit.game import AnyGame, Language
from cardkit.match import AnyMatch
from cardkit.seats import Viewer
from cardkit_cli.table import table

__all__ = ["ENCODINGS", "GAMES", "LONG_NAMES", "Scene", "drawn", "played", "steps"]

GAMES: Final = ("thirteen", "friday13", "biberbande", "push")
LONG_NAMES: Final = ("Bartholomea von", "Ann", "Maximiliane", "Benjamin-Johannes", "Zoë", "Q")
ENCODINGS: Final = ("utf-8", "latin-1", "ascii")


@frozen
class Scene:
    """A match up to some point: so many moves, picked by chance."""

    name: str
    game: str
    seats: int
    moves: int
    options: tuple[tuple[str, object], ...] = ()
    viewer: Viewer = 0
    remember: bool = False


@cache
def steps(
    game: str, seats: int, options: tuple[tuple[str, object], ...] = (), most: int = 1000
) -> tuple[AnyMatch, ...]:
    """The match after each move."""
    match = cardkit.start(game, seats, dict(options), "scenes")
    found = [match]
    while match.actors and len(found) <= most:
        legal = match.legal()
        match = match.play(legal[SeededChance("scenes", len(found)).below("move", len(legal))])
        found.append(match)
    return tuple(found)


def played(scene: Scene) -> AnyMatch:
    """The match as it stands in the scene."""
    return steps(scene.game, scene.seats, scene.options, scene.moves)[-1]


def drawn(
    match: AnyMatch,
    viewer: Viewer,
    *,
    language: Language = "en",
    width: int = 80,
    colour: bool = False,
    encoding: str = "utf-8",
    remember: bool = False,
) -> str:
    """The table, as a terminal gets it."""
    memory = match.memory(viewer) if remember else None
    return printed(
        match.game, match.view(viewer), viewer, match.header.seats, language, width, memory, colour, encoding
    )


def printed(
    game: AnyGame,
    view: object,
    viewer: Viewer,
    seats: int,
    language: Language = "en",
    width: int = 80,
    memory: object = None,
    colour: bool = False,
    encoding: str = "utf-8",
) -> str:
    """A view, as a terminal gets it."""
    paper = io.BytesIO()
    file = io.TextIOWrapper(paper, encoding=encoding, errors="strict", newline="\n")
    console = Console(
        file=file,
        width=width,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        no_color=not colour,
        legacy_windows=False,
    )
    console.print(table(game, view, viewer, LONG_NAMES[:seats], language, width, memory))
    file.flush()
    return paper.getvalue().decode(encoding)
