"""Time controls: how much time a seat has at first, and what it gains with each move."""

from typing import Final, Literal

from attrs import frozen

from cardkit.rejections import Invalid

__all__ = ["NO_LIMIT", "Control", "bank", "days", "hours", "minutes", "per_move", "seconds"]

_DAY: Final = 24 * 3600 * 1000

_LONGEST: Final = 60 * _DAY
"""The longest time that a seat can have. Servers delete matches in which nothing happens for longer."""

_SHORTEST: Final = 1000
"""The shortest time that a seat can have for anything. A network may take as long."""

_OPENING: Final = 30_000
"""The shortest time in which a seat must make its first move."""


@frozen(kw_only=True)
class Control:
    """A time control. All times are whole milliseconds. Raise `Invalid`, naming the field, if it isn't valid.

    `bank`: a seat has `time` for the whole match, and gains `increment` with each move, up to `cap`. `per_move`: it has
    `time` for each move. `days`: it has this number of `days` for each move. `none`: there is no limit.
    """

    kind: Literal["bank", "per_move", "days", "none"]
    time: int = 0
    increment: int = 0
    cap: int | None = None
    days: int = 0

    def __attrs_post_init__(self) -> None:
        _check("time", self.time, self.kind in ("bank", "per_move"), _SHORTEST)
        _check("days", self.days, self.kind == "days", 1, _LONGEST // _DAY)
        _check("increment", self.increment, self.kind == "bank", 0)
        if self.cap is not None:
            _check("cap", self.cap, self.kind == "bank", self.time)

    @property
    def allowance(self) -> int:
        """The time that a seat has at first; 0 if there is no limit."""
        return self.days * _DAY if self.kind == "days" else self.time

    @property
    def opening(self) -> int:
        """The time in which a seat must make its first move, which costs it nothing."""
        return max(self.allowance, _OPENING)

    @property
    def is_limited(self) -> bool:
        """Whether a seat can run out of time."""
        return self.kind != "none"

    @property
    def is_per_move(self) -> bool:
        """Whether a seat has its whole time again for each move."""
        return self.kind in ("per_move", "days")

    def gain(self, left: int) -> int:
        """Return what a seat that has this time left gains with a move."""
        if self.is_per_move:
            return max(0, min(self.allowance, self.allowance - left))
        if self.cap is None:
            return self.increment
        return max(0, min(self.increment, self.cap - left))

    def comeback(self, left: int) -> int:
        """Return what a seat that has this time left gains when it returns, so that it can play on.

        With a bank, it then has a tenth of it at least, or the increment if that is more.
        """
        enough = self.allowance if self.is_per_move else max(self.allowance // 10, self.increment, _SHORTEST)
        return max(0, enough - left) if self.is_limited else 0


def _check(field: str, value: int, wanted: bool, least: int, most: int = _LONGEST) -> None:
    if wanted and not least <= value <= most:
        raise Invalid(f"clock.{field}", value, f"a whole number from {least} to {most}")
    if not wanted and value:
        raise Invalid(f"clock.{field}", value, "nothing, with this kind of clock")


def bank(time: int, increment: int = 0, cap: int | None = None) -> Control:
    """Return the control of a bank of time, which each move fills up by the increment, to the cap at most."""
    return Control(kind="bank", time=time, increment=increment, cap=cap)


def per_move(time: int) -> Control:
    """Return the control with this time for each move."""
    return Control(kind="per_move", time=time)


def days(number: int) -> Control:
    """Return the control with this number of days for each move."""
    return Control(kind="days", days=number)


NO_LIMIT: Final = Control(kind="none")
"""The control of a clock that only counts the time."""


def seconds(number: int) -> int:
    """Return that number of seconds in milliseconds."""
    return number * 1000


def minutes(number: int) -> int:
    """Return that number of minutes in milliseconds."""
    return number * 60_000


def hours(number: int) -> int:
    """Return that number of hours in milliseconds."""
    return number * 3_600_000
