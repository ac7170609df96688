"""Who finished ahead of whom, deal by deal: the data of ratings."""

from collections.abc import Iterable
from typing import ClassVar, Self

from cardkit.arena.measures.facts import PARTS, Facts, in_parts
from cardkit.arena.measures.numbers import merge_counts
from cardkit.arena.storage.json_values import to_int, to_list, to_object
from cardkit.game import Json
from cardkit.worth import by_rank

__all__ = ["Pair", "Pairs"]

Pair = tuple[int, int]
"""The numbers of two bots, the lesser first."""


class Pairs:
    """For each two bots: how often they met, how often each was ahead, and how much that varies with the deal.

    Matches of one deal depend on each other, so they are added up first. A deal has a net result for each pair. Where
    ranks count, it is the number of times that the first bot was ahead, minus that of the second. Otherwise it is how
    much more the matches were worth to the first, in `PARTS`. If all seats share the result, a team of each bot plays
    the deal, and that is one meeting.
    """

    name: ClassVar[str] = "pairs"

    def __init__(self) -> None:
        self.deals: int = 0
        self.met: dict[Pair, int] = {}
        self.net: dict[Pair, int] = {}
        self.ahead: dict[Pair, int] = {}
        """How often the first bot was ahead."""
        self.tied: dict[Pair, int] = {}
        self.deals_of: dict[Pair, int] = {}
        """The number of deals in which the two met."""
        self.net_net: dict[tuple[Pair, Pair], int] = {}
        """The sums over deals of the products of net results; the next two combine net results and meetings."""
        self.net_met: dict[tuple[Pair, Pair], int] = {}
        self.met_met: dict[tuple[Pair, Pair], int] = {}
        self._net: dict[Pair, int] = {}
        self._met: dict[Pair, int] = {}
        self._teams: dict[int, int] = {}
        """What the current deal was worth to the team of each bot, if the result is shared."""

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        worth, lineup = in_parts(facts.worth), facts.lineup
        if facts.game.shared:
            for other, theirs in self._teams.items():
                self._compare(lineup[0], other, worth[0] - theirs)
            self._teams[lineup[0]] = worth[0]
        else:
            by_places = facts.game.worth_with(facts.options) is by_rank
            for seat, bot in enumerate(lineup):
                for other_seat in range(seat):
                    more = worth[seat] - worth[other_seat]
                    if by_places:  # how many places lie between doesn't count
                        more = PARTS * ((more > 0) - (more < 0))
                    self._compare(bot, lineup[other_seat], more)
        if facts.last_of_deal:
            self._close()

    def _compare(self, bot: int, other: int, more: int) -> None:
        """Count one meeting of the two."""
        if bot == other:
            return
        pair, net = ((bot, other), more) if bot < other else ((other, bot), -more)
        self._met[pair] = self._met.get(pair, 0) + 1
        self._net[pair] = self._net.get(pair, 0) + net
        if net >= 0:
            counted = self.ahead if net else self.tied
            counted[pair] = counted.get(pair, 0) + 1

    def _close(self) -> None:
        """Add the sums of the finished deal."""
        net, met = self._net, self._met
        self.deals += 1
        merge_counts(self.met, met)
        merge_counts(self.net, net)
        merge_counts(self.deals_of, dict.fromkeys(met, 1))
        for one in met:
            for two in met:
                key = one, two
                self.net_net[key] = self.net_net.get(key, 0) + net[one] * net[two]
                self.net_met[key] = self.net_met.get(key, 0) + net[one] * met[two]
                self.met_met[key] = self.met_met.get(key, 0) + met[one] * met[two]
        self._net, self._met, self._teams = {}, {}, {}

    def merge(self, other: Self) -> None:
        """Add the counts of another tally."""
        self.deals += other.deals
        for mine, theirs in zip(self._by_pair(), other._by_pair(), strict=True):
            merge_counts(mine, theirs)
        for products, more in zip(self._by_two(), other._by_two(), strict=True):
            merge_counts(products, more)

    def _by_pair(self) -> tuple[dict[Pair, int], ...]:
        return self.met, self.net, self.ahead, self.tied, self.deals_of

    def _by_two(self) -> tuple[dict[tuple[Pair, Pair], int], ...]:
        return self.net_net, self.net_met, self.met_met

    def dump(self) -> Json:
        """Return all counts."""
        return {
            "deals": self.deals,
            "pairs": [_rows((pair, count) for pair, count in table.items()) for table in self._by_pair()],
            "products": [
                _rows(((*one, *two), n) for (one, two), n in table.items()) for table in self._by_two()
            ],
        }

    @classmethod
    def load(cls, document: Json) -> Self:
        """Return the tally that dumped this document."""
        made, given = cls(), to_object(document)
        made.deals = to_int(given.get("deals"))
        pairs, products = made._by_pair(), made._by_two()
        for table, rows in zip(pairs, to_list(given.get("pairs"), len(pairs)), strict=True):
            for first, second, count in _read(rows, 3):
                table[first, second] = count
        for products_of, rows in zip(products, to_list(given.get("products"), len(products)), strict=True):
            for first, second, third, fourth, count in _read(rows, 5):
                products_of[(first, second), (third, fourth)] = count
        return made

    def summary(self) -> Json:
        """Return, for each pair, how often they met and how often the first was ahead."""
        return [
            {"bots": [*pair], "met": met, "ahead": self.ahead.get(pair, 0), "tied": self.tied.get(pair, 0)}
            for pair, met in sorted(self.met.items())
        ]


def _rows(counted: Iterable[tuple[tuple[int, ...], int]]) -> Json:
    return [[*key, count] for key, count in sorted(counted)]


def _read(rows: Json, length: int) -> list[list[int]]:
    return [[*map(to_int, to_list(row, length))] for row in to_list(rows)]
