"""What a seat may want, what may happen, and what others see of it."""

from typing import Final, Literal, TypeAlias, final

import attrs
from attrs import frozen

from cardkit.games.biberbande.cards import Card
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
    "DrawSeen",
    "DrawTwoUsed",
    "Drew",
    "Event",
    "FirstDiscarded",
    "Glimpse",
    "Keep",
    "KeepSeen",
    "Kept",
    "Knock",
    "Knocked",
    "Look",
    "LookSeen",
    "Looked",
    "Move",
    "Opened",
    "Options",
    "Pass",
    "Passed",
    "Peek",
    "PeekSeen",
    "Peeked",
    "Replacement",
    "ReshuffleSeen",
    "Reshuffled",
    "RoundScored",
    "RowsDealt",
    "Swap",
    "Swapped",
    "Take",
    "Took",
    "UseDrawTwo",
    "new_dealt",
    "new_discarded",
    "new_kept",
    "new_peeked",
    "new_replacement",
    "new_round_scored",
    "new_swapped",
    "new_took",
]

MOST_SEATS: Final = 6
POSITIONS: Final = range(4)
"""The places of a row, from its owner's left to right."""
ROW: Final = len(POSITIONS)
OUTER: Final = (0, 3)
"""Where a seat looks before its first turn."""


@frozen(kw_only=True)
class Options:
    """House rules of one match."""

    first_dealer: Seat | Literal["random"] = attrs.field(default=0, validator=SeatOrRandom())
    rotate_dealer: bool = attrs.field(default=False, validator=Flag())
    turn_limit: int | None = attrs.field(default=None, validator=Whole(1, 1000, optional=True))
    """Turns for each player, after which a round ends without a knock. `None`: no limit."""
    rounds: int | None = attrs.field(default=None, validator=Whole(1, 12, optional=True))
    """`None`: as many as players, with two players four."""


# --- moves


@frozen
class Look:
    """Look at the two outer cards of one's row."""


@frozen
class Take:
    """Take the top of the discard pile, in exchange for the card at this position."""

    position: int


@frozen
class Draw:
    """Draw the top of the stock."""


@frozen
class Discard:
    """Discard the card drawn."""


@frozen
class Keep:
    """Exchange the number drawn for the card at this position."""

    position: int


@frozen
class Peek:
    """Carry out the peek drawn: look at the card at this position."""

    position: int


@frozen
class Swap:
    """Carry out the swap drawn: one's card at this position against the other seat's at `theirs`."""

    position: int
    other: Seat
    theirs: int


@frozen
class UseDrawTwo:
    """Carry out the draw two drawn."""


@frozen
class Pass:
    """Don't knock."""


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
"""Swaps come last, by the other seat, so that fewer seats have the first of these."""


# --- events


@frozen
class Opened:
    """The match began, with these house rules."""

    seats: int
    first_dealer: Seat
    rotate_dealer: bool
    rounds: int
    turn_limit: int | None


@final
@quick
@frozen(weakref_slot=False)
class Dealt:
    """A round began: the rows by seat, the stock, its top card first, and the card that was turned up."""

    round: int
    dealer: Seat
    rows: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    turned_up: Card


@final
@quick
@frozen(weakref_slot=False)
class Looked:
    """A seat looked at the two outer cards of its row."""

    seat: Seat
    outer: tuple[Card, ...]


@final
@quick
@frozen(weakref_slot=False)
class Took:
    """The top of the discard pile went into a row; the card replaced lies on the pile now."""

    seat: Seat
    position: int
    card: Card
    replaced: Card
    may_knock: bool
    """Here and below: the action is over, and the seat is now asked whether it knocks."""


@final
@quick
@frozen(weakref_slot=False)
class Drew:
    """A seat drew the top of the stock and looked at it."""

    seat: Seat
    card: Card


@final
@quick
@frozen(weakref_slot=False)
class Discarded:
    """The card drawn was discarded."""

    seat: Seat
    laid: tuple[Card, ...]
    """Here and below: what went on the discard pile, in order; draw twos that were carried out come last."""
    may_knock: bool


@final
@quick
@frozen(weakref_slot=False)
class FirstDiscarded:
    """The first card of a draw two was discarded: a second is drawn."""

    seat: Seat
    card: Card


@final
@quick
@frozen(weakref_slot=False)
class Kept:
    """The number drawn went into a row; the card replaced was laid first."""

    seat: Seat
    position: int
    card: Card
    laid: tuple[Card, ...]
    may_knock: bool


@final
@quick
@frozen(weakref_slot=False)
class Peeked:
    """A peek was carried out: the seat looked at a card of its row."""

    seat: Seat
    position: int
    card: Card
    laid: tuple[Card, ...]
    may_knock: bool


@final
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


@final
@quick
@frozen(weakref_slot=False)
class DrawTwoUsed:
    """A draw two was laid open before its player, who draws its first card."""

    seat: Seat


@frozen
class Reshuffled:
    """The discard pile was shuffled and lies under what was left of the stock: its cards, top first."""

    stock: tuple[Card, ...]


@final
@quick
@frozen(weakref_slot=False)
class Passed:
    """A seat that might have knocked didn't."""

    seat: Seat


@final
@quick
@frozen(weakref_slot=False)
class Knocked:
    """A seat knocked: each other one has one more turn."""

    seat: Seat


@quick
@frozen(weakref_slot=False)
class Replacement:
    """A special was set aside for the top card of the stock, until it was a number: the cards drawn."""

    seat: Seat
    position: int
    cards: tuple[Card, ...]


@final
@quick
@frozen(weakref_slot=False)
class RoundScored:
    """A round ended: the rows as turned up, what replaced their specials, points, and totals so far."""

    round: int
    rows: tuple[tuple[Card, ...], ...]
    replacements: tuple[Replacement, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


new_dealt: Final = maker(Dealt)
new_took: Final = maker(Took)
new_discarded: Final = maker(Discarded)
new_kept: Final = maker(Kept)
new_peeked: Final = maker(Peeked)
new_swapped: Final = maker(Swapped)
new_replacement: Final = maker(Replacement)
new_round_scored: Final = maker(RoundScored)


# --- glimpses


@frozen
class RowsDealt:
    """A round began, as everybody saw it: only one card was turned up."""

    round: int
    dealer: Seat
    stock_size: int
    turned_up: Card


@frozen
class LookSeen:
    """A seat looked at its outer cards, which the others didn't see."""

    seat: Seat


@frozen
class DrawSeen:
    """A seat drew a card that the others didn't see."""

    seat: Seat


@frozen
class KeepSeen:
    """A seat kept the number it drew, which the others didn't see; the card replaced they saw."""

    seat: Seat
    position: int
    laid: tuple[Card, ...]
    may_knock: bool


@frozen
class PeekSeen:
    """A seat looked at a card of its row, which the others didn't see."""

    seat: Seat
    position: int
    laid: tuple[Card, ...]
    may_knock: bool


@frozen
class ReshuffleSeen:
    """The discard pile was shuffled and became stock, so many cards."""

    size: int


_Open: TypeAlias = (
    Opened | Took | Discarded | FirstDiscarded | Swapped | DrawTwoUsed | Passed | Knocked | RoundScored
)
_Private: TypeAlias = Looked | Drew | Kept | Peeked

Action: TypeAlias = Took | Discarded | Kept | Peeked | Swapped
"""What ends the action of a turn: then comes the knock, or the next turn."""

Event: TypeAlias = Dealt | Reshuffled | _Private | _Open
Glimpse: TypeAlias = RowsDealt | ReshuffleSeen | LookSeen | DrawSeen | KeepSeen | PeekSeen | _Private | _Open
