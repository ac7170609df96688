"""Penalty points with a majority rule: the seat with the most of a kind pays nothing for it."""

from collections.abc import Iterable, Sequence

from cardkit.seats import Seat

__all__ = ["freed", "penalties"]


def penalties(taken: Sequence[Iterable[str]], kinds: str, wild: str, wild_cost: int) -> tuple[int, ...]:
    """Return the points by seat: one for each card of a kind, `wild_cost` for each wild one.

    A card's first letter is its kind. A seat with strictly more cards of a kind than every other seat pays nothing for
    that kind. A tie frees nobody.
    """
    heaps = ["".join(cards) for cards in taken]
    points = [wild_cost * heap.count(wild) for heap in heaps]
    for kind, free in zip(kinds, freed(taken, kinds), strict=True):
        for seat, heap in enumerate(heaps):
            if seat != free:
                points[seat] += heap.count(kind)
    return tuple(points)


def freed(taken: Sequence[Iterable[str]], kinds: str) -> tuple[Seat | None, ...]:
    """Return, for each kind, the seat that alone has the most cards of it; `None` after a tie."""
    heaps = ["".join(cards) for cards in taken]
    found = list[Seat | None]()
    for kind in kinds:
        counts = [heap.count(kind) for heap in heaps]
        most = max(counts)
        found.append(counts.index(most) if counts.count(most) == 1 else None)
    return tuple(found)
