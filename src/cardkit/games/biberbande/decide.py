"""The rules of a turn: what follows from a move."""

from typing import Final, Never, assert_never

from cardkit.chance import Chance
from cardkit.games.biberbande.cards import CARDS, Card
from cardkit.games.biberbande.evolve import evolve
from cardkit.games.biberbande.messages import (
    MOST_SEATS,
    Action,
    Discard,
    Draw,
    DrawTwoUsed,
    Drew,
    Event,
    FirstDiscarded,
    Keep,
    Kept,
    Knock,
    Knocked,
    Look,
    Looked,
    Move,
    Pass,
    Passed,
    Peek,
    Peeked,
    Reshuffled,
    Swap,
    Take,
    UseDrawTwo,
    new_discarded,
    new_kept,
    new_peeked,
    new_swapped,
    new_took,
)
from cardkit.games.biberbande.rounds import end_of_round
from cardkit.games.biberbande.state import State
from cardkit.quick import lone
from cardkit.seats import Seat

__all__ = ["decide"]

_SEATS: Final = range(MOST_SEATS)


def looked(seat: Seat, left: Card, right: Card) -> Looked[Never]:
    """Return the event of looking at the outer cards of a row."""
    return Looked(seat, (left, right))


# Half of all moves bring one of these few events. Creating them once saves 3 % of a playout.
_DREW: Final = lone(Drew[Never], _SEATS, CARDS)
_LOOKED: Final = lone(looked, _SEATS, CARDS, CARDS)
_PASSED: Final = lone(Passed, _SEATS)
_KNOCKED: Final = lone(Knocked, _SEATS)


def decide(state: State[Never], seat: Seat, move: Move, chance: Chance) -> tuple[Event[Never], ...]:
    """Return the events of a move: a look first, then turn by turn a take or a draw, its use, and a knock or a pass.

    The most frequent moves come first and are recognised by their type, as in `evolve`.
    """
    if type(move) is Draw:
        if state.stock:
            return _DREW[seat][state.stock[0]]
        return draw(seat, state.stock, state.discard, chance)
    if type(move) is Take:
        replaced = state.rows[seat][move.position]
        took = new_took(seat, move.position, state.discard[-1], replaced, may_knock(state))
        return concluded(state, seat, took, chance)
    if type(move) is Look:
        row = state.rows[seat]
        return _LOOKED[seat][row[0]][row[3]]
    if type(move) is Keep:
        laid = (state.rows[seat][move.position], *state.aside)
        kept: Kept[Never] = new_kept(seat, move.position, in_hand(state), laid, may_knock(state))
        return concluded(state, seat, kept, chance)
    if type(move) is Discard:
        return discard(state, seat, chance)
    if type(move) is Pass:
        return pass_(state, seat, chance)
    if type(move) is Knock:
        return _KNOCKED[seat]
    return use(state, seat, move, chance)


def discard(state: State[Never], seat: Seat, chance: Chance) -> tuple[Event[Never], ...]:
    """Discard the drawn card and the draw twos that brought it. After a draw two's first card, draw the second."""
    card = in_hand(state)
    if state.first:
        return FirstDiscarded(seat, card), *draw(seat, state.stock, (*state.discard, card), chance)
    return concluded(state, seat, new_discarded(seat, (card, *state.aside), may_knock(state)), chance)


def use(
    state: State[Never], seat: Seat, move: Swap | Peek | UseDrawTwo, chance: Chance
) -> tuple[Event[Never], ...]:
    """Carry the special out. It goes on the discard pile, then the draw twos that it was drawn for."""
    laid = (in_hand(state), *state.aside)
    match move:
        case Swap():
            swapped = new_swapped(seat, move.position, move.other, move.theirs, laid, may_knock(state))
            return concluded(state, seat, swapped, chance)
        case Peek():
            card = state.rows[seat][move.position]
            peeked: Peeked[Never] = new_peeked(seat, move.position, card, laid, may_knock(state))
            return concluded(state, seat, peeked, chance)
        case UseDrawTwo():
            return DrawTwoUsed(seat), *draw(seat, state.stock, state.discard, chance)
        case _:
            assert_never(move)


def draw(
    seat: Seat, stock: tuple[Card, ...], discard: tuple[Card, ...], chance: Chance
) -> tuple[Event[Never], ...]:
    """Draw the top of the stock. If the stock is empty, reshuffle the discard pile first."""
    if stock:
        return _DREW[seat][stock[0]]
    reshuffled = chance.shuffle("reshuffle", discard)
    return Reshuffled(reshuffled), *_DREW[seat][reshuffled[0]]


def in_hand(state: State[Never]) -> Card:
    """Return the drawn card."""
    assert state.drawn is not None
    return state.drawn


def pass_(state: State[Never], seat: Seat, chance: Chance) -> tuple[Event[Never], ...]:
    """Pass. In the last turn that the limit allows, this ends the round."""
    passed, limit = _PASSED[seat], state.table.turn_limit
    if limit is None or state.turns < limit * len(state.rows):
        return passed
    return *passed, *end_of_round(evolve(state, passed[0]), chance)


def may_knock(state: State[Never]) -> bool:
    """Return whether the seat may knock after this action: all seats have had a turn, and none has knocked."""
    return state.knocker is None and state.turns + 1 >= len(state.rows)


def concluded(
    state: State[Never], seat: Seat, action: Action[Never], chance: Chance
) -> tuple[Event[Never], ...]:
    """Return the seat's action, and the end of the round if the next turn would be the knocker's."""
    if state.knocker is None or (seat + 1) % len(state.rows) != state.knocker:
        return (action,)
    return action, *end_of_round(evolve(state, action), chance)
