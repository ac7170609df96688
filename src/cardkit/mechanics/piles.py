"""Piles whose sum is kept: whoever lifts it above a limit takes what lay there."""

from typing import Final, TypeAlias, TypeVar

__all__ = ["NO_PILE", "Pile", "placed"]

Card = TypeVar("Card", bound=str)

Pile: TypeAlias = tuple[tuple[Card, ...], int]
"""The cards in the order played, and their sum."""

NO_PILE: Final = ((), 0)


def placed(
    piles: tuple[Pile[Card], ...], place: int, card: Card, value: int, taken: tuple[Card, ...]
) -> tuple[Pile[Card], ...]:
    """The piles after a card was played on one: it lies on top or, when what lay there was taken, alone."""
    changed = list(piles)
    if taken:
        changed[place] = (card,), value
    else:
        cards, total = changed[place]
        changed[place] = (*cards, card), total + value
    return tuple(changed)
