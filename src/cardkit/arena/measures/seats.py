"""The results of seats and bots: scores, ranks, shares of wins, and worth."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from math import lcm
from typing import ClassVar, Final, Self

from attrs import Factory, define

from cardkit.arena.measures.facts import PARTS, Facts, in_parts
from cardkit.arena.measures.gains import Gains
from cardkit.arena.measures.numbers import Numbers, merge_counts
from cardkit.arena.statistics.intervals import CONFIDENCE, Share
from cardkit.arena.storage.json_values import to_int, to_list, to_object
from cardkit.game import Json
from cardkit.rejections import Invalid
from cardkit.seats import Seat

__all__ = ["Cell", "Seats"]

NOTHING: Final = (0, 0)

MOST_LINEUPS: Final = 1000
"""The most lineups that are cached."""


@define
class Cell:
    """The results of one bot in one seat."""

    scores: Numbers = Factory(Numbers)
    ranks: dict[tuple[int, int], int] = Factory(dict[tuple[int, int], int])
    """The number of matches by rank, and by how many seats shared it."""
    worth: int = 0
    """The sum of what its matches were worth, in `PARTS`."""

    def merge(self, other: "Cell") -> None:
        """Add the counts of another cell."""
        self.scores.merge(other.scores)
        merge_counts(self.ranks, other.ranks)
        self.worth += other.worth

    @property
    def matches(self) -> int:
        """The number of matches."""
        return sum(self.ranks.values())

    @property
    def wins(self) -> Fraction:
        """The number of wins. A win that two share is half a win for each."""
        return sum((Fraction(n, shared) for (rank, shared), n in self.ranks.items() if rank == 1), Fraction())

    def mean_rank(self) -> float:
        """Return the mean rank. 1 is the best."""
        matches = self.matches
        return (
            float(Fraction(sum(rank * n for (rank, _), n in self.ranks.items()), matches)) if matches else 0.0
        )

    def mean_worth(self) -> float:
        """Return the mean worth of a match, from 0 to 1."""
        matches = self.matches
        return float(Fraction(self.worth, PARTS * matches)) if matches else 0.0

    def summary(self) -> dict[str, Json]:
        """Return matches, wins, mean rank, mean score and mean worth."""
        return {
            "matches": self.matches,
            "wins": float(self.wins / self.matches) if self.matches else 0.0,
            "mean_rank": self.mean_rank(),
            "mean_score": self.scores.mean,
            "mean_worth": self.mean_worth(),
        }


class _Deal:
    """The sums of the current deal."""

    __slots__ = ("bot_wins", "bots", "matches", "wins", "worth")

    def __init__(self, seats: int) -> None:
        self.matches = 0
        self.wins = [0] * seats
        self.worth = [0] * seats
        self.bots: dict[int, tuple[int, int]] = {}
        """For each bot, its gain and its number of seats."""
        self.bot_wins: dict[int, int] = {}


class Seats:
    """Scores, ranks, wins and worth, by seat and by bot."""

    name: ClassVar[str] = "by_seat"

    def __init__(self) -> None:
        self.cells: dict[tuple[Seat, int], Cell] = {}
        """By seat and bot."""
        self._lineups: dict[tuple[int, ...], list[Cell]] = {}
        self.deals: int = 0
        self._unit = 1
        """The parts in which a win is counted, so that all shared wins are whole."""
        self._deal: _Deal | None = None
        self._wins: dict[int, Gains] = {}
        """The wins of each seat."""
        self._worth: dict[int, Gains] = {}
        """The worth of matches to each seat."""
        self._bots: dict[int, Gains] = {}
        """The worth of matches to each bot."""
        self._bot_wins: dict[int, Gains] = {}
        """The wins of each bot."""

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        outcome, lineup, deal = facts.outcome, facts.lineup, self._deal
        totals, ranks, winners, worth = outcome.totals, outcome.ranks, outcome.winners, in_parts(facts.worth)
        if deal is None:
            self._unit = _unit_of(len(ranks))
            deal = self._deal = _Deal(len(ranks))
        alike = len({*ranks}) < len(ranks)
        deal.matches += 1
        by_seat, by_bot = deal.worth, deal.bots
        for seat, (cell, total, rank, gained) in enumerate(
            zip(self._cells_of(lineup), totals, ranks, worth, strict=True)
        ):
            cell.scores.add(total)
            place = rank, ranks.count(rank) if alike else 1
            cell.ranks[place] = cell.ranks.get(place, 0) + 1
            cell.worth += gained
            by_seat[seat] += gained
            bot = lineup[seat]
            so_far, seats = by_bot.get(bot, NOTHING)
            by_bot[bot] = so_far + gained, seats + 1
        part = self._unit // len(winners)
        wins, bot_wins = deal.wins, deal.bot_wins
        for seat in winners:
            wins[seat] += part
            bot = lineup[seat]
            bot_wins[bot] = bot_wins.get(bot, 0) + part
        if facts.last_of_deal:
            self._close(deal)

    def _close(self, deal: _Deal) -> None:
        """Add the sums of the finished deal."""
        self.deals += 1
        self._deal = None
        for gains, gained in ((self._wins, deal.wins), (self._worth, deal.worth)):
            for seat, of_seat in enumerate(gained):
                _gains(gains, seat).add(of_seat, deal.matches)
        for bot, (of_bot, seats) in deal.bots.items():
            _gains(self._bots, bot).add(of_bot, seats)
            _gains(self._bot_wins, bot).add(deal.bot_wins.get(bot, 0), seats)

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
        for mine, theirs in zip(self._gained(), other._gained(), strict=True):
            for number, gains in theirs.items():
                _gains(mine, number).merge(gains)

    def _gained(self) -> tuple[dict[int, Gains], ...]:
        return self._wins, self._worth, self._bots, self._bot_wins

    def seat(self, seat: Seat) -> Cell:
        """Return the results of a seat."""
        return _together(cell for (at, _), cell in self.cells.items() if at == seat)

    def bot(self, bot: int) -> Cell:
        """Return the results of a bot."""
        return _together(cell for (_, who), cell in self.cells.items() if who == bot)

    @property
    def together(self) -> Cell:
        """The results of all seats together."""
        return _together(self.cells.values())

    @property
    def seats(self) -> list[Seat]:
        """All seats, by number."""
        return sorted({seat for seat, _ in self.cells})

    @property
    def bots(self) -> list[int]:
        """All bots, by number."""
        return sorted({bot for _, bot in self.cells})

    def share(self, seat: Seat, confidence: float) -> Share:
        """Return the seat's share of all wins, with its interval. Deals are independent; their matches aren't."""
        _check_known("seat", seat, self.seats)
        _check_confidence(confidence)
        return self._wins[seat].share(self._unit, confidence)

    def worth(self, seat: Seat, confidence: float) -> Share:
        """Return what a match was worth to a seat on average, with its interval."""
        _check_known("seat", seat, self.seats)
        _check_confidence(confidence)
        return self._worth[seat].share(PARTS, confidence)

    def share_of_bot(self, bot: int, confidence: float) -> Share:
        """Return how often a seat wins that the bot sits in, with its interval. A shared win is divided."""
        _check_known("bot", bot, self.bots)
        _check_confidence(confidence)
        return self._bot_wins[bot].share(self._unit, confidence)

    def worth_to_bot(self, bot: int, confidence: float) -> Share:
        """Return what a match was worth to a bot on average, with its interval."""
        _check_known("bot", bot, self.bots)
        _check_confidence(confidence)
        return self._bots[bot].share(PARTS, confidence)

    def shares(self, confidence: float) -> dict[Seat, Share]:
        """Return the share of wins of each seat, in intervals that hold all at once with this confidence."""
        return self._all_at_once(self.share, confidence)

    def worths(self, confidence: float) -> dict[Seat, Share]:
        """Return what a match was worth to each seat, in intervals that hold all at once with this confidence."""
        return self._all_at_once(self.worth, confidence)

    def _all_at_once(self, share: Callable[[Seat, float], Share], confidence: float) -> dict[Seat, Share]:
        each = 1 - (1 - confidence) / max(1, len(self.seats))
        return {seat: share(seat, each) for seat in self.seats}

    def dump(self) -> Json:
        """Return all counts."""
        cells: list[Json] = [
            [
                seat,
                bot,
                cell.scores.dump(),
                [[*place, cell.ranks[place]] for place in sorted(cell.ranks)],
                cell.worth,
            ]
            for (seat, bot), cell in sorted(self.cells.items())
        ]
        gained: list[Json] = [
            [[number, *gains[number].dump()] for number in sorted(gains)] for gains in self._gained()
        ]
        return {"deals": self.deals, "unit": self._unit, "gained": gained, "cells": cells}

    @classmethod
    def load(cls, document: Json) -> Self:
        """Return the tally that dumped this document."""
        made, given = cls(), to_object(document)
        made.deals, made._unit = to_int(given.get("deals")), to_int(given.get("unit"))
        gained = made._gained()
        for gains, rows in zip(gained, to_list(given.get("gained"), len(gained)), strict=True):
            for row in to_list(rows):
                number, *numbers = to_list(row)
                gains[to_int(number)] = Gains.load(numbers)
        for one in to_list(given.get("cells")):
            seat, bot, scores, places, worth = to_list(one, 5)
            found = [[*map(to_int, to_list(row, 3))] for row in to_list(places)]
            ranks = {(rank, shared): times for rank, shared, times in found}
            made.cells[to_int(seat), to_int(bot)] = Cell(Numbers.load(scores), ranks, to_int(worth))
        return made

    def summary(self) -> Json:
        """Return, by seat: matches, wins, mean rank, score and worth, with intervals of wins and worth."""
        return [self._row(seat) for seat in self.seats]

    def _row(self, seat: Seat) -> Json:
        wins, worth = self.share(seat, CONFIDENCE), self.worth(seat, CONFIDENCE)
        return {"seat": seat, **self.seat(seat).summary(), **_win_ends(wins), **_worth_ends(worth)}

    def bot_row(self, bot: int) -> dict[str, Json]:
        """Return the same for a bot in all its seats."""
        wins, worth = self.share_of_bot(bot, CONFIDENCE), self.worth_to_bot(bot, CONFIDENCE)
        return {**self.bot(bot).summary(), **_win_ends(wins), **_worth_ends(worth)}


def _win_ends(wins: Share) -> dict[str, Json]:
    return {"low": wins.low, "high": wins.high}


def _worth_ends(worth: Share) -> dict[str, Json]:
    return {"worth_low": worth.low, "worth_high": worth.high}


def _gains(of: dict[int, Gains], number: int) -> Gains:
    found = of.get(number)
    if found is None:
        found = of[number] = Gains()
    return found


def _check_known(field: str, number: int, known: list[int]) -> None:
    if number not in known:
        raise Invalid(field, number, f"one of {', '.join(map(str, known))}")


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise Invalid("confidence", confidence, "a share between 0 and 1, such as 0.99")


@cache
def _unit_of(seats: int) -> int:
    """Return the parts of a win that make each share whole, however many seats share it."""
    return lcm(*range(1, seats + 1))


def _together(cells: Iterable[Cell]) -> Cell:
    whole_of = Cell()
    for cell in cells:
        whole_of.merge(cell)
    return whole_of
