"""The clock of a match: a value, folded from its facts.

Nothing ticks. What a seat has left now follows from what it had when its time began to run.
"""

from collections.abc import Iterable
from typing import Final, assert_never

from attrs import evolve, frozen

from cardkit.clock.control import Control
from cardkit.clock.facts import (
    Fact,
    Flagged,
    Given,
    Moved,
    Paused,
    Resumed,
    Returned,
    Started,
    TakenOver,
    Undone,
)
from cardkit.seats import Seat

__all__ = ["GRACE", "Clock", "SeatClock", "clock_of"]

GRACE: Final = 1500
"""Milliseconds for which a move may be late."""


@frozen
class SeatClock:
    """The clock of one seat."""

    left: int
    """The time that it had left when its time last began to run or stopped. Below 0, it has used some of the grace."""
    used: int = 0
    """All time that it has used until then."""
    since: int | None = None
    """When its time began to run. `None` while it doesn't run."""
    moved: bool = False
    """Whether it has made its first move. Its time costs nothing before that."""
    gained: int = 0
    """What it gained with its last move."""
    repeats: int = 0
    """How many of its next moves gain nothing: they were taken back, but the seat kept what they had gained."""
    flagged: bool = False
    """Whether it has run out of time. It counts until the seat returns, or somebody gives it time."""
    bot: str = ""
    """The bot that plays it, if one does."""

    @property
    def can_run(self) -> bool:
        """Whether its time runs when the seat is to move."""
        return not self.bot and not self.flagged

    def start(self, at: int) -> "SeatClock":
        """Return the clock with its time running."""
        return evolve(self, since=at) if self.since is None else self

    def stop(self, at: int) -> "SeatClock":
        """Return the clock with its time stopped."""
        took = self.taken(at)
        return evolve(self, left=self.left - took, used=self.used + took, since=None)

    def taken(self, now: int) -> int:
        """Return what it has taken since its time began to run."""
        return now - self.since if self.moved and self.since is not None else 0


@frozen
class Clock:
    """The clock of a match. Create it by `start` or `clock_of`, and change it by facts.

    Before anything else happens, work in the `flags` that have fallen: a method that acts raises `ValueError` then.
    """

    control: Control
    opening: int
    grace: int
    at: int
    """The time of the last fact. Time never goes back: a fact with an earlier time gets this one."""
    version: int
    """The version of the match."""
    actors: tuple[Seat, ...]
    seats: tuple[SeatClock, ...]
    paused: bool = False
    facts: int = 1
    """The number of facts that the clock was folded from."""

    @classmethod
    def start(
        cls,
        control: Control,
        *,
        version: int,
        bots: Iterable[str],
        actors: Iterable[Seat],
        now: int,
    ) -> Started:
        """Return the first fact of a clock. `bots` names the bot of each seat; an empty text stands for a person."""
        return Started(now, version, tuple(actors), tuple(bots), control, control.opening, GRACE)

    # --- looking at it

    def left(self, seat: Seat, now: int) -> int | None:
        """Return the time that the seat has left, 0 or more. Return `None` if there is no limit."""
        if not self.control.is_limited:
            return None
        one = self.seats[seat]
        return max(0, one.left - one.taken(max(now, self.at)))

    def used(self, seat: Seat, now: int) -> int:
        """Return the time that the seat has used."""
        one = self.seats[seat]
        return one.used + one.taken(max(now, self.at))

    def deadline(self, seat: Seat) -> int | None:
        """Return when the seat's flag falls if it doesn't move. Return `None` if its time doesn't run."""
        one = self.seats[seat]
        if one.since is None or not self.control.is_limited:
            return None
        return one.since + max(0, (one.left if one.moved else self.opening) + self.grace)

    @property
    def next_deadline(self) -> int | None:
        """When the next flag falls if nobody moves. `None` if none will."""
        found = [deadline for seat in self.actors if (deadline := self.deadline(seat)) is not None]
        return min(found, default=None)

    # --- acting

    def flags(self, now: int) -> tuple[Flagged, ...]:
        """Return the flags that have fallen, the first one first. At a seat's deadline itself its flag falls."""
        fallen = [
            (deadline, seat)
            for seat in self.actors
            if (deadline := self.deadline(seat)) is not None and deadline <= now
        ]
        return tuple(Flagged(deadline, seat) for deadline, seat in sorted(fallen))

    def move(self, seat: Seat, *, version: int, actors: Iterable[Seat], now: int) -> Moved:
        """Return the fact that the seat moved."""
        at = self._time(now)
        return Moved(at, version, seat, self.seats[seat].taken(at), tuple(actors))

    def undo(self, seats: Iterable[Seat], *, version: int, actors: Iterable[Seat], now: int) -> Undone:
        """Return the fact that the last moves of these seats were taken back. Name a seat once for each move."""
        return Undone(self._time(now), version, tuple(seats), tuple(actors))

    def pause(self, seat: Seat, now: int) -> Paused:
        """Return the fact that the match is paused."""
        return Paused(self._time(now), seat)

    def resume(self, seat: Seat, now: int) -> Resumed:
        """Return the fact that the match is resumed."""
        return Resumed(self._time(now), seat)

    def give(self, seat: Seat, to: Seat, time: int, now: int) -> Given:
        """Return the fact that a seat gives this much of its time to another one."""
        if time < 1:
            raise ValueError(f"a gift of time is 1 millisecond or more, not {time}")
        return Given(self._time(now), seat, to, time)

    def take_over(self, seat: Seat, bot: str, now: int) -> TakenOver:
        """Return the fact that a bot plays the seat from now on."""
        return TakenOver(self._time(now), seat, bot)

    def bring_back(self, seat: Seat, now: int) -> Returned:
        """Return the fact that the seat's player is back."""
        return Returned(self._time(now), seat, self.control.comeback(self.seats[seat].left))

    def _time(self, now: int) -> int:
        if fallen := self.flags(now):
            raise ValueError(f"the flag of seat {fallen[0].seat} has fallen; work in clock.flags(now) first")
        return max(now, self.at)

    # --- recording

    def after(self, *facts: Fact) -> "Clock":
        """Return the clock after these facts. They are recorded, not judged."""
        clock = self
        for fact in facts:
            clock = _recorded(clock, fact)
        return clock


def clock_of(facts: Iterable[Fact]) -> Clock:
    """Return the clock after these facts. Raise `ValueError` if the first one isn't `Started`."""
    first, *rest = facts
    if not isinstance(first, Started):
        raise ValueError(f"a clock begins with Started, not with {type(first).__name__}")
    time = first.control.allowance
    clock = Clock(
        first.control,
        first.opening,
        first.grace,
        first.at,
        first.version,
        first.actors,
        tuple(SeatClock(time, bot=bot) for bot in first.bots),
    )
    return _turned(clock, first.at, first.actors).after(*rest)


def _recorded(clock: Clock, fact: Fact) -> Clock:
    """Return the clock after the fact."""
    clock = evolve(clock, facts=clock.facts + 1)
    match fact:
        case Moved(at, version, seat, took, actors):
            return _turned(evolve(_moved(clock, seat, took), version=version), at, actors)
        case Undone(at, version, seats, actors):
            return _turned(evolve(_undone(clock, at, seats), version=version), at, actors)
        case Paused(at, _):
            return _turned(evolve(clock, paused=True), at, clock.actors)
        case Resumed(at, _):
            return _turned(evolve(clock, paused=False), at, clock.actors)
        case Given(at, _, to, time):
            one = clock.seats[to]
            return _changed(clock, at, to, evolve(one, left=one.left + time, flagged=False))
        case Flagged(at, seat):
            return _changed(clock, at, seat, evolve(clock.seats[seat], flagged=True))
        case TakenOver(at, seat, bot):
            return _changed(clock, at, seat, evolve(clock.seats[seat], bot=bot))
        case Returned(at, seat, time):
            one = clock.seats[seat]
            return _changed(clock, at, seat, evolve(one, left=one.left + time, flagged=False, bot=""))
        case Started():
            raise ValueError("a clock starts once")
        case _:
            assert_never(fact)


def _moved(clock: Clock, seat: Seat, took: int) -> Clock:
    one = clock.seats[seat]
    if not one.can_run:
        return clock
    left = one.left - took
    repeats = 0 if clock.control.is_per_move else one.repeats
    gained = clock.control.gain(left) if one.moved and not repeats else 0
    moved = evolve(
        one,
        left=left + gained,
        used=one.used + took,
        since=None,
        moved=True,
        gained=gained,
        repeats=max(0, repeats - 1),
    )
    return _put(clock, seat, moved)


def _undone(clock: Clock, at: int, seats: tuple[Seat, ...]) -> Clock:
    for seat in seats:
        one = clock.seats[seat].stop(at)
        repeats = one.repeats if one.gained else one.repeats + 1
        clock = _put(clock, seat, evolve(one, left=one.left - one.gained, gained=0, repeats=repeats))
    return clock


def _changed(clock: Clock, at: int, seat: Seat, one: SeatClock) -> Clock:
    """Return the clock after something happened to one seat that may start or stop its time."""
    return _turned(_put(clock, seat, one), at, clock.actors)


def _put(clock: Clock, seat: Seat, one: SeatClock) -> Clock:
    return evolve(clock, seats=(*clock.seats[:seat], one, *clock.seats[seat + 1 :]))


def _turned(clock: Clock, at: int, actors: tuple[Seat, ...]) -> Clock:
    """Return the clock with the time of these seats running, as far as it can, and of no others."""
    seats: list[SeatClock] = []
    for seat, one in enumerate(clock.seats):
        if seat in actors and one.can_run and not clock.paused:
            seats.append(one.start(at))
            continue
        ran, stopped = one.since is not None, one.stop(at)
        if ran and seat not in actors and clock.control.is_per_move:  # others ended its turn
            stopped = evolve(stopped, left=max(stopped.left, clock.control.allowance))
        seats.append(stopped)
    return evolve(clock, at=at, actors=actors, seats=tuple(seats))
