"""A round of 13 or Friday 13 on a board of plain numbers, for fast playouts by the weights of `appeal`.

The round has the rules of the game and ends the same way. Less bookkeeping makes it several times as fast. A card is a
number: eight times its kind, plus its value. Kind 3 is wild.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from cardkit.bots.search.budget import BudgetSpent
from cardkit.families.limited_piles.bots.appeal import EVEN, PLACES, WILD, appeal_at
from cardkit.families.limited_piles.bots.greedy import LIMIT
from cardkit.families.limited_piles.rules import WILD_COST
from cardkit.seats import Seat

__all__ = ["WILD", "Board", "BoardPlay", "Worth", "encode_card"]

BoardPlay: TypeAlias = tuple[int, int]
"""A play: the number of the card, and the place of the pile."""
Worth: TypeAlias = Callable[[Sequence[int]], tuple[float, ...]]
"""Returns the worth of a round's points, by seat."""

SOON: Final = 4
"""With this many cards left, the time isn't checked. There are at most some hundred ways to play them."""


def encode_card(card: str, letters: str) -> int:
    """Return the card's number. `letters` are those of the piles' own kinds."""
    kind = letters.find(card[0])
    return 8 * (kind if kind >= 0 else WILD) + int(card[1])


class Board:
    """All cards of a round, and whose turn it is. It is mutable."""

    __slots__ = ("coloured", "hands", "left", "seat", "stock", "took", "totals", "wilds")

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
        """The sum of each pile. `coloured` and `wilds` count its cards of its own kind and its wild ones."""
        self.coloured: list[int] = [*coloured]
        self.wilds: list[int] = [*wilds]
        self.took: list[list[int]] = [[*heap] for heap in took]
        """By seat: the number of taken cards of each kind, wild ones last."""
        self.left: int = len(self.stock) + sum(map(len, self.hands))
        """The number of cards that are still to be played."""

    def copy(self) -> "Board":
        """Return a copy that can be played on independently."""
        return Board(self.seat, self.hands, self.stock, self.totals, self.coloured, self.wilds, self.took)

    def play(self, card: int, place: int) -> None:
        """Play a card: take the pile if it goes over 13, then draw."""
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
        self.left -= 1
        self.seat = (seat + 1) % len(self.hands)

    def plays(self) -> tuple[BoardPlay, ...]:
        """Return all plays: each card of the hand, on each pile that it may go on."""
        return tuple([(card, place) for card in {*self.hands[self.seat]} for place in PLACES[card >> 3]])

    def best(self) -> BoardPlay:
        """Return the play with the most appeal, the first of equals."""
        now, totals, most = appeal_at(self.left), self.totals, -1000.0
        fits, takes = now.fits, now.takes
        best_card = best_place = -1
        prices: list[float | None] = [None, None, None]
        for card in self.hands[self.seat]:
            room = LIMIT - (card & 7)
            for place in PLACES[card >> 3]:
                if totals[place] <= room:
                    appeal = fits[card]
                else:
                    price = prices[place]
                    if price is None:
                        price = prices[place] = self.price(place, now.pays)
                    appeal = takes[card] - price
                if appeal > most:
                    best_card, best_place, most = card, place, appeal
        return best_card, best_place

    def price(self, place: int, pays: Sequence[float]) -> float:
        """Return the expected cost of taking a pile."""
        took, seat = self.took, self.seat
        own, number = took[seat][place], self.coloured[place]
        most = 0
        for other, heap in enumerate(took):
            if heap[place] > most and other != seat:
                most = heap[place]
        lead = EVEN + own - most
        return (own + number) * pays[lead + number] - own * pays[lead] + WILD_COST * self.wilds[place]

    def play_on(self) -> Sequence[int]:
        """Play on to the end of the round by appeal. Return its points, by seat."""
        while self.hands[self.seat]:
            self.play(*self.best())
        return self.points()

    def solve(self, worth: Worth, in_time: Callable[[], bool]) -> tuple[float, ...]:
        """Return the worth of the round if each seat sees all cards and plays its best.

        Raise `BudgetSpent` if that takes too long.
        """
        if self.left > SOON and not in_time():
            raise BudgetSpent
        seat = self.seat
        best: tuple[float, ...] = ()
        for play in self.plays():
            board = self.copy()
            board.play(*play)
            found = board.solve(worth, in_time)
            if not best or found[seat] > best[seat]:
                best = found
        return best or worth(self.points())

    def points(self) -> Sequence[int]:
        """Return the points by seat. A card costs 1, a wild one more.

        A kind is free for a seat that alone has the most of it.
        """
        points = [WILD_COST * heap[WILD] for heap in self.took]
        for kind in range(WILD):
            counts = [heap[kind] for heap in self.took]
            most = max(counts)
            free = counts.index(most) if counts.count(most) == 1 else -1
            for seat, count in enumerate(counts):
                if seat != free:
                    points[seat] += count
        return points
