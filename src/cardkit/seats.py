"""Seats: their order around the table, and how a match ranks them."""

from collections.abc import Sequence
from enum import Enum
from typing import Annotated, Final, Literal, TypeAlias, get_args, get_origin

from attrs import frozen

__all__ = ["OWNER", "Outcome", "Owner", "Seat", "Viewer", "clockwise", "is_seat", "ranked"]

_MARK: Final = "seat"

Seat: TypeAlias = Annotated[int, _MARK]
"""A place at the table: 0 to n-1, clockwise, so that the player on the left of `s` is `s + 1` modulo n."""


def is_seat(kind: object) -> bool:
    """Return whether the type is `Seat`, as `get_type_hints` finds it with `include_extras`.

    To a type checker, `Seat` is `int`.
    """
    return get_origin(kind) is Annotated and _MARK in get_args(kind)[1:]


class Owner(Enum):
    """The one who runs the match and may know everything. The only value is `OWNER`."""

    OWNER = "owner"


OWNER: Final[Literal[Owner.OWNER]] = Owner.OWNER

Viewer: TypeAlias = Seat | None
"""A seat, or `None` for a spectator. Games never see the owner, who is shown everything as it is."""


@frozen
class Outcome:
    """How a match ended.

    `totals` are the points as the game counts them, by seat. A seat's rank is one more than the number of
    seats that did strictly better (1, 1, 3). `winners` are the seats of rank 1, ascending.
    """

    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]


def clockwise(first: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all seats once, clockwise, beginning with `first`."""
    begin = first % seats if seats else 0
    return (*range(begin, seats), *range(begin))


def ranked(totals: Sequence[int], merits: Sequence[int | tuple[int, ...]]) -> Outcome:
    """Return the outcome in which a seat with the greater merit did strictly better.

    Merits are compared as they are. Negate points where fewer is better, and use tuples to break ties.
    """
    order = [merit if isinstance(merit, tuple) else (merit,) for merit in merits]
    ranks = tuple(1 + sum(other > own for other in order) for own in order)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return Outcome(tuple(totals), ranks, winners)
