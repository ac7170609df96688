"""Penalty points with a majority rule."""

from collections.abc import Sequence
from random import Random

import pytest

from cardkit.mechanics.majority import freed, penalties


def points(*taken: str, wild_cost: int = 2) -> tuple[int, ...]:
    return penalties([heap.split() for heap in taken], "byg", wild="n", wild_cost=wild_cost)


@pytest.mark.parametrize(
    ("taken", "paid"),
    [
        (("", "", ""), (0, 0, 0)),
        (("b1", "", ""), (0, 0, 0)),
        (("b1", "b1", ""), (1, 1, 0)),
        (("b1 b1", "b7", ""), (0, 1, 0)),
        (("b1 b1", "b7 b7", "b7"), (2, 2, 1)),
        (("b1 b1 b1", "b7 b7", "b7 b7"), (0, 2, 2)),
        (("b1 y1", "y1 b1", "g1"), (2, 2, 0)),
        (("b1 b1 y1", "y1 y1 b1", "g1 y1 b1"), (1, 1, 2)),
        (("n4", "n4 n4", ""), (2, 4, 0)),
    ],
)
def test_who_alone_has_the_most_of_a_kind_is_free_of_it(taken: Sequence[str], paid: tuple[int, ...]) -> None:
    assert points(*taken) == paid


@pytest.mark.parametrize("cost", [0, 1, 2, 5])
def test_wild_cards_cost_what_the_game_says_and_free_nobody(cost: int) -> None:
    assert points("n4 n4 n4 b1", "n4", "b1", wild_cost=cost) == (3 * cost + 1, cost, 1)


def test_kinds_are_the_games_own() -> None:
    assert penalties([("p1", "p2", "q1"), ("p1", "q1")], "pq", wild="w", wild_cost=1) == (1, 2)


def test_a_kind_that_is_not_among_them_costs_nothing() -> None:
    assert penalties([("p1", "z1"), ("p1",)], "pq", wild="w", wild_cost=1) == (1, 1)


@pytest.mark.parametrize("kinds", ["pq", "PQ", "XY"])
def test_a_kind_may_be_any_letter(kinds: str) -> None:
    first = kinds[0]
    taken = [(f"{first}1", f"{first}2", f"{kinds[1]}1"), (f"{first}3", f"{first}4")]

    assert penalties(taken, kinds, wild="w", wild_cost=1) == (2, 2)
    assert freed(taken, kinds) == (None, 0)


def test_the_rule_told_another_way_gives_the_same_points() -> None:
    """every card asks whether its owner has strictly more of its kind than each other seat"""
    choose = Random(13)
    for _ in range(300):
        seats = choose.randint(2, 6)
        taken = [
            [choose.choice(["b1", "y2", "g7", "n4"]) for _ in range(choose.randint(0, 6))]
            for _ in range(seats)
        ]
        paid = [0] * seats
        for seat, heap in enumerate(taken):
            for card in heap:
                mine = [other for other in heap if other[0] == card[0]]
                rivals = [[c for c in other if c[0] == card[0]] for s, other in enumerate(taken) if s != seat]
                free = all(len(mine) > len(theirs) for theirs in rivals)
                paid[seat] += 2 if card == "n4" else 0 if free else 1

        assert penalties(taken, "byg", wild="n", wild_cost=2) == tuple(paid)


def test_who_alone_has_the_most_of_a_kind_is_freed_of_it() -> None:
    assert freed([("b1", "b2", "y1"), ("b1", "y1"), ("g1", "n4")], "byg") == (0, None, 2)
