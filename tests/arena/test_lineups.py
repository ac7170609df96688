"""Who sits where: an arena treats all bots and all seats alike."""

from collections import Counter
from itertools import combinations

import pytest

from cardkit.arena.arena import deals_for
from cardkit.arena.execution.chunks import MatchRunner
from cardkit.arena.execution.match_chance import deal_chance
from cardkit.arena.lineups import lineups
from cardkit.arena.plan import Plan
from cardkit.seats import Seat


def spec(bots: int, seats: int, *, paired: bool = True, rotate: bool = True, game: str = "push") -> Plan:
    return Plan(game, seats, {}, ("random",) * bots, "lineups", paired, rotate, ())


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (2, 4), (3, 3), (5, 3), (3, 4), (2, 5), (4, 6)])
def test_in_each_deal_every_bot_sits_equally_often_in_each_seat(bots: int, seats: int) -> None:
    for deal in range(10):
        places = Counter(
            (bot, seat) for lineup in lineups(spec(bots, seats), deal) for seat, bot in enumerate(lineup)
        )
        for bot in range(bots):
            assert len({places[bot, seat] for seat in range(seats)}) == 1


@pytest.mark.parametrize(
    ("bots", "seats"), [(2, 2), (2, 3), (5, 3), (3, 4), (2, 5), (6, 2), (4, 6), (12, 2), (13, 5)]
)
def test_all_bots_play_equally_often(bots: int, seats: int) -> None:
    wanted = spec(bots, seats)
    sat = Counter(
        bot for deal in range(deals_for(wanted, 1)) for lineup in lineups(wanted, deal) for bot in lineup
    )

    assert len(sat) == bots
    assert len({*sat.values()}) == 1


@pytest.mark.parametrize(("bots", "seats", "matches"), [(2, 3, 1000), (5, 3, 7), (2, 2, 1)])
def test_there_are_at_least_as_many_matches_as_were_asked_for(bots: int, seats: int, matches: int) -> None:
    deals_played = deals_for(spec(bots, seats), matches)

    assert matches <= deals_played * seats < matches + 10 * seats


def test_neighbours_change_from_deal_to_deal() -> None:
    """Rotation keeps who sits on whose left; so the order is drawn anew for each deal."""
    left_of_0 = {(line := lineups(spec(4, 4), deal)[0])[(line.index(0) + 1) % 4] for deal in range(20)}

    assert left_of_0 == {1, 2, 3}


def test_where_there_are_very_many_sets_of_bots_they_are_drawn() -> None:
    many = spec(40, 3)
    drawn = {frozenset(lineups(many, deal)[0]) for deal in range(50)}

    assert len(drawn) > 45
    assert all(len(table) == 3 for table in drawn)
    assert deals_for(many, 300) == 120


@pytest.mark.parametrize(("bots", "seats"), [(12, 2), (13, 5), (8, 4), (40, 3)])
def test_wherever_a_run_with_many_sets_of_bots_ends_none_has_played_a_deal_more_than_another(
    bots: int, seats: int
) -> None:
    """So no bot's place on the command line matters."""
    wanted, sat = spec(bots, seats), Counter(dict.fromkeys(range(bots), 0))
    for deal in range(100):
        table = lineups(wanted, deal)[0]
        sat.update(table)
        assert len({*table}) == seats
        assert max(sat.values()) - min(sat.values()) <= 1


def test_any_two_of_many_bots_meet_about_equally_often() -> None:
    """28 pairs of 8 bots, six of them in each of 560 deals: 120 times each, give or take 10 where it's by lot."""
    met = Counter(
        pair for deal in range(560) for pair in combinations(sorted(lineups(spec(8, 4), deal)[0]), 2)
    )

    assert len(met) == 28
    assert all(80 < times < 160 for times in met.values())


def test_in_a_simulation_bots_move_one_seat_on_from_match_to_match() -> None:
    assert [lineups(spec(2, 3, paired=False), deal) for deal in range(4)] == [
        [(0, 1, 0)],
        [(1, 0, 0)],
        [(0, 0, 1)],
        [(1, 0, 1)],
    ]


@pytest.mark.parametrize(("bots", "seats"), [(1, 3), (2, 2), (2, 3), (2, 4), (2, 5), (3, 4), (4, 6), (5, 5)])
def test_in_a_simulation_all_seats_are_alike(bots: int, seats: int) -> None:
    """Each has met each bot equally often, with the same others on the left: a strong bot is no seat's advantage."""
    met = [Counter[tuple[int, ...]]() for _ in range(seats)]
    for deal in range(bots * seats):
        (lineup,) = lineups(spec(bots, seats, paired=False), deal)
        for seat in range(seats):
            met[seat][lineup[seat:] + lineup[:seat]] += 1

    assert all(one == met[0] for one in met)
    assert len({sum(n for line, n in met[0].items() if line[0] == bot) for bot in range(bots)}) == 1


def test_they_stay_where_they_are_if_that_is_wanted() -> None:
    fixed = spec(2, 3, paired=False, rotate=False)

    assert lineups(fixed, 0) == lineups(fixed, 1) == [(0, 1, 0)]


@pytest.mark.parametrize("game", ["thirteen", "friday13", "biberbande", "push"])
def test_all_matches_of_a_deal_have_the_same_cards(game: str) -> None:
    """The first deal, and where each round has a deal, those that follow."""
    table = MatchRunner(spec(3, 3, game=game))
    first, second = (
        [
            [event for event in facts.events if type(event).__name__ in ("Dealt", "Opened")]
            for facts in table.matches(deal)
        ]
        for deal in (0, 1)
    )

    assert len(first) == 3
    assert dealt(first[0]) == dealt(first[1]) == dealt(first[2])
    assert dealt(first[0]) != dealt(second[0])


def dealt(events: list[object]) -> list[object]:
    """Return the cards of each deal; whose turn it is to deal is another matter."""
    return [getattr(event, "hands", None) or getattr(event, "stock", None) for event in events]


def test_a_label_draws_the_same_whatever_others_draw() -> None:
    """So that a die that is rolled more often by one bot doesn't change the next deal."""
    quiet, noisy = (deal_chance("s", 0, paired=True) for _ in range(2))
    for _ in range(5):
        noisy.below("die", 6)

    assert quiet.shuffle("deal", range(50)) == noisy.shuffle("deal", range(50))
    assert quiet.shuffle("deal", range(50)) != deal_chance("s", 0, paired=True).shuffle("deal", range(50))
    first: Seat = quiet.below("seat", 4)
    assert 0 <= first < 4
