"""Races: moves are tried in the same imagined worlds, and laggards drop out.

As all meet the same cards, luck cancels out of their differences, so that few worlds tell them apart.
"""

from math import sqrt
from typing import Final, Generic

from cardkit.game import Move

__all__ = ["WORLDS_A_LAP", "Candidate", "best_candidate", "remaining"]

WORLDS_A_LAP: Final = 8
"""Worlds between two looks at who lags."""
SURE: Final = 2.0
"""Standard errors by which a move must lie behind the best to drop out."""
DOUBT: Final = 1.0
"""Standard errors by which a move must be better than the rule of thumb's, to be made instead."""


class Candidate(Generic[Move]):
    """A move in a race, and what it was worth in each world so far."""

    __slots__ = ("move", "results", "total")

    def __init__(self, move: Move) -> None:
        self.move: Move = move
        self.results: list[float] = []
        self.total: float = 0.0

    def add(self, worth: float) -> None:
        """So much in one more world."""
        self.results.append(worth)
        self.total += worth


def remaining(runners: list[Candidate[Move]]) -> list[Candidate[Move]]:
    """Those that aren't clearly behind the best, compared world by world."""
    best = max(runners, key=lambda runner: runner.total)
    return [runner for runner in runners if runner is best or not _lags(runner, best)]


def _lags(runner: Candidate[Move], best: Candidate[Move]) -> bool:
    mean, error = _difference(runner, best)
    return mean > SURE * error


def best_candidate(runners: list[Candidate[Move]], thumb: Move) -> Candidate[Move]:
    """The best, if it is better than the rule of thumb's move beyond doubt."""
    best = max(runners, key=lambda runner: runner.total)
    safe = next((runner for runner in runners if runner.move == thumb), best)
    if safe is best or len(best.results) < 2:
        return safe
    mean, error = _difference(safe, best)
    return best if mean > DOUBT * error else safe


def _difference(runner: Candidate[Move], best: Candidate[Move]) -> tuple[float, float]:
    """By how much it is worse on average, and the standard error of that."""
    behind = [theirs - own for own, theirs in zip(runner.results, best.results, strict=True)]
    n = len(behind)
    mean = sum(behind) / n
    variance = sum((value - mean) ** 2 for value in behind) / (n - 1)
    return mean, sqrt(variance / n)
