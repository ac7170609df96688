"""One seat at a time: who is to move, and who began."""

from typing import Final, Literal

from cardkit.chance import Chance
from cardkit.options import checked_seat
from cardkit.rejections import ENGINE_CODES, Rejected, shown
from cardkit.seats import Seat

__all__ = ["ALONE", "first_seat", "out_of_turn"]

ALONE: Final = tuple((seat,) for seat in range(6))
"""Each seat as the only one that may move: tuples made once, for they are asked for at every move."""


def first_seat(option: str, given: Seat | Literal["random"], seats: int, chance: Chance) -> Seat:
    """The seat that an option names, or the one drawn for it. `first_player` is drawn as "first player"."""
    if given == "random":
        return chance.below(option.replace("_", " "), seats)
    return checked_seat(option, given, seats)


def out_of_turn(seat: Seat, turn: Seat | None) -> Rejected:
    """Why a seat can't move when it is another's turn, or nobody's."""
    if turn is None:
        return Rejected("match_over", ENGINE_CODES["match_over"])
    return Rejected("not_your_turn", f"seat {shown(seat)} can't move: seat {turn} is to move")
