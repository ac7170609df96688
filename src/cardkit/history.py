"""The history of a match: the steps that led to it, and its log as a value."""

from collections.abc import Iterator
from typing import Generic, Protocol, Self, TypeVar

from attrs import frozen

from cardkit.engine_events import EngineEvent, Undone
from cardkit.header import Header
from cardkit.quick import quick
from cardkit.rejections import NoSuchVersion, shown
from cardkit.seats import Seat

__all__ = [
    "Entry",
    "Log",
    "Step",
    "entries_since",
    "events_since",
    "last_of",
    "same_history",
    "standing",
    "step_at",
    "steps_since",
]

SomeEvent = TypeVar("SomeEvent", covariant=True)
SomeOptions = TypeVar("SomeOptions", covariant=True)


@quick
@frozen
class Entry(Generic[SomeEvent]):
    """One event of a log."""

    n: int
    """Its number, from 1."""
    by: Seat | None
    """The seat whose move brought it; `None` in the opening."""
    more: int
    """The number of events of the same move that follow."""
    event: SomeEvent | EngineEvent
    line: str | None = None
    """Its line in the log it was read from, without the seal. Kept only if it has an older schema."""


@frozen
class Log(Generic[SomeEvent, SomeOptions]):
    """The events of a match and its header. It holds all secrets."""

    header: Header[SomeOptions]
    entries: tuple[Entry[SomeEvent], ...]


class Step(Protocol[SomeEvent]):
    """A match after one of its moves, or at its start, with a link to the step before. `cardkit.Match` is one."""

    @property
    def version(self) -> int:
        """The number of events so far."""
        ...

    @property
    def by(self) -> Seat | None:
        """The seat that moved last; `None` at the start."""
        ...

    @property
    def events(self) -> tuple[SomeEvent | EngineEvent, ...]:
        """The events of the last move."""
        ...

    @property
    def lines(self) -> tuple[str | None, ...] | None:
        """The log lines of `events` that have an older schema."""
        ...

    @property
    def previous(self) -> Self | None:
        """The step before; `None` at the start."""
        ...


AnyStep = TypeVar("AnyStep", bound=Step[object])


def steps_since(step: AnyStep, version: int) -> Iterator[AnyStep]:
    """Yield this step and the earlier ones, back to the version, which is left out."""
    earlier: AnyStep | None = step
    while earlier is not None and earlier.version > version:
        yield earlier
        earlier = earlier.previous


def step_at(step: AnyStep, version: int) -> AnyStep:
    """Return the step of that version. Raise `NoSuchVersion` if there is none."""
    if type(version) is int:
        for later in steps_since(step, version - 1):
            if later.version == version:
                return later
            earlier = later.previous
            if earlier is not None and earlier.version < version < later.version:
                raise NoSuchVersion(
                    f"version {version} lies inside a move; the versions around it are "
                    f"{earlier.version} and {later.version}"
                )
    first = min(earlier.version for earlier in steps_since(step, 0))
    known = f"version {first} only" if first == step.version else f"versions {first} to {step.version}"
    raise NoSuchVersion(f"unknown version {shown(version)}; this match has {known}")


def standing(step: AnyStep) -> Iterator[AnyStep]:
    """Yield the steps whose moves weren't taken back, the last one first."""
    earlier: AnyStep | None = step
    while earlier is not None:
        last = earlier.events[-1]
        if isinstance(last, Undone):
            earlier = step_at(earlier, last.to)
        else:
            yield earlier
            earlier = earlier.previous


def last_of(step: AnyStep, by: Seat, *, among_others: bool) -> AnyStep | None:
    """Return the step of the seat's last move that wasn't taken back.

    Return `None` if there is none. Unless `among_others`, return `None` too if another seat's move followed it.
    """
    for earlier in standing(step):
        if earlier.by == by and earlier.previous is not None:
            return earlier
        if not among_others:
            break
    return None


def same_history(one: Step[object], other: Step[object]) -> bool:
    """Return whether the same moves brought the same events in both, at the same versions."""
    for mine, theirs in zip(steps_since(one, 0), steps_since(other, 0), strict=False):
        if mine is theirs:
            return True
        if mine.version != theirs.version or mine.by != theirs.by or mine.events != theirs.events:
            return False
    return True


def events_since(step: Step[SomeEvent], version: int) -> tuple[SomeEvent | EngineEvent, ...]:
    """Return the events after that version, which may lie inside a move."""
    if step.version - version == len(step.events):  # only the last move, the most frequent case
        return step.events
    events = [event for move in steps_since(step, version) for event in reversed(move.events)]
    return tuple(reversed(events[: step.version - version]))


def entries_since(step: Step[SomeEvent], version: int) -> tuple[Entry[SomeEvent], ...]:
    """Return the log entries of the steps after that version."""
    entries: list[Entry[SomeEvent]] = []
    for move in reversed([*steps_since(step, version)]):
        more = len(move.events)
        for event, line in zip(move.events, move.lines or (None,) * more, strict=True):
            more -= 1
            entries.append(Entry(move.version - more, move.by, more, event, line))
    return tuple(entries)
