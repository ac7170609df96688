"""Measures of matches as a whole, and a class to make such measures from."""

from collections.abc import Iterable
from typing import ClassVar, Self

from cardkit.arena.measures.facts import Facts
from cardkit.arena.measures.numbers import Numbers
from cardkit.game import Json

__all__ = ["Lengths", "Margins", "Values"]


class Values:
    """A measure of numbers, for you to inherit: say its `name`, and which numbers a match gives."""

    name: ClassVar[str] = "values"

    def __init__(self) -> None:
        self.numbers: Numbers = Numbers()

    def values(self, facts: Facts) -> Iterable[int]:
        """What to count of this match: any number of whole numbers."""
        raise NotImplementedError

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        for value in self.values(facts):
            self.numbers.add(value)

    def merge(self, other: "Values") -> None:
        """Count what the other has counted, too."""
        self.numbers.merge(other.numbers)

    def dump(self) -> Json:
        """All of it."""
        return self.numbers.dump()

    @classmethod
    def load(cls, document: Json) -> Self:
        """The tally that dumped this."""
        made = cls()
        made.numbers = Numbers.load(document)
        return made

    def summary(self) -> Json:
        """Count, mean, deviation and quantiles."""
        return self.numbers.summary()


class Lengths(Values):
    """How many moves a match has."""

    name: ClassVar[str] = "length"

    def values(self, facts: Facts) -> Iterable[int]:
        """One number a match."""
        return (len(facts.moves),)


class Margins(Values):
    """How close a match is: the points between the first seat and the second, 0 where more than one is first."""

    name: ClassVar[str] = "margin"

    def values(self, facts: Facts) -> Iterable[int]:
        """One number a match; none where there is one seat."""
        outcome = facts.outcome
        totals, ranks = outcome.totals, outcome.ranks
        if len(ranks) < 2:
            return ()
        if len(outcome.winners) > 1:
            return (0,)
        return (abs(totals[ranks.index(1)] - totals[ranks.index(2)]),)
