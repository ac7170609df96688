"""The contract of a measure: a class whose instances count, and can be merged.

A measure must give the same result however the matches are spread over workers. So it counts in whole numbers, which
add up alike in any order, and divides only in its summary.
"""

from typing import ClassVar, Protocol, Self

from cardkit.arena.measures.facts import Facts
from cardkit.game import Json
from cardkit.rejections import CardkitError, why

__all__ = ["MeasureFailed", "Tally", "summarize"]


class MeasureFailed(CardkitError):
    """A measure raised an error. The text says which measure, where and why. A new run fails in the same way."""

    code = "measure_failed"


class Tally(Protocol):
    """What was counted in some matches. `Class()` has counted none, and is neutral in `merge`.

    However matches are split into parts, the merged tallies of the parts dump the same as one tally of all matches.
    `load(dump())` gives an equal tally.
    """

    name: ClassVar[str]
    """Its name in results. Each measure of a run has a name of its own."""

    def add(self, facts: Facts) -> None:
        """Count one more match. The matches of a deal come one after the other, and are never split up."""
        ...

    def merge(self, other: Self) -> None:
        """Add the counts of another tally."""
        ...

    def dump(self) -> Json:
        """Return all counts, in whole numbers. Order dictionaries by their keys."""
        ...

    @classmethod
    def load(cls, document: Json) -> Self:
        """Return the tally that dumped this document."""
        ...

    def summary(self) -> Json:
        """Return what the counts come to: means, shares."""
        ...


def summarize(tally: Tally) -> Json:
    """Return the tally's summary. Raise `MeasureFailed` if it raises an error."""
    try:
        return tally.summary()
    except Exception as error:
        raise MeasureFailed(f"measure {tally.name}: `summary` failed: {why(error)}") from error
