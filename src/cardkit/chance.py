"""Chance: the source of shuffles and dice.

A draw depends only on the seed, the version of the match, a label and a counter. So a match is a value, and everybody
who holds the seed can derive every draw again. `docs/chance.md` specifies the construction, with test vectors. Changing
it would break every log ever written.
"""

import hashlib
import hmac
import os
from collections.abc import Iterable, Mapping, Sequence
from operator import mod
from struct import unpack
from typing import Final, Protocol, TypeGuard, TypeVar

from attrs import field, frozen

from cardkit.rejections import Invalid
from cardkit.seats import Seat

__all__ = [
    "LONGEST_TEXT",
    "Chance",
    "SeededChance",
    "check_below",
    "commitment",
    "is_text",
    "mixed",
    "new_seed",
    "permuted",
    "seal_key",
]

T = TypeVar("T")

WORDS: Final = 2**32
_HIGH: Final = b"\xff\xff\xff"
"""Words that don't begin with this are below `WORDS - 256`."""
LONGEST_TEXT: Final = 1000
"""The maximum length of a seed, or of a player's entropy, in characters."""


class Chance(Protocol):
    """The source of shuffles and dice. A game knows nothing else of chance.

    A match draws from `SeededChance`. Playouts, imagination and tests use classes of their own.
    """

    def below(self, label: str, n: int) -> int:
        """Return a whole number from 0 to n-1, each equally likely (1 <= n <= 2**32)."""
        ...

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in a new order, every order equally likely."""
        ...


@frozen
class SeededChance:
    """The draws of one version of a match. Pure: the same label always gives the same draw.

    So a game that needs two draws in one decision gives them different labels (`"deal"`, `"die"`). A label is any text
    without a line break.
    """

    seed: str = field(repr=False)
    version: int = 0

    def at(self, version: int) -> "SeededChance":
        """Return the chance of another version under the same seed."""
        return SeededChance(self.seed, version)

    def below(self, label: str, n: int) -> int:
        """Return the label's number from 0 to n-1 (1 <= n <= 2**32)."""
        check_below(n)
        return self._draws(label, (n,))[0]

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in the label's order."""
        cards = tuple(items)
        return permuted(cards, self._draws(label, range(len(cards), 1, -1)))

    def _draws(self, label: str, bounds: Sequence[int]) -> list[int]:
        if "\n" in label:
            raise Invalid("label", label, "a text without a line break")
        stream, size = hashlib.shake_256(f"{self.seed}\n{self.version}\n{label}".encode()), 4 * len(bounds)
        while len(draws := _drawn(stream.digest(size), bounds)) < len(bounds):
            size = 2 * size + 32
        return draws


def check_below(n: int) -> None:
    """Raise `Invalid` unless a number below this can be drawn."""
    if type(n) is not int or not 1 <= n <= WORDS:
        raise Invalid("n", n, "a whole number from 1 to 2**32")


def _drawn(words: bytes, bounds: Sequence[int]) -> list[int]:
    """Return a draw below each bound, or fewer if the words run out. The first bound must be the greatest.

    A word at or above the greatest multiple of the bound is skipped, so that no remainder is likelier. Nearly always,
    one cheap test shows that all words are below it.
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
    """Return the cards shuffled by Fisher-Yates: swap the last one with pick 1 (below n), the next with pick 2, and so
    on.
    """
    order, last = list(cards), len(cards)
    for pick in picks:
        last -= 1
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def is_text(value: object) -> TypeGuard[str]:
    """Return whether the value is a text that can be a seed: UTF-8 can write it, and a line of a log can hold it."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    return not any("\ud800" <= char <= "\udfff" for char in value)


def new_seed() -> str:
    """Return a fresh seed: 256 bits from the system, in hexadecimal.

    Only this function asks the system for randomness. All other draws follow from a seed.
    """
    return os.urandom(32).hex()


def commitment(seed: str) -> str:
    """Return the commitment to a seed. Published before a match, it fixes the seed and keeps it secret.

    A seed that can be guessed can be found from its commitment. Where that matters, use `new_seed`.
    """
    return hashlib.sha256(f"cardkit/1 commitment\n{seed}".encode()).hexdigest()


def mixed(seed: str, entropy: Mapping[Seat, str]) -> str:
    """Return the seed that draws come from: the committed seed, mixed with the players' entropy."""
    given = "".join(
        f"{seat} {hashlib.sha256(entropy[seat].encode()).hexdigest()}\n" for seat in sorted(entropy)
    )
    return hmac.new(seed.encode(), f"cardkit/1 entropy\n{given}".encode(), "sha256").hexdigest()


def seal_key(mixed_seed: str) -> bytes:
    """Return the key of a log's seals. The seed can't be derived from it."""
    return hmac.digest(mixed_seed.encode(), b"cardkit/1 seals", "sha256")
