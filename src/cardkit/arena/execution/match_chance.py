"""Where the chance of a run comes from: its seed and the number of a match, and nothing else.

So a match is the same whichever worker plays it, and when.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

from cardkit.chance import Chance, RunningChance

__all__ = ["DealChance", "bot_chance", "deal_chance", "random_chances"]

T = TypeVar("T")


class DealChance(Chance):
    """Chance for matches with the same deal: the k-th draw of a label is the same in all of them, whoever sits where.

    Each label has a sequence of its own, so a die that one bot rolls more often than another doesn't change
    what is dealt in the next round.
    """

    __slots__ = ("_sequences",)
    _sequences: dict[str, RunningChance]

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        object.__setattr__(self, "_sequences", {})

    def _of(self, label: str) -> RunningChance:
        sequence = self._sequences.get(label)
        if sequence is None:
            sequence = self._sequences[label] = RunningChance(f"{self.seed}\n{label}")
        return sequence

    def below(self, label: str, n: int) -> int:
        """The label's next number below n."""
        return self._of(label).below(label, n)

    def shuffle(self, label: str, items: Iterable[T]) -> tuple[T, ...]:
        """The items in the label's next order."""
        return self._of(label).shuffle(label, items)


class BotChance(Chance):
    """Chance of a bot's own: new draws each time, as quickly as they can be had.

    A draw below n favours some by less than n in 2**53; no deal and no die depends on it.
    """

    __slots__ = ("_random",)
    _random: Callable[[], float]

    def __init__(self, seed: str, random: Random | None = None) -> None:
        super().__init__(seed)
        object.__setattr__(self, "_random", (random or Random(seed)).random)

    def below(self, label: str, n: int) -> int:
        """The next number below n."""
        return int(self._random() * n) if n > 0 else super().below(label, n)

    def _draws(self, label: str, bounds: Sequence[int]) -> list[int]:
        random = self._random
        return [int(random() * bound) for bound in bounds]


def deal_chance(seed: str, deal: int, *, paired: bool) -> Chance:
    """What a match is dealt from."""
    text = f"cardkit arena\n{seed}\n{deal}\ndeal"
    return DealChance(text) if paired else RunningChance(text)


def bot_chance(seed: str, number: int, seat: int | None = None) -> Chance:
    """What the bot in a seat draws from, in the match of this number; without a seat, those that pick any move.

    A bot holds it in its hands, so nothing leads from it back to the seed: whoever has that has all cards.
    """
    text = f"cardkit arena\n{seed}\n{number}\n{'blind' if seat is None else seat}"
    return BotChance(hashlib.sha256(text.encode()).hexdigest())


def random_chances(seed: str, deal: int) -> tuple[Chance, Chance]:
    """What a match is dealt from where all pick any move, and what they draw from: one generator, made once."""
    text = f"cardkit arena\n{seed}\n{deal}\nblindly"
    random = Random(text)
    return RunningChance(text, random), BotChance(text, random)
