"""Times as people write them: `90s`, `5m+3s`, `30s/move`. And as a clock shows them: `4:05`."""

import re
from typing import Final

from cardkit.clock import NO_LIMIT, Control, bank, days, per_move
from cardkit.rejections import Invalid
from cardkit_cli.errors import UsageError

__all__ = ["clock_face", "control_text", "parse_control", "parse_time"]

FORMS: Final = "5m, 5m+3s, '5m+3s up to 10m', 30s/move, '3 days' or none"
"""What a time control looks like."""

_TIME: Final = r"(?=\d)(?:(?:\d{1,4}h)?(?:\d{1,5}m)?(?:\d{1,6}s)?)"
_BANK: Final = re.compile(rf"({_TIME})(?:\+({_TIME}))?(?:upto({_TIME}))?")
_MOVE: Final = re.compile(rf"({_TIME})/move")
_DAYS: Final = re.compile(r"(\d{1,3})(?:days?|d/move)")
_UNITS: Final = {"h": 3_600_000, "m": 60_000, "s": 1000}
_DAY: Final = 24 * 3600


def parse_control(text: str) -> Control:
    """Return the time control that the text names. Raise `UsageError` if it names none."""
    close = "".join(text.lower().split())
    try:
        if close == "none":
            return NO_LIMIT
        if found := _DAYS.fullmatch(close):
            return days(int(found[1]))
        if found := _MOVE.fullmatch(close):
            return per_move(_milliseconds(found[1]))
        if found := _BANK.fullmatch(close):
            time, increment, cap = found.groups()
            most = None if cap is None else _milliseconds(cap)
            return bank(_milliseconds(time), _milliseconds(increment or ""), most)
    except Invalid as error:
        raise UsageError(
            f"--clock {text}: a time is 1s to 60 days, and the most that can be saved is at least as long"
        ) from error
    raise UsageError(f"--clock {text}: expected {FORMS}")


def parse_time(text: str) -> int | None:
    """Return the milliseconds of a time such as `90s` or `1m30s`; `None` for any other text."""
    return _milliseconds(text) if re.fullmatch(_TIME, text) else None


def control_text(control: Control) -> str:
    """Return the control as it is written after --clock."""
    if control.kind == "none":
        return "none"
    if control.kind == "days":
        return "1 day" if control.days == 1 else f"{control.days} days"
    if control.kind == "per_move":
        return f"{_short(control.time)}/move"
    gain = f"+{_short(control.increment)}" if control.increment else ""
    return f"{_short(control.time)}{gain}" + ("" if control.cap is None else f" up to {_short(control.cap)}")


def clock_face(milliseconds: int) -> str:
    """Return the time as a clock shows it: `0:07`, `12:30`, `1:05:00`, `2d 4h`. A begun second counts."""
    seconds = -(-max(milliseconds, 0) // 1000)
    if seconds >= 2 * _DAY:
        return f"{seconds // _DAY}d {seconds % _DAY // 3600}h"
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _milliseconds(text: str) -> int:
    return sum(int(number) * _UNITS[unit] for number, unit in re.findall(r"(\d+)([hms])", text))


def _short(milliseconds: int) -> str:
    """Return the time with its units. A server may have times that aren't whole seconds."""
    if milliseconds % 1000:
        return f"{milliseconds / 1000:g}s"
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [f"{number}{unit}" for number, unit in ((hours, "h"), (minutes, "m"), (seconds, "s")) if number]
    return "".join(parts) or "0s"
