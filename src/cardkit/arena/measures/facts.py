"""The facts of a match, for measures."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from attrs import frozen

from cardkit.fields import class_of
from cardkit.game import AnyGame
from cardkit.quick import quick
from cardkit.seats import Outcome, Seat

__all__ = ["PARTS", "Facts", "event_name", "in_parts", "move_name"]

PARTS: Final = 1_000_000
"""The parts in which worth is counted, because whole numbers add up alike in any order."""


@quick
@frozen(eq=False)
class Facts:
    """One match that was played to its end. Nothing in it is hidden."""

    number: int
    """Its index in the run."""
    deal: int
    """The index of its deal. Matches of one deal have the same cards; in a simulation each match has its own."""
    last_of_deal: bool
    """Whether no other match of this deal follows."""
    game: AnyGame
    options: object
    lineup: tuple[int, ...]
    """The number of the bot in each seat."""
    movers: Sequence[Seat]
    """The seat that made each move."""
    moves: Sequence[object]
    events: Sequence[object]
    state: object
    """The last state."""
    outcome: Outcome
    worth: tuple[float, ...]
    """The worth of the match by seat, from 0 to 1."""
    legal: Sequence[Sequence[object]] = ()
    """The moves that were legal before each move."""


def in_parts(worth: tuple[float, ...]) -> list[int]:
    """Return the worth in whole parts, by seat."""
    return [round(PARTS * one) for one in worth]


def move_name(game: AnyGame, move: object) -> str:
    """Return the name of the move's class, as in JSON: `thirteen.play`."""
    return _move_names(game).get(type(move), type(move).__name__)


def event_name(game: AnyGame, kind: type) -> str:
    """Return the name of this class of events, as in JSON: `thirteen.scored`."""
    return _event_names(game).get(kind, kind.__name__)


@lru_cache(maxsize=16)
def _move_names(game: AnyGame) -> dict[type, str]:
    return {class_of(kind): name for name, kind in game.wire.moves.items()}


@lru_cache(maxsize=16)
def _event_names(game: AnyGame) -> dict[type, str]:
    return {class_of(kind): name for name, kind in game.wire.events.items()}
