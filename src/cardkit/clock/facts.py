"""The facts from which a clock is folded. Each is complete: it holds the time `at` which it happened, in milliseconds.

`actors` are the seats that may move after the fact, and `version` is the version of the match then.
"""

from typing import TypeAlias

from attrs import frozen

from cardkit.clock.control import Control
from cardkit.seats import Seat

__all__ = [
    "Fact",
    "Flagged",
    "Given",
    "Moved",
    "Paused",
    "Resumed",
    "Returned",
    "Started",
    "TakenOver",
    "Undone",
]


@frozen
class Started:
    """The match began."""

    at: int
    version: int
    actors: tuple[Seat, ...]
    bots: tuple[str, ...]
    """The bot of each seat, whose time doesn't count. An empty text stands for a person."""
    control: Control
    opening: int
    """The time in which a seat must make its first move."""
    grace: int
    """How long after its time a seat's move still counts: the way from a player to the server takes time."""


@frozen
class Moved:
    """A seat moved, after it `took` that much of its time. A seat's first move takes none."""

    at: int
    version: int
    seat: Seat
    took: int
    actors: tuple[Seat, ...]


@frozen
class Undone:
    """The last moves of these seats were taken back. They get no time back, and lose what these moves gained them.

    If a seat no longer has what its last move gained, its next move gains nothing instead.
    """

    at: int
    version: int
    seats: tuple[Seat, ...]
    """A seat once for each of its moves. Older servers named it once."""
    actors: tuple[Seat, ...]


@frozen
class Paused:
    """The match was paused. No time runs until it is resumed."""

    at: int
    seat: Seat


@frozen
class Resumed:
    """The match was resumed."""

    at: int
    seat: Seat


@frozen
class Given:
    """A seat gave time to another one. If that had run out of time, it plays on."""

    at: int
    seat: Seat
    to: Seat
    time: int


@frozen
class Flagged:
    """A seat ran out of time, exactly at that time. It may have been noticed later."""

    at: int
    seat: Seat


@frozen
class TakenOver:
    """A bot plays the seat from now on. No time of the seat runs meanwhile."""

    at: int
    seat: Seat
    bot: str


@frozen
class Returned:
    """A seat's player is back, and got that much time, so that they can play on."""

    at: int
    seat: Seat
    time: int


Fact: TypeAlias = Started | Moved | Undone | Paused | Resumed | Given | Flagged | TakenOver | Returned
