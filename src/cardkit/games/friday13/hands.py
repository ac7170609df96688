"""A hand: its cards and, kept with them, which faces they show: its moves are looked up by that."""

from collections.abc import Iterable
from typing import Final, TypeAlias

from cardkit.games.friday13.cards import CARDS, Card

__all__ = ["FACE", "Hand", "held", "in_order"]

Hand: TypeAlias = tuple[tuple[Card, ...], int]
"""The cards in the order of the deck, and the set of their faces: bit 0 is that of `CARDS[0]`, and so on."""

FACE: Final[dict[Card, int]] = {card: 1 << place for place, card in enumerate(CARDS)}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of the deck."""
    return tuple(sorted(cards, key=FACE.__getitem__))


def held(cards: tuple[Card, ...]) -> Hand:
    """The hand of these cards, which are in order."""
    faces = 0
    for card in cards:
        faces |= FACE[card]
    return cards, faces
