"""All there is to know of a match between two events."""

from typing import Final

from attrs import frozen

from cardkit.games.friday13.cards import PILES, Card
from cardkit.games.friday13.hands import Hand
from cardkit.mechanics.piles import NO_PILE, Pile
from cardkit.quick import maker, quick
from cardkit.seats import Seat

__all__ = ["EMPTY_PILES", "INITIAL", "State", "Table", "new_state"]

EMPTY_PILES: Final[tuple[Pile[Card], ...]] = (NO_PILE,) * len(PILES)


@quick
@frozen
class Table:
    """What stays the same while a round is played."""

    seats: int
    rounds: int
    first_player: Seat
    round: int = 0
    starter: Seat | None = None
    totals: tuple[int, ...] = ()
    last_taken: tuple[tuple[Card, ...], ...] = ()
    """What each seat had taken in the round scored last. It stays in view until the next scoring."""
    last_points: tuple[int, ...] = ()


@quick
@frozen
class State:
    """The position. Piles lie cats, mirrors, ladders."""

    table: Table
    turn: Seat | None
    hands: tuple[Hand, ...]
    away: tuple[Card, ...]
    """The hand put away unseen with three players; empty with more."""
    piles: tuple[Pile[Card], ...]
    taken: tuple[tuple[Card, ...], ...]


new_state: Final = maker(State)

INITIAL: Final = State(Table(seats=0, rounds=1, first_player=0), None, (), (), EMPTY_PILES, ())
