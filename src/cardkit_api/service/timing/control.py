"""The clock that a match is to have."""

from collections.abc import Iterable

from attrs import asdict

from cardkit.clock import Control
from cardkit.rejections import Invalid
from cardkit_api.messages import NewClock, NewTerms
from cardkit_api.service.match_info import TimingInfo

__all__ = ["changed_timing", "new_timing"]


def new_timing(clock: NewClock | None, absence: str | None, bots: Iterable[str]) -> TimingInfo | None:
    """Return the clock of a new match. Raise `Invalid`, naming the field, if it isn't valid."""
    names = [*bots]
    if clock is None:
        if absence is not None:
            raise Invalid("absence", absence, "nothing, because the match has no clock")
        return None
    control = Control(**asdict(clock))
    if absence is None:
        absence = f"bot:{names[0]}" if names else "wait"
    _check_absence(absence, names)
    return TimingInfo(control, absence)


def changed_timing(known: TimingInfo | None, terms: NewTerms, bots: Iterable[str]) -> TimingInfo | None:
    """Return the clock of a match on other terms. Raise `Invalid`, naming the field, if it isn't valid."""
    clock, absence = terms.clock, terms.absence
    if terms.untimed and clock is not None:
        raise Invalid("untimed", True, "false, because a clock is given, too")
    if known is None or terms.untimed:
        return new_timing(clock, absence, bots)
    if absence is not None:
        _check_absence(absence, bots)
    control = known.control if clock is None else Control(**asdict(clock))
    return TimingInfo(control, absence or known.absence)


def _check_absence(absence: str, bots: Iterable[str]) -> None:
    accepted = ["wait", "resign", *(f"bot:{name}" for name in bots)]
    if absence not in accepted:
        raise Invalid("absence", absence, f"one of {', '.join(accepted)}")
