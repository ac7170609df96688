"""The choices that players have: how many legal moves a turn, and how often a move is made when it is possible."""

from collections.abc import Mapping
from itertools import chain
from typing import ClassVar, Self

from cardkit.arena.measures.facts import Facts
from cardkit.arena.measures.numbers import Numbers
from cardkit.arena.measures.occurrences import Moves, Occurrence
from cardkit.arena.storage.json_values import to_object
from cardkit.game import Json

__all__ = ["Choices"]


class Choices:
    """The number of legal moves in each turn, and the number of turns in which each move was legal."""

    name: ClassVar[str] = "choices"

    def __init__(self) -> None:
        self.sizes: Numbers = Numbers()
        """The numbers of legal moves."""
        self._possible = Moves()

    @property
    def named(self) -> dict[str, Occurrence]:
        """The turns in which each move was legal, by the move's name, the most frequent first."""
        return self._possible.named

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        for legal in facts.legal:
            self.sizes.add(len(legal))
        self._possible.add_moves(facts.game, chain.from_iterable(facts.legal))

    def merge(self, other: Self) -> None:
        """Add the counts of another tally."""
        self.sizes.merge(other.sizes)
        self._possible.merge(other._possible)

    def dump(self) -> Json:
        """Return all counts."""
        return {"sizes": self.sizes.dump(), "possible": self._possible.dump()}

    @classmethod
    def load(cls, document: Json) -> Self:
        """Return the tally that dumped this document."""
        made, given = cls(), to_object(document)
        made.sizes, made._possible = Numbers.load(given.get("sizes")), Moves.load(given.get("possible"))
        return made

    def summary(self) -> Json:
        """Return the numbers of legal moves a turn, and how often each move was legal."""
        return {"a_turn": self.sizes.summary(), **to_object(self._possible.summary())}

    @property
    def forced(self) -> float:
        """The share of turns with one legal move."""
        return self.sizes.bins.get(1, 0) / (self.sizes.count or 1)

    def rates(self, made: Mapping[str, Occurrence]) -> dict[str, float]:
        """Return how often each move was made when it was legal, as a share. `made` counts the moves that were made."""
        return {
            name: made[name].times / one.times if name in made else 0.0 for name, one in self.named.items()
        }
