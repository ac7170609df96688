"""The rules of 13, chapter 9: the worked examples of the sheets."""

import pytest

from cardkit.games.thirteen import GAME, Card, Colour, Play, Played
from tests.families.limited_piles.scenes import piles
from tests.games.listed import refused
from tests.games.thirteen.scenes import cards, pile, played, scene, scored, texts


def test_exactly_thirteen_is_safe_and_the_next_four_takes_all_three_and_stays() -> None:
    """rules 9.1"""
    state = scene("b2 y1", "b4 y1", "g1 g2", stock="y7 y5", blue="b7 b4")

    thirteen, safe = played(state, "b2")
    after, over = played(thirteen, "b4")

    assert safe == Played(0, "b2", "blue", (), "y7")
    assert piles(thirteen)[0] == (cards("b7 b4 b2"), 13)
    assert over == Played(1, "b4", "blue", cards("b7 b4 b2"), "y5")
    assert piles(after)[0] == pile("b4")
    assert after.taken == ((), cards("b7 b4 b2"), ())


def test_a_nasty_four_makes_eleven_and_the_five_after_it_takes_all_three() -> None:
    """rules 9.2"""
    state = scene("n4 b1", "y5 b1", "g1 g2", yellow="y2 y5")

    eleven, nasty = played(state, "n4>yellow")
    after, over = played(eleven, "y5")

    assert nasty.taken == ()
    assert piles(eleven)[1] == (cards("y2 y5 n4"), 11)
    assert over.taken == cards("y2 y5 n4")
    assert piles(after)[1] == pile("y5")
    assert after.taken == ((), cards("y2 y5 n4"), ())


def test_on_a_blue_seven_only_blue_cards_and_nasty_fours_may_follow() -> None:
    """rules 9.3"""
    state = scene("b1 b7 g2 n4 y5", "y1", "g1", blue="b7")

    onto_blue = {move.card for move in GAME.legal(state, 0) if move.onto == "blue"}

    assert onto_blue == {"b1", "b7", "n4"}


def test_on_two_nasty_fours_on_yellow_a_yellow_one_may_follow() -> None:
    """rules 9.4"""
    state = scene("y1 n4", "y1", "g1", blue="b7", yellow="n4 n4", green="g2")

    assert texts(state) == ["y1", "n4>blue", "n4>yellow", "n4>green"]
    assert piles(played(state, "y1")[0])[1] == pile("n4 n4 y1")
    assert piles(played(state, "n4>yellow")[0])[1] == pile("n4 n4 n4")


@pytest.mark.parametrize("card", ["g1", "b1"])
def test_on_two_nasty_fours_on_yellow_a_green_or_a_blue_card_may_not_follow(card: str) -> None:
    """rules 9.4"""
    state = scene("g1 b1", "y1", "g1", blue="b7", yellow="n4 n4", green="g2")
    (face,) = cards(card)
    move: Play[Card, Colour] = Play(face, "yellow")

    assert refused(GAME, 3, state, 0, move).code == "not_a_move"


def test_the_four_players_of_the_scoring_example_pay_7_2_17_and_15() -> None:
    """rules 9.5"""
    scoring = scored(
        "b1 b2 b7 y1 y4 n4",
        "y1 y1 y2 y5 y7 y7 g1 g5",
        "b1 b4 y2 y2 y4 y5 y5 g1 g1 g2 g4 g7 g7 n4 n4",
        "b2 b2 b4 b5 b5 b7 y7 g2 g2 g4 g5 g5 g7 n4 n4 n4 n4",
    )

    assert scoring.points == (7, 2, 17, 15)
