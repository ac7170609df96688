"""Figures that the service counts where things happen: errors of the store, commits, and the bots' queue."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from cardkit_api.stores.contract import StoreDown
from cardkit_api.tracing import Tracing

__all__ = ["BOUNDS", "Figures", "Times"]

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Times:
    """How long things of one kind took, counted by `BOUNDS`."""

    def __init__(self) -> None:
        self.counts: list[int] = [0] * (len(BOUNDS) + 1)
        self.seconds: float = 0.0

    def count(self, seconds: float) -> None:
        """Count one of them."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds


class Figures:
    """The figures of one service since its start."""

    def __init__(self) -> None:
        self.moves_played: int = 0
        self.commits: Times = Times()
        """The changes that were written, by the time until they were on disk."""
        self.store_errors: Counter[str] = Counter()
        """Failed calls of the store, by what they were for."""
        self.bots_waiting: int = 0
        """Bots that are to move, but wait for other bots."""
        self.bots_thinking: int = 0
        self.tracing: Tracing = Tracing()

    @contextmanager
    def store(self, what: str) -> Generator[None]:
        """Trace it, and count it if the store is down."""
        try:
            with self.tracing.store(what):
                yield
        except StoreDown:
            self.store_errors[what] += 1
            raise
