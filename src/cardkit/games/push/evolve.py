"""The recording of events."""

from typing import Final, Never

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
from cardkit.hidden import Evolve, H, Unseen, recorder
from cardkit.mechanics.dealing import replaced
from cardkit.quick import changed, changer

__all__ = ["evolve"]

# The most frequent changes: the fields whose new values follow in this order, then those that always get the same one.
_turn_up: Final = changer(State, "stock", "up", "phase")
_lay_aside: Final = changer(State, "stock", "directions", phase=GOING)
_put_down: Final = changer(State, "rows", up=None, phase=GOING)
_secure: Final = changer(State, "seat", "open", "secured", phase=CHOOSING)
_stop: Final = changer(State, "phase")
_take: Final = changer(State, "seat", "phase", "rows", "open", "discarded")
_end_turn: Final = changer(State, "seat", "open", "discarded", phase=CHOOSING, directions=(), rows=())


def opened(state: State[H], event: Opened[H]) -> State[H]:
    """Record the house rules and the stock."""
    nothing = ((),) * event.seats
    return State(
        setup=Setup(event.risk, event.direction_cards),
        seat=event.first_player,
        phase=CHOOSING,
        stock=event.stock,
        up=None,
        directions=(),
        rows=(),
        open=nothing,
        secured=nothing,
        discarded=(),
    )


def secured(state: State[H], event: Secured) -> State[H]:
    """Record that the cards are turned face down, and the turn is over."""
    seat, open_cards, face_down = event.seat, [*state.open], [*state.secured]
    open_cards[seat] = less(open_cards[seat], event.cards)
    face_down[seat] += event.cards
    after = (seat + 1) % len(open_cards)
    return _secure(state, after, tuple(open_cards), tuple(face_down))


def revealed(state: State[H], event: Revealed) -> State[H]:
    """Record which card lies face up, to be placed next."""
    return _turn_up(state, state.stock[1:], event.card, PLACING[event.fits])


def direction_revealed(state: State[H], event: DirectionRevealed) -> State[H]:
    """Record that the card lies beside the stock."""
    return _lay_aside(state, state.stock[1:], (TURN,) * event.directions)


def placed(state: State[H], event: Placed) -> State[H]:
    """Record that the card lies last in its row, or begins a new one."""
    rows, place = state.rows, event.row - 1
    if place == len(rows):
        rows += ((event.card,),)
        return _put_down(state, rows)
    lying = [*rows]
    lying[place] += (event.card,)
    return _put_down(state, tuple(lying))


def stopped(state: State[H], event: Stopped | RanOut) -> State[H]:
    """Record that a row must be taken."""
    return _stop(state, TAKING[event.seat][event.rows])


def busted(state: State[H], event: Busted) -> State[H]:
    """Record that the card and the lost ones are discarded. The next seat must take a row."""
    seat, lost = event.seat, event.lost
    return changed(
        state,
        seat=event.taker,
        phase=TAKING[seat][event.rows],
        stock=state.stock[1:],
        open=replaced(state.open, seat, less(state.open[seat], lost)),
        discarded=(*state.discarded, event.card, *lost),
    )


def taken(state: State[H], event: Taken) -> State[H]:
    """Record a take: numbers go to the seat's open cards, the die's cost is discarded, and so is what the last one
    leaves.
    """
    seat, open_cards, discarded = event.seat, [*state.open], state.discarded
    mine = open_cards[seat]
    for card in event.cards:
        mine += NUMBER[card]
    if event.roll is not None:
        mine = less(mine, event.lost)
        discarded += (DIE, *event.lost)
    open_cards[seat] = mine
    if event.taker is None:
        after = (event.player + 1) % len(open_cards)
        return _end_turn(state, after, tuple(open_cards), discarded + event.discarded)
    rows = [*state.rows]
    rows[event.row - 1] = ()
    return _take(
        state,
        seat=event.taker,
        phase=TAKING[event.player][event.rows],
        rows=tuple(rows),
        open=tuple(open_cards),
        discarded=discarded,
    )


def scored(state: State[H], event: Scored) -> State[H]:
    """Record the end of the match. Secured cards lie face up."""
    return changed(
        state,
        seat=None,
        phase=Over(event.points, event.owned),
        directions=(),
        secured=event.secured,
        discarded=state.discarded + event.discarded,
    )


def less(cards: tuple[Number, ...], gone: tuple[Number, ...]) -> tuple[Number, ...]:
    """Return the open cards without the lost ones."""
    left: list[Number] = [*cards]
    for card in gone:
        left.remove(card)
    return tuple(left)


evolve: Final[Evolve[State[Never], Event[Never], State[Unseen], Event[Unseen]]] = recorder(
    Event, revealed, placed, taken, secured, stopped, direction_revealed, busted, opened, scored
)
"""Record what happened, each kind of event by its own function. The most frequent ones come first."""
