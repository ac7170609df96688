"""Elimination: moves are tried in the same imagined worlds, and clearly worse ones drop out.

All moves meet the same cards, so luck cancels out of their differences. Few worlds are enough to tell them apart.
"""

from math import sqrt
from typing import Final, Generic

from cardkit.game import Move

__all__ = ["WORLDS_PER_CHECK", "Candidate", "best_candidate", "remaining"]

WORLDS_PER_CHECK: Final = 8
"""The number of worlds between two eliminations."""
DROP_MARGIN: Final = 2.0
"""A move drops out if it is worse than the best one by this many standard errors."""
WIN_MARGIN: Final = 1.0
"""A move replaces the fallback if it is better by this many standard errors."""


class Candidate(Generic[Move]):
    """A move, and its worth in each world so far."""

    __slots__ = ("move", "results", "total")

    def __init__(self, move: Move) -> None:
        self.move: Move = move
        self.results: list[float] = []
        self.total: float = 0.0

    def add(self, worth: float) -> None:
        """Add its worth in one more world."""
        self.results.append(worth)
        self.total += worth


def remaining(candidates: list[Candidate[Move]]) -> list[Candidate[Move]]:
    """Return the candidates that aren't clearly worse than the best one, compared world by world."""
    best = max(candidates, key=lambda candidate: candidate.total)
    return [candidate for candidate in candidates if candidate is best or not _lags(candidate, best)]


def _lags(candidate: Candidate[Move], best: Candidate[Move]) -> bool:
    mean, error = _difference(candidate, best)
    return mean > DROP_MARGIN * error


def best_candidate(candidates: list[Candidate[Move]], fallback: Move) -> Candidate[Move]:
    """Return the best candidate if it is clearly better than the fallback; else the fallback."""
    best = max(candidates, key=lambda candidate: candidate.total)
    safe = next((candidate for candidate in candidates if candidate.move == fallback), best)
    if safe is best or len(best.results) < 2:
        return safe
    mean, error = _difference(safe, best)
    return best if mean > WIN_MARGIN * error else safe


def _difference(candidate: Candidate[Move], best: Candidate[Move]) -> tuple[float, float]:
    """Return by how much the candidate is worse on average, and the standard error of that."""
    behind = [theirs - own for own, theirs in zip(candidate.results, best.results, strict=True)]
    n = len(behind)
    mean = sum(behind) / n
    variance = sum((value - mean) ** 2 for value in behind) / (n - 1)
    return mean, sqrt(variance / n)
