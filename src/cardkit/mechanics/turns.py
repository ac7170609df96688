"""One seat at a time: who is to move, and who began."""

from typing import Final, Literal

from cardkit.chance import Chance
from cardkit.options import checked_seat
from cardkit.seats import Seat

__all__ = ["ALONE", "first_seat"]

ALONE: Final = tuple((seat,) for seat in range(6))
"""Each seat as the only one that may move: tuples made once, for they are asked for at every move."""


def first_seat(option: str, given: Seat | Literal["random"], seats: int, chance: Chance) -> Seat:
    """Return the seat that an option names, or the one drawn for it. `first_player` is drawn as "first player"."""
    if given == "random":
        return chance.below(option.replace("_", " "), seats)
    return checked_seat(option, given, seats)
