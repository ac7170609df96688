"""The 53 cards: three kinds of bad luck with values, and eight Friday cards without a kind."""

from typing import Final, Literal, TypeAlias, get_args

__all__ = ["CARDS", "DECK", "FRIDAY", "PILES", "Card", "Kind"]

Kind: TypeAlias = Literal["cats", "mirrors", "ladders"]

Card: TypeAlias = Literal[
    "c0", "c1", "c2", "c4", "c5", "c7",
    "m0", "m1", "m2", "m4", "m5", "m7",
    "l0", "l1", "l2", "l4", "l5", "l7",
    "f4",
]  # fmt: skip
"""A card is its face, a letter and a value: `c7` is a cat of value 7, `f4` a Friday card. Twins are equal."""

FRIDAY: Final[Card] = "f4"
CARDS: Final[tuple[Card, ...]] = get_args(Card)
PILES: Final[tuple[Kind, ...]] = get_args(Kind)

_COPIES: Final = {"0": 1, "1": 3, "2": 3, "4": 2, "5": 3, "7": 3}
DECK: Final[tuple[Card, ...]] = tuple(
    card for card in CARDS for _ in range(8 if card == FRIDAY else _COPIES[card[1]])
)
