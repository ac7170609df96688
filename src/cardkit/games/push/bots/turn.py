"""A turn of Push, solved from the cards that are left: the worth of stopping, of going on, and of each place for a
card.

The rest of a match can't be computed, but a turn is nearly a game of its own. All that it leaves behind is the cards
that each seat got. No row holds a number twice, so the bits that it occupies say everything about it. A turn has few
positions, and many ways lead to each. The worth of stopping depends on even less: the sum of each row, and whether it
holds a die card.

A turn also leaves behind a number of cards in the stock. The caller may say what that is worth (`after`).

There are two simplifications. When looking ahead, cards are drawn as if each were put back. And later direction cards
don't change the order of taking.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Final, TypeAlias

from cardkit.bots.search.budget import BudgetSpent
from cardkit.games.push import View
from cardkit.games.push.bots.greedy import roll_risk
from cardkit.games.push.bots.position import OCCUPIES, cards_left, occupied, points_of
from cardkit.games.push.cards import DIE, TURN, VALUE, Card, RowCard
from cardkit.games.push.messages import Move, Place, Reveal, Stop
from cardkit.games.push.state import Going, Placing, State
from cardkit.games.push.taking import neighbour
from cardkit.hidden import H
from cardkit.seats import Seat

__all__ = [
    "Rows",
    "Turn",
    "best_move",
    "place_in",
    "placements",
    "rows_of",
    "takers",
    "turn_of",
]

Rows: TypeAlias = tuple[int, ...]
"""The bits of each row, sorted, because the order of rows doesn't matter."""
Sums: TypeAlias = tuple[int, ...]
"""For each row, twice the sum of its numbers, plus one for a die card; sorted."""

_SUM: Final = tuple(
    2 * sum(number for number in range(1, 7) if row & 32 << number) + (row & OCCUPIES[DIE])
    for row in range(64 << 6)
)
"""The sum of a row, as in `Sums`, by the bits that it occupies."""
_MORE: Final = (1, 2, 4, 6, 8, 10, 12)
"""What a die card, and each number, adds to that."""


def rows_of(position: State[H]) -> Rows:
    """Return the rows of the position."""
    return tuple(sorted(map(occupied, position.rows)))


def place_in(position: State[H], card: RowCard, row: int) -> Rows:
    """Return the rows with this card in one of them."""
    rows, occupies = [*map(occupied, position.rows)], OCCUPIES[card]
    if row > len(rows):
        rows.append(occupies)
    else:
        rows[row - 1] |= occupies
    return tuple(sorted(rows))


def placements(rows: Rows, card: int) -> Iterator[Rows]:
    """Yield all rows that one more card can lead to."""
    for place, row in enumerate(rows):
        if not row & card:
            yield tuple(sorted((*rows[:place], row | card, *rows[place + 1 :])))
    if len(rows) < 3:
        yield tuple(sorted((*rows, card)))


def nothing(left: int) -> float:
    """Return 0, because the number of cards left doesn't matter."""
    return 0.0


class Turn:
    """One turn of a seat. Values are its gain, less the others' average gain."""

    def __init__(
        self,
        stakes: Sequence[float],
        rolled: float,
        stock: Sequence[Card],
        goes_on: Callable[[int], bool],
        after: Callable[[int], float] = nothing,
    ) -> None:
        self.stakes: Sequence[float] = stakes
        """The average cost of a roll for each seat, in the order of taking; the seat's own first."""
        self.rolled: float = rolled
        """The probability that a roll takes a colour."""
        self.others: int = len(stakes) - 1
        left = Counter(stock)
        self.left: int = left.total()
        self.after: Callable[[int], float] = after
        """Returns the worth of having ended the turn, by the cards that are left then."""
        self.turns: int = left.pop(TURN, 0)
        self.cards: list[tuple[int, int, int]] = [
            (OCCUPIES[card], 0 if card == DIE else VALUE[card], number)
            for card, number in left.items()
            if card != TURN
        ]
        """For each card: its bits, its number (0: a die card), and how many are left."""
        self.valued: int = 0
        self._goes_on = goes_on
        self._stopped: dict[Sums, float] = {}
        self._grown: dict[tuple[Sums, int], list[float]] = {}
        self._values: dict[tuple[Rows, int, int], float] = {}

    @property
    def remembered(self) -> int:
        """The number of results that it keeps."""
        return len(self._stopped) + len(self._grown) + len(self._values)

    def forget(self) -> None:
        """Forget all results. They are worked out again when needed."""
        for results in (self._stopped, self._grown, self._values):
            results.clear()

    def value(self, rows: Rows, depth: int, left: int) -> float:
        """Return the value of these rows, looking `depth` cards ahead. Raise `BudgetSpent` if that takes too long."""
        if not rows or not depth:
            return self.ending(rows, left)
        found = self._values.get((rows, depth, left))
        if found is None:
            found = max(self.ending(rows, left), self.going_on(rows, depth, left))
            self._values[rows, depth, left] = found
        return found

    def ending(self, rows: Rows, left: int) -> float:
        """Return the value of stopping now, with this number of cards left."""
        return self.stopped(rows) + self.after(left)

    def going_on(self, rows: Rows, depth: int, left: int) -> float:
        """Return the value of turning up one more card: of each possible card in its best place, or of a bust."""
        if not self._goes_on(self.valued):
            raise BudgetSpent
        self.valued += 1
        left -= 1
        if depth == 1:
            return self._one_more(rows) + self.after(left)
        value, bust = self.turns * self.value(rows, depth - 1, left), self.busted(rows) + self.after(left)
        for card, _, number in self.cards:
            value += number * max(
                [self.value(after, depth - 1, left) for after in placements(rows, card)], default=bust
            )
        return value / self.left

    def _one_more(self, rows: Rows) -> float:
        """Return the value of one more card and a stop after it. Then only sums count."""
        sums = [_SUM[row] for row in rows]
        grown = [
            (row, self._with_more((*sums[:place], *sums[place + 1 :]), sums[place]))
            for place, row in enumerate(rows)
        ]
        if len(rows) < 3:
            grown.append((0, self._with_more((*sums,), 0)))
        value, bust = self.turns * self.stopped(rows), self.busted(rows)
        for card, kind, number in self.cards:
            best = -inf
            for row, worth in grown:
                if not row & card and worth[kind] > best:
                    best = worth[kind]
            value += number * (bust if best == -inf else best)
        return value / self.left

    def _with_more(self, rest: Sums, own: int) -> list[float]:
        """Return what stopping is worth if one row, `own`, gets one more card: a die card, or each of the numbers."""
        found = self._grown.get((rest, own))
        if found is None:
            found = [self._stopping(tuple(sorted((*rest, own + more)))) for more in _MORE]
            self._grown[rest, own] = found
        return found

    def stopped(self, rows: Rows) -> float:
        """Return the value of stopping: the seat takes first, then the others."""
        return self._stopping(tuple(sorted([_SUM[row] for row in rows])))

    def _stopping(self, sums: Sums) -> float:
        found = self._stopped.get(sums)
        if found is None:
            got = self._shared(sums, self.stakes) or [0.0]
            self._stopped[sums] = found = got[0] - sum(got[1:]) / self.others
        return found

    def busted(self, rows: Rows) -> float:
        """Return the value of a bust: a roll, and the others take."""
        return -self.stakes[0] - sum(self.handed_out(rows, self.stakes[1:])) / self.others

    def handed_out(self, rows: Sequence[int], stakes: Sequence[float]) -> list[float]:
        """Return what the seats get, one after the other. Each takes the row that is worth most to it."""
        return self._shared([_SUM[row] for row in rows], stakes)

    def _shared(self, sums: Sequence[int], stakes: Sequence[float]) -> list[float]:
        left, got = [*sums], list[float]()
        for stake, _ in zip(stakes, sums, strict=False):
            worth = [self._worth(row, stake) for row in left]
            best = max(worth)
            del left[worth.index(best)]
            got.append(best)
        return got

    def worth(self, row: int, stake: float) -> float:
        """Return the worth of a row: its numbers, less the expected cost of its die card."""
        return self._worth(_SUM[row], stake)

    def _worth(self, row: int, stake: float) -> float:
        return (row >> 1) * (1 - self.rolled) - stake if row & 1 else row >> 1


def turn_of(
    position: View, seat: Seat, goes_on: Callable[[int], bool], after: Callable[[int], float] = nothing
) -> Turn:
    """Return the turn of the seat in this position, with the cards that are left."""
    risk = roll_risk(position)
    stakes = [risk * points_of(position.open[taker]) for taker in takers(position, seat)]
    return Turn(stakes, risk, cards_left(position), goes_on, after)


def best_move(turn: Turn, position: State[H], phase: Going | Placing, depth: int) -> Move:
    """Return the best place of the card that is up, or whether to go on, looking `depth` cards ahead."""
    card = position.up
    if isinstance(phase, Placing) and card is not None:
        return Place(
            max(phase.fits, key=lambda row: turn.value(place_in(position, card, row), depth, turn.left))
        )
    rows = rows_of(position)
    return Reveal() if turn.going_on(rows, depth, turn.left) > turn.ending(rows, turn.left) else Stop()


def takers(position: State[H], seat: Seat) -> Iterator[Seat]:
    """Yield the seats in the order of taking, this seat first."""
    taker = seat
    for _ in position.open:
        yield taker
        taker = neighbour(position, taker)
