"""What is said with 99 % certainty is wrong in about 1 of 100 runs at most, however few the deals are."""

from functools import cache
from itertools import combinations
from math import comb, log10
from random import Random

import attrs
import pytest

from cardkit.arena.arena import share_between
from cardkit.arena.measures.facts import Facts
from cardkit.arena.measures.pairs import Pairs
from cardkit.arena.measures.seats import Seats
from cardkit.arena.report.findings import findings
from cardkit.arena.statistics.intervals import Share
from cardkit.arena.statistics.ratings import Rating, ratings
from cardkit.registry import game
from cardkit.seats import Outcome
from cardkit.worth import by_rank
from tests.arena.scenes import the_few

SELDOM = 0.0125
"""In single settings a bit more than 1 of 100: results are counted in whole matches, and come in steps."""


def told(lineup: tuple[int, ...], ranks: tuple[int, ...], *, last: bool = True) -> Facts:
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    outcome = Outcome((0,) * len(ranks), ranks, winners)
    return Facts(0, 0, last, game("push"), None, lineup, (), (), (), None, outcome, by_rank(outcome))


RUNS = 160
FIRST, SECOND = (1, 2), (2, 1)


@cache
def intervals(both: int, one_each: int, none: int) -> tuple[Share, Rating]:
    """Return the share and the rating of bot 0, by the numbers of deals in which it won both matches, one, or none."""
    pairs = Pairs()
    for deals, ranks in ((both, (FIRST, SECOND)), (one_each, (FIRST, FIRST)), (none, (SECOND, FIRST))):
        for _ in range(deals):
            pairs.add(told((0, 1), ranks[0], last=False))
            pairs.add(told((1, 0), ranks[1]))
    share = share_between(pairs, 0, 1, 0.99)
    assert share is not None
    return share, ratings(pairs, 2, 0.99)[0]


@pytest.mark.parametrize("deals", [2, 3, 4, 5, 8, 10, 12, 15, 20])
@pytest.mark.parametrize("chance", [0.5, 0.55, 0.7])
@pytest.mark.parametrize("decided", [1.0, 0.5, 0.2])
def test_intervals_of_two_bots_seldom_miss_the_truth(deals: int, chance: float, decided: float) -> None:
    """Reckoned out over all results: deals are won 2 to 0 as often as `decided` says, and else 1 to 1."""
    share_is = 0.5 + (chance - 0.5) * decided
    rating_is = 200 * log10(share_is / (1 - share_is))
    by_share = by_rating = 0.0
    for both in range(deals + 1):
        for none in range(deals + 1 - both):
            even = deals - both - none
            likely = comb(deals, even) * (1 - decided) ** even * decided ** (deals - even)
            likely *= comb(both + none, none) * chance**both * (1 - chance) ** none
            share, rating = intervals(both, even, none)
            by_share += likely * share.excludes(share_is)
            by_rating += likely * (not rating.low <= rating_is <= rating.high)

    assert by_share <= SELDOM
    assert by_rating <= SELDOM


@pytest.mark.parametrize(("bots", "rounds", "arenas"), [(3, 1, 300), (3, 2, 300), (4, 1, 250), (6, 1, 80)])
def test_ratings_of_equal_bots_are_seldom_told_apart(bots: int, rounds: int, arenas: int) -> None:
    """Let any two meet in this number of deals of two matches, and decide each match by a toss."""
    random, missed = Random(5), 0
    for _ in range(arenas):
        pairs = Pairs()
        for one, two in [*combinations(range(bots), 2)] * rounds:
            pairs.add(told((one, two), random.choice((FIRST, SECOND)), last=False))
            pairs.add(told((two, one), random.choice((FIRST, SECOND))))
        missed += sum(not rating.low <= 0 <= rating.high for rating in ratings(pairs, bots, 0.99))

    assert missed <= SELDOM * arenas * bots


@pytest.mark.parametrize(("seats", "deals"), [(2, 3), (2, 20), (3, 30), (6, 2), (6, 5), (6, 30), (6, 60)])
@pytest.mark.parametrize("tables", [1, 2])
def test_seats_that_are_alike_are_seldom_called_unlike(seats: int, deals: int, tables: int) -> None:
    """One seat wins all matches of a deal, any as likely as another."""
    random, run, unlike = Random(7), the_few(), 0
    wins = [told((0,) * seats, tuple(2 - (seat == first) for seat in range(seats))) for first in range(seats)]
    begun = [attrs.evolve(win, last_of_deal=False) for win in wins]
    for _ in range(RUNS):
        seating = Seats()
        for _ in range(deals):
            first = random.randrange(seats)
            for _ in range(tables - 1):
                seating.add(begun[first])
            seating.add(wins[first])
        tallies = (run.lengths, run.margins, seating, run.moves, run.events)
        said = findings(attrs.evolve(run, matches=deals * tables, tallies=tallies))[2]
        unlike += said.startswith("Seats aren't equal")

    assert unlike <= SELDOM * RUNS
