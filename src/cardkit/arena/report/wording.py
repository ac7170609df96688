"""Words for results."""

from collections.abc import Callable

from attrs import frozen

from cardkit.arena.report.phrases import Say
from cardkit.arena.statistics.intervals import Share
from cardkit.language import Language

__all__ = ["Terms", "format_matches", "sentence"]

FEW = 10
"""The least number of deals for a statement."""


def format_matches(number: int, language: Language = "en") -> str:
    """Format a number of matches."""
    return Say(language).counted("match", "matches", number)


@frozen
class Terms:
    """The terms in which two bots are compared: how often one is ahead, or how much more a match is worth to it."""

    ranked: bool
    language: Language = "en"

    @property
    def say(self) -> Say:
        """What reports say in this language."""
        return Say(self.language)

    @property
    def key(self) -> str:
        """The name of the number in JSON."""
        return "ahead" if self.ranked else "worth_more"

    @property
    def title(self) -> str:
        """The title of a table of such numbers."""
        return self.say("ahead of" if self.ranked else "worth more than to")

    @property
    def even(self) -> float:
        """The number for two equal bots."""
        return 0.5 if self.ranked else 0.0

    def of(self, share: Share) -> Share:
        """Return the number with its interval, for a share of meetings."""
        return share if self.ranked else share.lead

    def text(self, number: float) -> str:
        """Format the number."""
        return self.say.percent(number) if self.ranked else self.say.number(number, "+.3f")

    def describe(self, found: Share, sure: str) -> str:
        """Describe the number and its interval, to follow the names of the two."""
        number, low, high = map(self.text, (found.value, found.low, found.high))
        what = "ahead in" if self.ranked else "of worth"
        return self.say(what, number=number, low=low, high=high, sure=sure)

    def less_than(self, found: Share) -> str:
        """Format how far the number may be from even."""
        most = max(found.high - self.even, self.even - found.low)
        return self.say.percent(most) if self.ranked else self.say.number(most, ".3f")


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
    say = terms.say
    if share is None:
        return say("never met", name=name, other=other)
    numbers = terms.describe(terms.of(share), say.percent(confidence, "g"))
    said = {"name": name, "other": other, "numbers": numbers}
    if deals < FEW:
        return say("too few", deals=deals, **said)
    if share.low > 0.5:
        return say("stronger", **said)
    if share.high < 0.5:
        return say("weaker", **said)
    return say("alike", more=_more(share, deals, with_more, terms), **said)


def _more(share: Share, deals: int, with_more: Callable[[int], Share | None], terms: Terms) -> str:
    """Say how many more deals would show the difference, if the share stayed what it is."""

    def tells(number: int) -> bool:
        found = with_more(number)
        return found is not None and found.excludes(0.5)

    few, enough = deals, 100 * deals
    if not tells(enough):
        return terms.say("by less", most=terms.less_than(terms.of(share)))
    while enough - few > 1:
        middle = (few + enough) // 2
        few, enough = (few, middle) if tells(middle) else (middle, enough)
    more = _round(enough - deals)
    what = terms.say("share" if terms.ranked else "difference")
    return terms.say("many more" if more > 1 else "one more", what=what, number=more)


def _round(number: int) -> int:
    """Round up to two digits."""
    scale = int("1" + "0" * max(0, len(str(number)) - 2))
    return -(-number // scale) * scale
