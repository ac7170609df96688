"""Words for results."""

from collections.abc import Callable

from attrs import frozen

from cardkit.arena.statistics.intervals import Share

__all__ = ["Terms", "format_choices", "format_matches", "format_percent", "format_times", "sentence"]

FEW = 10
"""The least number of deals for a statement."""


def format_matches(number: int) -> str:
    """Format a number of matches."""
    return f"{number:,} match{'' if number == 1 else 'es'}"


def format_choices(number: int) -> str:
    """Format a number of legal moves."""
    return f"{number:,} legal move{'' if number == 1 else 's'}"


def format_times(number: int) -> str:
    """Format how often something happens."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number:,} times")


def format_percent(share: float, digits: int = 1) -> str:
    """Format a share in percent."""
    return f"{100 * share:.{digits}f} %"


@frozen
class Terms:
    """The terms in which two bots are compared: how often one is ahead, or how much more a match is worth to it."""

    ranked: bool

    @property
    def key(self) -> str:
        """The name of the number in JSON."""
        return "ahead" if self.ranked else "worth_more"

    @property
    def title(self) -> str:
        """The title of a table of such numbers."""
        return "ahead of" if self.ranked else "worth more than to"

    @property
    def even(self) -> float:
        """The number for two equal bots."""
        return 0.5 if self.ranked else 0.0

    def of(self, share: Share) -> Share:
        """Return the number with its interval, for a share of meetings."""
        return share if self.ranked else share.lead

    def text(self, number: float) -> str:
        """Format the number."""
        return format_percent(number) if self.ranked else f"{number:+.3f}"

    def describe(self, found: Share, sure: str) -> str:
        """Describe the number and its interval, to follow the names of the two."""
        number, low, high = map(self.text, (found.value, found.low, found.high))
        what = f"ahead in {number}" if self.ranked else f"{number} of worth a match"
        return f"{what} ({low} to {high}, {sure} sure)"

    def less_than(self, found: Share) -> str:
        """Format how far the number may be from even."""
        most = max(found.high - self.even, self.even - found.low)
        return format_percent(most) if self.ranked else f"{most:.3f}"


def sentence(
    name: str,
    other: str,
    share: Share | None,
    deals: int,
    confidence: float,
    with_more: Callable[[int], Share | None],
    terms: Terms,
) -> str:
    """Say whether one bot is stronger than the other, and how sure that is.

    `with_more` returns the share after a number of deals, to say how many would show the difference.
    """
    if share is None:
        return f"{name} and {other} never met."
    sure = f"{100 * confidence:g} %"
    numbers = terms.describe(terms.of(share), sure)
    if deals < FEW:
        return f"{name} against {other}: {numbers}; too few deals to say anything ({deals})."
    if share.low > 0.5:
        return f"{name} is stronger than {other}: {numbers}."
    if share.high < 0.5:
        return f"{name} is weaker than {other}: {numbers}."
    return f"{name} and {other} can't be told apart: {numbers}. {_more(share, deals, with_more, terms)}"


def _more(share: Share, deals: int, with_more: Callable[[int], Share | None], terms: Terms) -> str:
    """Say how many more deals would show the difference, if the share stayed what it is."""

    def tells(number: int) -> bool:
        found = with_more(number)
        return found is not None and found.excludes(0.5)

    few, enough = deals, 100 * deals
    if not tells(enough):
        return f"If one is stronger, then by less than {terms.less_than(terms.of(share))}."
    while enough - few > 1:
        middle = (few + enough) // 2
        few, enough = (few, middle) if tells(middle) else (middle, enough)
    more = _round(enough - deals)
    what = "share" if terms.ranked else "difference"
    return f"If that is the true {what}, about {more:,} more deal{'s' * (more > 1)} would show it."


def _round(number: int) -> int:
    """Round up to two digits."""
    scale = int("1" + "0" * max(0, len(str(number)) - 2))
    return -(-number // scale) * scale
