"""What plays in 13 and Friday 13 look like to whoever plays on in an imagined round: a rule of thumb, in numbers.

A play that fits looks good by its card alone, whatever lies there already; one that takes the pile by its card, less
what the cards taken cost. All of it shifts from the start of a round to its end: at the start a coloured card taken
costs next to nothing, for one may well end up with the most of its colour; at the end it costs what it says. Wild
cards are to be kept, as they fit on any pile.

The numbers are points. They come out of 1,200 rounds, each number of seats and both games alike, where one play in
seven was random: at two choices of five each play was tried in 24 imagined worlds, played on by the rule of the time,
and the numbers were fitted to the results by least squares. That was done three times, each with the rule found last.
How full a play leaves a pile was tried as well, and what lies on it; neither made the rule better by more than 0.005.
"""

from collections.abc import Sequence
from typing import Final

from attrs import frozen

__all__ = ["EVEN", "PLACES", "WILD", "Appeal", "appeal_at"]

WILD: Final = 3
PLACES: Final = ((0,), (1,), (2,), (0, 1, 2))
"""Where a card may go, by its kind."""

VALUES: Final = (0, 1, 2, 4, 5, 7)
FITS_LAST: Final = (-1.07, -0.55, -0.11, 0.43, 0.86, 1.58, -1.05)
FITS_FIRST: Final = (-0.84, 0.18, 0.32, 0.52, 0.54, 0.71, -0.37)
"""How a card looks where it fits, when no card is left after it and when all are; by value, a wild one last."""
TAKES_LAST: Final = (0.0, -0.30, -0.07, 0.29, 0.50, 0.85, -1.37)
TAKES_FIRST: Final = (0.0, -0.22, 0.05, 0.11, 0.07, 0.22, -1.30)
"""How it looks where it takes the pile, before that is paid for. A card of value 0 never takes one."""
PAYS_LAST: Final = (0.99, 1.06, 1.10, 1.02, 0.98, 0.65, 0.13, 0.0, -0.12, -0.26, -0.26)
PAYS_FIRST: Final = (0.21, 0.29, 0.08, 0.08, 0.06, 0.19, 0.20, 0.16, -0.01, -0.09, -0.21)
"""What a coloured card costs, by one's lead over the next in its colour, from -5 to 5."""
ALL: Final = 50
"""About as many cards are played in a round; never more than 53."""
STEP: Final = 6
"""The looks change after so many."""


EVEN: Final = 16
"""Where a lead of 0 stands in `Looks.pays`: no lead is as far from it."""


@frozen
class Appeal:
    """The looks at one time of a round, by card, and what a coloured card costs by lead."""

    fits: tuple[float, ...]
    takes: tuple[float, ...]
    pays: tuple[float, ...]


def appeal_at(left: int) -> Appeal:
    """When so many cards are yet to be played."""
    return _LOOKS[left // STEP]


def _between(last: Sequence[float], first: Sequence[float], part: float) -> tuple[float, ...]:
    return tuple(late + (early - late) * part for late, early in zip(last, first, strict=True))


def _by_card(numbers: Sequence[float]) -> tuple[float, ...]:
    by_value: dict[int, float] = dict(zip(VALUES, numbers[:-1], strict=True))
    coloured = [by_value.get(value, 0.0) for value in range(8)] * WILD
    return (*coloured, *[numbers[-1]] * 8)


def _appeal_of_step(step: int) -> Appeal:
    part = min(1.0, STEP * (step + 0.5) / ALL)
    pays = _between(PAYS_LAST, PAYS_FIRST, part)
    return Appeal(
        _by_card(_between(FITS_LAST, FITS_FIRST, part)),
        _by_card(_between(TAKES_LAST, TAKES_FIRST, part)),
        tuple(pays[min(max(lead, -5), 5) + 5] for lead in range(-EVEN, 2 * EVEN)),
    )


_LOOKS: Final = tuple(_appeal_of_step(step) for step in range(54 // STEP))
