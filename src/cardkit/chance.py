"""Where shuffles and dice come from: the only source of chance in cardkit.

A draw is a function of the seed, the version of the match, a label and a counter, and of nothing else, so a
match is a value and anybody who holds the seed can derive every draw again. The construction is specified,
with test vectors, in `docs/chance.md`; changing it would break every log ever written.
"""

import hashlib
import hmac
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import mod
from random import Random
from struct import unpack
from typing import Final, TypeVar

from attrs import field, frozen

from cardkit.rejections import Invalid
from cardkit.seats import Seat

__all__ = ["Chance", "commitment", "mixed", "new_seed", "seal_key"]

T = TypeVar("T")

WORDS: Final = 2**32
_HIGH: Final = b"\xff\xff\xff"
"""Words that don't begin with this are below `WORDS - 256`."""
SHORT_WORDS: Final = 2**30
"""Words of 30 bits: the greatest that Python reckons with in one step."""


@frozen
class Chance:
    """Draws for one version of a match. Pure: the same label always gives the same draw.

    A game that needs two draws in one decision therefore names them differently (`"deal"`, `"die"`).
    A label is any text without a line break.
    """

    seed: str = field(repr=False)
    version: int = 0

    def at(self, version: int) -> "Chance":
        """The chance of another version under the same seed."""
        return Chance(self.seed, version)

    def below(self, label: str, n: int) -> int:
        """A whole number from 0 to n-1, each equally likely (1 <= n <= 2**32)."""
        _check(n)
        return self._draws(label, (n,))[0]

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """The items in a new order, every order equally likely."""
        cards = tuple(items)
        return permuted(cards, self._draws(label, range(len(cards), 1, -1)))

    def _draws(self, label: str, bounds: Sequence[int]) -> list[int]:
        if "\n" in label:
            raise Invalid("label", label, "a text without a line break")
        stream, size = hashlib.shake_256(f"{self.seed}\n{self.version}\n{label}".encode()), 4 * len(bounds)
        while len(draws := _drawn(stream.digest(size), bounds)) < len(bounds):
            size = 2 * size + 32
        return draws


class RunningChance(Chance):
    """Chance for playouts: each draw is a new one, whatever its label, so that no version needs to be told.

    It is no value: what it gives depends on what it gave before. Equal seeds give equal sequences of draws.
    Nobody derives them again, so they come from Python's own generator, which is quicker than a hash.
    """

    __slots__ = ("_bits",)
    _bits: Callable[[int], int]

    def __init__(self, seed: str, random: Random | None = None) -> None:
        """With a generator that others draw from as well, it is that one's sequence, whatever the seed."""
        super().__init__(seed)
        object.__setattr__(self, "_bits", (random or Random(seed)).getrandbits)

    def below(self, label: str, n: int) -> int:
        """Numbers of as few bits as will do, until one is below n."""
        _check(n)
        bits = (n - 1).bit_length()
        while (number := self._bits(bits)) >= n:
            pass
        return number

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """The items in the next order: Fisher and Yates, by short words.

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


def _check(n: int) -> None:
    if type(n) is not int or not 1 <= n <= WORDS:
        raise Invalid("n", n, "a whole number from 1 to 2**32")


def _drawn(words: bytes, bounds: Sequence[int]) -> list[int]:
    """A draw below each bound; fewer than that when the words ran out. The first bound is the greatest.

    A word at or above the greatest multiple of the bound is passed over, so no remainder is favoured. Nearly
    always all words are below that, and show it cheaply.
    """
    if len(words) == 4:
        word = int.from_bytes(words, "big")
        if word < WORDS - bounds[0]:
            return [word % bounds[0]]
    elif words and bounds[0] <= 256 and _HIGH not in words and len(words) == 4 * len(bounds):
        return list(map(mod, unpack(f">{len(bounds)}I", words), bounds))
    return _accepted(unpack(f">{len(words) // 4}I", words), bounds)


def _accepted(words: Iterable[int], bounds: Sequence[int]) -> list[int]:
    draws: list[int] = []
    supply = iter(words)
    for bound in bounds:
        limit = WORDS - WORDS % bound
        for word in supply:
            if word < limit:
                draws.append(word % bound)
                break
    return draws


def permuted(cards: tuple[T, ...], picks: Sequence[int]) -> tuple[T, ...]:
    """Fisher and Yates: the last place swaps with pick 1 (below n), the next with pick 2 (below n-1)..."""
    order, last = list(cards), len(cards)
    for pick in picks:
        last -= 1
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def new_seed() -> str:
    """A fresh seed: 256 bits from the system, in hexadecimal."""
    return os.urandom(32).hex()


def commitment(seed: str) -> str:
    """What may be published before a match: it fixes the seed without telling it.

    A seed that can be guessed can be found from its commitment: where it matters, leave seeds to `new_seed`.
    """
    return hashlib.sha256(f"cardkit/1 commitment\n{seed}".encode()).hexdigest()


def mixed(seed: str, entropy: Mapping[Seat, str]) -> str:
    """The seed that draws come from: the committed one, and what players gave after the commitment."""
    given = "".join(
        f"{seat} {hashlib.sha256(entropy[seat].encode()).hexdigest()}\n" for seat in sorted(entropy)
    )
    return hmac.new(seed.encode(), f"cardkit/1 entropy\n{given}".encode(), "sha256").hexdigest()


def seal_key(mixed_seed: str) -> bytes:
    """The key of a log's seals. It tells nothing of the seed."""
    return hmac.digest(mixed_seed.encode(), b"cardkit/1 seals", "sha256")
