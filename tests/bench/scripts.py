"""Choices for the plain scripts."""

from collections.abc import Callable

__all__ = ["scripted"]


def scripted(*script: tuple[int, int]) -> Callable[[int], int]:
    """Return a `choose` that expects, move by move, this number of legal moves, and picks one of them."""
    picks = iter(script)

    def choose(n: int) -> int:
        expected, pick = next(picks)
        assert n == expected
        return pick

    return choose
