"""What went wrong with bots and was made good: mostly programs that crash, hang or lie."""

from collections.abc import Iterable
from typing import ClassVar, Final, Self

from cardkit.arena.loading import items, parts, text, whole
from cardkit.game import Json

__all__ = ["Faults"]

KEPT: Final = 5


class Faults:
    """How many faults each bot had, and some of them."""

    name: ClassVar[str] = "faults"

    def __init__(self) -> None:
        self.found: dict[str, tuple[int, tuple[str, ...]]] = {}
        """By bot: how many, and the first few in alphabetical order."""

    def note(self, bot: str, number: int, sentences: Iterable[str]) -> None:
        """So many happened to a bot, among them these."""
        if number:
            self._count(bot, number, tuple(sentences))

    def merge(self, other: Self) -> None:
        """Count what the other has counted, too."""
        for bot, (number, told) in other.found.items():
            self._count(bot, number, told)

    def _count(self, bot: str, number: int, told: tuple[str, ...]) -> None:
        before, known = self.found.get(bot, (0, ()))
        self.found[bot] = before + number, tuple(sorted({*known, *told})[:KEPT])

    def dump(self) -> Json:
        """All of it."""
        return {bot: [number, [*told]] for bot, (number, told) in sorted(self.found.items())}

    @classmethod
    def load(cls, document: Json) -> Self:
        """The tally that dumped this."""
        made = cls()
        for bot, pair in parts(document).items():
            number, told = items(pair, 2)
            made._count(bot, whole(number), tuple(map(text, items(told))))
        return made
