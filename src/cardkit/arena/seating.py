"""How seats and bots fare: scores, ranks, and shares of wins."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import lcm
from typing import ClassVar, Final, Self

from attrs import Factory, define

from cardkit.arena.facts import Facts
from cardkit.arena.interval import Share, share_of
from cardkit.arena.loading import counts, items, parts, whole
from cardkit.arena.numbers import Numbers, merge_counts
from cardkit.game import Json
from cardkit.rejections import Invalid
from cardkit.seats import Seat

__all__ = ["CONFIDENCE", "Cell", "Seats"]

CONFIDENCE: Final = 0.99
"""How sure intervals of seats are."""

MOST_LINEUPS: Final = 1000
"""So many are remembered."""


@define
class Cell:
    """What one bot reached in one seat."""

    scores: Numbers = Factory(Numbers)
    ranks: dict[tuple[int, int], int] = Factory(dict[tuple[int, int], int])
    """How often it was of this rank, along with so many in all."""

    def merge(self, other: "Cell") -> None:
        """Count what the other has counted, too."""
        self.scores.merge(other.scores)
        merge_counts(self.ranks, other.ranks)

    @property
    def matches(self) -> int:
        """How many were played there."""
        return sum(self.ranks.values())

    @property
    def wins(self) -> Fraction:
        """A win that two share is half a win for each."""
        return sum((Fraction(n, shared) for (rank, shared), n in self.ranks.items() if rank == 1), Fraction())

    def mean_rank(self) -> float:
        """1 is the best."""
        matches = self.matches
        return (
            float(Fraction(sum(rank * n for (rank, _), n in self.ranks.items()), matches)) if matches else 0.0
        )

    def summary(self) -> dict[str, Json]:
        """What it comes to."""
        return {
            "matches": self.matches,
            "wins": float(self.wins / self.matches) if self.matches else 0.0,
            "mean_rank": self.mean_rank(),
            "mean_score": self.scores.mean,
        }


class Seats:
    """Scores, ranks and wins, by seat and by bot."""

    name: ClassVar[str] = "by_seat"

    def __init__(self) -> None:
        self.cells: dict[tuple[Seat, int], Cell] = {}
        """By seat and bot."""
        self._lineups: dict[tuple[int, ...], list[Cell]] = {}
        self.deals: int = 0
        self._unit = 1
        self._open: list[int] = []
        """The wins of each seat in the deal that is being played, in such parts of a win that all are whole."""
        self._squares: dict[Seat, int] = {}
        """For each seat, its wins in a deal, squared, and summed over deals."""

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        outcome, open_deal = facts.outcome, self._open
        totals, ranks, winners = outcome.totals, outcome.ranks, outcome.winners
        if not open_deal:
            self._unit = _unit_of(len(ranks))
            open_deal = self._open = [0] * len(ranks)
        alike = len({*ranks}) < len(ranks)
        for cell, total, rank in zip(self._cells_of(facts.lineup), totals, ranks, strict=True):
            cell.scores.add(total)
            place = rank, ranks.count(rank) if alike else 1
            cell.ranks[place] = cell.ranks.get(place, 0) + 1
        part = self._unit // len(winners)
        for seat in winners:
            open_deal[seat] += part
        if facts.last_of_deal:
            self.deals += 1
            squares = self._squares
            for seat, won in enumerate(open_deal):
                if won:
                    squares[seat] = squares.get(seat, 0) + won * won
            self._open = []

    def _cells_of(self, lineup: tuple[int, ...]) -> list[Cell]:
        found = self._lineups.get(lineup)
        if found is None:
            found = [self.cells.setdefault(place, Cell()) for place in enumerate(lineup)]
            if len(self._lineups) < MOST_LINEUPS:
                self._lineups[lineup] = found
        return found

    def merge(self, other: Self) -> None:
        """Count what the other has counted, too."""
        for key, cell in other.cells.items():
            self.cells.setdefault(key, Cell()).merge(cell)
        self.deals += other.deals
        self._unit = max(self._unit, other._unit)
        merge_counts(self._squares, other._squares)

    def seat(self, seat: Seat) -> Cell:
        """All that was reached in a seat."""
        return _together(cell for (at, _), cell in self.cells.items() if at == seat)

    def bot(self, bot: int) -> Cell:
        """All that a bot reached."""
        return _together(cell for (_, who), cell in self.cells.items() if who == bot)

    @property
    def together(self) -> Cell:
        """All that was reached."""
        return _together(self.cells.values())

    @property
    def seats(self) -> list[Seat]:
        """The seats there are."""
        return sorted({seat for seat, _ in self.cells})

    @property
    def bots(self) -> list[int]:
        """The bots there are."""
        return sorted({bot for _, bot in self.cells})

    def share(self, seat: Seat, confidence: float) -> Share:
        """The share of all wins that a seat has, with its interval. Deals, not matches, are what is independent."""
        if seat not in self.seats:
            raise Invalid("seat", seat, f"one of {', '.join(map(str, self.seats))}")
        if not 0 < confidence < 1:
            raise Invalid("confidence", confidence, "a share between 0 and 1, such as 0.99")
        cell = self.seat(seat)
        squares = Fraction(self._squares.get(seat, 0), self._unit**2)
        return share_of(cell.wins, cell.matches, squares, self.deals, confidence)

    def shares(self, confidence: float) -> dict[Seat, Share]:
        """The share of each seat, in intervals so wide that they hold all at once with this confidence."""
        each = 1 - (1 - confidence) / max(1, len(self.seats))
        return {seat: self.share(seat, each) for seat in self.seats}

    def dump(self) -> Json:
        """All of it."""
        cells: list[Json] = [
            [seat, bot, cell.scores.dump(), [[*place, cell.ranks[place]] for place in sorted(cell.ranks)]]
            for (seat, bot), cell in sorted(self.cells.items())
        ]
        squares: dict[str, Json] = {str(seat): self._squares[seat] for seat in sorted(self._squares)}
        return {"deals": self.deals, "unit": self._unit, "squares": squares, "cells": cells}

    @classmethod
    def load(cls, document: Json) -> Self:
        """The tally that dumped this."""
        made, given = cls(), parts(document)
        made.deals, made._unit = whole(given.get("deals")), whole(given.get("unit"))
        made._squares = counts(given.get("squares"))
        for one in items(given.get("cells")):
            seat, bot, scores, places = items(one, 4)
            rows = [[*map(whole, items(row, 3))] for row in items(places)]
            ranks = {(rank, shared): times for rank, shared, times in rows}
            made.cells[whole(seat), whole(bot)] = Cell(Numbers.load(scores), ranks)
        return made

    def summary(self) -> Json:
        """By seat: matches, wins with their interval, mean rank and score."""
        return [self._row(seat) for seat in self.seats]

    def _row(self, seat: Seat) -> Json:
        cell, share = self.seat(seat), self.share(seat, CONFIDENCE)
        interval: dict[str, Json] = {"low": share.low, "high": share.high}
        return {"seat": seat, **cell.summary(), **interval}


@cache
def _unit_of(seats: int) -> int:
    """A win can be shared by any number of seats, and in these parts each share is whole."""
    return lcm(*range(1, seats + 1))


def _together(cells: Iterable[Cell]) -> Cell:
    whole_of = Cell()
    for cell in cells:
        whole_of.merge(cell)
    return whole_of
