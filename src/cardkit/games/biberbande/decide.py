"""The rules of a turn: what may be done, and what follows from it."""

from typing import Final, TypeAlias, get_args

from cardkit.chance import Chance
from cardkit.games.biberbande.cards import CARDS, DECK, NUMBERS, Card
from cardkit.games.biberbande.messages import (
    MOST_SEATS,
    OUTER,
    POSITIONS,
    ROW,
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
    Look,
    Looked,
    Move,
    Pass,
    Passed,
    Peek,
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
from cardkit.games.biberbande.state import Choosing, Drawing, Drawn, Knocking, Looking, State
from cardkit.mechanics.turns import out_of_turn
from cardkit.rejections import Rejected, shown
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

_LEFT, _RIGHT = OUTER

# Events of which there are few, made once, by seat.
_DREW: Final = tuple({card: (Drew(seat, card),) for card in CARDS} for seat in range(MOST_SEATS))
_LOOKED: Final = tuple(
    {left: {right: (Looked(seat, (left, right)),) for right in CARDS} for left in CARDS}
    for seat in range(MOST_SEATS)
)
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
    phase = state.phase
    if type(phase) is Choosing and seat == phase.seat:
        if type(move) is Take:
            return take(state, seat, move.position, chance)
        if type(move) is Draw:
            return drawn(seat, state.stock, state.discard, chance)
    elif type(phase) is Drawn and seat == phase.seat:
        if type(move) is Keep:
            return keep(state, seat, phase, move.position, chance)
        if type(move) is Discard:
            return discard(state, seat, phase, chance)
        return use(state, seat, phase, move, chance)
    elif type(phase) is Looking and seat == phase.seat:
        if type(move) is Look:
            row = state.rows[seat]
            return _LOOKED[seat][row[_LEFT]][row[_RIGHT]]
    elif type(phase) is Knocking and seat == phase.seat:
        if type(move) is Pass:
            return pass_(state, seat, chance)
        if type(move) is Knock:
            return _KNOCKED[seat]
    if phase.seat is None or seat != phase.seat:
        raise out_of_turn(seat, phase.seat)
    raise refusal(state, move)


def take(state: State, seat: Seat, position: int, chance: Chance) -> tuple[Event, ...]:
    """A number that lies on top of the discard pile."""
    card = state.discard[-1] if state.discard else None
    if card is None or card not in NUMBERS:
        raise Rejected("not_a_number", f"the top of the discard pile is {card}: only a number can be taken")
    replaced = lying_at(state, seat, position)
    return concluded(state, seat, new_took(seat, position, card, replaced, may_knock(state)), chance)


def drawn(seat: Seat, stock: Cards, discard: Cards, chance: Chance) -> tuple[Event, ...]:
    """The top of the stock, which is the discard pile reshuffled when it has run out."""
    if stock:
        return _DREW[seat][stock[0]]
    reshuffled = chance.shuffle("reshuffle", discard)
    return Reshuffled(reshuffled), Drew(seat, reshuffled[0])


def use(state: State, seat: Seat, phase: Drawn, move: Move, chance: Chance) -> tuple[Event, ...]:
    """Carry the special out."""
    if type(move) is Swap:
        return swap(state, seat, phase, move, chance)
    if type(move) is Peek:
        return peek(state, seat, phase, move.position, chance)
    if type(move) is UseDrawTwo:
        carried_out(phase, "draw2")
        return DrawTwoUsed(seat), *drawn(seat, state.stock, state.discard, chance)
    raise refusal(state, move)


def discard(state: State, seat: Seat, phase: Drawn, chance: Chance) -> tuple[Event, ...]:
    """If it was the first card of a draw two, the second is drawn."""
    if phase.first:
        discarded = FirstDiscarded(seat, phase.card)
        return discarded, *drawn(seat, state.stock, (*state.discard, phase.card), chance)
    laid = (phase.card, *_LAID_LAST[phase.draw_twos])
    return concluded(state, seat, new_discarded(seat, laid, may_knock(state)), chance)


def keep(state: State, seat: Seat, phase: Drawn, position: int, chance: Chance) -> tuple[Event, ...]:
    """A number, in exchange for what lay there."""
    if phase.card not in NUMBERS:
        raise Rejected("not_a_number", f"you drew {phase.card}: only a number can be kept")
    laid = (lying_at(state, seat, position), *_LAID_LAST[phase.draw_twos])
    kept = new_kept(seat, position, phase.card, laid, may_knock(state))
    return concluded(state, seat, kept, chance)


def peek(state: State, seat: Seat, phase: Drawn, position: int, chance: Chance) -> tuple[Event, ...]:
    """At one's own row."""
    laid = carried_out(phase, "peek")
    peeked = new_peeked(seat, position, lying_at(state, seat, position), laid, may_knock(state))
    return concluded(state, seat, peeked, chance)


def swap(state: State, seat: Seat, phase: Drawn, move: Swap, chance: Chance) -> tuple[Event, ...]:
    """With another player, whoever it is."""
    laid, other = carried_out(phase, "swap"), move.other
    check(move.position)
    check(move.theirs)
    if type(other) is not int:
        raise Rejected("not_a_move", f"{shown(other)} is no seat: it takes a whole number")
    if other == seat or not 0 <= other < len(state.rows):
        raise Rejected("no_such_place", f"a swap goes to another player, not to seat {shown(other)}")
    swapped = new_swapped(seat, move.position, other, move.theirs, laid, may_knock(state))
    return concluded(state, seat, swapped, chance)


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


def carried_out(phase: Drawn, special: Card) -> Cards:
    """What goes on the discard pile after the special: itself, then the draw twos that it was drawn for."""
    if phase.card != special:
        raise Rejected("wrong_special", f"you drew {phase.card}, not {special}")
    return (special, *_LAID_LAST[phase.draw_twos])


def lying_at(state: State, seat: Seat, position: int) -> Card:
    """The card in this place of the seat's row."""
    if type(position) is int and 0 <= position < ROW:
        return state.rows[seat][position]
    raise misplaced(position)


def check(position: int) -> None:
    if type(position) is not int or position not in POSITIONS:
        raise misplaced(position)


def misplaced(position: int) -> Rejected:
    if type(position) is not int:
        return Rejected("not_a_move", f"{shown(position)} is no position: it takes a whole number")
    return Rejected("no_such_place", f"position {shown(position)}: a row has the positions 0 to 3")


def refusal(state: State, move: object) -> Rejected:
    """What may be done now is no secret to the seat: it sees the card that it drew."""
    if type(move) not in get_args(Move):
        return Rejected("not_a_move", f"{shown(move)} is no move of biberbande")
    return Rejected(
        "not_now", f"{type(move).__name__} is not possible now: you are to {_ASKED[type(state.phase)]}"
    )
