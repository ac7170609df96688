"""What the plain scripts share."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Mapping, Sequence

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


def play_round(
    hands: list[list[str]],
    stock: list[str],
    player: int,
    moves_of: Mapping[str, list[tuple[str, int]]],
    value: Mapping[str, int],
    random: Callable[[], float],
) -> tuple[list[list[str]], int]:
    """Play a round of a game with piles up to 13. Return the heaps that were taken, and the number of moves."""
    seats = len(hands)
    piles: list[list[str]] = [[], [], []]
    sums = [0, 0, 0]
    heaps: list[list[str]] = [[] for _ in hands]
    moves = 0

    while hand := hands[player]:
        legal: list[tuple[str, int]] = []
        for face in sorted(set(hand)):
            legal += moves_of[face]
        card, pile = legal[int(random() * len(legal))]
        hand.remove(card)
        total = sums[pile] + value[card]
        if total > 13:
            heaps[player] += piles[pile]
            piles[pile] = [card]
            sums[pile] = value[card]
        else:
            piles[pile].append(card)
            sums[pile] = total
        if stock:
            hand.append(stock.pop())
        player = (player + 1) % seats
        moves += 1

    return heaps, moves


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
