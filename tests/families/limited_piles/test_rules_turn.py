"""Chapter 4 of the rules pages, a turn: what both sheets say alike, under the same numbers."""

from itertools import pairwise

import pytest

from cardkit.families.limited_piles.messages import C, K, Played
from tests.families.limited_piles.games import each_game
from tests.families.limited_piles.scenes import O, Scenes, piles


@each_game
def test_on_your_turn_you_play_exactly_one_card_from_your_hand_face_up(of: Scenes[C, K, O]) -> None:
    """rules 4.2"""
    after, _ = of.played(of.scene("A1 C2 W4", "B1", "B2"), "A1")

    assert after.hands == (of.hand("C2 W4"), of.hand("B1"), of.hand("B2"))
    assert of.game.view(after, 2).piles == (of.cards("A1"), (), ())


@each_game
def test_on_your_turn_you_must_play(of: Scenes[C, K, O]) -> None:
    """rules 4.2: there is always a move, and each of them plays a card; nobody else may move meanwhile"""
    for before, after in pairwise(of.steps(of.start(5))):
        (seat,) = before.actors
        assert before.legal()
        assert not any(before.legal(other) for other in range(5) if other != seat)
        event = after.events[0]
        assert isinstance(event, Played)
        assert event.seat == seat
        assert event.card in before.state.hands[seat]


@each_game
def test_a_turn_is_over_after_one_card_and_the_next_seat_moves(of: Scenes[C, K, O]) -> None:
    """rules 4.2"""
    after, _ = of.played(of.scene("A1 A2", "B1", "C1"), "A1")

    assert of.game.actors(after) == (1,)


@each_game
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_wild_card_goes_on_any_of_the_three_piles_whatever_lies_there(
    of: Scenes[C, K, O], place: int
) -> None:
    """rules 4.4: an empty one, one of its kind, one of wild cards"""
    sign = "ABC"[place]
    for lying in ("", f"{sign}1", "W4 W4", f"{sign}7 W4"):
        laid = [lying if pile == place else "" for pile in range(3)]
        state = of.scene("W4", "B1", "C1", piles=laid)

        after, event = of.played(state, f"W4>{sign}")

        assert of.texts(state) == of.text("W4>A W4>B W4>C").split()
        assert event.onto == of.rules.piles[place]
        assert after.piles[place][-1] == of.text("W4")


@each_game
def test_the_sum_of_a_pile_counts_all_values_wild_cards_and_the_card_just_played(of: Scenes[C, K, O]) -> None:
    """rules 4.6"""
    state = of.scene("B2 A1", "B1 A1", "W4 A1", piles=("", "B1 W4", ""))

    after, _ = of.played(state, "B2", "B1", "W4>B")

    assert piles(after)[1] == (of.cards("B1 W4 B2 B1 W4"), 12)
    assert of.game.view(after, None).sums == (0, 12, 0)


@each_game
@pytest.mark.parametrize(
    ("lying", "card", "total"),
    [("", "C1", 1), ("C7", "C5", 12), ("C7 C5", "C1", 13), ("C7 C2", "W4>C", 13), ("W4 W4", "C5", 13)],
)
def test_while_the_sum_is_13_or_less_nothing_is_taken(
    of: Scenes[C, K, O], lying: str, card: str, total: int
) -> None:
    """rules 4.7: exactly 13 is safe"""
    after, event = of.played(of.scene(card[:2], "A1", "A2", piles=("", "", lying)), card)

    assert event.taken == ()
    assert piles(after)[2] == of.pile(f"{lying} {card[:2]}")
    assert after.sums[2] == total
    assert after.taken == ((), (), ())


@each_game
@pytest.mark.parametrize(
    ("lying", "card"),
    [
        ("A7", "A7"),
        ("A7 A5 A1", "A1"),
        ("A5 W4 A4", "A1"),
        ("W4 W4 W4", "W4>A"),
        ("A1 A5 A7", "A7"),
        ("A1 A2 A1 A2 A1 A4", "A4"),
        ("A1 A1 A1 A2 A2 A2 W4", "A7"),
    ],
)
def test_when_your_card_lifts_the_sum_above_13_you_take_all_that_lay_there(
    of: Scenes[C, K, O], lying: str, card: str
) -> None:
    """rules 4.8: wild cards among it"""
    taken = "B1", "B2 W4", ""
    state = of.scene("B1", card[:2], "A2", turn=1, piles=(lying, "", "C1"), taken=taken)

    after, event = of.played(state, card)

    assert event.taken == of.cards(lying)
    assert after.taken == (of.cards("B1"), of.cards(f"B2 W4 {lying}"), ())


@each_game
@pytest.mark.parametrize("card", ["A7", "W4>A"])
def test_the_card_that_did_it_stays_and_is_then_the_only_card_on_its_pile(
    of: Scenes[C, K, O], card: str
) -> None:
    """rules 4.9"""
    state = of.scene(card[:2], "A1", "A2", piles=("A5 A5", "B7", "W4 C2"))

    after, _ = of.played(state, card)

    assert piles(after) == (of.pile(card[:2]), of.pile("B7"), of.pile("W4 C2"))


@each_game
def test_the_card_that_stayed_counts_for_the_next(of: Scenes[C, K, O]) -> None:
    """rules 4.9"""
    state = of.scene("A7 B1", "W4 B1", "A5 B1", piles=("A5 A5", "", ""))

    after, event = of.played(state, "A7", "W4>A", "A5")

    assert event.taken == of.cards("A7 W4")
    assert piles(after)[0] == of.pile("A5")
