"""Seats: their order around the table, and how a match ranks them."""

from collections.abc import Sequence
from enum import Enum
from itertools import pairwise, product

import attrs
import pytest

from cardkit.seats import OWNER, Outcome, Owner, clockwise, ranked


@pytest.mark.parametrize(
    ("first", "seats", "order"),
    [
        (0, 4, (0, 1, 2, 3)),
        (2, 4, (2, 3, 0, 1)),
        (3, 4, (3, 0, 1, 2)),
        (1, 2, (1, 0)),
        (0, 1, (0,)),
        (0, 0, ()),
    ],
)
def test_clockwise_goes_around_the_table_once(first: int, seats: int, order: tuple[int, ...]) -> None:
    assert clockwise(first, seats) == order


def test_the_player_on_the_left_comes_next() -> None:
    for seats in range(1, 8):
        for first in range(seats):
            order = clockwise(first, seats)
            assert order[0] == first
            assert sorted(order) == [*range(seats)]
            assert all(left == (seat + 1) % seats for seat, left in pairwise(order))


@pytest.mark.parametrize(
    ("merits", "ranks", "winners"),
    [
        ((5, 9, 1), (2, 1, 3), (1,)),
        ((4, 4, 1), (1, 1, 3), (0, 1)),
        ((1, 4, 4), (3, 1, 1), (1, 2)),
        ((9, 4, 4, 1), (1, 2, 2, 4), (0,)),
        ((0, 0, 0), (1, 1, 1), (0, 1, 2)),
        ((-7, -2, -30), (2, 1, 3), (1,)),
        ((3,), (1,), (0,)),
    ],
)
def test_a_rank_is_one_more_than_the_number_of_seats_that_did_strictly_better(
    merits: Sequence[int], ranks: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    assert ranked([10] * len(merits), merits) == Outcome((10,) * len(merits), ranks, winners)


def test_tuples_break_ties_from_left_to_right() -> None:
    outcome = ranked((8, 8, 9, 8), [(8, 2), (8, 5), (9, 0), (8, 2)])

    assert outcome == Outcome((8, 8, 9, 8), ranks=(3, 2, 1, 3), winners=(2,))


def test_totals_are_told_as_they_are_and_merits_alone_rank() -> None:
    totals = [7, 2, 17]

    assert ranked(totals, [-total for total in totals]) == Outcome((7, 2, 17), ranks=(2, 1, 3), winners=(1,))


def test_every_ranking_of_three_seats() -> None:
    for merits in product(range(3), repeat=3):
        outcome = ranked(merits, merits)
        for seat, merit in enumerate(merits):
            assert outcome.ranks[seat] == 1 + len([other for other in merits if other > merit])
            assert (seat in outcome.winners) == (merit == max(merits))
        assert list(outcome.winners) == sorted(outcome.winners)


def test_an_outcome_is_a_frozen_value() -> None:
    outcome = ranked([1, 2], [1, 2])

    assert {outcome: "same"}[Outcome((1, 2), (2, 1), (1,))] == "same"
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        outcome.winners = (0,)  # type: ignore[misc]  # that it's frozen is what is tested


def test_there_is_one_owner() -> None:
    """neither a seat nor a spectator"""
    assert [*Owner] == [OWNER]
    assert isinstance(OWNER, Enum)
    nobodies: list[object] = [None, 0, 1, "owner"]
    assert OWNER not in nobodies
