"""Counted numbers: exact sums and a histogram of bounded size."""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from operator import index
from typing import Final, TypeVar

from cardkit.arena.storage.json_values import to_counts, to_int, to_list
from cardkit.game import Json
from cardkit.rejections import Invalid

__all__ = ["Numbers", "merge_counts"]

EXACT: Final = 10_000
"""Numbers nearer to 0 than this have a bin each. Of larger ones, the first three digits count."""
DIGITS: Final = 1000

T = TypeVar("T")


class Numbers:
    """How often each number occurred.

    Sums, the least and the greatest are exact. Other quantiles of numbers with five digits and more are rounded towards
    0, to three digits.
    """

    __slots__ = ("_ends", "_squares", "_total", "bins")

    def __init__(self, values: Iterable[int] = ()) -> None:
        self.bins: dict[int, int] = {}
        """The counts by number: at most some 20,000 bins, and 1,800 more for each digit beyond four."""
        self._total = 0
        self._squares = 0
        self._ends: tuple[int, ...] = ()
        """The least and the greatest of the rounded numbers, if there are any."""
        for value in values:
            self.add(value)

    def add(self, value: int, times: int = 1) -> None:
        """Count a number."""
        if type(value) is not int:
            value = _whole(value)
        if not -EXACT < value < EXACT:
            self._total += value * times
            self._squares += value * value * times
            self._ends = _ends(*self._ends, value)
            value = rounded(value)
        bins = self.bins
        bins[value] = bins.get(value, 0) + times

    def merge(self, other: "Numbers") -> None:
        """Add the counts of another histogram."""
        merge_counts(self.bins, other.bins)
        self._total += other._total
        self._squares += other._squares
        if other._ends:
            self._ends = _ends(*self._ends, *other._ends)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Numbers) and self.dump() == other.dump()

    @property
    def count(self) -> int:
        """The number of numbers."""
        return sum(self.bins.values())

    @property
    def total(self) -> int:
        """Their sum."""
        return self._total + sum(value * times for value, times in self._exact())

    @property
    def squares(self) -> int:
        """The sum of their squares."""
        return self._squares + sum(value * value * times for value, times in self._exact())

    def _exact(self) -> list[tuple[int, int]]:
        return [(value, times) for value, times in self.bins.items() if -EXACT < value < EXACT]

    @property
    def mean(self) -> float:
        """Their mean; 0 if there are none."""
        return float(Fraction(self.total, self.count)) if self.bins else 0.0

    @property
    def deviation(self) -> float:
        """Their standard deviation, as that of a sample."""
        count, total = self.count, self.total
        if count < 2:
            return 0.0
        return sqrt(Fraction(self.squares * count - total * total, count * (count - 1)))

    def quantile(self, share: float) -> int:
        """Return the least number that this share of the numbers doesn't exceed; 0 if there are none."""
        if not self.bins:
            return 0
        least, greatest = _ends(*self._ends, *(value for value, _ in self._exact()))
        if share <= 0 or share >= 1:
            return greatest if share >= 1 else least
        wanted, seen = share * self.count, 0
        for value in sorted(self.bins):
            seen += self.bins[value]
            if seen >= wanted:
                return min(max(value, least), greatest)
        return greatest

    def dump(self) -> Json:
        """Return all counts."""
        bins: dict[str, Json] = {str(value): self.bins[value] for value in sorted(self.bins)}
        return [self._total, self._squares, bins, [*self._ends]]

    @classmethod
    def load(cls, document: Json) -> "Numbers":
        """Return the numbers that dumped this document."""
        made = cls()
        total, squares, bins, ends = to_list(document, 4)
        made._total, made._squares, made.bins = to_int(total), to_int(squares), to_counts(bins)
        made._ends = tuple(map(to_int, to_list(ends)))
        return made

    def summary(self) -> dict[str, Json]:
        """Return count, mean, deviation and quantiles."""
        return {
            "count": self.count,
            "mean": self.mean,
            "deviation": self.deviation,
            **{name: self.quantile(share) for name, share in QUANTILES.items()},
        }


QUANTILES: Final = {
    "least": 0.0,
    "tenth": 0.1,
    "quarter": 0.25,
    "median": 0.5,
    "three_quarters": 0.75,
    "nine_tenths": 0.9,
    "greatest": 1.0,
}


def _whole(value: int) -> int:
    try:
        return index(value)
    except TypeError:
        accepted = "a whole number, because a sum of fractions depends on their order"
        raise Invalid("number", value, accepted) from None


def _ends(*values: int) -> tuple[int, int]:
    return min(values), max(values)


def rounded(value: int) -> int:
    """Round towards 0, to three digits."""
    size, scale = abs(value), 1
    while size >= DIGITS:
        size //= 10
        scale *= 10
    return size * scale if value > 0 else -size * scale


def merge_counts(into: dict[T, int], other: dict[T, int]) -> None:
    """Add the counts of the other."""
    for key, times in other.items():
        into[key] = into.get(key, 0) + times
