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
from cardkit.mechanics.turns import ALONE
from cardkit.seats import Seat, clockwise

__all__ = ["actors", "legal", "moves"]

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


def moves(seats: int, options: Options) -> tuple[Move, ...]:
    """Whatever may be done at some time, and every swap with a seat that there is."""
    return tuple(move for move in MOVES if not isinstance(move, Swap) or move.other < seats)
