"""Where shuffles and dice come from.

A draw is a function of the seed, the version of the match, a label and a counter, and of nothing else, so a
match is a value and anybody who holds the seed can derive every draw again. The construction is specified,
with test vectors, in `docs/chance.md`; changing it would break every log ever written.
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
"""The most characters of a seed, or of what a player gives as entropy."""


class Chance(Protocol):
    """Where shuffles and dice come from: all that a game knows of chance.

    A match draws from `SeededChance`. Playouts, imagination and tests bring classes of their own.
    """

    def below(self, label: str, n: int) -> int:
        """Return a whole number from 0 to n-1, each equally likely (1 <= n <= 2**32)."""
        ...

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in a new order, every order equally likely."""
        ...


@frozen
class SeededChance:
    """Draws for one version of a match. Pure: the same label always gives the same draw.

    A game that needs two draws in one decision therefore names them differently (`"deal"`, `"die"`).
    A label is any text without a line break.
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
    """Raise `Invalid` if no number below this can be drawn."""
    if type(n) is not int or not 1 <= n <= WORDS:
        raise Invalid("n", n, "a whole number from 1 to 2**32")


def _drawn(words: bytes, bounds: Sequence[int]) -> list[int]:
    """Return a draw below each bound; fewer than that if the words run out. The first bound is the greatest.

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
    """Shuffle as Fisher and Yates do: the last place swaps with pick 1 (below n), the next with pick 2..."""
    order, last = list(cards), len(cards)
    for pick in picks:
        last -= 1
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def is_text(value: object) -> TypeGuard[str]:
    """Say whether it is a text that can be a seed: one that UTF-8 can write and a line of a log can hold."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    return not any("\ud800" <= char <= "\udfff" for char in value)


def new_seed() -> str:
    """Return a fresh seed: 256 bits from the system, in hexadecimal.

    This is the one place where cardkit asks the system for randomness. All other draws follow from a seed.
    """
    return os.urandom(32).hex()


def commitment(seed: str) -> str:
    """Return what may be published before a match: it fixes the seed, and keeps it secret.

    A seed that can be guessed can be found from its commitment: where it matters, leave seeds to `new_seed`.
    """
    return hashlib.sha256(f"cardkit/1 commitment\n{seed}".encode()).hexdigest()


def mixed(seed: str, entropy: Mapping[Seat, str]) -> str:
    """Return the seed that draws come from: the committed one, mixed with what players gave after that."""
    given = "".join(
        f"{seat} {hashlib.sha256(entropy[seat].encode()).hexdigest()}\n" for seat in sorted(entropy)
    )
    return hmac.new(seed.encode(), f"cardkit/1 entropy\n{given}".encode(), "sha256").hexdigest()


def seal_key(mixed_seed: str) -> bytes:
    """Return the key of a log's seals. Nothing leads from it back to the seed."""
    return hmac.digest(mixed_seed.encode(), b"cardkit/1 seals", "sha256")
