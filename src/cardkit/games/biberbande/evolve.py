"""The recording of events, in the true state and in what a viewer remembers."""

from typing import assert_never

from cardkit.games.biberbande.cards import Card
from cardkit.games.biberbande.messages import (
    OUTER,
    Dealt,
    Discarded,
    DrawTwoUsed,
    Drew,
    Event,
    FirstDiscarded,
    Kept,
    Knocked,
    Looked,
    Opened,
    Passed,
    Peeked,
    Reshuffled,
    RoundScored,
    Swapped,
    Took,
)
from cardkit.games.biberbande.state import Peeking, Phase, RoundInfo, State
from cardkit.hidden import H, noted, seen
from cardkit.mechanics.dealing import replaced
from cardkit.quick import changed, changer
from cardkit.seats import Seat

__all__ = ["NUMBER", "evolve"]

NUMBER = "number"
"""A note on a card that another seat drew and kept: specials can't be kept."""


# The changes of the most frequent events. The names of the fields are those of the arguments, in order.
_after_action = changer(
    State, "turns", "phase", "turn", "rows", "discard", "drawn", "first", "aside", "sight"
)
_after_draw = changer(State, "phase", "drawn", "stock", "sight")
_after_look = changer(State, "phase", "turn", "rows", "sight")
_after_scoring = changer(State, "table", "phase", "turn", "rows", "stock", "aside", "sight")
_next_turn = changer(State, "phase", "turn", "knocker", "sight")
_scored = changer(RoundInfo, "totals", "last_rows", "last_replacements", "last_points")
_dealt = changer(RoundInfo, "round", "dealer")


def evolve(state: State[H], event: Event[H]) -> State[H]:
    """Record what happened.

    The most frequent events come first and are recognised by their type. A `match` takes four times as long to reach a
    case, which would cost playouts a tenth of their speed.
    """
    if type(event) is Took:
        rows = put(state.rows, event.seat, event.position, event.card)
        return acted(state, event.seat, event.may_knock, rows, (*state.discard[:-1], event.replaced))
    if type(event) is Drew:
        return _after_draw(state, "drawn", seen(state.stock[0], event.card), state.stock[1:], None)
    if type(event) is Looked:
        return looked(state, event)
    if type(event) is Kept:
        assert state.drawn is not None
        kept: Card | H = noted(seen(state.drawn, event.card), NUMBER)
        rows = put(state.rows, event.seat, event.position, kept)
        return acted(state, event.seat, event.may_knock, rows, state.discard + event.laid)
    if type(event) is Discarded:
        return acted(state, event.seat, event.may_knock, state.rows, state.discard + event.laid)
    if type(event) is Passed:
        return next_turn(state, event.seat, state.knocker)
    if type(event) is Knocked:
        return next_turn(state, event.seat, event.seat)
    if type(event) is Swapped:
        return acted(
            state, event.seat, event.may_knock, swapped(state.rows, event), state.discard + event.laid
        )
    if type(event) is Peeked:
        return peeked(state, event)
    match event:
        case DrawTwoUsed():
            aside = (*state.aside, "draw2")
            return changed(state, phase="drawing", drawn=None, first=True, aside=aside, sight=None)
        case FirstDiscarded(_, card):
            discard = (*state.discard, card)
            return changed(state, phase="drawing", drawn=None, first=False, discard=discard, sight=None)
        case Reshuffled(stock):
            return changed(state, stock=state.stock + stock, discard=(), sight=None)
        case RoundScored():
            return scored(state, event)
        case Dealt():
            return dealt(state, event)
        case Opened():
            return opened(state, event)
        case _:
            assert_never(event)


def acted(
    state: State[H],
    seat: Seat,
    may_knock: bool,
    rows: tuple[tuple[Card | H, ...], ...],
    discard: tuple[Card | H, ...],
    sight: Peeking | None = None,
) -> State[H]:
    """Record the end of an action: ask the seat whether it knocks, or begin the next turn."""
    phase: Phase = "knocking" if may_knock else "choosing"
    turn, turns = seat if may_knock else (seat + 1) % len(rows), state.turns + 1
    return _after_action(state, turns, phase, turn, rows, discard, None, False, (), sight)


def peeked(state: State[H], event: Peeked[H]) -> State[H]:
    """Record that a seat sees a card of its row."""
    seat, position = event.seat, event.position
    rows = put(state.rows, seat, position, seen(state.rows[seat][position], event.card))
    sight = seat, (position,)
    return acted(state, seat, event.may_knock, rows, state.discard + event.laid, sight)


def next_turn(state: State[H], seat: Seat, knocker: Seat | None) -> State[H]:
    """Record that a seat has knocked or passed, and begin the next turn."""
    return _next_turn(state, "choosing", (seat + 1) % len(state.rows), knocker, None)


def looked(state: State[H], event: Looked[H]) -> State[H]:
    """Record that a seat sees its outer cards. The dealer is the last to look; then the first turn begins."""
    table, seat, rows = state.table, event.seat, state.rows
    (left, second, third, right), (shown_left, shown_right) = rows[seat], event.outer
    if left is not shown_left or right is not shown_right:
        rows = replaced(rows, seat, (seen(left, shown_left), second, third, seen(right, shown_right)))
    phase: Phase = "choosing" if seat == table.dealer else "looking"
    return _after_look(state, phase, (seat + 1) % table.seats, rows, (seat, OUTER))


def put(
    rows: tuple[tuple[Card | H, ...], ...], seat: Seat, position: int, card: Card | H
) -> tuple[tuple[Card | H, ...], ...]:
    """Return the rows with this card at this place."""
    laid: list[tuple[Card | H, ...]] = [*rows]
    row: list[Card | H] = [*rows[seat]]
    row[position] = card
    laid[seat] = tuple(row)
    return tuple(laid)


def swapped(rows: tuple[tuple[Card | H, ...], ...], event: Swapped) -> tuple[tuple[Card | H, ...], ...]:
    """Return the rows with two cards exchanged."""
    own = rows[event.seat][event.position]
    rows = put(rows, event.seat, event.position, rows[event.other][event.theirs])
    return put(rows, event.other, event.theirs, own)


def scored(state: State[H], event: RoundScored) -> State[H]:
    """Record that the rows lie open, and the cards that replaced their specials beside them."""
    replacing = tuple([card for replacement in event.replacements for card in replacement.cards])
    table = _scored(state.table, event.totals, event.rows, event.replacements, event.points)
    stock = state.stock[len(replacing) :]
    return _after_scoring(state, table, "over", None, event.rows, stock, replacing, None)


def dealt(state: State[H], event: Dealt[H]) -> State[H]:
    """Record that a round begins. The dealer's left neighbour is the first to look."""
    table = _dealt(state.table, event.round, event.dealer)
    turn = (event.dealer + 1) % table.seats
    return State(table, 0, None, "looking", turn, event.rows, event.stock, (event.turned_up,))


def opened(state: State[H], event: Opened) -> State[H]:
    """Record the house rules."""
    table = RoundInfo(
        event.seats,
        event.first_dealer,
        event.rotate_dealer,
        event.rounds,
        event.turn_limit,
        totals=(0,) * event.seats,
    )
    return changed(state, table=table)
