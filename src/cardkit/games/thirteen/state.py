"""All there is to know of a match between two events."""

from typing import Final

from attrs import frozen

from cardkit.games.thirteen.cards import TARGETS, Card
from cardkit.mechanics.piles import NO_PILE, Pile
from cardkit.quick import maker, quick
from cardkit.seats import Seat

__all__ = ["EMPTY_TARGETS", "INITIAL", "State", "Table", "new_state"]

EMPTY_TARGETS: Final[tuple[Pile[Card], ...]] = (NO_PILE,) * len(TARGETS)


@quick
@frozen
class Table:
    """What stays the same while a round is played."""

    seats: int
    rounds: int
    first_dealer: Seat
    round: int = 0
    dealer: Seat | None = None
    totals: tuple[int, ...] = ()
    last_taken: tuple[tuple[Card, ...], ...] = ()
    """What each seat had taken in the round scored last. It stays in view until the next scoring."""
    last_points: tuple[int, ...] = ()


@quick
@frozen
class State:
    """The position. Hands are sorted by face; targets lie blue, yellow, green; the stock starts at its top."""

    table: Table
    turn: Seat | None
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    piles: tuple[Pile[Card], ...]
    taken: tuple[tuple[Card, ...], ...]


new_state: Final = maker(State)

INITIAL: Final = State(Table(seats=0, rounds=1, first_dealer=0), None, (), (), EMPTY_TARGETS, ())
