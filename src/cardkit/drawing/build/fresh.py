"""The cards that the last move brought: they are found by what lay there before it."""

from collections import Counter
from collections.abc import Sequence, Set
from itertools import takewhile

from cardkit.drawing.build.parts import MISSING, listed
from cardkit.drawing.layout import Place

__all__ = ["fresh_cards"]


def fresh_cards(place: Place, cards: tuple[object, ...], before: object) -> Set[int]:
    """Return the places of the cards that came there by the last move.

    There are none if it isn't known what lay there before, or if a whole hand was dealt. A card that replaced an equal
    one isn't found: nothing looks different.
    """
    former = () if before is MISSING else listed(before)
    if before is MISSING or cards == former:
        return frozenset()
    if place.topped:
        return frozenset([len(cards) - 1])
    if place.arranged in ("pile", "stack"):
        return _laid_on(cards, former)
    added = _added(cards, former)
    return frozenset() if place.arranged == "hand" and len(added) == len(cards) else added


def _laid_on(cards: tuple[object, ...], former: tuple[object, ...]) -> Set[int]:
    """Return the places of the cards above those that lay there before. Cards that are left over aren't fresh."""
    if cards == former[len(former) - len(cards) :]:
        return frozenset()
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(cards, former, strict=False)))
    return frozenset(range(same, len(cards)))


def _added(cards: Sequence[object], former: Sequence[object]) -> Set[int]:
    """Return the places of the cards that weren't among the former ones. Of equal cards, the last ones are fresh."""
    left = Counter(former)
    found = set[int]()
    for number, card in enumerate(cards):
        left[card] -= 1
        if left[card] < 0:
            found.add(number)
    return found
