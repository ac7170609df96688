"""Shares with intervals: Wilson's, for as many independent matches as the deals are worth.

How much results vary from deal to deal is itself only seen in the deals there are. So intervals are Student's, and
scatter is taken as if some more deals had been seen whose matches hang together in no way: a few deals that happen
to agree prove little.
"""

from fractions import Fraction
from functools import lru_cache
from math import cos, inf, pi, sin, sqrt, tan
from statistics import NormalDist
from typing import Final

from attrs import frozen

__all__ = ["ASSUMED", "Share", "clustered_interval", "t_quantile", "wilson_interval"]

ASSUMED: Final = 4
"""So many deals are assumed beyond those that were played, to say how much deals vary."""
NEARLY_NORMAL: Final = 100
"""With more degrees of freedom than these an expansion around the normal distribution is exact to six digits
(up to 99.99 % sure; to five, as sure as an arena can be asked to be)."""
HALVINGS: Final = 60


@frozen
class Share:
    """A share of the whole, and the interval in which it lies with the confidence that was asked for."""

    value: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Whether the share is told apart from this one."""
        return not self.low <= value <= self.high

    @property
    def lead(self) -> "Share":
        """The part above an even share, from -1 to 1: by how much the one is ahead of the other."""
        return Share(2 * self.value - 1, 2 * self.low - 1, 2 * self.high - 1)


@lru_cache(maxsize=1024)
def t_quantile(confidence: float, freedom: int) -> float:
    """How many standard errors to each side hold so large a part of all chance results: Student's t.

    The standard error is itself an estimate, with so many degrees of freedom; with none it says nothing.
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
    """How likely |t| is at most sqrt(freedom) * tan(angle): Abramowitz and Stegun 26.7.3 and 26.7.4."""
    odd = freedom % 2
    term = (cos(angle) if odd else 1.0) if freedom > 1 else 0.0
    total = term
    for n in range(1 + odd, freedom - 2, 2):
        term *= n / (n + 1) * cos(angle) ** 2
        total += term
    return (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total


def _nearly_normal(z: float, freedom: int) -> float:
    """Abramowitz and Stegun 26.7.5."""
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + (first + (second + third / freedom) / freedom) / freedom


def clustered_interval(
    share: Fraction, matches: Fraction | int, scatter: Fraction, deals: int, confidence: float
) -> Share:
    """The share of matches in some deals.

    `scatter` is the sum, over the deals, of the square of what was won in one beyond this share.
    """
    apart = share * (1 - share) * matches  # the scatter of matches that don't hang together
    if not apart:
        return _all_or_nothing(share, deals, confidence)
    if deals < 2:
        return Share(float(share), 0.0, 1.0)
    varied = scatter * Fraction(deals, deals - 1) + ASSUMED * apart / deals
    return wilson_interval(float(share), float(apart * matches / varied), t_quantile(confidence, deals - 1))


def _all_or_nothing(share: Fraction, deals: int, confidence: float) -> Share:
    """Chance wins so many deals in a row as seldom as the confidence allows: there is nothing to estimate."""
    limit = ((1 - confidence) / 2) ** (1 / deals)
    return Share(1.0, limit, 1.0) if share else Share(0.0, 0.0, 1 - limit)


def wilson_interval(share: float, worth: float, width: float) -> Share:
    """As if it were that many tosses of a coin, so many standard errors to each side; never beyond 0 and 1."""
    square = width**2 / worth
    middle = (share + square / 2) / (1 + square)
    half = sqrt(square * share * (1 - share) + square * square / 4) / (1 + square)
    return Share(share, max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share)))
