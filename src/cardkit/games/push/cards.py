"""The 120 cards: numbers in five colours, die cards and direction cards. And the die."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

__all__ = [
    "CARDS",
    "CLASHING",
    "COLOURS",
    "DECK",
    "DIE",
    "FACES",
    "NUMBER",
    "NUMBERS",
    "PLACE",
    "ROW_CARDS",
    "SHAPE",
    "SHORT_DECK",
    "STAR",
    "SUIT",
    "TURN",
    "VALUE",
    "Card",
    "Colour",
    "Face",
    "Number",
    "RowCard",
    "deck",
    "of_colour",
]

Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "purple"]

Number: TypeAlias = Literal[
    "r1", "r2", "r3", "r4", "r5", "r6",
    "b1", "b2", "b3", "b4", "b5", "b6",
    "g1", "g2", "g3", "g4", "g5", "g6",
    "y1", "y2", "y3", "y4", "y5", "y6",
    "p1", "p2", "p3", "p4", "p5", "p6",
]  # fmt: skip
"""A number card is its face, a letter and a number: `y2` is a yellow two. Twins are equal."""

RowCard: TypeAlias = Literal[Number, "die"]
"""A card that goes in rows."""

Card: TypeAlias = Literal[RowCard, "turn"]
"""`die` is a die card, `turn` a direction card."""

Face: TypeAlias = Literal[Colour, "star"]
"""A face of the die."""

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
NUMBERS: Final[tuple[Number, ...]] = get_args(Number)
ROW_CARDS: Final[tuple[RowCard, ...]] = get_args(RowCard)
CARDS: Final[tuple[Card, ...]] = get_args(Card)
FACES: Final[tuple[Face, ...]] = get_args(Face)
DIE: Final[Literal["die"]] = "die"
TURN: Final[Literal["turn"]] = "turn"
STAR: Final[Literal["star"]] = "star"

SHAPE: Final[dict[Colour, str]] = {"red": "♥", "blue": "■", "green": "▲", "yellow": "●", "purple": "✚"}
"""The shape of each colour, for people who can't tell colours apart well."""

PLACE: Final[dict[Colour, int]] = {colour: place for place, colour in enumerate(COLOURS)}
"""The index of each colour."""

NUMBER: Final[dict[RowCard, tuple[Number, ...]]] = {**{card: (card,) for card in NUMBERS}, DIE: ()}
"""What a seat gains by a card of a row: the number, or nothing for a die card."""
VALUE: Final[dict[Number, int]] = {card: int(card[1]) for card in NUMBERS}
SUIT: Final[dict[Number, int]] = {
    card: suit for suit, colour in enumerate(COLOURS) for card in NUMBERS if card[0] == colour[0]
}
"""The place of a number's colour among the colours."""
CLASHING: Final[dict[RowCard, frozenset[RowCard]]] = {
    **{card: frozenset(other for other in NUMBERS if {*other} & {*card}) for card in NUMBERS},
    DIE: frozenset([DIE]),
}
"""The cards that can't share a row with a card: those of its colour and those of its number, or another die card."""

_COPIES: Final[dict[Card, int]] = {DIE: 18, TURN: 12}
DECK: Final[tuple[Card, ...]] = tuple(card for card in CARDS for _ in range(_COPIES.get(card, 3)))
SHORT_DECK: Final[tuple[Card, ...]] = tuple(card for card in DECK if card != TURN)


def deck(*, direction_cards: bool) -> tuple[Card, ...]:
    """Return all cards of a match, sorted."""
    return DECK if direction_cards else SHORT_DECK


_NUMBERS_OF: Final[dict[Colour, dict[RowCard, tuple[Number, ...]]]] = {
    colour: {card: (card,) for card in NUMBERS if card[0] == colour[0]} for colour in COLOURS
}
"""The numbers of each colour, each as a tuple of one card."""


def of_colour(cards: Iterable[RowCard], colour: Colour, found: tuple[Number, ...] = ()) -> tuple[Number, ...]:
    """Return the cards that have the colour, after those that were found before."""
    numbers = _NUMBERS_OF[colour]
    for card in cards:
        if card in numbers:
            found += numbers[card]
    return found
