"""All there is to know of a match between two events."""

from typing import Final, TypeAlias

from attrs import frozen

from cardkit.games.biberbande.cards import CARDS, Card
from cardkit.games.biberbande.messages import MOST_SEATS, OUTER, Replacement
from cardkit.quick import maker, quick
from cardkit.seats import Seat

__all__ = [
    "CHOOSING",
    "DRAWN",
    "INITIAL",
    "KNOCKING",
    "LOOKING",
    "OUTER_SIGHT",
    "OVER",
    "Choosing",
    "Drawing",
    "Drawn",
    "Knocking",
    "Looking",
    "Over",
    "Phase",
    "Sight",
    "State",
    "Table",
    "after_action",
    "after_look",
    "lying",
    "new_state",
    "new_table",
]


@quick
@frozen(weakref_slot=False)
class Looking:
    """Set-up: the seat is to look at its outer cards."""

    seat: Seat


@quick
@frozen(weakref_slot=False)
class Choosing:
    """The seat's turn begins: it takes from the discard pile, or draws."""

    seat: Seat


@quick
@frozen(weakref_slot=False)
class Drawn:
    """The seat holds the card that it drew."""

    seat: Seat
    card: Card
    draw_twos: int = 0
    """Carried out before, in this turn: they lie open before the seat."""
    first: bool = False
    """Whether the card is the first of a draw two, so that discarding it brings a second."""


@quick
@frozen(weakref_slot=False)
class Drawing:
    """The seat draws for a draw two. No match rests here: it lies between two events of one move."""

    seat: Seat
    draw_twos: int
    first: bool


@quick
@frozen(weakref_slot=False)
class Knocking:
    """The seat's action is over: it knocks or passes."""

    seat: Seat


@frozen
class Over:
    """No round is being played, and it is nobody's turn."""

    seat: None = None


Phase: TypeAlias = Looking | Choosing | Drawn | Drawing | Knocking | Over

LOOKING: Final = tuple(map(Looking, range(MOST_SEATS)))
CHOOSING: Final = tuple(map(Choosing, range(MOST_SEATS)))
KNOCKING: Final = tuple(map(Knocking, range(MOST_SEATS)))
DRAWN: Final = tuple({card: Drawn(seat, card) for card in CARDS} for seat in range(MOST_SEATS))
"""Without a draw two, which is nearly always: made once."""
OVER: Final = Over()

Sight: TypeAlias = tuple[Seat, tuple[int, ...]]
"""Who looks at which positions of their own row. It lasts until the next event."""

OUTER_SIGHT: Final[tuple[Sight, ...]] = tuple((seat, OUTER) for seat in range(MOST_SEATS))


@quick
@frozen(weakref_slot=False)
class Table:
    """What stays the same while a round is played."""

    seats: int
    first_dealer: Seat
    rotate_dealer: bool
    rounds: int
    turn_limit: int | None
    round: int = 0
    dealer: Seat | None = None
    totals: tuple[int, ...] = ()
    last_rows: tuple[tuple[Card, ...], ...] = ()
    """The rows of the round scored last, as they were turned up; they stay in view until the next scoring."""
    last_replacements: tuple[Replacement, ...] = ()
    last_points: tuple[int, ...] = ()


@quick
@frozen(weakref_slot=False)
class State:
    """The position. The stock's top card comes first, the discard pile's last."""

    table: Table
    phase: Phase
    rows: tuple[tuple[Card, ...], ...]
    """By seat. Empty when no round is being played: then they lie in the table's `last_rows`."""
    stock: tuple[Card, ...]
    discard: tuple[Card, ...]
    turns: int
    """How many actions of this round are over."""
    knocker: Seat | None
    sight: Sight | None


new_table: Final = maker(Table)
new_state: Final = maker(State)

INITIAL: Final = State(Table(0, 0, False, 1, None), OVER, (), (), (), 0, None, None)


def after_look(seat: Seat, table: Table) -> Looking | Choosing:
    """The dealer is the last to look; then the first turn begins."""
    left = (seat + 1) % table.seats
    return CHOOSING[left] if seat == table.dealer else LOOKING[left]


def after_action(seat: Seat, seats: int, may_knock: bool) -> Knocking | Choosing:
    """The seat says whether it knocks, or the next turn begins."""
    return KNOCKING[seat] if may_knock else CHOOSING[(seat + 1) % seats]


def lying(phase: object) -> int:
    """How many draw twos lie open before the seat whose turn it is."""
    return phase.draw_twos if isinstance(phase, Drawn | Drawing) else 0
