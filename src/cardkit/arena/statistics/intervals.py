"""Shares with intervals: Wilson's, for as many independent matches as the deals are worth.

The variation between deals is estimated from the deals themselves. So intervals are Student's, and a few more deals are
assumed whose matches are independent: a few deals that happen to agree prove little.
"""

from fractions import Fraction
from functools import lru_cache
from math import cos, inf, pi, sin, sqrt, tan
from statistics import NormalDist
from typing import Final

from attrs import frozen

__all__ = ["ASSUMED", "CONFIDENCE", "Share", "clustered_interval", "t_quantile", "wilson_interval"]

CONFIDENCE: Final = 0.99
"""The confidence of intervals, unless another one is asked for."""
ASSUMED: Final = 4
"""The number of deals that are assumed beyond those that were played, to estimate how much deals vary."""
NEARLY_NORMAL: Final = 100
"""With more degrees of freedom, an expansion around the normal distribution is used.

It is exact to six digits up to a confidence of 99.99 %, and to five digits up to an arena's highest one.
"""
HALVINGS: Final = 60


@frozen
class Share:
    """A share of the whole, with its interval."""

    value: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Return whether the interval excludes this value."""
        return not self.low <= value <= self.high

    @property
    def lead(self) -> "Share":
        """The lead of one over the other, from -1 to 1: twice the part above an even share."""
        return Share(2 * self.value - 1, 2 * self.low - 1, 2 * self.high - 1)


@lru_cache(maxsize=1024)
def t_quantile(confidence: float, freedom: int) -> float:
    """Return the two-sided quantile of Student's t for this confidence and these degrees of freedom.

    It is infinite without any.
    """
    if freedom < 1:
        return inf
    if freedom > NEARLY_NORMAL:
        return _nearly_normal(NormalDist().inv_cdf((1 + confidence) / 2), freedom)
    low, high = 0.0, pi / 2
    for _ in range(HALVINGS):
        angle = (low + high) / 2
        low, high = (angle, high) if _within(angle, freedom) < confidence else (low, angle)
    return sqrt(freedom) * tan(low)


def _within(angle: float, freedom: int) -> float:
    """Return how likely |t| is at most sqrt(freedom) * tan(angle) (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    odd = freedom % 2
    term = (cos(angle) if odd else 1.0) if freedom > 1 else 0.0
    total = term
    for n in range(1 + odd, freedom - 2, 2):
        term *= n / (n + 1) * cos(angle) ** 2
        total += term
    return (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total


def _nearly_normal(z: float, freedom: int) -> float:
    """Return the quantile near a normal one (Abramowitz and Stegun 26.7.5)."""
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + (first + (second + third / freedom) / freedom) / freedom


def clustered_interval(
    share: Fraction, matches: Fraction | int, scatter: Fraction, deals: int, confidence: float
) -> Share:
    """Return a share of matches with its interval, clustered by deal.

    `scatter` is the sum over deals of the squared deviation of a deal's wins from this share.
    """
    apart = share * (1 - share) * matches  # the scatter of independent matches
    if not apart:
        return _all_or_nothing(share, deals, confidence)
    if deals < 2:
        return Share(float(share), 0.0, 1.0)
    varied = scatter * Fraction(deals, deals - 1) + ASSUMED * apart / deals
    return wilson_interval(float(share), float(apart * matches / varied), t_quantile(confidence, deals - 1))


def _all_or_nothing(share: Fraction, deals: int, confidence: float) -> Share:
    """Return the interval if all deals ended alike: how seldom chance wins that many deals in a row."""
    limit = ((1 - confidence) / 2) ** (1 / deals)
    return Share(1.0, limit, 1.0) if share else Share(0.0, 0.0, 1 - limit)


def wilson_interval(share: float, worth: float, width: float) -> Share:
    """Return Wilson's interval for a share of `worth` independent tosses, `width` standard errors to each side."""
    square = width**2 / worth
    middle = (share + square / 2) / (1 + square)
    half = sqrt(square * share * (1 - share) + square * square / 4) / (1 + square)
    return Share(share, max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share)))
