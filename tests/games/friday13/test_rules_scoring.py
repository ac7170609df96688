"""The rules of Friday 13, chapters 5 to 7: the end of a round, scoring, the end of the match."""

import pytest

from cardkit.games.friday13 import Dealt, Played, Scored
from tests.games.friday13.scenes import cards, decided, scene, scored, start, steps


def test_a_round_ends_when_nobody_has_a_card_in_hand() -> None:
    """rules 5.1: another is dealt, and the start has passed on"""
    state = scene("", "", "c1", turn=2, round=2)

    brought = decided(state, "c1")

    assert [type(event) for event in brought] == [Played, Scored, Dealt]
    assert brought[1] == Scored(2, ((), (), ()), (0, 0, 0), (0, 0, 0))
    assert isinstance(brought[2], Dealt)
    assert (brought[2].round, brought[2].leader) == (3, 1)


@pytest.mark.parametrize(
    "hands", [("c1", "m1", "l1"), ("c1", "l1", ""), ("c1 c1", "", ""), ("c1 c2", "", "")]
)
def test_a_round_does_not_end_while_somebody_has_a_card_in_hand(hands: tuple[str, ...]) -> None:
    """rules 5.1"""
    (event,) = decided(scene(*hands), "c1")

    assert isinstance(event, Played)


def test_the_hand_put_away_keeps_no_round_going() -> None:
    """rules 5.1, 3.3"""
    assert len(decided(scene("c1", "", "", away="c2 m1"), "c1")) == 3


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_hands_are_all_played_out_when_a_round_ends(seats: int) -> None:
    """rules 5.1"""
    for step in steps(start(seats))[1:]:
        before = step.previous
        assert before is not None
        last = sum(map(len, before.state.hands)) == 1
        assert any(isinstance(event, Scored) for event in step.events) == last


def test_cards_that_lie_on_a_pile_at_the_end_count_for_nobody() -> None:
    """rules 5.2: the last card, too"""
    state = scene("c1", "", "", cats="c2 f4", mirrors="f4 m7", ladders="l1", taken=("", "c2", ""))

    _, scoring, _ = decided(state, "c1")

    assert scoring == Scored(1, ((), cards("c2"), ()), (0, 0, 0), (0, 0, 0))


def test_what_the_last_card_takes_is_scored() -> None:
    """rules 5.2, 6.1"""
    state = scene("c7", "", "", cats="c7 f4", taken=("m1", "m1 c1", "c2"))

    _, scoring, _ = decided(state, "c7")

    assert scoring == Scored(1, (cards("m1 c7 f4"), cards("m1 c1"), cards("c2")), (4, 2, 1), (4, 2, 1))


def test_the_cards_of_each_kind_are_counted_kind_by_kind() -> None:
    """rules 6.1: most cats and most mirrors, but not most ladders"""
    assert scored("c1 c2 m1 m1 l1", "c1 m2 l1 l2", "l5").points == (1, 2, 1)


@pytest.mark.parametrize("kind", "cml")
def test_whoever_took_strictly_more_of_a_kind_than_every_other_player_discards_it(kind: str) -> None:
    """rules 6.2"""
    one, two, three = (" ".join([f"{kind}1"] * count) for count in (1, 2, 3))

    assert scored(two, one, one).points == (0, 1, 1)
    assert scored(two, three, "").points == (2, 0, 0)
    assert scored("", "", one).points == (0, 0, 0)
    assert scored(one, three, two, two, "", one).points == (1, 0, 2, 2, 0, 1)


def test_who_discards_one_kind_still_pays_for_the_others() -> None:
    """rules 6.2"""
    assert scored("c1 c1 m1", "c1 m1 m1", "l1 m1").points == (1, 1, 1)


@pytest.mark.parametrize("kind", "cml")
def test_if_several_share_the_most_of_a_kind_none_of_them_discards_it(kind: str) -> None:
    """rules 6.3"""
    one, two = f"{kind}1", f"{kind}1 {kind}2"

    assert scored(two, two, one).points == (2, 2, 1)
    assert scored(one, one, one, one).points == (1, 1, 1, 1)
    assert scored("", two, one, two).points == (0, 2, 1, 2)


def test_fridays_can_never_be_discarded() -> None:
    """rules 6.4: not by the player who took the most, nor with a kind that is"""
    assert scored("f4 f4 f4 f4", "f4", "").points == (8, 2, 0)
    assert scored("c1 f4", "", "").points == (2, 0, 0)


def test_each_card_of_bad_luck_that_is_left_costs_one_point() -> None:
    """rules 6.5"""
    assert scored("c1 m2 m4 l5", "c7 m1 m1 l7", "").points == (4, 4, 0)


def test_each_friday_costs_two_points() -> None:
    """rules 6.6"""
    assert scored("f4", "f4 f4 f4", "").points == (2, 6, 0)
    assert scored("f4 " * 8, "", "").points == (16, 0, 0)


def test_the_values_printed_on_the_cards_play_no_part_in_scoring() -> None:
    """rules 6.7"""
    low, high = scored("c0 m1 l1 l1", "c1 m1 l0", "c2"), scored("c7 m7 l7 l7", "c7 m7 l7", "c5")

    assert low.points == high.points == (2, 3, 1)
