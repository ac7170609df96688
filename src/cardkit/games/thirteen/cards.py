"""The 50 cards: three colours with values, and eight nasty fours without a colour."""

from typing import Final, Literal, TypeAlias, get_args

__all__ = ["CARDS", "DECK", "NASTY_FOUR", "TARGETS", "Card", "Colour"]

Colour: TypeAlias = Literal["blue", "yellow", "green"]

Card: TypeAlias = Literal[
    "b1", "b2", "b4", "b5", "b7",
    "y1", "y2", "y4", "y5", "y7",
    "g1", "g2", "g4", "g5", "g7",
    "n4",
]  # fmt: skip
"""A card is its face, a letter and a value: `b7` is a blue seven, `n4` a nasty four. Twins are equal."""

NASTY_FOUR: Final[Card] = "n4"
CARDS: Final[tuple[Card, ...]] = get_args(Card)
TARGETS: Final[tuple[Colour, ...]] = get_args(Colour)

_COPIES: Final = {"1": 3, "2": 3, "4": 2, "5": 3, "7": 3}
DECK: Final[tuple[Card, ...]] = tuple(
    card for card in CARDS for _ in range(8 if card == NASTY_FOUR else _COPIES[card[1]])
)
