"""The recording of events, in the true state and in what a viewer remembers."""

from typing import Final, Never

from cardkit.games.biberbande.cards import Card
from cardkit.games.biberbande.messages import (
    OUTER,
    Action,
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
from cardkit.games.biberbande.state import Phase, RoundInfo, State
from cardkit.hidden import Evolve, H, Unseen, noted, recorder, seen
from cardkit.mechanics.dealing import replaced
from cardkit.quick import changed, changer
from cardkit.seats import Seat

__all__ = ["NUMBER", "evolve"]

NUMBER = "number"
"""A note on a card that another seat drew and kept: specials can't be kept."""


# The most frequent changes: the fields that get new values, then those that get the same value each time.
_end_action: Final = changer(
    State, "turns", "phase", "turn", "rows", "discard", drawn=None, first=False, aside=(), sight=None
)
_hold: Final = changer(State, "drawn", "stock", phase="drawn", sight=None)
_look: Final = changer(State, "phase", "turn", "rows", "sight")
_see: Final = changer(State, "sight")
_begin_turn: Final = changer(State, "turn", "knocker", phase="choosing", sight=None)
_begin_round: Final = changer(
    State,
    "table",
    "turn",
    "rows",
    "stock",
    "discard",
    turns=0,
    knocker=None,
    phase="looking",
    drawn=None,
    first=False,
    aside=(),
    sight=None,
)
_end_round: Final = changer(State, "table", "rows", "stock", "aside", phase="over", turn=None, sight=None)
_number_round: Final = changer(RoundInfo, "round", "dealer")
_score_round: Final = changer(RoundInfo, "totals", "last_rows", "last_replacements", "last_points")


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


def dealt(state: State[H], event: Dealt[H]) -> State[H]:
    """Record that a round begins. The dealer's left neighbour is the first to look."""
    table = _number_round(state.table, round=event.round, dealer=event.dealer)
    turn, discard = (event.dealer + 1) % table.seats, (event.turned_up,)
    return _begin_round(state, table=table, turn=turn, rows=event.rows, stock=event.stock, discard=discard)


def looked(state: State[H], event: Looked[H]) -> State[H]:
    """Record that a seat sees its outer cards. The dealer is the last to look; then the first turn begins."""
    table, seat, rows = state.table, event.seat, state.rows
    (left, second, third, right), (shown_left, shown_right) = rows[seat], event.outer
    if left is not shown_left or right is not shown_right:
        rows = replaced(rows, seat, (seen(left, shown_left), second, third, seen(right, shown_right)))
    phase: Phase = "choosing" if seat == table.dealer else "looking"
    return _look(state, phase=phase, turn=(seat + 1) % table.seats, rows=rows, sight=(seat, OUTER))


def drew(state: State[H], event: Drew[H]) -> State[H]:
    """Record that a seat holds the top of the stock."""
    card = seen(state.stock[0], event.card)
    return _hold(state, drawn=card, stock=state.stock[1:])


def took(state: State[H], event: Took) -> State[H]:
    """Record that the top of the discard pile and a card of a row changed places."""
    discard = state.discard[:-1]
    discard += (event.replaced,)
    return acted(state, event, put(state.rows, event.seat, event.position, event.card), discard)


def kept(state: State[H], event: Kept[H]) -> State[H]:
    """Record that the drawn card lies in a row. Everybody knows that it's a number."""
    assert state.drawn is not None
    card: Card | H = noted(seen(state.drawn, event.card), NUMBER)
    return acted(state, event, put(state.rows, event.seat, event.position, card), state.discard + event.laid)


def discarded(state: State[H], event: Discarded) -> State[H]:
    """Record that the drawn card lies on the discard pile."""
    return acted(state, event, state.rows, state.discard + event.laid)


def swapped(state: State[H], event: Swapped) -> State[H]:
    """Record that two cards changed places."""
    rows = state.rows
    own, other = rows[event.seat][event.position], rows[event.other][event.theirs]
    rows = put(put(rows, event.seat, event.position, other), event.other, event.theirs, own)
    return acted(state, event, rows, state.discard + event.laid)


def peeked(state: State[H], event: Peeked[H]) -> State[H]:
    """Record that a seat sees a card of its row."""
    seat, position = event.seat, event.position
    rows = put(state.rows, seat, position, seen(state.rows[seat][position], event.card))
    return _see(acted(state, event, rows, state.discard + event.laid), sight=(seat, (position,)))


def acted(
    state: State[H], event: Action[H], rows: tuple[tuple[Card | H, ...], ...], discard: tuple[Card | H, ...]
) -> State[H]:
    """Record the end of an action: ask the seat whether it knocks, or begin the next turn."""
    seat, turns = event.seat, state.turns + 1
    if event.may_knock:
        return _end_action(state, turns=turns, phase="knocking", turn=seat, rows=rows, discard=discard)
    turn = (seat + 1) % len(rows)
    return _end_action(state, turns=turns, phase="choosing", turn=turn, rows=rows, discard=discard)


def first_discarded(state: State[H], event: FirstDiscarded) -> State[H]:
    """Record that the first card of a draw two lies on the discard pile. The second one is drawn next."""
    discard = (*state.discard, event.card)
    return changed(state, phase="drawing", drawn=None, first=False, discard=discard, sight=None)


def draw_two_used(state: State[H], event: DrawTwoUsed) -> State[H]:
    """Record that a draw two lies open beside the piles. Its first card is drawn next."""
    aside = (*state.aside, "draw2")
    return changed(state, phase="drawing", drawn=None, first=True, aside=aside, sight=None)


def reshuffled(state: State[H], event: Reshuffled[H]) -> State[H]:
    """Record that the discard pile lies under the stock, in a new order."""
    return changed(state, stock=state.stock + event.stock, discard=(), sight=None)


def passed(state: State[H], event: Passed) -> State[H]:
    """Record that the next turn begins."""
    return next_turn(state, event.seat, state.knocker)


def knocked(state: State[H], event: Knocked) -> State[H]:
    """Record who knocked, and that the next turn begins."""
    return next_turn(state, event.seat, event.seat)


def next_turn(state: State[H], seat: Seat, knocker: Seat | None) -> State[H]:
    """Begin the turn of the next seat."""
    return _begin_turn(state, turn=(seat + 1) % len(state.rows), knocker=knocker)


def round_scored(state: State[H], event: RoundScored) -> State[H]:
    """Record that the rows lie open. The cards that replaced special ones lie beside them."""
    replacing = tuple([card for replacement in event.replacements for card in replacement.cards])
    table = _score_round(
        state.table,
        totals=event.totals,
        last_rows=event.rows,
        last_replacements=event.replacements,
        last_points=event.points,
    )
    stock = state.stock[len(replacing) :]
    return _end_round(state, table=table, rows=event.rows, stock=stock, aside=replacing)


def put(
    rows: tuple[tuple[Card | H, ...], ...], seat: Seat, position: int, card: Card | H
) -> tuple[tuple[Card | H, ...], ...]:
    """Return the rows with this card at this place."""
    laid: list[tuple[Card | H, ...]] = [*rows]
    row: list[Card | H] = [*rows[seat]]
    row[position] = card
    laid[seat] = tuple(row)
    return tuple(laid)


evolve: Final[Evolve[State[Never], Event[Never], State[Unseen], Event[Unseen]]] = recorder(
    Event,
    drew,
    looked,
    took,
    kept,
    knocked,
    round_scored,
    discarded,
    passed,
    dealt,
    swapped,
    peeked,
    draw_two_used,
    first_discarded,
    reshuffled,
    opened,
)
"""Record what happened, each kind of event by its own function. The most frequent ones come first."""
