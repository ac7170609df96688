"""Gains by deal, and how much they differ from deal to deal."""

from fractions import Fraction
from typing import Self

from attrs import astuple, define

from cardkit.arena.statistics.intervals import Share, clustered_interval
from cardkit.arena.storage.json_values import to_int, to_list
from cardkit.game import Json

__all__ = ["Gains"]


@define
class Gains:
    """The gains in some deals of one or more matches. Each gain is from 0 to 1, counted in whole parts of 1.

    Matches of one deal depend on each other, so squares and products are summed over deals.
    """

    deals: int = 0
    matches: int = 0
    gained: int = 0
    gained_gained: int = 0
    gained_matches: int = 0
    matches_matches: int = 0

    def add(self, gained: int, matches: int) -> None:
        """Count one more deal."""
        self.deals += 1
        self.matches += matches
        self.gained += gained
        self.gained_gained += gained * gained
        self.gained_matches += gained * matches
        self.matches_matches += matches * matches

    def merge(self, other: "Gains") -> None:
        """Add the counts of another tally."""
        self.deals += other.deals
        self.matches += other.matches
        self.gained += other.gained
        self.gained_gained += other.gained_gained
        self.gained_matches += other.gained_matches
        self.matches_matches += other.matches_matches

    def share(self, parts: int, confidence: float) -> Share:
        """Return the mean gain of a match with its interval. Deals are independent; their matches aren't."""
        if not self.matches:
            return Share(0.0, 0.0, 1.0)
        share = Fraction(self.gained, parts * self.matches)
        scatter = (
            Fraction(self.gained_gained, parts**2)
            - 2 * share * Fraction(self.gained_matches, parts)
            + share**2 * self.matches_matches
        )
        return clustered_interval(share, self.matches, scatter, self.deals, confidence)

    def dump(self) -> list[Json]:
        """Return all counts."""
        return [*astuple(self)]

    @classmethod
    def load(cls, document: Json) -> Self:
        """Return the gains that dumped this."""
        return cls(*map(to_int, to_list(document, 6)))
