"""Rules of thumb for 13 and Friday 13, which are the same but for where the cards come from.

What a card is to a player in these games:

- Going over 13 takes the pile, so the best play is one that takes nothing and leaves as little room as possible
  for those who follow: they have to take it.
- High cards fit seldom, low ones nearly always. So the highest card that still fits goes first, and low ones
  are kept for the time when all piles are full.
- Whoever must take takes where it costs least. A coloured card costs nothing to whoever ends up with the most
  of its colour: the further ahead one is, the less a further one costs, down to being welcome.
- Wild cards are paid for in any case: they belong on piles that one doesn't expect to take.
"""

from collections.abc import Sequence
from typing import Final

from cardkit.families.limited_piles.rules import WILD_COST
from cardkit.seats import Seat

__all__ = ["best_play", "round_worth"]

LIMIT: Final = 13
VALUE: Final = {digit: int(digit) for digit in "012457"}

PAYS: Final = (1.0, 1.0, 1.0, 0.97, 0.85, 0.65, 0.45, 0.3, 0.2, 0.1, 0.05)
"""How likely one pays for a colour in the end, by one's lead over the next in it, from -5 to 5."""

HIGH_FIRST: Final = 0.06
FULL: Final = 0.10
WILD_SAFE: Final = -0.1
TAKER_HIGH: Final = 0.1
SPREAD: Final = 12.0
"""Points of a round that make the difference between a good and a bad one."""


def best_play(
    piles: Sequence[Sequence[str]],
    sums: Sequence[int],
    taken: Sequence[tuple[str, ...]],
    seat: Seat,
    plays: Sequence[tuple[str, int]],
    letters: str,
) -> int:
    """Which play has the most appeal, the first of equals. A play is a card and the place of a pile.

    `letters` are those of the piles' own kinds: all other cards are wild.
    """
    prices: dict[int, float] = {}
    choice, most = 0, -1000.0
    for number, (card, place) in enumerate(plays):
        value = VALUE[card[1]]
        after = sums[place] + value
        if after <= LIMIT:
            looks = HIGH_FIRST * value + FULL * (after - 6) if after > 6 else HIGH_FIRST * value
            if card[0] not in letters:
                looks += WILD_SAFE
        else:
            if place not in prices:
                prices[place] = price(piles[place], letters[place], taken, seat)
            looks = TAKER_HIGH * value - prices[place]
        if looks > most:
            choice, most = number, looks
    return choice


def price(cards: Sequence[str], letter: str, taken: Sequence[tuple[str, ...]], seat: Seat) -> float:
    """What it costs the seat to take these cards, as far as can be told now."""
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
    """A round's worth by seat: 0.5 for what the others got on average, more for fewer points."""
    total, others = sum(points), len(points) - 1
    return tuple(0.5 + ((total - own) / others - own) / (2 * SPREAD) for own in points)
