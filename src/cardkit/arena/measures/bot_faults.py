"""The faults of bots that ended no match: mostly of programs that crash, hang or answer wrongly."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, Self

from cardkit.arena.storage.json_values import to_int, to_list, to_object, to_text
from cardkit.bots.contract import Faults
from cardkit.bots.programs.program import MOST_FAILURES
from cardkit.game import Json

__all__ = ["BotFaults"]

KEPT: Final = 5


class BotFaults:
    """For each bot: the number of its faults, some of them in words, and how many moves were made in its place."""

    name: ClassVar[str] = "faults"

    def __init__(self) -> None:
        self.found: dict[str, Faults] = {}
        """By bot. Of the sentences, the first few in alphabetical order."""

    def failed_moves(self, bots: Sequence[str]) -> tuple[int, ...]:
        """Return the number of moves that each of the bots failed in."""
        return tuple(self.found.get(bot, Faults()).failed_moves for bot in bots)

    def note(self, bot: str, found: Faults) -> None:
        """Add faults of a bot."""
        if found.count:
            before = self.found.get(bot, Faults())
            sentences = tuple(sorted({*before.sentences, *found.sentences})[:KEPT])
            failed_moves = before.failed_moves + found.failed_moves
            self.found[bot] = Faults(before.count + found.count, sentences, failed_moves)

    def merge(self, other: Self) -> None:
        """Add the counts of another tally."""
        for bot, found in other.found.items():
            self.note(bot, found)

    def sentences(self) -> Iterator[str]:
        """Yield a sentence for each bot that had faults."""
        for bot, found in sorted(self.found.items()):
            said = f"{bot}: {found.count:,} times something went wrong, such as: {found.sentences[0]}"
            given_up = found.failed_moves >= MOST_FAILURES
            yield f"{said}. It was given up, and moved for at random from then on." if given_up else said

    def dump(self) -> Json:
        """Return all counts."""
        return {
            bot: [found.count, [*found.sentences], found.failed_moves]
            for bot, found in sorted(self.found.items())
        }

    @classmethod
    def load(cls, document: Json) -> Self:
        """Return the tally that dumped this document."""
        made = cls()
        for bot, row in to_object(document).items():
            count, sentences, failed = to_list(row, 3)
            made.note(bot, Faults(to_int(count), tuple(map(to_text, to_list(sentences))), to_int(failed)))
        return made
