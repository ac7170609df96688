"""Writing events down."""

from typing import assert_never

from cardkit.games.push.cards import DIE, OCCUPIES, PLACE, SUIT, Card, Number
from cardkit.games.push.messages import (
    Busted,
    DirectionRevealed,
    Event,
    Opened,
    Placed,
    RanOut,
    Revealed,
    Scored,
    Secured,
    Stopped,
    Taken,
)
from cardkit.games.push.state import (
    CHOOSING,
    GOING,
    NOTHING,
    PLACING,
    ROW_OF_ONE,
    SECURED,
    TAKEN_ROW,
    TAKING,
    Over,
    Row,
    Setup,
    State,
    new_state,
)
from cardkit.mechanics.dealing import replaced
from cardkit.quick import changed
from cardkit.seats import Seat

__all__ = ["evolve", "opened"]


def evolve(state: State, event: Event) -> State:
    """Nothing is judged here: it already happened. What happens most often comes first."""
    if type(event) is Revealed:
        return new_state(
            state.setup,
            state.gone + 1,
            state.hoards,
            state.discarded,
            state.rows,
            state.directions,
            event.seat,
            PLACING[event.card][event.fits],
        )
    if type(event) is Placed:
        return placed(state, event)
    if type(event) is Taken:
        return taken(state, event)
    if type(event) is Stopped:
        return new_state(
            state.setup,
            state.gone,
            state.hoards,
            state.discarded,
            state.rows,
            state.directions,
            event.seat,
            TAKING[event.seat][event.rows],
        )
    if type(event) is Secured:
        return secured(state, event)
    if type(event) is DirectionRevealed:
        return new_state(
            state.setup,
            state.gone + 1,
            state.hoards,
            state.discarded,
            state.rows,
            event.directions,
            event.seat,
            GOING,
        )
    match event:
        case RanOut(seat, rows):
            return changed(state, seat=seat, phase=TAKING[seat][rows])
        case Busted():
            return busted(state, event)
        case Opened(seats, first_player, risk, _, stock):
            return opened(seats, first_player, risk, stock)
        case Scored(discarded, _, points, owned):
            discarded = state.discarded + discarded
            return changed(
                state, discarded=discarded, rows=(), directions=0, seat=None, phase=Over(points, owned)
            )
        case _:
            assert_never(event)


def opened(seats: int, first_player: Seat, risk: bool, stock: tuple[Card, ...]) -> State:
    """Nobody owns cards yet."""
    return new_state(Setup(risk, stock), 0, (NOTHING,) * seats, (), (), 0, first_player, CHOOSING)


def placed(state: State, event: Placed) -> State:
    """The card comes last in its row, or begins a new one."""
    rows, card, place = state.rows, event.card, event.row - 1
    if place == len(rows):
        rows = (*rows, ROW_OF_ONE[card])
    else:
        cards, occupied = rows[place]
        row: Row = (*cards, card), occupied | OCCUPIES[card]
        changed_rows = [*rows]
        changed_rows[place] = row
        rows = tuple(changed_rows)
    return new_state(
        state.setup,
        state.gone,
        state.hoards,
        state.discarded,
        rows,
        state.directions,
        event.seat,
        GOING,
    )


def secured(state: State, event: Secured) -> State:
    """The cards are turned face down, and the turn is over."""
    seat, hoards = event.seat, [*state.hoards]
    mine = [*hoards[seat]]
    mine[PLACE[event.colour]] = ()
    mine[SECURED] += event.cards
    hoards[seat] = tuple(mine)
    return new_state(
        state.setup,
        state.gone,
        tuple(hoards),
        state.discarded,
        (),
        0,
        (seat + 1) % len(hoards),
        CHOOSING,
    )


def taken(state: State, event: Taken) -> State:
    """Numbers go to the seat's open cards, the rest to the discard pile."""
    seat, player, taker = event.seat, event.player, event.taker
    hoards, discarded = [*state.hoards], state.discarded
    mine = [*hoards[seat]]
    for card in event.cards:
        if card != DIE:
            mine[SUIT[card]] += (card,)
    if event.roll is not None:
        discarded = (*discarded, DIE, *event.lost)
        lose(mine, event.lost)
    discarded += event.discarded
    hoards[seat] = tuple(mine)
    if taker is None:
        left = (player + 1) % len(hoards)
        return new_state(state.setup, state.gone, tuple(hoards), discarded, (), 0, left, CHOOSING)
    rows = [*state.rows]
    rows[event.row - 1] = TAKEN_ROW
    return new_state(
        state.setup,
        state.gone,
        tuple(hoards),
        discarded,
        tuple(rows),
        state.directions,
        taker,
        TAKING[player][event.rows],
    )


def busted(state: State, event: Busted) -> State:
    """The card and the cards lost go to the discard pile; the others are to take rows."""
    seat, hoards = event.seat, state.hoards
    mine = [*hoards[seat]]
    lose(mine, event.lost)
    return changed(
        state,
        gone=state.gone + 1,
        hoards=replaced(hoards, seat, tuple(mine)),
        discarded=(*state.discarded, event.card, *event.lost),
        seat=event.taker,
        phase=TAKING[seat][event.rows],
    )


def lose(mine: list[tuple[Number, ...]], lost: tuple[Number, ...]) -> None:
    """The die takes the open cards of a colour whole."""
    for card in lost:
        mine[SUIT[card]] = ()
