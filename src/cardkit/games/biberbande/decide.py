"""The rules of a turn: what may be done, and what follows from it."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from cardkit.chance import Chance
from cardkit.games.biberbande.cards import CARDS, DECK, NUMBERS, Card
from cardkit.games.biberbande.evolve import evolve
from cardkit.games.biberbande.messages import (
    MOST_SEATS,
    OUTER,
    POSITIONS,
    Action,
    Discard,
    Discarded,
    Draw,
    DrawTwoUsed,
    Drew,
    Event,
    FirstDiscarded,
    Keep,
    Knock,
    Knocked,
    Look,
    Move,
    Pass,
    Passed,
    Peek,
    Peeked,
    Reshuffled,
    Swap,
    Swapped,
    Take,
    UseDrawTwo,
    new_kept,
    new_looked,
    new_took,
)
from cardkit.games.biberbande.rounds import end_of_round
from cardkit.games.biberbande.state import Choosing, Drawing, Drawn, Knocking, Looking, State
from cardkit.rejections import ENGINE_CODES, Rejected, shown
from cardkit.seats import Seat

__all__ = ["REJECTIONS", "decide"]

REJECTIONS: Final = {
    "not_now": "the move belongs to another moment of the game",
    "not_a_number": "only a number can be taken, or kept",
    "wrong_special": "the card drawn is not the special that the move carries out",
    "no_such_place": "a row has the positions 0 to 3, and a swap goes to another player's",
}

Cards: TypeAlias = tuple[Card, ...]

_DRAW_TWOS: Final[tuple[Card, ...]] = tuple(card for card in DECK if card == "draw2")
_LAID_LAST: Final = tuple(_DRAW_TWOS[:number] for number in range(len(_DRAW_TWOS) + 1))

# Events of which there are few, made once, by seat.
_DREW: Final = tuple({card: (Drew(seat, card),) for card in CARDS} for seat in range(MOST_SEATS))
_PASSED: Final = tuple((Passed(seat),) for seat in range(MOST_SEATS))
_KNOCKED: Final = tuple((Knocked(seat),) for seat in range(MOST_SEATS))

_ASKED: Final[dict[type, str]] = {
    Looking: "look at your outer cards",
    Choosing: "take from the discard pile, or draw",
    Drawing: "wait for the card that you draw",
    Drawn: "use the card that you drew, or discard it",
    Knocking: "knock, or pass",
}


def decide(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
    """A look; then turn by turn: take or draw, use what was drawn, knock or pass."""
    turn = state.phase.seat
    if turn is None:
        raise Rejected("match_over", ENGINE_CODES["match_over"])
    if seat != turn:
        raise Rejected("not_your_turn", f"seat {shown(seat)} can't move: seat {turn} is to move")
    judge = _JUDGES.get(type(move))
    if judge is None:
        raise Rejected("not_a_move", f"{shown(move)} is no move of biberbande")
    return judge(state, turn, move, chance)


def look(state: State, seat: Seat, move: Look, chance: Chance) -> tuple[Event, ...]:
    if type(state.phase) is not Looking:
        raise not_now(state, move)
    row = state.rows[seat]
    return (new_looked(seat, (row[OUTER[0]], row[OUTER[1]])),)


def take(state: State, seat: Seat, move: Take, chance: Chance) -> tuple[Event, ...]:
    if type(state.phase) is not Choosing:
        raise not_now(state, move)
    card, position = state.discard[-1] if state.discard else None, move.position
    if card is None or card not in NUMBERS:
        raise Rejected("not_a_number", f"the top of the discard pile is {card}: only a number can be taken")
    check(position)
    took = new_took(seat, position, card, state.rows[seat][position], may_knock(state))
    return concluded(state, took, chance)


def draw(state: State, seat: Seat, move: Draw, chance: Chance) -> tuple[Event, ...]:
    if type(state.phase) is not Choosing:
        raise not_now(state, move)
    return drawn(seat, state.stock, state.discard, chance)


def drawn(seat: Seat, stock: Cards, discard: Cards, chance: Chance) -> tuple[Event, ...]:
    """The top of the stock, which is the discard pile reshuffled when it has run out."""
    if stock:
        return _DREW[seat][stock[0]]
    reshuffled = chance.shuffle("reshuffle", discard)
    return Reshuffled(reshuffled), Drew(seat, reshuffled[0])


def discard(state: State, seat: Seat, move: Discard, chance: Chance) -> tuple[Event, ...]:
    phase = state.phase
    if type(phase) is not Drawn:
        raise not_now(state, move)
    if phase.first:
        discarded = FirstDiscarded(seat, phase.card)
        return discarded, *drawn(seat, state.stock, (*state.discard, phase.card), chance)
    laid = (phase.card, *_LAID_LAST[phase.draw_twos])
    return concluded(state, Discarded(seat, laid, may_knock(state)), chance)


def keep(state: State, seat: Seat, move: Keep, chance: Chance) -> tuple[Event, ...]:
    phase, position = state.phase, move.position
    if type(phase) is not Drawn:
        raise not_now(state, move)
    if phase.card not in NUMBERS:
        raise Rejected("not_a_number", f"you drew {phase.card}: only a number can be kept")
    check(position)
    laid = (state.rows[seat][position], *_LAID_LAST[phase.draw_twos])
    return concluded(state, new_kept(seat, position, phase.card, laid, may_knock(state)), chance)


def peek(state: State, seat: Seat, move: Peek, chance: Chance) -> tuple[Event, ...]:
    laid, position = carried_out(state, "peek", move), move.position
    check(position)
    peeked = Peeked(seat, position, state.rows[seat][position], laid, may_knock(state))
    return concluded(state, peeked, chance)


def swap(state: State, seat: Seat, move: Swap, chance: Chance) -> tuple[Event, ...]:
    laid, other = carried_out(state, "swap", move), move.other
    check(move.position)
    check(move.theirs)
    if type(other) is not int:
        raise Rejected("not_a_move", f"{shown(other)} is no seat: it takes a whole number")
    if other == seat or not 0 <= other < len(state.rows):
        raise Rejected("no_such_place", f"a swap goes to another player, not to seat {shown(other)}")
    swapped = Swapped(seat, move.position, other, move.theirs, laid, may_knock(state))
    return concluded(state, swapped, chance)


def use_draw_two(state: State, seat: Seat, move: UseDrawTwo, chance: Chance) -> tuple[Event, ...]:
    carried_out(state, "draw2", move)
    return DrawTwoUsed(seat), *drawn(seat, state.stock, state.discard, chance)


def pass_(state: State, seat: Seat, move: Pass, chance: Chance) -> tuple[Event, ...]:
    if type(state.phase) is not Knocking:
        raise not_now(state, move)
    passed, limit = _PASSED[seat], state.table.turn_limit
    if limit is None or state.turns < limit * len(state.rows):
        return passed
    return *passed, *end_of_round(evolve(state, passed[0]), chance)


def knock(state: State, seat: Seat, move: Knock, chance: Chance) -> tuple[Event, ...]:
    if type(state.phase) is not Knocking:
        raise not_now(state, move)
    return _KNOCKED[seat]


_JUDGES: Final[dict[type, Callable[[State, Seat, Any, Chance], tuple[Event, ...]]]] = {
    Look: look,
    Take: take,
    Draw: draw,
    Discard: discard,
    Keep: keep,
    Peek: peek,
    Swap: swap,
    UseDrawTwo: use_draw_two,
    Pass: pass_,
    Knock: knock,
}


def may_knock(state: State) -> bool:
    """After the action that is being decided: everybody has had a turn then, and nobody has knocked."""
    return state.knocker is None and state.turns + 1 >= len(state.rows)


def concluded(state: State, action: Action, chance: Chance) -> tuple[Event, ...]:
    """The action; and the end of the round, if the next turn would be the knocker's."""
    knocker = state.knocker
    if knocker is None or (action.seat + 1) % len(state.rows) != knocker:
        return (action,)
    return action, *end_of_round(evolve(state, action), chance)


def carried_out(state: State, special: Card, move: Move) -> Cards:
    """What goes on the discard pile after the special: itself, then the draw twos that it was drawn for."""
    phase = state.phase
    if type(phase) is not Drawn:
        raise not_now(state, move)
    if phase.card != special:
        raise Rejected("wrong_special", f"you drew {phase.card}, not {special}")
    return (special, *_LAID_LAST[phase.draw_twos])


def check(position: int) -> None:
    if type(position) is not int:
        raise Rejected("not_a_move", f"{shown(position)} is no position: it takes a whole number")
    if position not in POSITIONS:
        raise Rejected("no_such_place", f"position {shown(position)}: a row has the positions 0 to 3")


def not_now(state: State, move: Move) -> Rejected:
    """What may be done now is no secret to the seat: it sees the card that it drew."""
    return Rejected(
        "not_now", f"{type(move).__name__} is not possible now: you are to {_ASKED[type(state.phase)]}"
    )
