"""Who leads when: how often the lead changes, and how soon a match is decided."""

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar, Final, Self

from cardkit.arena.measures.facts import Facts
from cardkit.arena.measures.numbers import Numbers
from cardkit.arena.storage.json_values import to_int, to_list, to_object
from cardkit.game import Json
from cardkit.seats import Seat

__all__ = ["PARTS_OF_MATCH", "Leads"]

PARTS_OF_MATCH: Final = 10
"""The leader is noted after each of this many parts of a match, except for the last."""


class Leads:
    """How often the lead changes, when the later winner takes it for good, and how often an early leader wins.

    The game's `score` says who leads. A seat leads if it is ahead of all others; a tie takes the lead from nobody.
    Parts of a match are counted in events. Nothing is counted in a game without a score, or with one result for all.
    """

    name: ClassVar[str] = "leads"

    def __init__(self) -> None:
        self.changes: Numbers = Numbers()
        """The number of times that the lead went from one seat to another, by match."""
        self.settled: Numbers = Numbers()
        """The part of the match, in percent, after which the winner led to the end. Shared wins don't count."""
        self.led: list[int] = [0] * (PARTS_OF_MATCH - 1)
        """The number of matches in which some seat led after the first tenth, the second, and so on."""
        self.won: list[int] = [0] * (PARTS_OF_MATCH - 1)
        """The number of these matches that this seat won, alone or with others."""

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        if facts.game.score is None or facts.game.shared or len(facts.outcome.ranks) < 2:
            return
        leaders, winners = [*_leaders(facts)], facts.outcome.winners
        events = len(leaders)
        self.changes.add(sum(before not in (None, now) for before, now in pairwise(leaders)))
        for part in range(1, PARTS_OF_MATCH):
            leader = leaders[events * part // PARTS_OF_MATCH - 1] if events * part >= PARTS_OF_MATCH else None
            if leader is not None:
                self.led[part - 1] += 1
                self.won[part - 1] += leader in winners
        if len(winners) == 1:
            behind = next((at for at in range(events, 0, -1) if leaders[at - 1] != winners[0]), 0)
            self.settled.add(100 * behind // events)

    def merge(self, other: Self) -> None:
        """Add the counts of another tally."""
        self.changes.merge(other.changes)
        self.settled.merge(other.settled)
        for mine, theirs in ((self.led, other.led), (self.won, other.won)):
            mine[:] = [one + more for one, more in zip(mine, theirs, strict=True)]

    def dump(self) -> Json:
        """Return all counts."""
        return {
            "changes": self.changes.dump(),
            "settled": self.settled.dump(),
            "led": [*self.led],
            "won": [*self.won],
        }

    @classmethod
    def load(cls, document: Json) -> Self:
        """Return the tally that dumped this document."""
        made, given = cls(), to_object(document)
        made.changes, made.settled = Numbers.load(given.get("changes")), Numbers.load(given.get("settled"))
        made.led, made.won = (
            [*map(to_int, to_list(given.get(name), PARTS_OF_MATCH - 1))] for name in ("led", "won")
        )
        return made

    def summary(self) -> Json:
        """Return the changes, the part of the match after which it is decided, and how often leaders win, by part."""
        return {
            "changes": self.changes.summary(),
            "settled": self.settled.summary(),
            "leaders": {
                f"after_{100 * (at + 1) // PARTS_OF_MATCH}": {
                    "led": led,
                    "won": won,
                    "share": won / (led or 1),
                }
                for at, (led, won) in enumerate(zip(self.led, self.won, strict=True))
            },
        }


def _leaders(facts: Facts) -> Iterator[Seat | None]:
    """Yield who leads after each event: the last who was ahead of all others, if anybody ever was."""
    score, evolve, state = facts.game.score, facts.game.evolve, facts.game.initial
    leader: Seat | None = None
    for event in facts.events:
        state = evolve(state, event)
        now = None if score is None else score(state)
        if now is not None and len(now.winners) == 1:
            leader = now.winners[0]
        yield leader
