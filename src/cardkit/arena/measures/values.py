"""Measures of matches as a whole, and a class to make such measures from."""

from collections.abc import Iterable
from typing import ClassVar, Self

from cardkit.arena.measures.facts import Facts
from cardkit.arena.measures.numbers import Numbers
from cardkit.game import Json

__all__ = ["Lengths", "Margins", "Values"]


class Values:
    """A measure of numbers, to inherit: set its `name`, and return the numbers of a match."""

    name: ClassVar[str] = "values"

    def __init__(self) -> None:
        self.numbers: Numbers = Numbers()

    def values(self, facts: Facts) -> Iterable[int]:
        """Return the whole numbers to count for this match, as many as you like."""
        raise NotImplementedError

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        for value in self.values(facts):
            self.numbers.add(value)

    def merge(self, other: "Values") -> None:
        """Add the counts of another tally."""
        self.numbers.merge(other.numbers)

    def dump(self) -> Json:
        """Return all counts."""
        return self.numbers.dump()

    @classmethod
    def load(cls, document: Json) -> Self:
        """Return the tally that dumped this document."""
        made = cls()
        made.numbers = Numbers.load(document)
        return made

    def summary(self) -> Json:
        """Return count, mean, deviation and quantiles."""
        return self.numbers.summary()


class Lengths(Values):
    """The lengths of matches, in moves."""

    name: ClassVar[str] = "length"

    def values(self, facts: Facts) -> Iterable[int]:
        """Return one number."""
        return (len(facts.moves),)


class Margins(Values):
    """The margins of matches: the points between first and second, 0 if first place is shared."""

    name: ClassVar[str] = "margin"

    def values(self, facts: Facts) -> Iterable[int]:
        """Return one number; none if there is one seat."""
        outcome = facts.outcome
        totals, ranks = outcome.totals, outcome.ranks
        if len(ranks) < 2:
            return ()
        if len(outcome.winners) > 1:
            return (0,)
        return (abs(totals[ranks.index(1)] - totals[ranks.index(2)]),)
