"""Random histories of clocks, and the same clocks as a plain script that ticks."""

from collections.abc import Sequence
from typing import Final

from attrs import define, field, frozen
from hypothesis import strategies as st

from cardkit.clock import NO_LIMIT, Clock, Control, Fact, bank, clock_of, days, per_move

__all__ = ["CONTROLS", "STEPS", "TICK", "Step", "Ticking", "acted", "history"]

TICK: Final = 100
"""All times in these tests are multiples of it."""

CONTROLS: Final = (
    bank(3000),
    bank(2000, 700),
    bank(2000, 700, 2500),
    bank(40_000, 5000),
    per_move(1500),
    per_move(35_000),
    days(1),
    NO_LIMIT,
)


@frozen
class Step:
    """Something happens, so long after what happened before. `seat`, `other` and `many` choose who it concerns."""

    wait: int
    act: str
    seat: int
    other: int
    many: int


STEPS: Final = st.lists(
    st.builds(
        Step,
        st.sampled_from([0, 0, 100, 400, 900, 1400, 1500, 3000, 6000, 36_600, 40_000]),
        st.sampled_from(
            ["move"] * 4 + ["undo", "pause", "resume", "give", "take over", "bring back", "look"]
        ),
        st.integers(0, 2),
        st.integers(0, 2),
        st.integers(0, 7),
    ),
    max_size=25,
)


def members(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(3) if bits >> seat & 1)


def acted(clock: Clock, step: Step, now: int) -> tuple[Fact, ...]:
    """Return what follows from the step, as a server would do it: first the flags, then the act if it is in order."""
    flags = clock.flags(now)
    clock = clock.after(*flags)
    seat, version, actors = step.seat, clock.version + 1, members(step.many)
    match step.act:
        case "move" if seat in clock.actors and clock.seats[seat].can_run and not clock.paused:
            return (*flags, clock.move(seat, version=version, actors=actors, now=now))
        case "undo":
            seats = tuple({seat, step.other})
            return (*flags, clock.undo(seats, version=version, actors=actors, now=now))
        case "pause" if not clock.paused:
            return (*flags, clock.pause(seat, now))
        case "resume" if clock.paused:
            return (*flags, clock.resume(seat, now))
        case "give" if seat != step.other:
            return (*flags, clock.give(seat, step.other, 700, now))
        case "take over" if not clock.seats[seat].bot:
            return (*flags, clock.take_over(seat, "greedy", now))
        case "bring back" if not clock.seats[seat].can_run:
            return (*flags, clock.bring_back(seat, now))
        case _:
            return flags


def history(control: Control, steps: Sequence[Step], looks: Sequence[int] = ()) -> tuple[Fact, ...]:
    """Return the facts of a history. At the times of `looks` somebody also looks for flags that have fallen."""
    now = 1_000_000
    facts: list[Fact] = [Clock.start(control, version=1, bots=["", "", ""], actors=[0, 1], now=now)]
    clock = clock_of(facts)
    for step in steps:
        until = now + step.wait
        for look in sorted({*looks}):
            if now <= 1_000_000 + look < until:
                facts += clock.flags(1_000_000 + look)
                clock = clock_of(facts)
        now = until
        facts += acted(clock, step, now)
        clock = clock_of(facts)
    return tuple(facts)


@define
class Ticking:
    """A clock as one would first write it: numbers that are counted down, a tick at a time."""

    control: Control
    actors: tuple[int, ...] = (0, 1)
    paused: bool = False
    left: list[int] = field(factory=list[int])
    used: list[int] = field(factory=lambda: [0, 0, 0])
    moved: list[bool] = field(factory=lambda: [False] * 3)
    opening: list[int] = field(factory=list[int])
    gained: list[int] = field(factory=lambda: [0, 0, 0])
    repeats: list[int] = field(factory=lambda: [0, 0, 0])
    flagged: list[bool] = field(factory=lambda: [False] * 3)
    bot: list[bool] = field(factory=lambda: [False] * 3)

    def __attrs_post_init__(self) -> None:
        self.left = [self.full] * 3
        self.opening = [max(30_000, self.full)] * 3

    @property
    def full(self) -> int:
        return self.control.days * 86_400_000 if self.control.kind == "days" else self.control.time

    @property
    def per_move(self) -> bool:
        return self.control.kind in ("per_move", "days")

    def runs(self, seat: int) -> bool:
        return seat in self.actors and not (self.paused or self.bot[seat] or self.flagged[seat])

    def wait(self, time: int) -> None:
        self.flag()
        for _ in range(time // TICK):
            for seat in range(3):
                if not self.runs(seat):
                    continue
                if self.moved[seat]:
                    self.left[seat] -= TICK
                    self.used[seat] += TICK
                else:
                    self.opening[seat] -= TICK
            self.flag()

    def flag(self) -> None:
        for seat in range(3):
            time = self.left[seat] if self.moved[seat] else self.opening[seat]
            if self.runs(seat) and self.control.kind != "none" and time + 1500 <= 0:
                self.flagged[seat] = True
                self.opening[seat] = max(30_000, self.full)

    def act(self, step: Step) -> None:
        ran = [self.runs(seat) for seat in range(3)]
        undone = {step.seat, step.other} if step.act == "undo" else set[int]()
        self.change(step)
        for seat in range(3):
            if ran[seat] and not self.runs(seat):
                self.opening[seat] = max(30_000, self.full)
            if ran[seat] and seat not in self.actors and self.per_move and seat not in undone:
                self.left[seat] = max(self.left[seat], self.full)

    def change(self, step: Step) -> None:
        seat, actors = step.seat, members(step.many)
        match step.act:
            case "move" if self.runs(seat):
                again = self.repeats[seat] > 0 and not self.per_move
                self.gained[seat] = self.gain(self.left[seat]) if self.moved[seat] and not again else 0
                self.repeats[seat] -= again
                self.left[seat] += self.gained[seat]
                self.moved[seat] = True
                self.actors = actors
            case "undo":
                for undone in {seat, step.other}:
                    self.repeats[undone] += not self.gained[undone]
                    self.left[undone] -= self.gained[undone]
                    self.gained[undone] = 0
                    self.opening[undone] = max(30_000, self.full)
                self.actors = actors
            case "pause":
                self.paused = True
            case "resume":
                self.paused = False
            case "give" if seat != step.other:
                self.left[step.other] += 700
                self.flagged[step.other] = False
            case "take over":
                self.bot[seat] = True
            case "bring back" if self.bot[seat] or self.flagged[seat]:
                self.bot[seat] = self.flagged[seat] = False
                if self.control.kind != "none":
                    tenth = max(self.full // 10, self.control.increment, 1000)
                    self.left[seat] = max(self.left[seat], self.full if self.per_move else tenth)
            case _:
                pass

    def gain(self, left: int) -> int:
        cap = self.control.cap
        if self.control.kind == "bank":
            return (
                self.control.increment
                if cap is None
                else max(left, min(left + self.control.increment, cap)) - left
            )
        return min(self.full, max(0, self.full - left)) if self.per_move else 0
