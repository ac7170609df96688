"""The chance of a run's matches. It comes from the seed and the number of the match, and from nothing else.

So a match is the same whichever worker plays it, and whenever.
"""

import hashlib
from collections.abc import Iterable
from random import Random
from typing import TypeVar

from cardkit.bots.chance import RunningChance
from cardkit.chance import Chance, check_below, permuted

__all__ = ["DealChance", "bot_chance", "deal_chance", "random_chances"]

T = TypeVar("T")


class DealChance:
    """Chance for the matches of one deal: the k-th draw of a label is the same in all of them, wherever bots sit.

    Each label has a sequence of its own. So a die that one bot rolls more often than another doesn't change the next
    deal.
    """

    __slots__ = ("_seed", "_sequences")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._sequences: dict[str, RunningChance] = {}

    def _of(self, label: str) -> RunningChance:
        sequence = self._sequences.get(label)
        if sequence is None:
            sequence = self._sequences[label] = RunningChance(f"{self._seed}\n{label}")
        return sequence

    def below(self, label: str, n: int) -> int:
        """Return the label's next number below n."""
        return self._of(label).below(label, n)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in the label's next order."""
        return self._of(label).shuffle(label, items)


class BotChance:
    """The chance of a bot: new draws each time, as fast as possible.

    A draw below n isn't quite even: some numbers are likelier by less than n in 2**53. Deals and dice don't use it.
    """

    __slots__ = ("_random",)

    def __init__(self, seed: str, random: Random | None = None) -> None:
        self._random = (random or Random(seed)).random

    def below(self, label: str, n: int) -> int:
        """Return the next number below n."""
        if n < 1:
            check_below(n)
        return int(self._random() * n)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in the next order."""
        cards, random = tuple(items), self._random
        return permuted(cards, [int(random() * bound) for bound in range(len(cards), 1, -1)])


def deal_chance(seed: str, deal: int, *, paired: bool) -> Chance:
    """Return the chance that a match is dealt from."""
    text = f"cardkit arena\n{seed}\n{deal}\ndeal"
    return DealChance(text) if paired else RunningChance(text)


def bot_chance(seed: str, number: int, seat: int | None = None) -> Chance:
    """Return the chance of the bot in a seat, in this match. Without a seat: that of all random bots.

    A bot can read it, so its seed is a hash: somebody who knows the seed of the run knows all cards.
    """
    text = f"cardkit arena\n{seed}\n{number}\n{'blind' if seat is None else seat}"
    return BotChance(hashlib.sha256(text.encode()).hexdigest())


def random_chances(seed: str, deal: int) -> tuple[Chance, Chance]:
    """Return the chance of the deal and of the bots if all bots are random: one generator, seeded once."""
    text = f"cardkit arena\n{seed}\n{deal}\nblindly"
    random = Random(text)
    return RunningChance(text, random), BotChance(text, random)
