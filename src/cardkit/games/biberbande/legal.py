"""What may be done."""

from typing import Final

from cardkit.games.biberbande.cards import NUMBERS, Card
from cardkit.games.biberbande.messages import (
    MOST_SEATS,
    MOVES,
    POSITIONS,
    Discard,
    Draw,
    Keep,
    Knock,
    Look,
    Move,
    Options,
    Pass,
    Peek,
    Swap,
    Take,
    UseDrawTwo,
)
from cardkit.games.biberbande.state import Choosing, Drawing, Drawn, Knocking, Looking, State
from cardkit.games.biberbande.words import say
from cardkit.mechanics.turns import ALONE
from cardkit.rejections import Rejected
from cardkit.seats import Seat, clockwise

__all__ = ["REJECTIONS", "actors", "legal", "moves", "refuse"]

REJECTIONS: Final = {
    "not_now": "the move belongs to another moment of the game",
    "not_a_number": "only a number can be taken, or kept",
    "wrong_special": "the card drawn is not the special that the move carries out",
    "no_such_place": "a swap goes to another player's row",
}

_LOOK: Final[tuple[Move, ...]] = (Look(),)
_DRAW: Final[tuple[Move, ...]] = (Draw(),)
_TAKE_OR_DRAW: Final[tuple[Move, ...]] = (*map(Take, POSITIONS), Draw())
_KEEP: Final[tuple[Move, ...]] = (Discard(), *map(Keep, POSITIONS))
_PEEK: Final[tuple[Move, ...]] = (Discard(), *map(Peek, POSITIONS))
_DRAW_TWO: Final[tuple[Move, ...]] = (Discard(), UseDrawTwo())
_KNOCK: Final[tuple[Move, ...]] = (Pass(), Knock())


def _uses(seat: Seat, seats: int) -> dict[Card, tuple[Move, ...]]:
    """What each card drawn allows. Swaps go by the own position, then by the other player, clockwise."""
    others = clockwise(seat, seats)[1:]
    swaps = (Swap(own, other, theirs) for own in POSITIONS for other in others for theirs in POSITIONS)
    numbers = dict.fromkeys(sorted(NUMBERS), _KEEP)
    return {**numbers, "swap": (Discard(), *swaps), "peek": _PEEK, "draw2": _DRAW_TWO}


_USES: Final = {
    seats: tuple(_uses(seat, seats) for seat in range(seats)) for seats in range(2, MOST_SEATS + 1)
}


_SPECIALS: Final[dict[type, Card]] = {Swap: "swap", Peek: "peek", UseDrawTwo: "draw2"}
_ASKED: Final[dict[type, str]] = {
    Looking: "look at your outer cards",
    Choosing: "take from the discard pile, or draw",
    Drawing: "wait for the card that you draw",
    Drawn: "use the card that you drew, or discard it",
    Knocking: "knock, or pass",
}


def actors(state: State) -> tuple[Seat, ...]:
    """The one seat whose move it is.

    Each kind of phase is asked by itself, here and below: where a line reads the attribute of one kind only,
    Python reads it much quicker.
    """
    phase = state.phase
    if type(phase) is Choosing:
        return ALONE[phase.seat]
    if type(phase) is Drawn:
        return ALONE[phase.seat]
    if type(phase) is Looking:
        return ALONE[phase.seat]
    if type(phase) is Knocking:
        return ALONE[phase.seat]
    return ALONE[phase.seat] if type(phase) is Drawing else ()


def legal(state: State, seat: Seat) -> tuple[Move, ...]:
    """By position; to discard or to pass comes first. What a drawn card allows shows to nobody else."""
    phase = state.phase
    if type(phase) is Choosing and seat == phase.seat:
        return _TAKE_OR_DRAW if state.discard and state.discard[-1] in NUMBERS else _DRAW
    if type(phase) is Drawn and seat == phase.seat:
        return _USES[len(state.rows)][seat][phase.card]
    if type(phase) is Looking and seat == phase.seat:
        return _LOOK
    if type(phase) is Knocking and seat == phase.seat:
        return _KNOCK
    return ()


def refuse(state: State, seat: Seat, move: Move) -> Rejected:
    """What may be done now is no secret to the seat: it sees the card that it drew."""
    match state.phase, move:
        case Choosing(), Take():
            pile = (
                f"the top of the discard pile is {state.discard[-1]}"
                if state.discard
                else "no card lies there"
            )
            return Rejected("not_a_number", f"{pile}: only a number can be taken")
        case Drawn(card=card), Keep():
            return Rejected("not_a_number", f"you drew {card}: only a number can be kept")
        case Drawn(card="swap"), Swap(other=other):
            return Rejected("no_such_place", f"a swap goes to another player, not to seat {other}")
        case Drawn(card=card), Swap() | Peek() | UseDrawTwo():
            return Rejected("wrong_special", f"you drew {card}, not {_SPECIALS[type(move)]}")
        case _:
            asked = _ASKED[type(state.phase)]
            return Rejected("not_now", f"{say(move)} isn't possible now: you are to {asked}")


def moves(seats: int, options: Options) -> tuple[Move, ...]:
    """Whatever may be done at some time, and every swap with a seat that there is."""
    return tuple(move for move in MOVES if not isinstance(move, Swap) or move.other < seats)
