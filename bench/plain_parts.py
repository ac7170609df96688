"""What the plain scripts share. Their loops stay apart: each is a yardstick of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Sequence

T = TypeVar("T")


def as_random(choose: Callable[[int], int]) -> Callable[[], float]:
    """Disguise `choose` as `random`, so that `random() * n` is `choose(n)`.

    The loops pick with `int(random() * n)`, as fast as Python can, and can still be steered.
    """

    class Draw(float):
        def __mul__(self, n: float) -> float:
            return choose(int(n))

    return Draw


def shuffled(cards: Iterable[T], rng: random.Random) -> list[T]:
    """Return the cards in random order."""
    order = [*cards]
    rng.shuffle(order)
    return order


def penalties(heaps: Sequence[Sequence[str]], kinds: str, wild: str) -> list[int]:
    """Return the points of each player: a wild card costs two. A kind is free to the player with most of it."""
    texts = ["".join(heap) for heap in heaps]
    points = [2 * text.count(wild) for text in texts]
    for kind in kinds:
        counts = [text.count(kind) for text in texts]
        most = max(counts)
        tied = counts.count(most) > 1
        for player, count in enumerate(counts):
            if tied or count < most:
                points[player] += count
    return points
