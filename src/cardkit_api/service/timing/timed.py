"""The clock of a match in memory, and how clients are told of it."""

from collections.abc import Callable
from typing import Final

from attrs import frozen

from cardkit.clock import Clock, Fact, Moved, Started, Undone, clock_of
from cardkit.clock.documents import fact_document
from cardkit.game import Json
from cardkit_api.messages import ClockLine, ClockStatus, SeatTime

__all__ = ["Timed"]

_RECENT: Final = 50
"""The most facts that are kept to be told."""


@frozen
class Timed:
    """The clock of a match, with its latest facts. `time` returns the time roughly, at once."""

    clock: Clock
    recent: tuple[Fact, ...]
    time: Callable[[], int]

    def after(self, facts: tuple[Fact, ...]) -> "Timed":
        """Return the clock after these facts."""
        return Timed(self.clock.after(*facts), (*self.recent, *facts)[-_RECENT:], self.time)

    @classmethod
    def begin(cls, facts: tuple[Fact, ...], time: Callable[[], int]) -> "Timed":
        """Return the clock after its first facts."""
        return cls(clock_of(facts), facts[-_RECENT:], time)

    def status(self, now: int | None = None) -> ClockStatus:
        """Return the time that each seat has left now."""
        clock = self.clock
        at = max(clock.at, self.time() if now is None else now)
        seats = [
            SeatTime(
                left=clock.left(seat, at),
                runs=one.since is not None,
                opening=None if one.moved or one.since is None else max(0, one.since + clock.opening - at),
                out_of_time=one.flagged,
                bot=one.bot,
            )
            for seat, one in enumerate(clock.seats)
        ]
        return ClockStatus(at, clock.paused, seats)

    def line(self, told: int) -> ClockLine:
        """Return what a stream tells of the clock, if it has told this number of facts."""
        status = self.status()
        new = self.clock.facts - told
        facts = self.recent[-new:] if new > 0 and told else ()
        shown: list[dict[str, Json]] = [
            {key: value for key, value in fact_document(fact).items() if key != "v"}
            for fact in facts
            if not isinstance(fact, Started | Moved | Undone)
        ]
        return ClockLine(
            version=self.clock.version, at=status.at, paused=status.paused, seats=status.seats, facts=shown
        )
