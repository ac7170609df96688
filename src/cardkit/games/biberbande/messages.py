"""Moves and events. `H` is what a hidden card may be."""

from typing import Annotated, Final, Generic, Literal, TypeAlias, final

import attrs
from attrs import frozen

from cardkit.games.biberbande.cards import Card
from cardkit.hidden import NOBODY, SEAT, H
from cardkit.options import Flag, SeatOrRandom, Whole
from cardkit.quick import maker, quick
from cardkit.seats import Seat

__all__ = [
    "MOST_SEATS",
    "MOVES",
    "OUTER",
    "POSITIONS",
    "ROW",
    "Action",
    "Dealt",
    "Discard",
    "Discarded",
    "Draw",
    "DrawTwoUsed",
    "Drew",
    "Event",
    "FirstDiscarded",
    "Keep",
    "Kept",
    "Knock",
    "Knocked",
    "Look",
    "Looked",
    "Move",
    "Opened",
    "Options",
    "Pass",
    "Passed",
    "Peek",
    "Peeked",
    "Replacement",
    "Reshuffled",
    "RoundScored",
    "Swap",
    "Swapped",
    "Take",
    "Took",
    "UseDrawTwo",
    "new_discarded",
    "new_kept",
    "new_peeked",
    "new_swapped",
    "new_took",
]

MOST_SEATS: Final = 6
POSITIONS: Final = range(4)
"""The places of a row, from its owner's left to right."""
ROW: Final = len(POSITIONS)
OUTER: Final = (0, 3)
"""The positions that a seat looks at before its first turn."""


@frozen(kw_only=True)
class Options:
    """House rules of one match."""

    first_dealer: Seat | Literal["random"] = attrs.field(default=0, validator=SeatOrRandom())
    rotate_dealer: bool = attrs.field(default=False, validator=Flag())
    turn_limit: int | None = attrs.field(default=None, validator=Whole(1, 1000, optional=True))
    """The turns of each player after which a round ends without a knock. `None`: no limit."""
    rounds: int | None = attrs.field(default=None, validator=Whole(1, 12, optional=True))
    """The number of rounds. `None`: as many as players, but four with two players."""


# --- moves


@final
@frozen
class Look:
    """Look at the two outer cards of your row."""


@final
@frozen
class Take:
    """Take the top of the discard pile, in exchange for the card at this position."""

    position: int


@final
@frozen
class Draw:
    """Draw the top of the stock."""


@final
@frozen
class Discard:
    """Discard the drawn card."""


@final
@frozen
class Keep:
    """Exchange the drawn number for the card at this position."""

    position: int


@final
@frozen
class Peek:
    """Carry out the drawn peek: look at the card at this position."""

    position: int


@final
@frozen
class Swap:
    """Carry out the drawn swap: exchange your card at this position for the other seat's card at `theirs`."""

    position: int
    other: Seat
    theirs: int


@final
@frozen
class UseDrawTwo:
    """Carry out the drawn draw two."""


@final
@frozen
class Pass:
    """Don't knock."""


@final
@frozen
class Knock:
    """Announce the last round of turns."""


Move: TypeAlias = Look | Take | Draw | Discard | Keep | Peek | Swap | UseDrawTwo | Pass | Knock

MOVES: Final[tuple[Move, ...]] = (
    Look(),
    *map(Take, POSITIONS),
    Draw(),
    Discard(),
    *map(Keep, POSITIONS),
    *map(Peek, POSITIONS),
    UseDrawTwo(),
    Pass(),
    Knock(),
    *(Swap(own, other, theirs) for other in range(MOST_SEATS) for own in POSITIONS for theirs in POSITIONS),
)
"""All moves. Swaps come last, sorted by the other seat, so that a match with fewer seats uses the first ones."""


# --- events


@frozen
class Opened:
    """The match began, with these house rules."""

    seats: int
    first_dealer: Seat
    rotate_dealer: bool
    rounds: int
    turn_limit: int | None


@quick
@frozen(weakref_slot=False)
class Dealt(Generic[H]):
    """A round began: the rows by seat, the stock with its top card first, and the card that was turned up."""

    round: int
    dealer: Seat
    rows: Annotated[tuple[tuple[Card | H, ...], ...], NOBODY]
    stock: Annotated[tuple[Card | H, ...], NOBODY]
    turned_up: Card


@quick
@frozen(weakref_slot=False)
class Looked(Generic[H]):
    """A seat looked at the two outer cards of its row."""

    seat: Seat
    outer: Annotated[tuple[Card | H, ...], SEAT]


@quick
@frozen(weakref_slot=False)
class Took:
    """The top of the discard pile went into a row. The replaced card now lies on the pile."""

    seat: Seat
    position: int
    card: Card
    replaced: Card
    may_knock: bool
    """Here and below: the action is over, and the seat is asked whether it knocks."""


@quick
@frozen(weakref_slot=False)
class Drew(Generic[H]):
    """A seat drew the top of the stock and looked at it."""

    seat: Seat
    card: Annotated[Card | H, SEAT]


@quick
@frozen(weakref_slot=False)
class Discarded:
    """The drawn card was discarded."""

    seat: Seat
    laid: tuple[Card, ...]
    """Here and below: the cards that went on the discard pile, in order. Draw twos that were carried out come last."""
    may_knock: bool


@quick
@frozen(weakref_slot=False)
class FirstDiscarded:
    """The first card of a draw two was discarded. A second one is drawn."""

    seat: Seat
    card: Card


@quick
@frozen(weakref_slot=False)
class Kept(Generic[H]):
    """The drawn number went into a row. The replaced card is the first one laid."""

    seat: Seat
    position: int
    card: Annotated[Card | H, SEAT]
    laid: tuple[Card, ...]
    may_knock: bool


@quick
@frozen(weakref_slot=False)
class Peeked(Generic[H]):
    """A peek was carried out: the seat looked at a card of its row."""

    seat: Seat
    position: int
    card: Annotated[Card | H, SEAT]
    laid: tuple[Card, ...]
    may_knock: bool


@quick
@frozen(weakref_slot=False)
class Swapped:
    """A swap was carried out: two cards changed places, and nobody looked at them."""

    seat: Seat
    position: int
    other: Seat
    theirs: int
    laid: tuple[Card, ...]
    may_knock: bool


@quick
@frozen(weakref_slot=False)
class DrawTwoUsed:
    """A draw two was laid open before its player, who draws its first card."""

    seat: Seat


@quick
@frozen(weakref_slot=False)
class Reshuffled(Generic[H]):
    """The discard pile was shuffled and put under the rest of the stock. These are its cards, top first."""

    stock: Annotated[tuple[Card | H, ...], NOBODY]


@quick
@frozen(weakref_slot=False)
class Passed:
    """A seat could have knocked and didn't."""

    seat: Seat


@quick
@frozen(weakref_slot=False)
class Knocked:
    """A seat knocked. Every other seat has one more turn."""

    seat: Seat


@quick
@frozen(weakref_slot=False)
class Replacement:
    """A special was set aside for the top card of the stock, until that was a number. These cards were drawn."""

    seat: Seat
    position: int
    cards: tuple[Card, ...]


@quick
@frozen(weakref_slot=False)
class RoundScored:
    """A round ended: the rows as turned up, the replacements of their specials, points, and totals so far."""

    round: int
    rows: tuple[tuple[Card, ...], ...]
    replacements: tuple[Replacement, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


new_took: Final = maker(Took)
new_discarded: Final = maker(Discarded)
new_kept: Final = maker(Kept)
new_peeked: Final = maker(Peeked)
new_swapped: Final = maker(Swapped)

Action: TypeAlias = Took | Discarded | Kept[H] | Peeked[H] | Swapped
"""The events that end the action of a turn. Then comes the knock, or the next turn."""

Event: TypeAlias = (
    Opened
    | Dealt[H]
    | Looked[H]
    | Drew[H]
    | Action[H]
    | FirstDiscarded
    | DrawTwoUsed
    | Reshuffled[H]
    | Passed
    | Knocked
    | RoundScored
)
