"""The recording of events."""

from typing import Final, Never, assert_never

from cardkit.games.push.cards import DIE, NUMBER, TURN, Number
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
from cardkit.games.push.state import CHOOSING, GOING, PLACING, TAKING, Over, Setup, State
from cardkit.hidden import Evolve, H, Unseen
from cardkit.mechanics.dealing import replaced
from cardkit.quick import changed, changer

__all__ = ["EVOLVE", "evolve"]

_turn_up: Final = changer(State, "stock", "up", "phase")
_lay_aside: Final = changer(State, "stock", "directions", "phase")
_put_down: Final = changer(State, "up", "rows", "phase")
_secure: Final = changer(State, "seat", "phase", "open", "secured")
_stop: Final = changer(State, "phase")
_take: Final = changer(State, "seat", "phase", "rows", "open", "discarded")
_end_turn: Final = changer(State, "seat", "phase", "directions", "rows", "open", "discarded")


def evolve(state: State[H], event: Event[H]) -> State[H]:
    """Record what happened.

    The events of nearly every move come first and are recognised by their type. `match` calls `isinstance` for each
    class in turn, which would make random playouts slower by a tenth.
    """
    if type(event) is Revealed:
        return _turn_up(state, state.stock[1:], event.card, PLACING[event.fits])
    if type(event) is Placed:
        rows, place = state.rows, event.row - 1
        if place == len(rows):
            rows += ((event.card,),)
        else:
            lying = [*rows]
            lying[place] += (event.card,)
            rows = tuple(lying)
        return _put_down(state, None, rows, GOING)
    if type(event) is Taken:
        return taken(state, event)
    if type(event) is Secured:
        return secured(state, event)
    if type(event) is Stopped:
        return _stop(state, TAKING[event.seat][event.rows])
    if type(event) is DirectionRevealed:
        directions = (TURN,) * event.directions
        return _lay_aside(state, state.stock[1:], directions, GOING)
    match event:
        case RanOut(seat, remaining):
            return _stop(state, TAKING[seat][remaining])
        case Busted(seat, card, _, lost, taker, remaining):
            return changed(
                state,
                seat=taker,
                phase=TAKING[seat][remaining],
                stock=state.stock[1:],
                open=replaced(state.open, seat, less(state.open[seat], lost)),
                discarded=(*state.discarded, card, *lost),
            )
        case Opened(seats, first_player, risk, direction_cards, stock):
            setup, nothing = Setup(risk, direction_cards), ((),) * seats
            return State(setup, first_player, CHOOSING, stock, None, (), (), nothing, nothing, ())
        case Scored(left_over, turned_up, points, owned):
            over, discarded = Over(points, owned), state.discarded + left_over
            return changed(
                state, seat=None, phase=over, directions=(), secured=turned_up, discarded=discarded
            )
        case _:
            assert_never(event)


def taken(state: State[H], event: Taken) -> State[H]:
    """Record a take: numbers go to the seat's open cards, the die's cost is discarded, and so is what the last one
    leaves.
    """
    seat, open_cards, discarded = event.seat, [*state.open], state.discarded
    mine = open_cards[seat]
    for card in event.cards:
        mine += NUMBER[card]
    if event.roll is not None:
        mine, discarded = less(mine, event.lost), (*discarded, DIE, *event.lost)
    open_cards[seat] = mine
    if event.taker is None:
        after = (event.player + 1) % len(open_cards)
        return _end_turn(state, after, CHOOSING, (), (), tuple(open_cards), discarded + event.discarded)
    rows, phase = [*state.rows], TAKING[event.player][event.rows]
    rows[event.row - 1] = ()
    return _take(state, event.taker, phase, tuple(rows), tuple(open_cards), discarded)


def secured(state: State[H], event: Secured) -> State[H]:
    """Record that the cards are turned face down, and the turn is over."""
    seat, open_cards, face_down = event.seat, [*state.open], [*state.secured]
    open_cards[seat] = less(open_cards[seat], event.cards)
    face_down[seat] += event.cards
    return _secure(state, (seat + 1) % len(open_cards), CHOOSING, tuple(open_cards), tuple(face_down))


def less(cards: tuple[Number, ...], gone: tuple[Number, ...]) -> tuple[Number, ...]:
    """Return the open cards without the lost ones. A colour is lost as a whole, so all cards of a face are."""
    if not gone:
        return cards
    left: list[Number] = []
    for card in cards:  # a comprehension is slower for few cards, up to Python 3.11
        if card not in gone:
            left.append(card)  # noqa: PERF401
    return tuple(left)


EVOLVE: Final[Evolve[State[Never], Event[Never], State[Unseen], Event[Unseen]]] = evolve
"""`evolve` with explicit types. Pyright doesn't infer them from a union in which only one event is generic."""
