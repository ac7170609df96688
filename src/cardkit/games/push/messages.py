"""Moves and events. `H` is what a hidden card may be."""

from typing import Annotated, Final, Generic, Literal, TypeAlias

import attrs
from attrs import frozen

from cardkit.games.push.cards import COLOURS, Card, Colour, Face, Number, RowCard
from cardkit.hidden import NOBODY, H
from cardkit.options import Flag, SeatOrRandom
from cardkit.quick import maker, quick
from cardkit.seats import Seat

__all__ = [
    "MOST_SEATS",
    "MOVES",
    "ROWS",
    "ROW_SETS",
    "Busted",
    "DirectionRevealed",
    "Event",
    "Move",
    "Opened",
    "Options",
    "Place",
    "Placed",
    "RanOut",
    "Reveal",
    "Revealed",
    "Scored",
    "Secure",
    "Secured",
    "Stop",
    "Stopped",
    "Take",
    "Taken",
    "new_secured",
    "new_taken",
]

MOST_SEATS: Final = 6
ROWS: Final = (1, 2, 3)
"""The numbers of the rows."""
ROW_SETS: Final = tuple(tuple(row for row in ROWS if bits & 1 << row - 1) for bits in range(8))
"""All sets of rows, by bits: row 1 counts 1, row 2 counts 2, row 3 counts 4."""


@frozen(kw_only=True)
class Options:
    """House rules of one match."""

    first_player: Seat | Literal["random"] = attrs.field(default=0, validator=SeatOrRandom())
    risk: bool = attrs.field(default=False, validator=Flag())
    """Whether a star costs all open cards."""
    direction_cards: bool = attrs.field(default=True, validator=Flag())
    """Whether direction cards are used. With two players they have no effect and may be left out."""


# --- moves


@frozen
class Secure:
    """Turn all your open cards of this colour face down."""

    colour: Colour


@frozen
class Reveal:
    """Turn up the top card of the stock."""


@frozen
class Place:
    """Put the card that is up in this row. The number after the last row begins a new one."""

    row: int


@frozen
class Stop:
    """Turn up no more cards."""


@frozen
class Take:
    """Take this row."""

    row: int


Move: TypeAlias = Secure | Reveal | Place | Stop | Take

MOVES: Final[tuple[Move, ...]] = (
    *map(Secure, COLOURS),
    Reveal(),
    *map(Place, ROWS),
    Stop(),
    *map(Take, ROWS),
)


# --- events


@frozen
class Opened(Generic[H]):
    """The match began, with these house rules and this stock, its top card first."""

    seats: int
    first_player: Seat
    risk: bool
    direction_cards: bool
    stock: Annotated[tuple[Card | H, ...], NOBODY]


@quick
@frozen(weakref_slot=False)
class Secured:
    """A seat turned its open cards of a colour face down."""

    seat: Seat
    colour: Colour
    cards: tuple[Number, ...]


@quick
@frozen(weakref_slot=False)
class Revealed:
    """A number or die card was turned up, and fits in these rows."""

    seat: Seat
    card: RowCard
    fits: tuple[int, ...]
    """The numbers of the rows, ascending. One more than the rows on the table stands for a new one."""


@quick
@frozen(weakref_slot=False)
class DirectionRevealed:
    """A direction card was turned up. It lies beside the stock."""

    seat: Seat
    directions: int
    """The number of direction cards in this turn so far."""


@quick
@frozen(weakref_slot=False)
class Placed:
    """The card that was up was put in a row."""

    seat: Seat
    card: RowCard
    row: int


@quick
@frozen(weakref_slot=False)
class Stopped:
    """A seat turns up no more cards. It must take one of these rows."""

    seat: Seat
    rows: tuple[int, ...]


@frozen
class RanOut:
    """The last card of the stock was used, so the turn stopped by itself. A row must be taken."""

    seat: Seat
    rows: tuple[int, ...]


@quick
@frozen(weakref_slot=False)
class Busted:
    """A card was turned up that fits in no row, and was discarded. The die was rolled, and cards were lost."""

    seat: Seat
    card: RowCard
    roll: Face
    lost: tuple[Number, ...]
    taker: Seat
    """The seat that is to take a row next."""
    rows: tuple[int, ...]
    """The rows that can be taken: all three."""


@quick
@frozen(weakref_slot=False)
class Taken:
    """A row was taken. If a die card was in it, the die was rolled, and cards were lost."""

    seat: Seat
    player: Seat
    """The player whose turn it is."""
    row: int
    cards: tuple[RowCard, ...]
    roll: Face | None
    lost: tuple[Number, ...]
    taker: Seat | None
    """The seat that is to take a row next; `None` when the turn is over."""
    rows: tuple[int, ...]
    """The rows that are left to take; none when the turn is over."""
    discarded: tuple[Card, ...]
    """The cards that the turn left over: rows and direction cards."""


@frozen
class Scored:
    """The match ended: secured cards were turned up, and all numbers were counted."""

    discarded: tuple[Card, ...]
    """The cards that the last turn left over, if it brought direction cards only."""
    secured: tuple[tuple[Number, ...], ...]
    points: tuple[int, ...]
    owned: tuple[int, ...]
    """The number of cards that each seat has at the end, open and secured."""


new_secured: Final = maker(Secured)
new_taken: Final = maker(Taken)

Event: TypeAlias = (
    Opened[H] | Secured | Revealed | DirectionRevealed | Placed | Stopped | RanOut | Busted | Taken | Scored
)
