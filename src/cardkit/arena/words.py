"""What a result means, in words."""

from collections.abc import Callable

from cardkit.arena.interval import Share

__all__ = ["matches", "percent", "sentence"]

FEW = 10
"""With fewer deals than these nothing is said."""


def matches(number: int) -> str:
    """So many matches."""
    return f"{number:,} match{'' if number == 1 else 'es'}"


def percent(share: float, digits: int = 1) -> str:
    """A share in percent."""
    return f"{100 * share:.{digits}f} %"


def sentence(
    name: str,
    other: str,
    share: Share | None,
    deals: int,
    confidence: float,
    with_more: Callable[[int], Share | None],
) -> str:
    """Whether the one is stronger than the other, and how sure that is; `with_more`: how sure after so many deals."""
    if share is None:
        return f"{name} and {other} never met."
    sure = f"{100 * confidence:g} %"
    numbers = f"ahead in {percent(share.value)} ({percent(share.low)} to {percent(share.high)}, {sure} sure)"
    if deals < FEW:
        return f"{name} against {other}: {numbers}; too few deals to say anything ({deals})."
    if share.low > 0.5:
        return f"{name} is stronger than {other}: {numbers}."
    if share.high < 0.5:
        return f"{name} is weaker than {other}: {numbers}."
    return f"{name} and {other} can't be told apart: {numbers}. {_more(share, deals, with_more)}"


def _more(share: Share, deals: int, with_more: Callable[[int], Share | None]) -> str:
    """How many deals would tell, if the share stayed what it is."""

    def tells(number: int) -> bool:
        found = with_more(number)
        return found is not None and found.excludes(0.5)

    few, enough = deals, 100 * deals
    if not tells(enough):
        return f"If one is stronger, then by less than {percent(max(share.high - 0.5, 0.5 - share.low))}."
    while enough - few > 1:
        middle = (few + enough) // 2
        few, enough = (few, middle) if tells(middle) else (middle, enough)
    more = _round(enough - deals)
    return f"If that is the true share, about {more:,} more deal{'s' * (more > 1)} would show it."


def _round(number: int) -> int:
    """Up, to two digits."""
    scale = int("1" + "0" * max(0, len(str(number)) - 2))
    return -(-number // scale) * scale
