"""One seat at a time: whose turn it is, and who began."""

from typing import Final, Literal

from cardkit.chance import Chance
from cardkit.options import checked_seat
from cardkit.seats import Seat

__all__ = ["ALONE", "first_seat"]

ALONE: Final = tuple((seat,) for seat in range(6))
"""Each seat as the only one that may move. The tuples are made once, because every move needs one."""


def first_seat(option: str, given: Seat | Literal["random"], seats: int, chance: Chance) -> Seat:
    """Return the seat that an option names, or a drawn one. `first_player` is drawn with the label "first player"."""
    if given == "random":
        return chance.below(option.replace("_", " "), seats)
    return checked_seat(option, given, seats)
