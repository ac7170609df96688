"""The choices that players have: how many legal moves a turn, and how often a move is made when it is possible."""

from collections.abc import Mapping
from typing import ClassVar, Self

from cardkit.arena.measures.facts import Facts
from cardkit.arena.measures.numbers import Numbers
from cardkit.arena.measures.occurrences import MOST, Moves, Occurrence
from cardkit.arena.storage.json_values import to_object
from cardkit.game import Json

__all__ = ["Choices"]


class Choices(Moves):
    """The number of times that each move was legal, and the number of legal moves in each turn."""

    name: ClassVar[str] = "choices"

    def __init__(self) -> None:
        super().__init__()
        self.sizes: Numbers = Numbers()
        """The numbers of legal moves."""

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        self._game = facts.game
        for legal in facts.legal:
            self.sizes.add(len(legal))
            self._made += legal
        self._one_more()
        if len(self._made) > MOST:
            self.settle()

    def merge(self, other: Self) -> None:
        """Add the counts of another tally."""
        super().merge(other)
        self.sizes.merge(other.sizes)

    def dump(self) -> Json:
        """Return all counts."""
        return {**to_object(super().dump()), "sizes": self.sizes.dump()}

    @classmethod
    def load(cls, document: Json) -> Self:
        """Return the tally that dumped this document."""
        made = super().load(document)
        made.sizes = Numbers.load(to_object(document).get("sizes"))
        return made

    def summary(self) -> Json:
        """Return the numbers of legal moves a turn, and how often each move was legal."""
        return {"a_turn": self.sizes.summary(), **to_object(super().summary())}

    @property
    def forced(self) -> float:
        """The share of turns with one legal move."""
        return self.sizes.bins.get(1, 0) / (self.sizes.count or 1)

    def rates(self, made: Mapping[str, Occurrence]) -> dict[str, float]:
        """Return, for each move, how often it was made among the times that it was legal, by what was made."""
        return {
            name: made[name].times / one.times if name in made else 0.0 for name, one in self.named.items()
        }
