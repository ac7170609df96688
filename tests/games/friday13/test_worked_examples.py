"""The rules of Friday 13, chapter 9: the worked examples of the sheet."""

import pytest

from cardkit.games.friday13 import Played
from tests.families.limited_piles.scenes import piles
from tests.games.friday13.scenes import cards, pile, played, scene, scored


@pytest.mark.parametrize("lying", ["c7 c2", "c0 f4 c5", "c7 c1 c1", "f4 c4 c1", "c5 c1 c2 c1"])
def test_a_friday_brings_the_cats_to_exactly_13_and_nothing_is_taken(lying: str) -> None:
    """rules 9.1"""
    after, event = played(scene("f4 c1", "m4 c1", "c2", cats=lying, mirrors="m7 m5"), "f4>cats")

    assert event == Played(0, "f4", "cats", ())
    assert piles(after)[0] == (cards(f"{lying} f4"), 13)
    assert after.taken == ((), (), ())


@pytest.mark.parametrize("lying", ["m7 m5", "m5 m5", "m7 f4 m1 m1", "f4 f4 m0 m2"])
def test_a_mirror_4_brings_the_mirrors_above_13_takes_every_card_there_and_stays(lying: str) -> None:
    """rules 9.2: Fridays lying there among them"""
    state = scene("f4 c1", "m4 c1", "c2", cats="c7 c2", mirrors=lying, taken=("", "c1", ""))

    after, event = played(state, "f4>cats", "m4")

    assert event == Played(1, "m4", "mirrors", cards(lying))
    assert piles(after) == (pile("c7 c2 f4"), pile("m4"), pile(""))
    assert after.taken == ((), cards(f"c1 {lying}"), ())


def test_the_three_players_of_the_scoring_example_pay_8_10_and_11() -> None:
    """rules 9.3"""
    scoring = scored(
        "c1 c7 m0 m1 m4 m7 f4 f4 f4",
        "l0 l2 l5 l7 c0 c1 c2 c4 c5 m2 f4 f4",
        "l1 l2 l4 c2 c4 c5 c5 c7 m2 m5 m7",
    )

    assert scoring.points == (8, 10, 11)


def test_the_scoring_example_in_another_seating() -> None:
    """rules 9.3: points go with the cards, not with the seat"""
    scoring = scored(
        "l1 l2 l4 c2 c4 c5 c5 c7 m2 m5 m7",
        "c1 c7 m0 m1 m4 m7 f4 f4 f4",
        "l0 l2 l5 l7 c0 c1 c2 c4 c5 m2 f4 f4",
        totals=(1, 2, 3),
    )

    assert scoring.points == (11, 8, 10)
    assert scoring.totals == (12, 10, 13)
