"""A turn of Push, solved: what stopping, going on and each place for a card are worth, by the cards that are left.

The whole rest of a match is beyond reckoning, but a turn is nearly a game of its own: all that it leaves behind is
who got what. A row is worth what its numbers are, and no row holds a number twice, so what it occupies (some bits)
says everything of it; the positions of a turn are few then, and many ways lead to each.

Two simplifications: in the look ahead cards are drawn as if each were put back, and direction cards that are yet
to come don't turn the order of taking.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from cardkit.bots.push import SIXTH, points_of
from cardkit.games.push.cards import DIE, OCCUPIES, TURN
from cardkit.games.push.state import SECURED, Hoard, State
from cardkit.games.push.taking import neighbour
from cardkit.seats import Seat

__all__ = ["Rows", "Spent", "Turn", "placed", "rows_of"]

Rows: TypeAlias = tuple[int, ...]
"""What each row occupies, sorted: which is the first makes no difference."""

_DIE: Final = OCCUPIES[DIE]
_TOTAL: Final = tuple(sum(number for number in range(1, 7) if row & 32 << number) for row in range(64 << 6))
"""The sum of a row's numbers, by what it occupies."""


class Spent(Exception):
    """The search has used up its budget."""


def rows_of(position: State) -> Rows:
    """The rows that lie there."""
    return tuple(sorted(occupied for _, occupied in position.rows))


def placed(rows: Rows, card: int) -> Iterator[Rows]:
    """All that the rows may become by one more card."""
    for place, row in enumerate(rows):
        if not row & card:
            yield tuple(sorted((*rows[:place], row | card, *rows[place + 1 :])))
    if len(rows) < 3:
        yield tuple(sorted((*rows, card)))


class Turn:
    """One turn of a seat. Values are what it gets, less what the others get on average."""

    def __init__(self, position: State, seat: Seat, goes_on: Callable[[int], bool]) -> None:
        self.others: int = len(position.hoards) - 1
        self.rolled: float = SIXTH * (2 if position.setup.risk else 1)
        """How likely a roll takes a colour: by its face, and with risk by the star."""
        self.takers: list[Seat] = [*_takers(position, seat)]
        self.stakes: list[float] = [self.rolled * _open(position.hoards[taker]) for taker in self.takers]
        """What a roll costs each seat on average, in the order of taking."""
        stock = Counter(position.setup.deck[position.gone :])
        self.turns: int = stock[TURN]
        self.left: int = stock.total()
        self.cards: list[tuple[int, int]] = [
            (OCCUPIES[card], number) for card, number in stock.items() if card != TURN
        ]
        self.valued: int = 0
        self._goes_on = goes_on
        self._stopped: dict[Rows, float] = {}
        self._values: dict[tuple[Rows, int], float] = {}

    def stakes_until(self, player: Seat) -> list[float]:
        """Of the seat and those that take after it, in the turn of this player."""
        last = self.takers.index(player) or len(self.takers)
        return self.stakes[:last]

    def value(self, rows: Rows, depth: int) -> float:
        """Of having these rows, looking so many cards ahead. `Spent` when that takes too long."""
        if not rows or not depth:
            return self.stopped(rows)
        found = self._values.get((rows, depth))
        if found is None:
            self._values[rows, depth] = found = max(self.stopped(rows), self.going_on(rows, depth))
        return found

    def going_on(self, rows: Rows, depth: int) -> float:
        """Of turning up one more card: each that may come, where it is best placed, or a bust."""
        if not self._goes_on(self.valued):
            raise Spent
        self.valued += 1
        value, bust = self.turns * self.value(rows, depth - 1), self.busted(rows)
        for card, number in self.cards:
            value += number * max(
                (self.value(after, depth - 1) for after in placed(rows, card)), default=bust
            )
        return value / self.left

    def stopped(self, rows: Rows) -> float:
        """The seat takes first, then the others."""
        found = self._stopped.get(rows)
        if found is None:
            got = self.handed_out(rows, self.stakes) or [0.0]
            self._stopped[rows] = found = got[0] - sum(got[1:]) / self.others
        return found

    def busted(self, rows: Rows) -> float:
        """A roll, and the others take."""
        return -self.stakes[0] - sum(self.handed_out(rows, self.stakes[1:])) / self.others

    def handed_out(self, rows: Sequence[int], stakes: Sequence[float]) -> list[float]:
        """What those who take get, one after the other: each the row that is worth most to it."""
        left, got = [*rows], list[float]()
        for stake, _ in zip(stakes, rows, strict=False):
            worth = [self.worth(row, stake) for row in left]
            best = max(worth)
            del left[worth.index(best)]
            got.append(best)
        return got

    def worth(self, row: int, stake: float) -> float:
        """The numbers, less what a die card may cost of them and of what lay open before."""
        return _TOTAL[row] * (1 - self.rolled) - stake if row & _DIE else _TOTAL[row]


def _open(hoard: Hoard) -> int:
    return sum(map(points_of, hoard[:SECURED]))


def _takers(position: State, seat: Seat) -> Iterator[Seat]:
    """The seat, and then in the order that direction cards have given."""
    taker = seat
    for _ in position.hoards:
        yield taker
        taker = neighbour(position, taker)
