"""Where shuffles and dice come from: the only source of chance in cardkit.

A draw is a function of the seed, the version of the match, a label and a counter, and of nothing else, so a
match is a value and anybody who holds the seed can derive every draw again. The construction is specified,
with test vectors, in `docs/chance.md`; changing it would break every log ever written.
"""

import hashlib
import hmac
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from operator import mod
from struct import unpack
from typing import Final, TypeVar

from attrs import field, frozen

from cardkit.rejections import Invalid
from cardkit.seats import Seat

__all__ = ["Chance", "commitment", "mixed", "new_seed", "seal_key"]

T = TypeVar("T")

WORDS: Final = 2**32


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
        if type(n) is not int or not 1 <= n <= WORDS:
            raise Invalid("n", n, "a whole number from 1 to 2**32")
        return self._draws(label, (n,))[0]

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """The items in a new order, every order equally likely."""
        cards = tuple(items)
        return permuted(cards, self._draws(label, range(len(cards), 1, -1)))

    def _draws(self, label: str, bounds: Sequence[int]) -> list[int]:
        if "\n" in label:
            raise Invalid("label", label, "a text without a line break")
        return _drawn(f"{self.seed}\n{self.version}\n{label}", bounds)


def _drawn(source: str, bounds: Sequence[int]) -> list[int]:
    """A draw below each bound from the stream of words that belongs to the source."""
    stream = hashlib.shake_256(source.encode())
    count = len(bounds)
    if count == 1:  # the throw of a die needs no lists, as long as no word can be passed over
        word = int.from_bytes(stream.digest(4), "big")
        if word < WORDS - bounds[0]:
            return [word % bounds[0]]
    while True:
        draws = _accepted(unpack(f">{count}I", stream.digest(4 * count)), bounds)
        if len(draws) == len(bounds):
            return draws
        count = 2 * count + 8


class RunningChance(Chance):
    """Chance for playouts: each draw is a new one, whatever its label, so that no version needs to be told.

    It is no value: what it gives depends on what it gave before. Equal seeds give equal sequences of draws.
    """

    __slots__ = ("_given",)
    _given: Iterator[int]

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        object.__setattr__(self, "_given", count())

    def _draws(self, label: str, bounds: Sequence[int]) -> list[int]:
        return _drawn(f"{self.seed}\n{next(self._given)}\n", bounds)


def _accepted(words: tuple[int, ...], bounds: Sequence[int]) -> list[int]:
    """A draw below each bound; fewer than that when the words ran out. The first bound is the greatest.

    A word at or above the greatest multiple of the bound is passed over, so no remainder is favoured.
    """
    if words and max(words) < WORDS - bounds[0]:  # below every limit: nearly always
        return list(map(mod, words, bounds))
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
    order = list(cards)
    for last, pick in zip(range(len(order) - 1, 0, -1), picks, strict=True):
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
