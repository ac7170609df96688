"""What lies before a viewer's eyes, and what a viewer sees of an event."""

from typing import Final, Literal, TypeAlias, assert_never

from attrs import frozen

from cardkit.games.biberbande.cards import Card
from cardkit.games.biberbande.messages import (
    POSITIONS,
    Dealt,
    Discarded,
    DrawSeen,
    DrawTwoUsed,
    Drew,
    Event,
    FirstDiscarded,
    Glimpse,
    KeepSeen,
    Kept,
    Knocked,
    Looked,
    LookSeen,
    Opened,
    Passed,
    Peeked,
    PeekSeen,
    Replacement,
    Reshuffled,
    ReshuffleSeen,
    RoundScored,
    RowsDealt,
    Swapped,
    Took,
)
from cardkit.games.biberbande.state import (
    Choosing,
    Drawing,
    Drawn,
    Knocking,
    Looking,
    Over,
    Phase,
    State,
    lying,
)
from cardkit.seats import Seat, Viewer

__all__ = ["Moment", "View", "glimpse", "view"]

Moment: TypeAlias = Literal["looking", "choosing", "drawing", "drawn", "knocking", "over"]

_MOMENTS: Final[dict[type[Phase], Moment]] = {
    Looking: "looking",
    Choosing: "choosing",
    Drawing: "drawing",
    Drawn: "drawn",
    Knocking: "knocking",
    Over: "over",
}


@frozen
class View:
    """The table as one viewer sees it: only what lies open now. What was seen before is in the glimpses."""

    you: Seat | None
    seats: int
    round: int
    rounds: int
    dealer: Seat | None
    phase: Moment
    turn: Seat | None
    turns: int
    """How many actions of this round are over."""
    turn_limit: int | None
    knocker: Seat | None
    row: tuple[Card | None, ...] | None
    """The viewer's own: a card that it looks at right now, `None` for one that lies face down.

    The row is `None` for a spectator, and where no round is being played.
    """
    drawn: Card | None
    """The card that the viewer drew and holds."""
    draw_twos: int
    """Carried out in this turn: they lie open before the seat whose turn it is."""
    first_of_two: bool
    """Whether the card drawn is the first of a draw two, so that discarding it brings a second."""
    stock_size: int
    discard_size: int
    discard_top: Card | None
    totals: tuple[int, ...]
    last_rows: tuple[tuple[Card, ...], ...]
    """The rows of the round scored last, as they were turned up, by seat."""
    last_replacements: tuple[Replacement, ...]
    last_points: tuple[int, ...]


def view(state: State, viewer: Viewer) -> View:
    """Everything open, and what the viewer itself looks at."""
    table, phase = state.table, state.phase
    return View(
        you=viewer,
        seats=table.seats,
        round=table.round,
        rounds=table.rounds,
        dealer=table.dealer,
        phase=_MOMENTS[type(phase)],
        turn=phase.seat,
        turns=state.turns,
        turn_limit=table.turn_limit,
        knocker=state.knocker,
        row=row(state, viewer),
        drawn=phase.card if isinstance(phase, Drawn) and phase.seat == viewer else None,
        draw_twos=lying(phase),
        first_of_two=isinstance(phase, Drawn | Drawing) and phase.first,
        stock_size=len(state.stock),
        discard_size=len(state.discard),
        discard_top=state.discard[-1] if state.discard else None,
        totals=table.totals,
        last_rows=table.last_rows,
        last_replacements=table.last_replacements,
        last_points=table.last_points,
    )


def row(state: State, viewer: Viewer) -> tuple[Card | None, ...] | None:
    """A look lasts until the next event, whoever brings it."""
    if viewer is None or not state.rows:
        return None
    cards = state.rows[viewer]
    seat, positions = state.sight or (None, ())
    return tuple(
        cards[position] if seat == viewer and position in positions else None for position in POSITIONS
    )


def glimpse(event: Event, viewer: Viewer) -> Glimpse:
    """All of it, but for the rows, the stock, and the cards that another seat draws or looks at."""
    match event:
        case Dealt(round, dealer, _, stock, turned_up):
            return RowsDealt(round, dealer, len(stock), turned_up)
        case Reshuffled(stock):
            return ReshuffleSeen(len(stock))
        case Looked(seat):
            return event if seat == viewer else LookSeen(seat)
        case Drew(seat):
            return event if seat == viewer else DrawSeen(seat)
        case Kept(seat, position, _, laid, may_knock):
            return event if seat == viewer else KeepSeen(seat, position, laid, may_knock)
        case Peeked(seat, position, _, laid, may_knock):
            return event if seat == viewer else PeekSeen(seat, position, laid, may_knock)
        case Opened() | RoundScored() | Took() | Discarded() | FirstDiscarded() | Swapped():
            return event
        case DrawTwoUsed() | Passed() | Knocked():
            return event
        case _:
            assert_never(event)
