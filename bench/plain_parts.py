"""What the plain scripts share."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Deal = Callable[[list[str], int, int], tuple[list[list[str]], list[str], int]]

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


class PilesGame:
    """A game of rounds with piles up to 13, as a good programmer writes it for a simulation, without any library.

    Cards are texts, and hands, piles and heaps are lists changed in place. Each turn lists the legal moves and picks
    one. There is no engine, no history and no validation. `choose` counts the legal moves by face, in the order of the
    texts. A wild card is three moves in a row, onto each pile. `deal` takes a deck, the number of seats, and by how
    many seats the beginning has moved on. It returns the hands, the stock and the first player.
    """

    def __init__(
        self, kinds: str, copies: Mapping[int, int], wild: str, deal: Deal, rounds: Callable[[int], int]
    ) -> None:
        numbers = [kind + str(value) for kind in kinds for value in copies for _ in range(copies[value])]
        self.deck: list[str] = [*numbers, *[wild] * 8]
        self._kinds, self._wild, self._deal, self._rounds = kinds, wild[0], deal, rounds
        self._value = {card: int(card[1]) for card in self.deck}
        self._moves = {card: [(card, kinds.index(card[0]))] for card in numbers}
        self._moves[wild] = [(wild, pile) for pile in range(3)]

    def score(self, heaps: Sequence[Sequence[str]]) -> list[int]:
        """Return the penalty points of each player."""
        return penalties(heaps, self._kinds, self._wild)

    def play(
        self,
        deals: Callable[[int], Sequence[str]],
        choose: Callable[[int], int],
        seats: int,
        rounds: int | None = None,
        *,
        first: int = 0,
    ) -> tuple[int, tuple[int, ...]]:
        """Play one whole match; return the number of moves made and the totals by seat."""
        return self._match(lambda k: list(deals(k)), as_random(choose), seats, rounds, first)

    def playouts(self, n: int, seats: int, rng: random.Random) -> int:
        """Play `n` random matches at full speed; return the number of moves made."""
        return sum(self._match(lambda _: shuffled(self.deck, rng), rng.random, seats)[0] for _ in range(n))

    def _match(
        self,
        deals: Callable[[int], list[str]],
        random: Callable[[], float],
        seats: int,
        rounds: int | None = None,
        first: int = 0,
    ) -> tuple[int, tuple[int, ...]]:
        totals = [0] * seats
        moves = 0
        for round_ in range(rounds or self._rounds(seats)):
            hands, stock, player = self._deal(deals(round_), seats, first + round_)
            heaps, made = play_round(hands, stock, player, self._moves, self._value, random)
            moves += made
            for seat, points in enumerate(self.score(heaps)):
                totals[seat] += points
        return moves, tuple(totals)


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
