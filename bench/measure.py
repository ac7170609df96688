"""Measuring two things in one run, so that the ratio holds whatever the machine is doing."""

import gc
from collections.abc import Callable
from statistics import median
from time import process_time

ROUNDS = 7


def rate(work: Callable[[], int]) -> float:
    """Return the units of work a CPU second. `work` returns how many it did.

    Garbage is collected before it runs, not while it runs.
    """
    gc.collect()
    gc.disable()
    try:
        start = process_time()
        done = work()
        return done / (process_time() - start)
    finally:
        gc.enable()


def compare(ours: Callable[[], int], baseline: Callable[[], int]) -> tuple[float, float, float]:
    """Return the median rates of both, and the median of their ratios, taken in turns."""
    ours()
    baseline()
    pairs = [(rate(ours), rate(baseline)) for _ in range(ROUNDS)]
    return (
        median(mine for mine, _ in pairs),
        median(theirs for _, theirs in pairs),
        median(mine / theirs for mine, theirs in pairs),
    )
