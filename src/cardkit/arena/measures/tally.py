"""The contract of a measure: a class whose instances count, and can be merged.

A measure must give the same result however the matches are spread over workers. So it counts in whole numbers,
which add up alike in any order, and divides only when it is asked for its summary.
"""

from typing import ClassVar, Protocol, Self

from cardkit.arena.measures.facts import Facts
from cardkit.game import Json
from cardkit.rejections import CardkitError, why

__all__ = ["MeasureFailed", "Tally", "summarize"]


class MeasureFailed(CardkitError):
    """A measure couldn't count. The text says which, where, and why; it fails again in the same way."""

    code = "measure_failed"


class Tally(Protocol):
    """What was counted in some matches. `Class()` has counted none, and is neutral in `merge`.

    For all matches, however they are parted: what a tally of them all dumps is what the merged tallies of the
    parts dump. `load(dump())` gives an equal one.
    """

    name: ClassVar[str]
    """What it is called in results; no two measures of a run have the same."""

    def add(self, facts: Facts) -> None:
        """Count one more match. Those of a deal come one after the other, and are never parted."""
        ...

    def merge(self, other: Self) -> None:
        """Count what the other has counted, too."""
        ...

    def dump(self) -> Json:
        """All that was counted, in whole numbers; dictionaries in an order of their keys."""
        ...

    @classmethod
    def load(cls, document: Json) -> Self:
        """The tally that dumped this."""
        ...

    def summary(self) -> Json:
        """What it comes to, for people: means, shares."""
        ...


def summarize(tally: Tally) -> Json:
    """What it comes to."""
    try:
        return tally.summary()
    except Exception as error:
        raise MeasureFailed(f"measure {tally.name}, summary: {why(error)}") from error
