"""Stale moves: what a seat saw when it chose its move may be out of date."""

from typing import Protocol, Self

from cardkit.checks import check_seat, turn_refusal
from cardkit.history import Step, last_of, step_at, steps_since
from cardkit.language import Name
from cardkit.phrases import SAYS
from cardkit.rejections import NoSuchVersion, Rejected, shown
from cardkit.seats import Seat

__all__ = ["SeenStep", "check_fresh"]


class SeenStep(Step[object], Protocol):
    """A step, and what a seat can see and do in it. `cardkit.Match` is one."""

    @property
    def previous(self) -> Self | None:
        """The step before; `None` at the start."""
        ...

    @property
    def actors(self) -> tuple[Seat, ...]:
        """The seats that may move."""
        ...

    def legal(self, seat: Seat) -> tuple[object, ...]:
        """Return all legal moves of a seat."""
        ...

    def view(self, viewer: Seat) -> object:
        """Return what the seat sees."""
        ...


def check_fresh(now: SeenStep, seats: int, seat: Seat | None, expect: int) -> None:
    """Raise `Rejected("stale_version")` if what the seat saw at version `expect` is out of date: see `Match`."""
    if expect == now.version:
        return
    try:
        then = step_at(now, expect)
    except NoSuchVersion:
        says = SAYS["stale, no version"]
        raise Rejected("stale_version", says, version=shown(expect), now=now.version) from None
    if seat is None:
        if len(now.actors) != 1:
            raise turn_refusal(None, now.actors, seats)
        seat = now.actors[0]
    check_seat(seat, seats)
    since = [*steps_since(now, expect)]
    if any(later.by == seat for later in since):
        changed = "stale, moved"
    elif last_of(now, seat, among_others=True) is not last_of(then, seat, among_others=True):
        changed = "stale, undone"
    elif then.legal(seat) != now.legal(seat) or not (
        all(seat in step.actors for step in (*since, then)) or then.view(seat) == now.view(seat)
    ):
        changed = "stale, changed"
    else:
        return
    raise Rejected("stale_version", SAYS[changed], seat=Name(seat), version=expect, now=now.version)
