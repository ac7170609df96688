"""One seat at a time: who is to move, and who began."""

from collections import Counter
from typing import Final

import pytest

from cardkit.chance import SeededChance
from cardkit.mechanics.turns import ALONE, first_seat
from cardkit.rejections import InvalidOption

CHANCE: Final = SeededChance("a seed of the tests")


def test_each_seat_is_alone() -> None:
    assert ALONE == ((0,), (1,), (2,), (3,), (4,), (5,))


@pytest.mark.parametrize("seat", range(5))
def test_a_seat_that_is_named_begins(seat: int) -> None:
    assert first_seat("first_player", seat, 5, CHANCE) == seat


@pytest.mark.parametrize("seat", [5, 6])
def test_a_seat_that_the_table_does_not_have_is_refused(seat: int) -> None:
    with pytest.raises(
        InvalidOption, match=rf"^first_player: {seat} is invalid; expected a seat from 0 to 4, or '"
    ):
        first_seat("first_player", seat, 5, CHANCE)


@pytest.mark.parametrize(
    ("option", "label"), [("first_player", "first player"), ("first_dealer", "first dealer")]
)
def test_a_random_seat_is_drawn_by_the_options_name(option: str, label: str) -> None:
    for seed in range(20):
        chance = SeededChance(str(seed))
        assert first_seat(option, "random", 6, chance) == chance.below(label, 6)


def test_a_random_seat_may_be_any() -> None:
    drawn = Counter(first_seat("first_player", "random", 4, SeededChance(str(seed))) for seed in range(400))

    assert sorted(drawn) == [0, 1, 2, 3]
    assert min(drawn.values()) > 70
