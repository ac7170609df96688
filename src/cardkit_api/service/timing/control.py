"""The clock that a new match is to have."""

from collections.abc import Iterable

from attrs import asdict

from cardkit.clock import Control
from cardkit.rejections import Invalid
from cardkit_api.messages import NewMatch
from cardkit_api.service.match_info import TimingInfo

__all__ = ["new_timing"]


def new_timing(new: NewMatch, bots: Iterable[str]) -> TimingInfo | None:
    """Return the clock of a new match. Raise `Invalid`, naming the field, if it isn't valid."""
    names = [*bots]
    absence = new.absence
    if new.clock is None:
        if absence is not None:
            raise Invalid("absence", absence, "nothing, because the match has no clock")
        return None
    control = Control(**asdict(new.clock))
    if absence is None:
        absence = f"bot:{names[0]}" if names else "wait"
    accepted = ["wait", "resign", *(f"bot:{name}" for name in names)]
    if absence not in accepted:
        raise Invalid("absence", absence, f"one of {', '.join(accepted)}")
    return TimingInfo(control, absence)
