"""The 53 cards: three kinds of bad luck with values, and eight Friday cards that belong to none."""

from typing import Final, Literal, TypeAlias, get_args

__all__ = ["CARDS", "DECK", "KIND", "PILES", "PILES_OF", "VALUE", "Card", "Kind"]

Kind: TypeAlias = Literal["cats", "mirrors", "ladders"]

Card: TypeAlias = Literal[
    "c0", "c1", "c2", "c4", "c5", "c7",
    "m0", "m1", "m2", "m4", "m5", "m7",
    "l0", "l1", "l2", "l4", "l5", "l7",
    "f4",
]  # fmt: skip
"""A card is its face, a letter and a value: `c7` is a cat of value 7, `f4` a Friday card. Twins are equal."""

CARDS: Final[tuple[Card, ...]] = get_args(Card)
PILES: Final[tuple[Kind, ...]] = get_args(Kind)

VALUE: Final[dict[Card, int]] = {card: int(card[1]) for card in CARDS}
KIND: Final[dict[Card, Kind | None]] = {
    card: next((kind for kind in PILES if card[0] == kind[0]), None) for card in CARDS
}
PILES_OF: Final[dict[Card, tuple[Kind, ...]]] = {
    card: PILES if kind is None else (kind,) for card, kind in KIND.items()
}
"""Where a card may be played: on the pile of its kind, a Friday card on any."""

_COPIES: Final = {0: 1, 1: 3, 2: 3, 4: 2, 5: 3, 7: 3}
DECK: Final[tuple[Card, ...]] = tuple(
    card for card in CARDS for _ in range(8 if KIND[card] is None else _COPIES[VALUE[card]])
)
