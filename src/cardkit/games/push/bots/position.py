"""What bots read from a position, or from their view of it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cardkit.games.push import View
from cardkit.games.push.cards import COLOURS, DIE, SUIT, VALUE, Card, Number, RowCard, deck
from cardkit.hidden import Unseen
from cardkit.mechanics.dealing import unseen

__all__ = ["OCCUPIES", "cards_left", "occupied", "points_by_colour", "points_of"]

OCCUPIES: Final[dict[RowCard, int]] = {
    **{card: 2 << suit | 32 << VALUE[card] for card, suit in SUIT.items()},
    DIE: 1,
}
"""The bits that a card occupies in a row: its colour and its number, or the place of a die card.

No two cards of a row share bits.
"""


@lru_cache(maxsize=100_000)
def occupied(row: Sequence[RowCard]) -> int:
    """Return the bits that the cards of a row occupy."""
    return sum([OCCUPIES[card] for card in row])


@lru_cache(maxsize=100_000)
def points_of(cards: Sequence[Number]) -> int:
    """Return the sum of the numbers."""
    return sum([VALUE[card] for card in cards])


@lru_cache(maxsize=100_000)
def points_by_colour(cards: Sequence[Number]) -> tuple[int, ...]:
    """Return the sum of the numbers of each colour."""
    points = [0] * len(COLOURS)
    for card in cards:
        points[SUIT[card]] += VALUE[card]
    return tuple(points)


def cards_left(known: View) -> tuple[Card, ...]:
    """Return the cards of the stock, sorted. A seat that saw all cards turned up knows them, except for their order."""
    up: tuple[Card, ...] = () if known.up is None else (known.up,)
    secured: list[Card] = [card for cards in known.secured for card in cards if not isinstance(card, Unseen)]
    whole = deck(direction_cards=known.setup.direction_cards)
    return unseen(whole, *known.rows, *known.open, secured, known.discarded, known.directions, up)
