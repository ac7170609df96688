"""A round of 13 or Friday 13 played on in plain numbers, by the rule of thumb of `piles`.

It is the game's own round, with the same end; only the bookkeeping is less, which makes several playouts of one.
A card is a number here: eight times its kind, plus its value; kind 3 is wild.
"""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from cardkit.bots.piles import (
    FULL,
    HIGH_FIRST,
    LIMIT,
    TAKER_HIGH,
    WILD_COST,
    WILD_SAFE,
    pays,
    round_worth,
)
from cardkit.seats import Seat

__all__ = ["Board", "Coded", "code"]

Coded: TypeAlias = tuple[int, int]
"""A play: the card, and the place of the pile."""

WILD: Final = 3
PLACES: Final = ((0,), (1,), (2,), (0, 1, 2))
"""Where a card may go, by its kind."""


def code(card: str, letters: str) -> int:
    """The card's number. `letters` are those of the piles' own kinds."""
    kind = letters.find(card[0])
    return 8 * (kind if kind >= 0 else WILD) + int(card[1])


def _looks(card: int, total: int) -> float | None:
    """How a card looks on a pile of this total, as in `piles.best`; `None` where it takes the pile."""
    value = card & 7
    after = total + value
    if after > LIMIT:
        return None
    wild = WILD_SAFE if card >> 3 == WILD else 0.0
    return HIGH_FIRST * value + wild + FULL * max(0, after - 6)


_OPTIONS: Final = tuple(
    tuple((place, tuple(_looks(card, total) for total in range(LIMIT + 1))) for place in PLACES[card >> 3])
    for card in range(32)
)
"""By card: where it may go, and how it looks there by the pile's total."""
_HIGH: Final = tuple(TAKER_HIGH * (card & 7) for card in range(32))


class Board:
    """All cards of a round, and whose turn it is. It changes as it is played on."""

    __slots__ = ("coloured", "hands", "seat", "stock", "took", "totals", "wilds")

    def __init__(
        self,
        seat: Seat,
        hands: Iterable[Iterable[int]],
        stock: Iterable[int],
        totals: Iterable[int],
        coloured: Iterable[int],
        wilds: Iterable[int],
        took: Iterable[Iterable[int]],
    ) -> None:
        self.seat: Seat = seat
        self.hands: list[list[int]] = [[*hand] for hand in hands]
        self.stock: list[int] = [*stock]
        """The top card comes last."""
        self.totals: list[int] = [*totals]
        """By pile: the sum, the number of cards of its kind, and of wild ones."""
        self.coloured: list[int] = [*coloured]
        self.wilds: list[int] = [*wilds]
        self.took: list[list[int]] = [[*heap] for heap in took]
        """By seat: the number of cards taken of each kind, wild ones last."""

    def copy(self) -> "Board":
        """The same once more, to be played on in another way."""
        return Board(self.seat, self.hands, self.stock, self.totals, self.coloured, self.wilds, self.took)

    def play(self, card: int, place: int) -> None:
        """Play, take what goes over 13, draw."""
        value, wild, seat = card & 7, card >> 3 == WILD, self.seat
        if self.totals[place] + value > LIMIT:
            heap = self.took[seat]
            heap[place] += self.coloured[place]
            heap[WILD] += self.wilds[place]
            self.totals[place] = self.coloured[place] = self.wilds[place] = 0
        self.totals[place] += value
        if wild:
            self.wilds[place] += 1
        else:
            self.coloured[place] += 1
        hand = self.hands[seat]
        hand.remove(card)
        if self.stock:
            hand.append(self.stock.pop())
        self.seat = (seat + 1) % len(self.hands)

    def plays(self) -> tuple[Coded, ...]:
        """Each card of the hand, on each pile where it may go."""
        return tuple([(card, place) for card in {*self.hands[self.seat]} for place in PLACES[card >> 3]])

    def best(self) -> Coded:
        """The rule of thumb's play."""
        totals, most = self.totals, -1000.0
        best_card = best_place = -1
        prices: list[float | None] = [None, None, None]
        for card in self.hands[self.seat]:
            for place, by_total in _OPTIONS[card]:
                looks = by_total[totals[place]]
                if looks is None:
                    price = prices[place]
                    if price is None:
                        price = prices[place] = self.price(place)
                    looks = _HIGH[card] - price
                if looks > most:
                    best_card, best_place, most = card, place, looks
        return best_card, best_place

    def price(self, place: int) -> float:
        """As in `piles.price`."""
        most, own, number = 0, self.took[self.seat][place], self.coloured[place]
        for seat, heap in enumerate(self.took):
            if heap[place] > most and seat != self.seat:
                most = heap[place]
        coloured = (own + number) * pays(own + number - most) - own * pays(own - most)
        return coloured + WILD_COST * self.wilds[place]

    def played_on(self) -> tuple[float, ...]:
        """To the end of the round by the rule of thumb; what it is worth, by seat."""
        while self.hands[self.seat]:
            self.play(*self.best())
        return round_worth(self.points())

    def solved(self) -> tuple[float, ...]:
        """To the end of the round, each seat seeing all cards and making the most of it; what it is worth."""
        seat = self.seat
        best: tuple[float, ...] = ()
        for play in self.plays():
            board = self.copy()
            board.play(*play)
            found = board.solved()
            if not best or found[seat] > best[seat]:
                best = found
        return best or round_worth(self.points())

    def points(self) -> Sequence[int]:
        """A card costs 1, a wild one more; whoever alone has the most of a kind doesn't pay for it."""
        points = [WILD_COST * heap[WILD] for heap in self.took]
        for kind in range(WILD):
            counts = [heap[kind] for heap in self.took]
            most = max(counts)
            free = counts.index(most) if counts.count(most) == 1 else -1
            for seat, count in enumerate(counts):
                if seat != free:
                    points[seat] += count
        return points
