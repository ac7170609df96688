"""The rules of 13, chapters 5 to 7: the end of a round, scoring, the end of the match."""

from collections import Counter

import pytest

from cardkit.games.thirteen import GAME, Card, Dealt, Played, Scored
from cardkit.games.thirteen.cards import DECK
from tests.games.thirteen.scenes import cards, decided, events, fold, scene, scored, start, steps


def test_a_round_ends_when_the_stock_is_empty_and_every_hand_is_played_out() -> None:
    """rules 5.1"""
    state = scene("", "", "b1", turn=2, round=2)

    brought = decided(state, "b1")

    assert [type(event) for event in brought] == [Played, Scored, Dealt]
    assert brought[1] == Scored(2, ((), (), ()), (0, 0, 0), (0, 0, 0))
    assert isinstance(brought[2], Dealt)
    assert (brought[2].round, brought[2].leader) == (3, 0)


@pytest.mark.parametrize(
    ("hands", "stock"),
    [(("b1", "y1", "g1"), ""), (("b1", "g1", ""), ""), (("b1 b1", "", ""), ""), (("b1", "", ""), "b2")],
)
def test_a_round_does_not_end_while_a_card_is_in_a_hand_or_in_the_stock(
    hands: tuple[str, ...], stock: str
) -> None:
    """rules 5.1"""
    (event,) = decided(scene(*hands, stock=stock), "b1")

    assert isinstance(event, Played)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_all_50_cards_are_played_in_every_round(seats: int) -> None:
    """rules 5.2"""
    rounds: list[list[Card]] = []
    for event in events(steps(start(seats))[-1]):
        if isinstance(event, Dealt):
            rounds.append([])
        if isinstance(event, Played):
            rounds[-1].append(event.card)

    assert [Counter(round) for round in rounds] == [Counter(DECK)] * (6 if seats == 3 else seats)


def test_cards_that_lie_on_a_target_at_the_end_count_for_nobody() -> None:
    """rules 5.3: the last card, too"""
    state = scene("b1", "", "", blue="b2 n4", yellow="n4 y7", green="g1", taken=("", "b2", ""))

    _, scoring, _ = decided(state, "b1")

    assert scoring == Scored(1, ((), cards("b2"), ()), (0, 0, 0), (0, 0, 0))


def test_what_the_last_card_takes_is_scored() -> None:
    """rules 5.3, 6.1"""
    state = scene("b7", "", "", blue="b7 n4", taken=("y1", "y1 b1", "b2"))

    _, scoring, _ = decided(state, "b7")

    assert scoring == Scored(1, (cards("y1 b7 n4"), cards("y1 b1"), cards("b2")), (4, 2, 1), (4, 2, 1))


def test_all_taken_cards_are_turned_up() -> None:
    """rules 6.1"""
    scoring = scored("n4 b7", "", "g1 g2 y4")

    assert scoring.taken == (cards("n4 b7"), (), cards("g1 g2 y4"))
    for viewer in (None, 0, 1, 2):
        assert GAME.glimpse(scoring, viewer) == scoring
        assert GAME.view(fold(scene("", "", ""), [scoring]), viewer).table.last_taken == scoring.taken


def test_each_coloured_card_you_took_costs_one_point() -> None:
    """rules 6.2"""
    assert scored("b1 y2 y4 g5", "b7 y1 y1 g7", "").points == (4, 4, 0)


def test_each_nasty_four_you_took_costs_two_points() -> None:
    """rules 6.3"""
    assert scored("n4", "n4 n4 n4", "").points == (2, 6, 0)


@pytest.mark.parametrize("colour", "byg")
def test_whoever_took_strictly_more_of_a_colour_than_every_other_player_pays_nothing(colour: str) -> None:
    """rules 6.4"""
    one, two, three = (" ".join([f"{colour}1"] * count) for count in (1, 2, 3))

    assert scored(two, one, one).points == (0, 1, 1)
    assert scored(two, three, "").points == (2, 0, 0)
    assert scored("", "", one).points == (0, 0, 0)
    assert scored(one, three, two, two, "", one).points == (1, 0, 2, 2, 0, 1)


def test_the_majority_in_one_colour_frees_of_no_other_colour() -> None:
    """rules 6.4"""
    assert scored("b1 b1 y1", "b1 y1 y1", "g1 y1").points == (1, 1, 1)


@pytest.mark.parametrize("colour", "byg")
def test_if_several_share_the_most_of_a_colour_all_of_them_pay_for_it(colour: str) -> None:
    """rules 6.5"""
    one, two = f"{colour}1", f"{colour}1 {colour}2"

    assert scored(two, two, one).points == (2, 2, 1)
    assert scored(one, one, one, one).points == (1, 1, 1, 1)
    assert scored("", two, one, two).points == (0, 2, 1, 2)


def test_nasty_fours_are_always_paid_even_by_whoever_took_the_most() -> None:
    """rules 6.6"""
    assert scored("n4 n4 n4 n4", "n4", "").points == (8, 2, 0)
    assert scored("b1 n4", "", "").points == (2, 0, 0)


def test_the_values_printed_on_the_cards_play_no_part_in_scoring() -> None:
    """rules 6.7"""
    low, high = scored("b1 y1 g1 g1", "b1 y1 g2", "b2"), scored("b7 y7 g7 g7", "b7 y7 g7", "b5")

    assert low.points == high.points == (2, 3, 1)
