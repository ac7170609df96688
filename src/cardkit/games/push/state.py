"""The position of a match between two events: where each card lies, and the phase of the turn."""

from typing import Annotated, Final, Generic, Literal, Never, TypeAlias

from attrs import frozen

from cardkit.games.push.cards import Card, Number, RowCard
from cardkit.games.push.messages import MOST_SEATS, ROW_SETS
from cardkit.hidden import ALL, NOBODY, H, Place, SeenIf
from cardkit.quick import quick
from cardkit.seats import Seat, Viewer

__all__ = [
    "CHOOSING",
    "GOING",
    "INITIAL",
    "PLACING",
    "TAKING",
    "Choosing",
    "Going",
    "Over",
    "Phase",
    "Placing",
    "Setup",
    "State",
    "Taking",
]


@frozen
class Setup:
    """What doesn't change during a match."""

    risk: bool
    direction_cards: bool


@frozen
class Choosing:
    """The turn begins: secure, or reveal."""

    moment: Literal["choosing"] = "choosing"


@frozen
class Placing:
    """A card is up, and fits in these rows."""

    fits: tuple[int, ...]
    moment: Literal["placing"] = "placing"


@frozen
class Going:
    """A card was placed or laid aside: go on, or stop."""

    moment: Literal["going"] = "going"


@frozen
class Taking:
    """One of these rows must be taken in the player's turn, by the player or by another seat."""

    player: Seat
    rows: tuple[int, ...]
    moment: Literal["taking"] = "taking"


@frozen
class Over:
    """The match is over, or hasn't begun. Points and number of cards by seat; empty before the match."""

    points: tuple[int, ...]
    owned: tuple[int, ...]
    moment: Literal["over"] = "over"


Phase: TypeAlias = Choosing | Placing | Going | Taking | Over

CHOOSING: Final = Choosing()
GOING: Final = Going()
PLACING: Final = {rows: Placing(rows) for rows in ROW_SETS}
"""The phases of placing, by the rows that fit."""
TAKING: Final = tuple({rows: Taking(player, rows) for rows in ROW_SETS} for player in range(MOST_SEATS))
"""The phases of taking, by the player, then by the rows to take."""


def sees_secured(state: "State[Never]", viewer: Viewer, place: Place) -> bool:
    """Return whether a viewer sees a secured card. Its owner does, and everybody at the end."""
    return place[0] == viewer or isinstance(state.phase, Over)


@quick
@frozen(weakref_slot=False)
class State(Generic[H]):
    """The position."""

    setup: Setup
    seat: Seat | None
    """The seat that is to move."""
    phase: Phase
    stock: Annotated[tuple[Card | H, ...], NOBODY]
    """Its top card first."""
    up: Annotated[RowCard | None, ALL]
    """The card to place."""
    directions: Annotated[tuple[Literal["turn"], ...], ALL]
    """The direction cards of this turn, beside the stock."""
    rows: Annotated[tuple[tuple[RowCard, ...], ...], ALL]
    """The rows, each in the order placed. A row that was taken is empty, so that the others keep their numbers."""
    open: Annotated[tuple[tuple[Number, ...], ...], ALL]
    """Open cards by seat, in the order gained."""
    secured: Annotated[tuple[tuple[Number | H, ...], ...], SeenIf(sees_secured)]
    """Secured cards by seat, in the order gained."""
    discarded: Annotated[tuple[Card, ...], ALL]
    """The discarded cards, in order."""


INITIAL: Final[State[Never]] = State(
    Setup(risk=False, direction_cards=True), None, Over((), ()), (), None, (), (), (), (), ()
)
