"""The legal moves."""

from typing import Final, Never

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
from cardkit.games.biberbande.state import State
from cardkit.games.biberbande.words import SAYS, names_of, say
from cardkit.language import Name
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
    """Return the moves that each drawn card allows. Swaps are sorted by own position, then by the other player,
    clockwise.
    """
    others = clockwise(seat, seats)[1:]
    swaps = (Swap(own, other, theirs) for own in POSITIONS for other in others for theirs in POSITIONS)
    numbers = dict.fromkeys(sorted(NUMBERS), _KEEP)
    return {**numbers, "swap": (Discard(), *swaps), "peek": _PEEK, "draw2": _DRAW_TWO}


_USES: Final = {
    seats: tuple(_uses(seat, seats) for seat in range(seats)) for seats in range(2, MOST_SEATS + 1)
}


_SPECIALS: Final[dict[type, Card]] = {Swap: "swap", Peek: "peek", UseDrawTwo: "draw2"}


def actors(state: State[Never]) -> tuple[Seat, ...]:
    """Return the one seat whose turn it is."""
    return () if state.turn is None else ALONE[state.turn]


def legal(state: State[Never], seat: Seat) -> tuple[Move, ...]:
    """Return the legal moves: discarding or passing first, the others by position. They depend on the card drawn."""
    if seat != state.turn:
        return ()
    if state.drawn is not None:
        return _USES[len(state.rows)][seat][state.drawn]
    match state.phase:
        case "choosing":
            return _TAKE_OR_DRAW if state.discard and state.discard[-1] in NUMBERS else _DRAW
        case "knocking":
            return _KNOCK
        case "looking":
            return _LOOK
        case _:
            return ()


def refuse(state: State[Never], seat: Seat, move: Move) -> Rejected:
    """Explain why the move isn't legal. The seat sees the card that it drew, so the text may name it."""
    drawn = state.drawn
    match state.phase, move:
        case "choosing", Take():
            if not state.discard:
                return Rejected("not_a_number", SAYS["not_a_number, empty"])
            return Rejected("not_a_number", SAYS["not_a_number, top"], card=names_of(state.discard[-1]))
        case "drawn", Keep() if drawn:
            return Rejected("not_a_number", SAYS["not_a_number, drawn"], card=names_of(drawn))
        case "drawn", Swap(other=other) if drawn == "swap":
            return Rejected("no_such_place", SAYS["no_such_place"], other=Name(other))
        case "drawn", Swap() | Peek() | UseDrawTwo() if drawn:
            special = names_of(_SPECIALS[type(move)])
            return Rejected("wrong_special", SAYS["wrong_special"], card=names_of(drawn), special=special)
        case _:
            instead = SAYS[state.phase]
            return Rejected("not_now", SAYS["not_now"], move=say(move), instead=instead)


def moves(seats: int, options: Options) -> tuple[Move, ...]:
    """Return all moves that may ever be legal, with a swap for every seat in the match."""
    return tuple(move for move in MOVES if not isinstance(move, Swap) or move.other < seats)
