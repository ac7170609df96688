"""Writing events down."""

from typing import TypeAlias, TypeVar, assert_never

from cardkit.games.biberbande.cards import Card
from cardkit.games.biberbande.messages import (
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
from cardkit.games.biberbande.state import (
    CHOOSING,
    DRAWN,
    KNOCKING,
    LOOKING,
    OUTER_SIGHT,
    OVER,
    Drawing,
    Drawn,
    Sight,
    State,
    Table,
    after_look,
    lying,
    new_state,
    new_table,
)
from cardkit.quick import changed
from cardkit.seats import Seat

__all__ = ["evolve", "opened", "put", "redealt", "rows_after", "scored", "swapped"]

T = TypeVar("T")
Rows: TypeAlias = tuple[tuple[T, ...], ...]


def evolve(state: State, event: Event) -> State:
    """Nothing is judged here: it already happened. What happens most often comes first."""
    rows: Rows[Card]
    if type(event) is Took:
        return took(state, event)
    if type(event) is Drew:
        return drew(state, event)
    if type(event) is Looked:
        return looked(state, event.seat)
    if type(event) is Kept:
        rows = put(state.rows, event.seat, event.position, event.card)
        return acted(state, event.seat, event.may_knock, rows, event.laid, None)
    if type(event) is Passed:
        return passed(state, event.seat, state.knocker)
    if type(event) is Knocked:
        return passed(state, event.seat, event.seat)
    if type(event) is Discarded:
        return acted(state, event.seat, event.may_knock, state.rows, event.laid, None)
    if type(event) is Swapped:
        rows = swapped(state.rows, event.seat, event.position, event.other, event.theirs)
        return acted(state, event.seat, event.may_knock, rows, event.laid, None)
    if type(event) is Dealt:
        table = redealt(state.table, event.round, event.dealer)
        looking = LOOKING[(event.dealer + 1) % table.seats]
        return new_state(table, looking, event.rows, event.stock, (event.turned_up,), 0, None, None)
    if type(event) is RoundScored:
        return turned_up(state, event)
    if type(event) is Peeked:
        sight = event.seat, (event.position,)
        return acted(state, event.seat, event.may_knock, state.rows, event.laid, sight)
    if type(event) is DrawTwoUsed:
        return drawing(state, Drawing(event.seat, lying(state.phase) + 1, first=True), state.discard)
    match event:
        case FirstDiscarded(seat, card):
            second = Drawing(seat, lying(state.phase), first=False)
            return drawing(state, second, (*state.discard, card))
        case Reshuffled(stock):
            return changed(state, stock=state.stock + stock, discard=(), sight=None)
        case Opened():
            return new_state(opened(event), OVER, (), (), (), 0, None, None)
        case _:
            assert_never(event)


def took(state: State, event: Took) -> State:
    """The top of the discard pile is in the row, and what it replaced in its place: an action is over."""
    seat = event.seat
    rows: Rows[Card] = put(state.rows, seat, event.position, event.card)
    phase = KNOCKING[seat] if event.may_knock else CHOOSING[(seat + 1) % len(rows)]
    discard = (*state.discard[:-1], event.replaced)
    return new_state(state.table, phase, rows, state.stock, discard, state.turns + 1, state.knocker, None)


def acted(
    state: State, seat: Seat, may_knock: bool, rows: Rows[Card], laid: tuple[Card, ...], sight: Sight | None
) -> State:
    """An action is over, with a card that was drawn."""
    return new_state(
        state.table,
        KNOCKING[seat] if may_knock else CHOOSING[(seat + 1) % len(rows)],
        rows,
        state.stock,
        state.discard + laid,
        state.turns + 1,
        state.knocker,
        sight,
    )


def drawing(state: State, phase: Drawing, discard: tuple[Card, ...]) -> State:
    """A card is drawn next, for a draw two."""
    return new_state(state.table, phase, state.rows, state.stock, discard, state.turns, state.knocker, None)


def looked(state: State, seat: Seat) -> State:
    """A seat sees its outer cards."""
    table, phase = state.table, after_look(seat, state.table)
    return new_state(
        table, phase, state.rows, state.stock, state.discard, state.turns, state.knocker, OUTER_SIGHT[seat]
    )


def drew(state: State, event: Drew) -> State:
    """The top of the stock is in hand."""
    before, phase = state.phase, DRAWN[event.seat][event.card]
    if type(before) is Drawing:
        phase = Drawn(event.seat, event.card, before.draw_twos, before.first)
    return new_state(
        state.table, phase, state.rows, state.stock[1:], state.discard, state.turns, state.knocker, None
    )


def passed(state: State, seat: Seat, knocker: Seat | None) -> State:
    """The next turn begins, with or without a knocker."""
    phase = CHOOSING[(seat + 1) % len(state.rows)]
    return new_state(state.table, phase, state.rows, state.stock, state.discard, state.turns, knocker, None)


def turned_up(state: State, event: RoundScored) -> State:
    """The round is over."""
    table, drawn = scored(state.table, event), 0
    for replacement in event.replacements:
        drawn += len(replacement.cards)
    return new_state(table, OVER, (), state.stock[drawn:], state.discard, state.turns, state.knocker, None)


def put(rows: Rows[T], seat: Seat, position: int, card: T) -> Rows[T]:
    """The rows with this card in a place."""
    changed_rows, row = [*rows], [*rows[seat]]
    row[position] = card
    changed_rows[seat] = tuple(row)
    return tuple(changed_rows)


def swapped(rows: Rows[T], seat: Seat, position: int, other: Seat, theirs: int) -> Rows[T]:
    """The rows with two cards in each other's place."""
    own = rows[seat][position]
    return put(put(rows, seat, position, rows[other][theirs]), other, theirs, own)


def rows_after(rows: Rows[Card], event: Action | Passed) -> Rows[Card]:
    """How the rows lie when a turn has ended with this."""
    if type(event) is Took:
        return put(rows, event.seat, event.position, event.card)
    if type(event) is Kept:
        return put(rows, event.seat, event.position, event.card)
    if type(event) is Swapped:
        return swapped(rows, event.seat, event.position, event.other, event.theirs)
    return rows


def opened(event: Opened) -> Table:
    """The table before the first deal."""
    return new_table(
        event.seats,
        event.first_dealer,
        event.rotate_dealer,
        event.rounds,
        event.turn_limit,
        totals=(0,) * event.seats,
    )


def redealt(table: Table, round: int, dealer: Seat) -> Table:
    """The table of a new round: what was turned up in the last one may be looked up still."""
    return new_table(
        table.seats,
        table.first_dealer,
        table.rotate_dealer,
        table.rounds,
        table.turn_limit,
        round,
        dealer,
        table.totals,
        table.last_rows,
        table.last_replacements,
        table.last_points,
    )


def scored(table: Table, event: RoundScored) -> Table:
    """The table after a round."""
    return new_table(
        table.seats,
        table.first_dealer,
        table.rotate_dealer,
        table.rounds,
        table.turn_limit,
        table.round,
        table.dealer,
        event.totals,
        event.rows,
        event.replacements,
        event.points,
    )
