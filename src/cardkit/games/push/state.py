"""All there is to know of a match between two events: one type for each moment of a turn."""

from typing import Final, TypeAlias

from attrs import frozen

from cardkit.games.push.cards import COLOURS, OCCUPIES, ROW_CARDS, Card, Number, RowCard
from cardkit.games.push.messages import MOST_SEATS, ROW_SETS, ROWS, Move, Place, Take
from cardkit.quick import maker, quick
from cardkit.seats import Seat

__all__ = [
    "CHOOSING",
    "GOING",
    "INITIAL",
    "NOTHING",
    "PLACING",
    "ROW_OF_ONE",
    "SECURED",
    "TAKEN_ROW",
    "TAKING",
    "Choosing",
    "Going",
    "Hoard",
    "Over",
    "Phase",
    "Placing",
    "Row",
    "Setup",
    "State",
    "Taking",
    "new_state",
    "open_cards",
]

Row: TypeAlias = tuple[tuple[RowCard, ...], int]
"""The cards in the order placed, and what they occupy."""

ROW_OF_ONE: Final[dict[RowCard, Row]] = {card: ((card,), OCCUPIES[card]) for card in ROW_CARDS}

TAKEN_ROW: Final[Row] = ((), 0)
"""A gap, so that the other rows keep their numbers."""

Hoard: TypeAlias = tuple[tuple[Number, ...], ...]
"""A seat's cards: the open ones by colour, then the secured ones. Each heap in the order gained."""

SECURED: Final = len(COLOURS)
"""The place of the secured cards in a hoard."""

NOTHING: Final[Hoard] = ((),) * (SECURED + 1)


def open_cards(hoard: Hoard) -> tuple[Number, ...]:
    """The open cards of a hoard, sorted by colour."""
    return tuple(card for cards in hoard[:SECURED] for card in cards)


@frozen
class Setup:
    """What stays the same all through a match."""

    risk: bool
    deck: tuple[Card, ...]
    """All cards, as they were shuffled."""


@frozen
class Choosing:
    """The turn begins: secure, or reveal."""


@frozen
class Placing:
    """A card is up, and fits in these rows."""

    card: RowCard
    fits: tuple[int, ...]
    choices: tuple[Move, ...]
    """To place it in one of them."""


@frozen
class Going:
    """A card was dealt with: go on, or stop."""


@frozen
class Taking:
    """One of these rows is to be taken, in the turn of the player, who may be the one that takes."""

    player: Seat
    rows: tuple[int, ...]
    choices: tuple[Move, ...]
    """To take one of them."""
    others: tuple[tuple[int, ...], ...]
    """The rest of them, by the number of the one that is taken."""


@frozen
class Over:
    """Nothing more happens. Points and number of cards by seat; empty before the match."""

    points: tuple[int, ...]
    owned: tuple[int, ...]


Phase: TypeAlias = Choosing | Placing | Going | Taking | Over

CHOOSING: Final = Choosing()
GOING: Final = Going()
_PLACES: Final[dict[tuple[int, ...], tuple[Move, ...]]] = {rows: tuple(map(Place, rows)) for rows in ROW_SETS}
_TAKES: Final[dict[tuple[int, ...], tuple[Move, ...]]] = {rows: tuple(map(Take, rows)) for rows in ROW_SETS}
_OTHERS: Final = {
    rows: tuple(tuple(other for other in rows if other != row) for row in (0, *ROWS)) for rows in ROW_SETS
}
PLACING: Final = {
    card: {rows: Placing(card, rows, choices) for rows, choices in _PLACES.items()} for card in ROW_CARDS
}
TAKING: Final = tuple(
    {rows: Taking(player, rows, choices, _OTHERS[rows]) for rows, choices in _TAKES.items()}
    for player in range(MOST_SEATS)
)


@quick
@frozen(weakref_slot=False)
class State:
    """The position."""

    setup: Setup
    gone: int
    """How many of the deck were turned up. The rest is the stock, its top card first."""
    hoards: tuple[Hoard, ...]
    """By seat."""
    discarded: tuple[Card, ...]
    """In the order discarded."""
    rows: tuple[Row, ...]
    directions: int
    """How many direction cards lie beside the stock."""
    seat: Seat | None
    """Who is to move."""
    phase: Phase


new_state: Final = maker(State)

INITIAL: Final = State(Setup(risk=False, deck=()), 0, (), (), (), 0, None, Over((), ()))
