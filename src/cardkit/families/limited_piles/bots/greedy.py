"""The rule of thumb for 13 and Friday 13.

- Going over 13 takes the pile. So the best play takes nothing, and leaves as little room as possible for those who
  follow: they have to take.
- High cards fit seldom, low ones nearly always. So play the highest card that still fits, and keep low cards for the
  time when all piles are full.
- If you must take, take where it costs least. A coloured card costs nothing to the player with the most of its colour.
  The further ahead you are, the less another one costs, until it is welcome.
- Wild cards always cost points. Play them on piles that you don't expect to take.
"""

from collections.abc import Sequence
from typing import Final

from cardkit.families.limited_piles.rules import WILD_COST
from cardkit.seats import Seat

__all__ = ["best_play", "round_worth"]

LIMIT: Final = 13
VALUE: Final = {digit: int(digit) for digit in "012457"}

PAYS: Final = (1.0, 1.0, 1.0, 0.97, 0.85, 0.65, 0.45, 0.3, 0.2, 0.1, 0.05)
"""How likely a seat pays for a colour in the end, by its lead in it, from -5 to 5."""

HIGH_FIRST: Final = 0.06
FULL: Final = 0.10
WILD_SAFE: Final = -0.1
TAKER_HIGH: Final = 0.1
SPREAD: Final = 12.0
"""The points that lie between a good round and a bad one."""


def best_play(
    piles: Sequence[Sequence[str]],
    sums: Sequence[int],
    taken: Sequence[tuple[str, ...]],
    seat: Seat,
    plays: Sequence[tuple[str, int]],
    letters: str,
) -> int:
    """Return the index of the play with the most appeal, the first of equals.

    A play is a card and the place of a pile. `letters` are those of the piles' own kinds; all other cards are wild.
    """
    prices: dict[int, float] = {}
    choice, most = 0, -1000.0
    for number, (card, place) in enumerate(plays):
        value = VALUE[card[1]]
        after = sums[place] + value
        if after <= LIMIT:
            appeal = HIGH_FIRST * value + FULL * (after - 6) if after > 6 else HIGH_FIRST * value
            if card[0] not in letters:
                appeal += WILD_SAFE
        else:
            if place not in prices:
                prices[place] = price(piles[place], letters[place], taken, seat)
            appeal = TAKER_HIGH * value - prices[place]
        if appeal > most:
            choice, most = number, appeal
    return choice


def price(cards: Sequence[str], letter: str, taken: Sequence[tuple[str, ...]], seat: Seat) -> float:
    """Return what taking these cards is expected to cost the seat."""
    number = "".join(cards).count(letter)
    counts = ["".join(heap).count(letter) for heap in taken]
    own = counts[seat]
    counts[seat] = 0
    most = max(counts)
    coloured = (own + number) * pays(own + number - most) - own * pays(own - most)
    return coloured + WILD_COST * (len(cards) - number)


def pays(lead: int) -> float:
    return PAYS[min(max(lead, -5), 5) + 5]


def round_worth(points: Sequence[int]) -> tuple[float, ...]:
    """Return a round's worth by seat: 0.5 for as many points as the others' average, more for fewer."""
    total, others = sum(points), len(points) - 1
    return tuple(0.5 + ((total - own) / others - own) / (2 * SPREAD) for own in points)
