"""What went wrong with bots and was made good: mostly programs that crash, hang or lie."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Self

from cardkit.arena.storage.json_values import to_int, to_list, to_object, to_text
from cardkit.bots.contract import Faults as Found
from cardkit.bots.programs.program import MOST_FAILURES
from cardkit.game import Json

__all__ = ["BotFaults"]

KEPT: Final = 5


class BotFaults:
    """How many faults each bot had, some of them, and how many moves were made in its place."""

    name: ClassVar[str] = "faults"

    def __init__(self) -> None:
        self.found: dict[str, Found] = {}
        """By bot; of the sentences the first few in alphabetical order."""

    def failed_moves(self, bots: Sequence[str]) -> tuple[int, ...]:
        """How many moves each of the bots failed in."""
        return tuple(self.found.get(bot, Found()).failed_moves for bot in bots)

    def note(self, bot: str, found: Found) -> None:
        """So much happened to a bot."""
        if found.count:
            before = self.found.get(bot, Found())
            sentences = tuple(sorted({*before.sentences, *found.sentences})[:KEPT])
            failed_moves = before.failed_moves + found.failed_moves
            self.found[bot] = Found(before.count + found.count, sentences, failed_moves)

    def merge(self, other: Self) -> None:
        """Count what the other has counted, too."""
        for bot, found in other.found.items():
            self.note(bot, found)

    def sentences(self) -> Iterator[str]:
        """What there is to say of each bot."""
        for bot, found in sorted(self.found.items()):
            said = f"{bot}: {found.count:,} times something went wrong, such as: {found.sentences[0]}"
            given_up = found.failed_moves >= MOST_FAILURES
            yield f"{said}. It was given up, and moved for at random from then on." if given_up else said

    def dump(self) -> Json:
        """All of it."""
        return {
            bot: [found.count, [*found.sentences], found.failed_moves]
            for bot, found in sorted(self.found.items())
        }

    @classmethod
    def load(cls, document: Json) -> Self:
        """The tally that dumped this."""
        made = cls()
        for bot, row in to_object(document).items():
            count, told, failed = to_list(row, 3)
            made.note(bot, Found(to_int(count), tuple(map(to_text, to_list(told))), to_int(failed)))
        return made
