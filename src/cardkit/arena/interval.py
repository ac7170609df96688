"""Shares with intervals: Wilson's, for as many independent matches as the deals are worth."""

from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from attrs import frozen

__all__ = ["Share", "deviations", "share_of", "wilson"]


@frozen
class Share:
    """A share of the whole, and the interval in which it lies with the confidence that was asked for."""

    value: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Whether the share is told apart from this one."""
        return not self.low <= value <= self.high


def deviations(confidence: float) -> float:
    """How many standard deviations to each side hold so large a part of all chance results."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def share_of(won: Fraction, matches: int, squares: Fraction, deals: int, confidence: float) -> Share:
    """The share `won / matches`, from deals of equally many matches each.

    `squares` is the sum, over the deals, of what was won in one, squared.
    """
    if not matches:
        return Share(0.0, 0.0, 1.0)
    share = won / matches
    size = Fraction(matches, deals)
    spread = squares / size**2 - deals * share**2  # of the deals' shares, around their mean
    worth = float(share * (1 - share) * deals**2 / spread) if spread > 0 else float(deals)
    return wilson(float(share), worth, confidence)


def wilson(share: float, worth: float, confidence: float) -> Share:
    """As if it were that many tosses of a coin: never without width, and never beyond 0 and 1."""
    square = deviations(confidence) ** 2 / worth
    middle = (share + square / 2) / (1 + square)
    half = sqrt(square * share * (1 - share) + square * square / 4) / (1 + square)
    return Share(share, max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share)))
