"""The rules of Friday 13, chapter 4: a turn."""

import pytest

from cardkit.games.friday13 import GAME, Kind, Play, Played
from cardkit.games.friday13.cards import CARDS, PILES
from cardkit.hidden import UNSEEN
from tests.families.limited_piles.scenes import CHANCE, piles
from tests.games.friday13.scenes import cards, decided, hand, pile, played, scene, start, steps, texts
from tests.games.listed import refused


@pytest.mark.parametrize("first", range(4))
def test_the_rounds_first_player_has_the_first_turn_and_turns_go_clockwise(first: int) -> None:
    """rules 4.1"""
    match = start(4, {"first_player": first, "rounds": 1})

    turns = [seat for step in steps(match) for seat in step.actors]

    assert turns == [(first + turn) % 4 for turn in range(53)]


@pytest.mark.parametrize("first", range(3))
def test_every_round_is_opened_by_its_own_first_player(first: int) -> None:
    """rules 4.1"""
    made = steps(start(3, {"first_player": first, "rounds": 3}))

    assert [made[move].actors for move in (0, 40, 80)] == [((first + step) % 3,) for step in range(3)]


@pytest.mark.parametrize("move", ["c0", "c7", "m4", "m5", "l1", "f4>mirrors"])
def test_the_card_that_is_played_is_the_one_that_leaves_the_hand(move: str) -> None:
    """rules 4.2: wherever it is held; of twins one"""
    before = "c0 c7 c7 m4 m4 m5 l1 f4 f4"

    after, _ = played(scene(before, "m1", "m2"), move)

    assert after.hands[0] == hand(before.replace(move[:2], "", 1))


@pytest.mark.parametrize("onto", PILES)
@pytest.mark.parametrize("card", [card for card in CARDS if card != "f4"])
def test_a_card_of_bad_luck_goes_only_on_the_pile_of_its_own_kind(card: str, onto: Kind) -> None:
    """rules 4.3"""
    (face,) = cards(card)
    state = scene(f"{card} {card}", "m1", "l1")
    kinds = {"c": "cats", "m": "mirrors", "l": "ladders"}

    assert texts(state) == [card]
    if onto == kinds[card[0]]:
        assert GAME.decide(state, 0, Play(face, onto), CHANCE) == (Played(0, face, onto, ()),)
    else:
        assert refused(GAME, 3, state, 0, Play(face, onto)).code == "not_a_move"


def test_a_friday_alone_leaves_the_pile_to_its_kind() -> None:
    """rules 4.4, 4.3"""
    state = scene("l1 m5", "m1", "l1", ladders="f4 f4", mirrors="f4")

    assert texts(state) == ["m5", "l1"]
    assert piles(played(state, "l1")[0])[2] == pile("f4 f4 l1")
    assert piles(played(state, "m5")[0])[1] == pile("f4 m5")


def test_there_is_no_pile_of_its_own_for_fridays() -> None:
    """rules 4.5"""
    after, _ = played(scene("f4 c1", "f4 c1", "f4 c1"), "f4>cats", "f4>mirrors", "f4>ladders")

    assert piles(after) == (pile("f4"), pile("f4"), pile("f4"))
    assert {move.onto for move in GAME.moves(3, GAME.options())} == {"cats", "mirrors", "ladders"}


def test_a_zero_adds_nothing_to_the_sum() -> None:
    """rules 4.6, 4.7"""
    after, event = played(scene("m2 c1", "m0", "l0", mirrors="m0 m1 f4", ladders="l7 l5"), "m2", "m0", "l0")

    assert event.taken == ()
    assert GAME.view(after, None).sums == (0, 7, 12)


@pytest.mark.parametrize(
    ("lying", "card"), [("c0 c7", "c7"), ("c0 c1 c2 c1 c2 c1 c4", "c4"), ("c0 c1 c1 c1 c2 c2 c2 c4", "c4")]
)
def test_zeros_are_taken_with_the_rest_of_the_pile(lying: str, card: str) -> None:
    """rules 4.8"""
    after, event = played(scene("m1", card, "c2", turn=1, cats=lying, taken=("m1", "m2 f4", "")), card)

    assert event.taken == cards(lying)
    assert after.taken == (cards("m1"), cards(f"m2 f4 {lying}"), ())


def test_what_you_take_lies_face_down_in_front_of_you() -> None:
    """rules 4.8: everybody sees the number of these cards and nothing else, even their owner"""
    state = scene("c1", "m1", "l1", taken=("f4 c7 c2", "", "l7"))
    other = scene("c1", "m1", "l1", taken=("m1 m1 m1", "", "c2"))

    for viewer in (None, 0, 1, 2):
        assert GAME.view(state, viewer).taken == ((UNSEEN,) * 3, (), (UNSEEN,))
        assert GAME.view(state, viewer) == GAME.view(other, viewer)


def test_a_play_brings_its_one_event() -> None:
    """rules 4.2"""
    assert decided(scene("c7 m1", "c1", "c1", cats="c7"), "c7") == (Played(0, "c7", "cats", cards("c7")),)
