"""The rules of 13, chapter 4: a turn."""

import pytest

from cardkit.games.thirteen import GAME, Colour, Play, Played
from cardkit.games.thirteen.cards import CARDS, TARGETS
from cardkit.hidden import UNSEEN
from tests.families.limited_piles.scenes import CHANCE, piles
from tests.games.listed import refused
from tests.games.thirteen.scenes import cards, pile, played, scene, start, steps, texts


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealers_left_neighbour_has_the_first_turn_and_turns_go_clockwise(dealer: int) -> None:
    """rules 4.1"""
    match = start(4, {"first_dealer": dealer, "rounds": 1})

    turns = [seat for step in steps(match) for seat in step.actors]

    assert turns == [(dealer + 1 + turn) % 4 for turn in range(50)]


@pytest.mark.parametrize("dealer", range(3))
def test_every_round_is_opened_by_its_own_dealers_left_neighbour(dealer: int) -> None:
    """rules 4.1"""
    made = steps(start(3, {"first_dealer": dealer, "rounds": 3}))

    assert [made[move].actors for move in (0, 50, 100)] == [((dealer + 1 + step) % 3,) for step in range(3)]


@pytest.mark.parametrize("onto", TARGETS)
@pytest.mark.parametrize("card", [card for card in CARDS if card != "n4"])
def test_a_coloured_card_goes_only_on_the_target_of_its_own_colour(card: str, onto: Colour) -> None:
    """rules 4.3"""
    (face,) = cards(card)
    state = scene(card, "y1", "g1", stock="b1")
    colours = {"b": "blue", "y": "yellow", "g": "green"}

    assert texts(state) == [card]
    if onto == colours[card[0]]:
        assert GAME.decide(state, 0, Play(face, onto), CHANCE) == (Played(0, face, onto, (), "b1"),)
    else:
        assert refused(GAME, 3, state, 0, Play(face, onto)).code == "not_a_move"


def test_a_target_that_holds_nothing_but_nasty_fours_still_takes_the_cards_of_its_colour() -> None:
    """rules 4.5"""
    state = scene("g1 y5", "y1", "g1", green="n4 n4", yellow="n4")

    assert texts(state) == ["y5", "g1"]
    assert piles(played(state, "g1")[0])[2] == pile("n4 n4 g1")
    assert piles(played(state, "y5")[0])[1] == pile("n4 y5")


def test_taken_cards_lie_face_down_and_nobody_may_look_at_them() -> None:
    """rules 4.10: everybody sees their number and nothing else, even their owner"""
    state = scene("b1", "y1", "g1", taken=("n4 b7 b2", "", "g7"))
    other = scene("b1", "y1", "g1", taken=("y1 y1 y1", "", "b2"))

    for viewer in (None, 0, 1, 2):
        assert GAME.view(state, viewer).taken == ((UNSEEN,) * 3, (), (UNSEEN,))
        assert GAME.view(state, viewer) == GAME.view(other, viewer)


def test_after_playing_you_draw_the_top_card_of_the_stock() -> None:
    """rules 4.11"""
    state = scene("b1 g2", "y1 y2", "g1 g1", stock="b7 n4 g5")

    after, event = played(state, "g2")

    assert event.drawn == "b7"
    assert after.hands == (cards("b1 b7"), cards("y1 y2"), cards("g1 g1"))
    assert after.stock == cards("n4 g5")


def test_after_taking_you_draw_too() -> None:
    """rules 4.11"""
    after, event = played(scene("b7 g2", "y1", "g1", stock="n4", blue="b7"), "b7")

    assert (event.taken, event.drawn) == (cards("b7"), "n4")
    assert (after.hands[0], after.stock) == (cards("g2 n4"), ())


def test_with_no_stock_left_nothing_is_drawn() -> None:
    """rules 4.11"""
    after, event = played(scene("b7 g2", "y1", "g1"), "b7")

    assert event.drawn is None
    assert after.hands[0] == cards("g2")


def test_a_drawn_card_may_be_the_twin_of_the_one_just_played() -> None:
    """rules 4.11"""
    after, _ = played(scene("b7 g2", "y1", "g1", stock="b7 n4"), "b7")

    assert after.hands[0] == cards("b7 g2")
