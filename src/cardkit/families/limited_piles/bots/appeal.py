"""The appeal of plays in 13 and Friday 13, in numbers, for playouts.

The appeal of a play that fits depends on its card alone. If a play takes the pile, the cost of the taken cards counts
too. The numbers shift from the start of a round to its end. At the start a taken coloured card costs next to nothing,
because its player may end up with the most of its colour. At the end it costs its points. Wild cards are worth keeping,
because they fit on any pile.

The numbers are points. They were fitted by least squares to the results of playouts. The program wasn't kept, so they
can't be derived again from this repository (`docs/measurements.md`).
"""

from collections.abc import Sequence
from typing import Final

from attrs import frozen

__all__ = ["EVEN", "PLACES", "WILD", "Appeal", "appeal_at"]

WILD: Final = 3
PLACES: Final = ((0,), (1,), (2,), (0, 1, 2))
"""The piles where a card may go, by its kind."""

VALUES: Final = (0, 1, 2, 4, 5, 7)
FITS_LAST: Final = (-1.07, -0.55, -0.11, 0.43, 0.86, 1.58, -1.05)
FITS_FIRST: Final = (-0.84, 0.18, 0.32, 0.52, 0.54, 0.71, -0.37)
"""The appeal of a card that fits, when no card is left after it and when all are; by value, wild cards last."""
TAKES_LAST: Final = (0.0, -0.30, -0.07, 0.29, 0.50, 0.85, -1.37)
TAKES_FIRST: Final = (0.0, -0.22, 0.05, 0.11, 0.07, 0.22, -1.30)
"""Its appeal if it takes the pile, before the cost of that. A card of value 0 never takes a pile."""
PAYS_LAST: Final = (0.99, 1.06, 1.10, 1.02, 0.98, 0.65, 0.13, 0.0, -0.12, -0.26, -0.26)
PAYS_FIRST: Final = (0.21, 0.29, 0.08, 0.08, 0.06, 0.19, 0.20, 0.16, -0.01, -0.09, -0.21)
"""The cost of a coloured card, by the seat's lead in its colour, from -5 to 5."""
ALL: Final = 50
"""About the number of cards in a round. There are never more than 53."""
STEP: Final = 6
"""The number of cards after which the appeal changes."""


EVEN: Final = 16
"""The index of a lead of 0 in `Appeal.pays`. No lead is that great."""


@frozen
class Appeal:
    """The appeal of cards at one time of a round."""

    fits: tuple[float, ...]
    """The appeal of a card that takes nothing, by its number."""
    takes: tuple[float, ...]
    """The appeal of a card that takes a pile, by its number."""
    pays: tuple[float, ...]
    """The cost of a coloured card, by lead."""


def appeal_at(left: int) -> Appeal:
    """Return the appeal of cards when this number of cards is left."""
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
