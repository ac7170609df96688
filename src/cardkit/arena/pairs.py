"""Who came out ahead of whom, deal by deal: what ratings are worked out from."""

from collections.abc import Iterable
from typing import ClassVar, Self

from cardkit.arena.facts import Facts
from cardkit.arena.loading import items, parts, whole
from cardkit.arena.numbers import merge_counts
from cardkit.game import Json

__all__ = ["Pair", "Pairs"]

Pair = tuple[int, int]
"""Two bots by number, the lesser first."""


class Pairs:
    """For each two bots: how often they met, how often each was ahead, and how much that varies with the deal.

    Matches of one deal hang together, so it is deals that are summed up: the net result of a pair in a deal is how
    often the first was ahead, less how often the second was.
    """

    name: ClassVar[str] = "pairs"

    def __init__(self) -> None:
        self.deals: int = 0
        self.met: dict[Pair, int] = {}
        self.net: dict[Pair, int] = {}
        self.tied: dict[Pair, int] = {}
        self.deals_of: dict[Pair, int] = {}
        """In how many deals the two met."""
        self.net_net: dict[tuple[Pair, Pair], int] = {}
        """Sums over deals of the products of net results; and so on."""
        self.net_met: dict[tuple[Pair, Pair], int] = {}
        self.met_met: dict[tuple[Pair, Pair], int] = {}
        self._net: dict[Pair, int] = {}
        self._met: dict[Pair, int] = {}

    def add(self, facts: Facts) -> None:
        """Count one more match."""
        ranks, lineup = facts.outcome.ranks, facts.lineup
        for seat, bot in enumerate(lineup):
            for other_seat in range(seat):
                other = lineup[other_seat]
                if other == bot:
                    continue
                ahead = ranks[other_seat] - ranks[seat]  # the lesser rank is the better
                sign = (ahead > 0) - (ahead < 0)
                pair = (bot, other) if bot < other else (other, bot)
                self._met[pair] = self._met.get(pair, 0) + 1
                self._net[pair] = self._net.get(pair, 0) + (sign if bot < other else -sign)
                if sign == 0:
                    self.tied[pair] = self.tied.get(pair, 0) + 1
        if facts.last_of_deal:
            self._close()

    def _close(self) -> None:
        """The deal is over."""
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
        self._net, self._met = {}, {}

    def merge(self, other: Self) -> None:
        """Count what the other has counted, too."""
        self.deals += other.deals
        for mine, theirs in zip(self._by_pair(), other._by_pair(), strict=True):
            merge_counts(mine, theirs)
        for products, more in zip(self._by_two(), other._by_two(), strict=True):
            merge_counts(products, more)

    def _by_pair(self) -> tuple[dict[Pair, int], ...]:
        return self.met, self.net, self.tied, self.deals_of

    def _by_two(self) -> tuple[dict[tuple[Pair, Pair], int], ...]:
        return self.net_net, self.net_met, self.met_met

    def dump(self) -> Json:
        """All of it."""
        return {
            "deals": self.deals,
            "pairs": [_rows((pair, count) for pair, count in table.items()) for table in self._by_pair()],
            "products": [
                _rows(((*one, *two), n) for (one, two), n in table.items()) for table in self._by_two()
            ],
        }

    @classmethod
    def load(cls, document: Json) -> Self:
        """The tally that dumped this."""
        made, given = cls(), parts(document)
        made.deals = whole(given.get("deals"))
        pairs, products = made._by_pair(), made._by_two()
        for table, rows in zip(pairs, items(given.get("pairs"), len(pairs)), strict=True):
            for first, second, count in _read(rows, 3):
                table[first, second] = count
        for products_of, rows in zip(products, items(given.get("products"), len(products)), strict=True):
            for first, second, third, fourth, count in _read(rows, 5):
                products_of[(first, second), (third, fourth)] = count
        return made

    def summary(self) -> Json:
        """Of each pair: how often they met, who was ahead how often."""
        return [
            {"bots": [*pair], "met": met, "ahead": (met + self.net[pair] - tied) // 2, "tied": tied}
            for pair, met in sorted(self.met.items())
            for tied in (self.tied.get(pair, 0),)
        ]


def _rows(counted: Iterable[tuple[tuple[int, ...], int]]) -> Json:
    return [[*key, count] for key, count in sorted(counted)]


def _read(rows: Json, length: int) -> list[list[int]]:
    return [[*map(whole, items(row, length))] for row in items(rows)]
