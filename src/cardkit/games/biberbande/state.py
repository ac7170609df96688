"""The position between two events, as it is or as a viewer sees it. `H` is what a hidden card may be."""

from typing import Annotated, Final, Generic, Literal, Never, TypeAlias

from attrs import frozen

from cardkit.games.biberbande.cards import Card
from cardkit.games.biberbande.messages import Replacement
from cardkit.hidden import ALL, NOBODY, H, Named, Place, SeenIf
from cardkit.quick import quick
from cardkit.seats import Seat, Viewer

__all__ = ["INITIAL", "Peeking", "Phase", "RoundInfo", "State"]

Phase: TypeAlias = Literal["looking", "choosing", "drawing", "drawn", "knocking", "over"]
"""What the seat whose turn it is does next.

- `looking`: it looks at its outer cards, before the first turn.
- `choosing`: it takes from the discard pile, or draws.
- `drawing`: it draws for a draw two. This lies between two events of one move, so no match stops here.
- `drawn`: it uses the card that it drew, or discards it.
- `knocking`: its action is over, and it knocks or passes.
- `over`: no round is being played.
"""

Peeking: TypeAlias = tuple[Seat, tuple[int, ...]]
"""A seat, and the positions of its own row that it is looking at. It lasts until the next event."""


@quick
@frozen
class RoundInfo:
    """What doesn't change during a round."""

    seats: int = 0
    first_dealer: Seat = 0
    rotate_dealer: bool = False
    rounds: int = 1
    turn_limit: int | None = None
    round: int = 0
    dealer: Seat | None = None
    totals: tuple[int, ...] = ()
    last_rows: tuple[tuple[Card, ...], ...] = ()
    """The rows of the last scored round, as they were turned up. They stay visible until the next scoring."""
    last_replacements: tuple[Replacement, ...] = ()
    last_points: tuple[int, ...] = ()


def in_sight(state: "State[object]", viewer: Viewer, place: Place) -> bool:
    """Return whether the viewer is looking at this card of a row. When a round is over, everybody is."""
    if state.sight is None:
        return state.phase == "over"
    seat, positions = state.sight
    return seat == viewer and place[0] == seat and place[1] in positions


def on_top(state: "State[object]", viewer: Viewer, place: Place) -> bool:
    """Return whether this card is the last on the discard pile. Lower cards aren't shown."""
    return place[0] == len(state.discard) - 1


@quick
@frozen(weakref_slot=False)
class State(Generic[H]):
    """The position."""

    table: RoundInfo
    turns: int
    """The number of actions of this round that are over."""
    knocker: Seat | None
    phase: Phase
    turn: Seat | None
    rows: Annotated[tuple[tuple[Card | H, ...], ...], SeenIf(in_sight)]
    """The rows by seat. When a round is over they lie open, until the next deal."""
    stock: Annotated[tuple[Card | H, ...], NOBODY]
    """Its top card first."""
    discard: Annotated[tuple[Card | H, ...], SeenIf(on_top)]
    """Its top card last."""
    drawn: Annotated[Card | H | None, Named("turn")] = None
    """The card that the seat whose turn it is has drawn and holds."""
    first: bool = False
    """Whether this is the first card of a draw two, so that discarding it brings a second."""
    aside: Annotated[tuple[Card, ...], ALL] = ()
    """Cards that lie open beside the piles: draw twos being carried out, and replacements of specials in the scoring.
    """
    sight: Peeking | None = None


INITIAL: Final[State[Never]] = State(RoundInfo(), 0, None, "over", None, (), (), ())
