"""Chance for playouts and searches: new draws each time, and fast ones."""

from collections.abc import Iterable
from random import Random
from typing import Final, TypeVar

from cardkit.chance import check_below

__all__ = ["RunningChance"]

T = TypeVar("T")

SHORT_WORDS: Final = 2**30
"""Words of 30 bits: the largest that Python handles in one step."""


class RunningChance:
    """Chance whose draws are always new, even for a label that was used before. So it needs no version.

    It isn't a value: each draw depends on the draws before it. Equal seeds give equal sequences of draws.
    Nobody derives them again, so they come from Python's own generator, which is quicker than a hash.
    """

    __slots__ = ("_bits",)

    def __init__(self, seed: str, random: Random | None = None) -> None:
        """Start the seed's sequence of draws. If `random` is given, share that generator, whatever the seed."""
        self._bits = (random or Random(seed)).getrandbits

    def below(self, label: str, n: int) -> int:
        """Return the next number below n."""
        check_below(n)
        bits = (n - 1).bit_length()
        while (number := self._bits(bits)) >= n:
            pass
        return number

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in the next order: Fisher and Yates, by short words.

        Nearly all of them are below `fair`, where no bound has to pass a word over.
        """
        bits, order = self._bits, list(items)
        fair = SHORT_WORDS - len(order)
        for last in range(len(order) - 1, 0, -1):
            while (word := bits(30)) >= fair and word >= SHORT_WORDS - SHORT_WORDS % (last + 1):
                pass
            pick = word % (last + 1)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order)
