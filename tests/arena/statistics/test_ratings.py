"""Ratings, shares and what is said of them, against cases that can be worked out by hand."""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import inf, log, sqrt
from random import Random

import pytest

from cardkit.arena import RunSpec, rate
from cardkit.arena.arena import share_between
from cardkit.arena.measures.facts import PARTS, Facts
from cardkit.arena.measures.gains import Gains
from cardkit.arena.measures.pairs import Pairs
from cardkit.arena.report.wording import Terms, sentence
from cardkit.arena.statistics.intervals import (
    NEARLY_NORMAL,
    Share,
    clustered_interval,
    t_quantile,
    wilson_interval,
)
from cardkit.arena.statistics.ratings import are_linked, ratings
from cardkit.registry import game
from cardkit.rejections import Invalid
from cardkit.seats import Outcome
from cardkit.worth import by_rank
from tests.arena.scenes import first_of, the_few

ELO = 400 / log(10)
RANKS = Terms(ranked=True)


def met(*deals: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Pairs:
    """Return deals of matches. Each is told by who sat there and by their ranks."""
    pairs, number = Pairs(), 0
    for deal, matches in enumerate(deals):
        for place, (lineup, ranks) in enumerate(matches):
            outcome = Outcome((0,) * len(ranks), tuple(ranks), ())
            last = place == len(matches) - 1
            facts = Facts(
                number,
                deal,
                last,
                game("push"),
                None,
                tuple(lineup),
                (),
                (),
                (),
                None,
                outcome,
                by_rank(outcome),
            )
            pairs.add(facts)
            number += 1
    return pairs


def duels(won: int, lost: int, tied: int = 0) -> Pairs:
    """Return deals of one match between bots 0 and 1."""
    ranks = [(1, 2)] * won + [(2, 1)] * lost + [(1, 1)] * tied
    return met(*([((0, 1), rank)] for rank in ranks))


def test_odds_of_3_to_1_are_400_times_the_logarithm_of_3_apart() -> None:
    one, two = ratings(duels(30, 10), 2, 0.95)

    assert one.value - two.value == pytest.approx(ELO * log(3))
    assert one.value + two.value == pytest.approx(0)
    assert not one.bound


def test_a_tie_is_half_a_win() -> None:
    one, two = ratings(duels(20, 0, 20), 2, 0.95)

    assert one.value - two.value == pytest.approx(ELO * log(3))


def test_the_error_of_two_bots_is_that_of_the_logarithm_of_odds() -> None:
    """For n independent matches with the share p: 1 / sqrt(n p (1 - p)); each rating has half the difference.

    One of 400 deals goes to the estimate, and of four the scatter is assumed; Student's t for 399 is 1.965927.
    """
    one, _ = ratings(duels(300, 100), 2, 0.95)

    error = ELO * 1 / sqrt(400 * 0.75 * 0.25) / 2 * sqrt(400 / 399 + 4 / 400)
    assert one.high - one.value == pytest.approx(1.965927 * error, rel=1e-6)
    assert one.value - one.low == pytest.approx(one.high - one.value)


def test_ratings_of_three_follow_from_odds_that_agree() -> None:
    """0 beats 1 by 2 to 1, 1 beats 2 by 3 to 1, so 0 beats 2 by 6 to 1: the ratings are those of the odds."""
    matches = [((0, 1), (1, 2))] * 20 + [((0, 1), (2, 1))] * 10
    matches += [((1, 2), (1, 2))] * 30 + [((1, 2), (2, 1))] * 10
    matches += [((0, 2), (1, 2))] * 60 + [((0, 2), (2, 1))] * 10

    a, b, c = ratings(met(*([match] for match in matches)), 3, 0.99)

    assert a.value - b.value == pytest.approx(ELO * log(2))
    assert b.value - c.value == pytest.approx(ELO * log(3))


def test_matches_of_one_deal_are_no_independent_witnesses() -> None:
    """The same results in a quarter as many deals, each of four equal matches, are half as sure."""
    apart = duels(200, 200)
    together = met(*([[((0, 1), (1, 2))] * 4] * 50), *([[((0, 1), (2, 1))] * 4] * 50))

    wide, narrow = ratings(together, 2, 0.95)[0], ratings(apart, 2, 0.95)[0]

    assert wide.high / narrow.high == pytest.approx(2, rel=0.03)


def test_pairing_takes_the_luck_of_the_deal_out() -> None:
    """Where each deal is won once by each, hardly anything is left that could vary: only what is assumed."""
    even = met(*([[((0, 1), (1, 2)), ((1, 0), (1, 2))]] * 50))

    assert 0 < ratings(even, 2, 0.95)[0].high < 0.3 * ratings(duels(50, 50), 2, 0.95)[0].high


@pytest.mark.parametrize("deals", [2, 3, 10, 1000])
def test_no_interval_is_without_width(deals: int) -> None:
    even = met(*([[((0, 1), (1, 2)), ((1, 0), (1, 2))]] * deals))
    rating, share = ratings(even, 2, 0.99)[0], share_between(even, 0, 1, 0.99)

    assert rating.low < -500 / deals < 500 / deals < rating.high
    assert share is not None
    assert share.low < 0.5 - 0.9 / deals < 0.5 + 0.9 / deals < share.high


def test_a_bot_that_never_lost_has_no_likeliest_rating_and_it_is_said() -> None:
    """One more tie is assumed: 41 halves of 42 are odds of 20.5 to 0.5."""
    one, two = ratings(duels(20, 0), 2, 0.95)

    assert one.bound
    assert one.value - two.value == pytest.approx(ELO * log(41))
    assert one.high > one.value > one.low


def test_one_deal_says_nothing() -> None:
    assert ratings(duels(1, 0), 2, 0.95)[0].high == inf


def test_fewer_deals_than_bots_say_nothing() -> None:
    """As many deals as there are differences between bots leave none to tell how sure those are."""
    three = [[((0, 1), (1, 2))], [((1, 2), (1, 2))], [((2, 0), (1, 2))]]

    assert ratings(met(*three[:2]), 3, 0.99)[0].high == inf
    assert ratings(met(*three), 3, 0.99)[0].high < inf


def test_bots_that_never_met_cant_be_compared() -> None:
    """Not even by way of others; the results of 0 and 1 don't help to rate 2 and 3."""
    apart = met(*([[((0, 1), (1, 2)), ((2, 3), (1, 2))], [((0, 1), (2, 1)), ((2, 3), (2, 1))]] * 20))
    by_way = met(*([[((0, 1), (1, 2)), ((1, 2), (1, 2))], [((0, 1), (2, 1)), ((1, 2), (2, 1))]] * 20))

    assert not are_linked(apart, 4)
    assert all(rating.low == -inf and rating.high == inf for rating in ratings(apart, 4, 0.99))
    assert are_linked(by_way, 3)
    assert all(rating.high < inf for rating in ratings(by_way, 3, 0.99))


def test_ranks_of_a_match_are_compared_two_by_two() -> None:
    pairs = met([((0, 1, 2), (1, 3, 1))])

    assert pairs.net == {(0, 1): PARTS, (0, 2): 0, (1, 2): -PARTS}
    assert pairs.tied == {(0, 2): 1}


def test_a_bot_is_not_compared_with_itself() -> None:
    assert met([((0, 1, 0), (1, 2, 3))]).met == {(0, 1): 2}


def test_wilsons_interval() -> None:
    """Of 80 tosses in 100: the textbook's 71.1 to 86.7 percent."""
    share = wilson_interval(0.8, 100, 1.959964)

    assert (round(share.low, 3), round(share.high, 3)) == (0.711, 0.867)
    assert wilson_interval(1.0, 10, 1.959964).high == 1.0
    assert wilson_interval(1.0, 10, 1.959964).low < 0.75


def test_a_share_of_deals_is_that_of_rather_fewer_tosses() -> None:
    """One of 100 deals goes to the estimate, and of four the scatter is assumed; Student's t for 99 is 1.984217."""
    gains, tosses = Gains(), 1 / (1 / 99 + 4 / 100**2)
    for deal in range(100):
        gains.add(int(deal < 80), 1)
    share = gains.share(1, 0.95)

    assert share.low == pytest.approx(wilson_interval(0.8, tosses, 1.984217).low, abs=1e-6)


@pytest.mark.parametrize(("deals", "low"), [(1, 0.005), (2, 0.0707), (10, 0.5887), (100, 0.9484)])
def test_who_won_all_deals_wins_at_least_so_many(deals: int, low: float) -> None:
    """So that one who wins just this share would win them all in 1 of 200 arenas: Clopper and Pearson's limit."""
    won, lost = (share_between(duels(*score), 0, 1, 0.99) for score in ((deals, 0), (0, deals)))

    assert won is not None
    assert lost is not None
    assert (won.value, won.high) == (1.0, 1.0)
    assert won.low == pytest.approx(low, abs=5e-5)
    assert lost.low == 0
    assert lost.high == pytest.approx(1 - won.low)


@pytest.mark.parametrize(
    ("confidence", "freedom", "table"),
    [
        (0.99, 1, 63.657),
        (0.99, 2, 9.925),
        (0.99, 3, 5.841),
        (0.99, 4, 4.604),
        (0.99, 9, 3.250),
        (0.99, 30, 2.750),
        (0.99, 100, 2.626),
        (0.99, 120, 2.617),
        (0.99, 10**9, 2.576),
        (0.5, 5, 0.727),
        (0.95, 1, 12.706),
        (0.95, 10, 2.228),
        (0.95, 120, 1.980),
        (0.999, 4, 8.610),
        (0.999, 60, 3.460),
        (0.999, 120, 3.373),
        (0.99, 0, inf),
        (0.99, -3, inf),
    ],
)
def test_students_t_is_that_of_the_tables(confidence: float, freedom: int, table: float) -> None:
    assert t_quantile(confidence, freedom) == pytest.approx(table, abs=0.0006)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.99, 0.999, 0.9999])
def test_students_t_has_no_step_where_the_expansion_begins(confidence: float) -> None:
    before, exact, after = (t_quantile(confidence, NEARLY_NORMAL + more) for more in (-1, 0, 1))

    assert exact - after == pytest.approx(before - exact, rel=0.05)


@pytest.mark.parametrize(
    ("won", "lost", "said"),
    [
        (300, 100, "a is stronger than b: ahead in 75.0 % (69.0 % to 80.1 %, 99 % sure)."),
        (100, 300, "a is weaker than b: ahead in 25.0 % (19.9 % to 31.0 %, 99 % sure)."),
        (5, 3, "99 % sure); too few deals to say anything (8)."),
        (220, 180, "a and b can't be told apart: ahead in 55.0 % (48.6 % to 61.3 %, 99 % sure). If that is"),
        (200, 200, "If one is stronger, then by less than 6.4 %."),
    ],
)
def test_significance_is_said_in_words(won: int, lost: int, said: str) -> None:
    share = wilson_interval(won / (won + lost), won + lost, 2.575829)

    def with_more(deals: int) -> Share:
        return wilson_interval(won / (won + lost), deals, 2.575829)

    assert said in sentence("a", "b", share, won + lost, 0.99, with_more, RANKS)


@pytest.mark.parametrize(("won", "lost"), [(17, 3), (16, 4), (40, 20)])
def test_so_many_more_deals_as_are_told_would_show_the_difference(won: int, lost: int) -> None:
    """And one less wouldn't, up to the two digits that are told."""
    deals = won + lost

    def with_more(number: int) -> Share:
        return clustered_interval(
            Fraction(won, deals), number, Fraction(won * lost * number, deals**2), number, 0.9999
        )

    assert not with_more(deals).excludes(0.5)
    told = sentence("a", "b", with_more(deals), deals, 0.9999, with_more, RANKS)
    found = re.search(r"about (\d+) more deal", told)
    assert found is not None
    assert with_more(deals + int(found[1])).excludes(0.5)
    assert not with_more(deals + int(found[1]) - 1).excludes(0.5)


@pytest.mark.parametrize("luck", [0.0, 0.4])
def test_the_interval_holds_the_truth_as_often_as_it_says(luck: float) -> None:
    """Two equal bots, in 400 arenas of 60 deals of two matches, which agree by more or less luck of the cards."""
    random, holds = Random(13), 0
    for _ in range(400):
        deals: list[list[tuple[tuple[int, int], tuple[int, int]]]] = []
        for _ in range(60):
            lucky = random.random() < luck
            first = random.choice([(1, 2), (2, 1)])
            second = first if lucky else random.choice([(1, 2), (2, 1)])
            deals.append([((0, 1), first), ((0, 1), second)])
        share = share_between(met(*deals), 0, 1, 0.9)
        assert share is not None
        holds += not share.excludes(0.5)

    assert 0.86 < holds / 400 < 0.94


def test_greedy_is_stronger_than_random() -> None:
    found = rate(RunSpec("push", ["random", "greedy"], 60, seats=2, seed="s", workers=1))

    best, worst = found.ratings
    assert (best.bot, worst.bot) == (1, 0)
    assert best.low > worst.high
    assert found.sentences[0].startswith("greedy is stronger than random: ahead in")


def test_the_cross_table_mirrors_itself() -> None:
    found = rate(RunSpec("push", ["random", first_of, "random"], 60, seats=2, seed="s", workers=1))

    for bot, other in ((0, 1), (0, 2), (1, 2)):
        share, mirrored = found.share(bot, other), found.share(other, bot)
        assert share is not None
        assert mirrored is not None
        assert share.value + mirrored.value == pytest.approx(1)
        assert share.low + mirrored.high == pytest.approx(1)


def test_seats_have_shares_of_all_wins() -> None:
    seats = the_few().seats

    assert sum(seats.seat(seat).wins for seat in range(3)) == 30
    assert sum(seats.bot(bot).wins for bot in range(2)) == 30


def test_where_nobody_meets_nobody_is_rated() -> None:
    with pytest.raises(Invalid, match="two or more, because bots are rated by who is ahead of whom"):
        rate(RunSpec("tests.arena.scenes:ALONE", ["random", "greedy"], 4, workers=1))


@pytest.mark.parametrize("confidence", [0, 0.4, 1 - 2**-53, 1, 2])
def test_confidence_is_a_share(confidence: float) -> None:
    with pytest.raises(Invalid, match="confidence"):
        rate(RunSpec("push", ["random", "greedy"], 4, workers=1), confidence=confidence)
