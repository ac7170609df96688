"""Counting tables count what can really be played."""

from cardkit.opening import begin
from cardkit.testing import divide, perft, table
from tests.testing.tiny import TINY, Options

MATCH = begin(TINY, 2, Options(deals=1), "count", None)


def test_no_move_can_be_made_in_one_way() -> None:
    assert perft(MATCH, 0) == 1


def test_one_move_can_be_made_in_as_many_ways_as_are_legal() -> None:
    """Two cards, or the die."""
    assert perft(MATCH, 1) == len(MATCH.legal()) == 3


def test_the_ways_of_two_moves_are_those_after_each_first_one() -> None:
    assert perft(MATCH, 2) == sum(perft(MATCH.play(move), 1) for move in MATCH.legal()) == 9


def test_a_division_names_the_first_moves() -> None:
    assert [*divide(MATCH, 1)] == [f"0 {TINY.say(move)}" for move in MATCH.legal()]


def test_a_division_adds_up_to_the_whole() -> None:
    assert sum(divide(MATCH, 4).values()) == perft(MATCH, 4) == 81


def test_a_match_that_is_over_has_no_further_moves() -> None:
    """Four moves with one deal and two seats; there is no fifth."""
    assert perft(MATCH, 5) == 0


def test_a_table_ends_with_the_sum() -> None:
    assert table({"0 4": 12, "0 throw": 1234}) == "0 4            12\n0 throw     1,234\n            1,246"
