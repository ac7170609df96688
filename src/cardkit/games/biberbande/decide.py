"""The rules of a turn: what may be done, and what follows from it."""

from typing import Final, TypeAlias

from cardkit.chance import Chance
from cardkit.games.biberbande.cards import CARDS, DECK, Card
from cardkit.games.biberbande.messages import (
    MOST_SEATS,
    OUTER,
    Action,
    Discard,
    Draw,
    DrawTwoUsed,
    Drew,
    Event,
    FirstDiscarded,
    Keep,
    Knock,
    Knocked,
    Looked,
    Move,
    Pass,
    Passed,
    Peek,
    Reshuffled,
    Swap,
    Take,
    new_discarded,
    new_kept,
    new_peeked,
    new_swapped,
    new_took,
)
from cardkit.games.biberbande.rounds import end_of_round
from cardkit.games.biberbande.state import Drawn, State
from cardkit.seats import Seat

__all__ = ["decide"]

Cards: TypeAlias = tuple[Card, ...]

_DRAW_TWOS: Final[tuple[Card, ...]] = tuple(card for card in DECK if card == "draw2")
_LAID_LAST: Final = tuple(_DRAW_TWOS[:number] for number in range(len(_DRAW_TWOS) + 1))

_LEFT, _RIGHT = OUTER

# Events of which there are few, made once, by seat.
_DREW: Final = tuple({card: (Drew(seat, card),) for card in CARDS} for seat in range(MOST_SEATS))
_LOOKED: Final = tuple(
    {left: {right: (Looked(seat, (left, right)),) for right in CARDS} for left in CARDS}
    for seat in range(MOST_SEATS)
)
_PASSED: Final = tuple((Passed(seat),) for seat in range(MOST_SEATS))
_KNOCKED: Final = tuple((Knocked(seat),) for seat in range(MOST_SEATS))


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
    """A look; then turn by turn: take or draw, use what was drawn, knock or pass."""
    phase = state.phase
    if type(phase) is Drawn:
        if type(move) is Keep:
            return keep(state, seat, phase, move.position, chance)
        if type(move) is Discard:
            return discard(state, seat, phase, chance)
        return use(state, seat, phase, move, chance)
    if type(move) is Take:
        return take(state, seat, move.position, chance)
    if type(move) is Draw:
        return drawn(seat, state.stock, state.discard, chance)
    if type(move) is Pass:
        return pass_(state, seat, chance)
    if type(move) is Knock:
        return _KNOCKED[seat]
    row = state.rows[seat]
    return _LOOKED[seat][row[_LEFT]][row[_RIGHT]]


def take(state: State, seat: Seat, position: int, chance: Chance) -> tuple[Event, ...]:
    """The number that lies on top of the discard pile."""
    took = new_took(seat, position, state.discard[-1], state.rows[seat][position], may_knock(state))
    return concluded(state, seat, took, chance)


def drawn(seat: Seat, stock: Cards, discard: Cards, chance: Chance) -> tuple[Event, ...]:
    """The top of the stock, which is the discard pile reshuffled when it has run out."""
    if stock:
        return _DREW[seat][stock[0]]
    reshuffled = chance.shuffle("reshuffle", discard)
    return Reshuffled(reshuffled), Drew(seat, reshuffled[0])


def use(state: State, seat: Seat, phase: Drawn, move: Move, chance: Chance) -> tuple[Event, ...]:
    """Carry the special out. It goes on the discard pile, then the draw twos that it was drawn for."""
    laid = (phase.card, *_LAID_LAST[phase.draw_twos])
    if type(move) is Swap:
        swapped = new_swapped(seat, move.position, move.other, move.theirs, laid, may_knock(state))
        return concluded(state, seat, swapped, chance)
    if type(move) is Peek:
        peeked = new_peeked(seat, move.position, state.rows[seat][move.position], laid, may_knock(state))
        return concluded(state, seat, peeked, chance)
    return DrawTwoUsed(seat), *drawn(seat, state.stock, state.discard, chance)


def discard(state: State, seat: Seat, phase: Drawn, chance: Chance) -> tuple[Event, ...]:
    """If it was the first card of a draw two, the second is drawn."""
    if phase.first:
        discarded = FirstDiscarded(seat, phase.card)
        return discarded, *drawn(seat, state.stock, (*state.discard, phase.card), chance)
    laid = (phase.card, *_LAID_LAST[phase.draw_twos])
    return concluded(state, seat, new_discarded(seat, laid, may_knock(state)), chance)


def keep(state: State, seat: Seat, phase: Drawn, position: int, chance: Chance) -> tuple[Event, ...]:
    """A number, in exchange for what lay there."""
    laid = (state.rows[seat][position], *_LAID_LAST[phase.draw_twos])
    kept = new_kept(seat, position, phase.card, laid, may_knock(state))
    return concluded(state, seat, kept, chance)


def pass_(state: State, seat: Seat, chance: Chance) -> tuple[Event, ...]:
    """In the last turn that the limit allows, it ends the round."""
    passed, limit = _PASSED[seat], state.table.turn_limit
    if limit is None or state.turns < limit * len(state.rows):
        return passed
    return *passed, *end_of_round(state, passed[0], chance)


def may_knock(state: State) -> bool:
    """After the action that is being decided: everybody has had a turn then, and nobody has knocked."""
    return state.knocker is None and state.turns + 1 >= len(state.rows)


def concluded(state: State, seat: Seat, action: Action, chance: Chance) -> tuple[Event, ...]:
    """The seat's action; and the end of the round, if the next turn would be the knocker's."""
    knocker = state.knocker
    if knocker is None or (seat + 1) % len(state.rows) != knocker:
        return (action,)
    return action, *end_of_round(state, action, chance)
