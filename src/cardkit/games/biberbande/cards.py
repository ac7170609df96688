"""The 66 cards: 45 numbers and 21 specials."""

from typing import Final, Literal, TypeAlias, get_args

__all__ = ["CARDS", "DECK", "NUMBERS", "VALUE", "Card"]

Card: TypeAlias = Literal["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "swap", "peek", "draw2"]
"""A card is its face: a number, or a special by its name. Twins are equal."""

CARDS: Final[tuple[Card, ...]] = get_args(Card)
NUMBERS: Final[frozenset[Card]] = frozenset(CARDS[:10])

VALUE: Final[dict[Card, int]] = {card: int(card) if card in NUMBERS else 0 for card in CARDS}
"""A number's points; a special has none."""

_COPIES: Final[dict[Card, int]] = {"9": 9, "swap": 9, "peek": 7, "draw2": 5}
DECK: Final[tuple[Card, ...]] = tuple(card for card in CARDS for _ in range(_COPIES.get(card, 4)))
