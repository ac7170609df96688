"""The 50 cards: three colours with values, and eight nasty fours that belong to none."""

from typing import Final, Literal, TypeAlias, get_args

__all__ = ["CARDS", "COLOUR", "DECK", "TARGETS", "TARGETS_OF", "VALUE", "Card", "Colour"]

Colour: TypeAlias = Literal["blue", "yellow", "green"]

Card: TypeAlias = Literal[
    "b1", "b2", "b4", "b5", "b7",
    "y1", "y2", "y4", "y5", "y7",
    "g1", "g2", "g4", "g5", "g7",
    "n4",
]  # fmt: skip
"""A card is its face, a letter and a value: `b7` is a blue seven, `n4` a nasty four. Twins are equal."""

CARDS: Final[tuple[Card, ...]] = get_args(Card)
TARGETS: Final[tuple[Colour, ...]] = get_args(Colour)

VALUE: Final[dict[Card, int]] = {card: int(card[1]) for card in CARDS}
COLOUR: Final[dict[Card, Colour | None]] = {
    card: next((colour for colour in TARGETS if card[0] == colour[0]), None) for card in CARDS
}
TARGETS_OF: Final[dict[Card, tuple[Colour, ...]]] = {
    card: TARGETS if colour is None else (colour,) for card, colour in COLOUR.items()
}
"""Where a card may be played: on the target of its colour, a nasty four on any."""

_COPIES: Final = {1: 3, 2: 3, 4: 2, 5: 3, 7: 3}
DECK: Final[tuple[Card, ...]] = tuple(
    card for card in CARDS for _ in range(8 if COLOUR[card] is None else _COPIES[VALUE[card]])
)
