"""The laws, and the report of checking a game against them."""

from collections.abc import Mapping
from enum import IntEnum

from attrs import field, frozen

from cardkit.rejections import CardkitError

__all__ = ["Breach", "Broken", "Law", "LawReport", "LawsBroken", "Look"]


class Law(IntEnum):
    """The laws that every game keeps."""

    FOLD = 1
    JUDGING = 2
    IMMUTABILITY = 3
    CONSERVATION = 4
    SECRECY = 5
    PROJECTION = 6
    IMAGINATION = 7
    ENDING = 8
    WORDS = 9
    REPEATABILITY = 10
    SPECTATORS = 11
    CONSISTENCY = 12
    ORDER = 13

    @property
    def promise(self) -> str:
        """The law in one line."""
        return PROMISES[self]


PROMISES: Mapping[Law, str] = {
    Law.FOLD: "the state is the fold of the log, and a log can be read back without deciding or drawing",
    Law.JUDGING: "only moves listed as legal are accepted; everything else is Rejected and changes nothing",
    Law.IMMUTABILITY: "nothing that a match holds can change",
    Law.CONSERVATION: "each card is somewhere, exactly once",
    Law.SECRECY: "nothing that a viewer is shown depends on what the viewer can't know",
    Law.PROJECTION: "a viewer's memory is enough to rebuild its view",
    Law.IMAGINATION: "imagined states are possible, vary, and come from the memory alone",
    Law.ENDING: "a match ends within its bound, with an outcome",
    Law.WORDS: "moves can be said, read and numbered, all messages have JSON, and the table can be drawn",
    Law.REPEATABILITY: "the same seed and moves give the same log",
    Law.SPECTATORS: "a spectator sees only what every seat sees",
    Law.CONSISTENCY: "imagining after a move agrees with imagining before the move and playing it",
    Law.ORDER: "an order that nobody knows was drawn from chance",
}


@frozen
class Breach:
    """A law broken in one match, after this many of its moves. `topic` says in a word what was wrong."""

    moves: int
    reason: str
    topic: str = ""


@frozen
class Look:
    """A point of a match that a law looked at, or why it couldn't."""

    skipped: str = ""


@frozen
class Broken:
    """A broken law, and the shortest match among those tried that shows it."""

    law: Law
    reason: str
    topic: str
    seats: int
    options: object
    seed: str
    turns: tuple[str, ...]

    def __str__(self) -> str:
        turns = ", ".join(f'"{turn}"' for turn in self.turns)
        return (
            f"Law {self.law.value} is broken: {self.law.promise}.\n"
            f"  {self.reason}\n"
            f"  Shortest match that shows it, {len(self.turns)} {'move' if len(self.turns) == 1 else 'moves'}:\n"
            f'  replay(GAME, {self.seats}, {self.options}, "{self.seed}", [{turns}])'
        )


@frozen
class LawReport:
    """What was tried, what broke, and what wasn't checked."""

    game: str
    matches: int
    moves: int
    seats: tuple[int, ...]
    broken: tuple[Broken, ...] = ()
    """In the order of the laws."""
    notes: Mapping[Law, str] = field(factory=dict[Law, str])
    """By law: what wasn't checked, and why."""
    unjudged: frozenset[Law] = frozenset()
    """The laws that weren't checked at all, or not as far as they should have been."""
    remarks: tuple[str, ...] = ()
    """What is allowed, but may be a mistake."""

    @property
    def laws_broken(self) -> frozenset[Law]:
        """The laws that broke."""
        return frozenset(broken.law for broken in self.broken)

    def raise_if_broken(self) -> None:
        """Raise `LawsBroken` if a law is broken."""
        if self.broken:
            raise LawsBroken(self)

    def __str__(self) -> str:
        seats = ", ".join(map(str, self.seats))
        lines = [f"{self.game}: {self.matches} matches, {self.moves:,} moves, with {seats} seats"]
        for law in Law:
            state = "BROKEN" if law in self.laws_broken else "?" if law in self.unjudged else "held"
            note = f" (not checked: {self.notes[law]})" if law in self.notes else ""
            lines.append(f"  {law.value:2} {state:6}  {law.promise}{note}")
        return "\n".join([*lines, *map(str, self.broken), *(f"Remark: {remark}" for remark in self.remarks)])


class LawsBroken(CardkitError, AssertionError):
    """A game breaks laws of the contract. The text names each law, with a match that shows it."""

    def __init__(self, report: LawReport) -> None:
        super().__init__(str(report))
        self.report = report
