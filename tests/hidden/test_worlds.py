"""What may be the case, as far as a viewer knows: the layer's answer beside that of an oracle."""

from itertools import permutations
from random import Random
from typing import Annotated, Any, Generic, Never

import attrs
import pytest
from attrs import frozen

from cardkit.hidden import NOBODY, UNSEEN, Batch, H, noted
from cardkit.rejections import BrokenGame
from tests.hidden.exact import imagined_exactly, keeper_of
from tests.hidden.lab import (
    Dealt,
    DrawnOpenly,
    Event,
    Exchanged,
    Hinted,
    LaidDown,
    LookedAtTwo,
    Outcomes,
    Passed,
    Played,
    PutAside,
    Reshuffled,
    RowMixed,
    Step,
    TakenUp,
    Traded,
    Truth,
    TurnedUp,
    Watched,
    at,
    deal,
    each,
    hint,
    lay_down,
    mixed,
    one,
    pass_on,
    play,
    random_event,
    steps,
)


def mix_row(state: Truth) -> Outcomes:
    return each(RowMixed(row) for row in mixed(state.row))


def turn_up(place: int) -> Step:
    return lambda state: one(TurnedUp(place, at(state.row, place)))


def reshuffle(state: Truth) -> Outcomes:
    return each(map(Reshuffled[Never], permutations(state.discards)))


def exchange(seat: int, place: int) -> Step:
    return lambda state: one(Exchanged(seat, place, state.stock[0], at(state.row, place)))


def assert_imagined_as_it_may_be(watched: Watched) -> None:
    imagined = imagined_exactly(watched.game, watched.memory)
    total = sum(watched.belief.values())
    assert imagined == {state: weight / total for state, weight in watched.belief.items()}


def test_gaps_between_cards_are_no_cards() -> None:
    watched = Watched((1, 2, 3, 4), 0)
    watched.happens(deal((1, 2, 3, 4), 2, 1, 1), Dealt(((1,), (2,)), (3, None), (4,)))
    watched.happens(turn_up(0), TurnedUp(0, 3))

    assert_imagined_as_it_may_be(watched)


def test_who_knows_the_only_card_of_a_hand_knows_it_when_it_is_laid_face_down() -> None:
    deck = (1, 2, 3, 4)
    watched = Watched(deck, 0)
    watched.happens(deal(deck, 2, 1, 0), Dealt(((1,), (2,)), (None,), (3, 4)))
    watched.happens(lay_down(1, 0), LaidDown(1, 0, 2))
    watched.happens(mix_row, RowMixed((2,)))
    watched.happens(turn_up(0), TurnedUp(0, 2))
    watched.happens(pass_on(0, 1), Passed(0, 1, 1))
    watched.happens(lay_down(1, 0), LaidDown(1, 0, 1))

    assert watched.memory.state.row != (1,)
    assert_imagined_as_it_may_be(watched)


def test_a_card_that_is_drawn_and_laid_into_the_place_of_another_comes_from_the_stock() -> None:
    """It lies where an unseen card lay before, and yet that card was another: that one is discarded."""
    deck = (1, 2, 3, 4)
    watched = Watched(deck, 0)
    watched.happens(deal(deck, 2, 1, 0), Dealt(((2,), (1,)), (None,), (4, 3)))
    watched.happens(lay_down(0, 0), LaidDown(0, 0, 2))
    watched.happens(mix_row, RowMixed((2,)))
    watched.happens(exchange(0, 0), Exchanged(0, 0, 4, 2))

    assert_imagined_as_it_may_be(watched)


def test_a_card_that_is_drawn_into_a_sorted_hand_comes_from_the_stock() -> None:
    """The card that is discarded with it may have been of the same shuffle, by its face."""
    deck = (1, 2, 3, 4, 5)
    watched = Watched(deck, 0)
    watched.happens(deal(deck, 2, 1, 1), Dealt(((1,), (2,)), (3, None), (4, 5)))
    watched.happens(lay_down(0, 1), LaidDown(0, 1, 1))
    watched.happens(mix_row, RowMixed((3, 1)))
    watched.happens(trade(0, 0), Traded(0, 0, 4, 3))

    assert repr(watched.memory.batches) == "(Batch(faces=(2, 5), unseen=()), Batch(faces=(1,), unseen=()))"
    assert_imagined_as_it_may_be(watched)


def test_a_card_that_is_drawn_into_a_row_of_another_shuffle_comes_from_the_stock() -> None:
    """By its face, it may have been of either; by the place where it was drawn, it was in the stock."""
    deck = (1, 2, 3, 4, 5)
    watched = Watched(deck, 0)
    watched.happens(deal(deck, 2, 1, 1), Dealt(((1,), (2,)), (3, None), (4, 5)))
    watched.happens(lay_down(0, 1), LaidDown(0, 1, 1))
    watched.happens(mix_row, RowMixed((3, 1)))
    watched.happens(exchange(0, 0), Exchanged(0, 0, 4, 3))

    assert_imagined_as_it_may_be(watched)


def test_two_cards_that_are_looked_at_in_one_go_are_known_by_their_places() -> None:
    """By their faces, each of them may have been of either shuffle."""
    deck = (1, 2, 3, 4, 5)
    watched = Watched(deck, 0)
    watched.happens(deal(deck, 2, 1, 1), Dealt(((1,), (2,)), (3, None), (4, 5)))
    watched.happens(lay_down(0, 1), LaidDown(0, 1, 1))
    watched.happens(mix_row, RowMixed((1, 3)))
    watched.happens(exchange(1, 0), Exchanged(1, 0, 4, 1))
    assert repr(watched.memory.state.row) == "(?, ?1)"

    watched.happens(look_at_two, LookedAtTwo(0, (0, 1), (4, 3)))

    assert watched.memory.state.row == (4, 3)
    assert_imagined_as_it_may_be(watched)


def look_at_two(state: Truth) -> Outcomes:
    return one(LookedAtTwo(0, (0, 1), (at(state.row, 0), at(state.row, 1))))


def trade(seat: int, place: int) -> Step:
    return lambda state: one(Traded(seat, place, state.stock[0], at(state.row, place)))


def test_what_is_noted_of_cards_counts_after_they_are_mixed_with_others() -> None:
    """One of the three is neither odd nor low. Mixing them doesn't change that."""
    deck = (1, 2, 3, 4, 5)
    watched = Watched(deck, 1)
    watched.happens(deal(deck, 2, 2, 1), Dealt(((2, 1), (3, 5)), (4, None), ()))
    watched.happens(pass_on(1, 0), Passed(1, 0, 3))
    watched.happens(lay_down(0, 1), LaidDown(0, 1, 3))
    watched.happens(mix_row, RowMixed((4, 3)))
    watched.happens(hint(0, "odd", 0), Hinted(0, ("odd", 0, False)))
    watched.happens(mix_row, RowMixed((3, 4)))

    assert_imagined_as_it_may_be(watched)


@frozen
class BothOdd:
    """All are told that the first two cards of the row are odd."""


def both_odd(state: Any, event: BothOdd) -> Any:
    odd = ("odd", 0, True)
    return attrs.evolve(state, row=tuple([noted(card, odd) for card in state.row]))


def test_two_cards_are_noted_at_once_although_more_is_known_of_one() -> None:
    deck = (1, 2, 3, 4, 5)
    watched = Watched(deck, 0, {BothOdd: both_odd})
    low = Hinted(0, ("at most", 3, True))
    for event in (Dealt[Never](((2,), (4,)), (1, 5), (3,)), low, BothOdd()):
        watched.sees(event)

    assert (
        repr(watched.memory.state.row) == "(?(('at most', 3, True), ('odd', 0, True)), ?(('odd', 0, True)))"
    )


@frozen
class HalfMixed(Generic[H]):
    """The first two cards of the row change places, the others are mixed."""

    others: Annotated[tuple[int | H, ...], NOBODY]


def half_mixed(state: Any, event: Any) -> Any:
    one, other, *_ = state.row
    return attrs.evolve(state, row=(other, one, *event.others))


def test_what_fits_a_note_is_asked_of_faces_only() -> None:
    """An author's `fits` knows no unseen cards, which change places here while noted ones are mixed."""
    watched = Watched((1, 2, 3, 4, 5, 6), 0, {HalfMixed: half_mixed})
    hints = (Hinted(0, ("at most", 3, True)), Hinted(2, ("odd", 0, True)))
    for event in (Dealt[Never](((1,), (2,)), (3, 4, 5, 6), ()), *hints, HalfMixed[Never]((6, 5))):
        watched.sees(event)

    assert repr(watched.memory.state.row) == "(?, ?(('at most', 3, True)), ?1, ?1)"


def take_up(seat: int, place: int) -> Step:
    return lambda state: one(TakenUp(seat, place, at(state.row, place)))


def test_a_card_played_from_a_hand_of_two_shuffles_is_of_the_one_that_holds_it() -> None:
    """The hand holds a card of the deal and one of the row, which was mixed with a known card."""
    deck = (1, 2, 3, 4, 5)
    watched = Watched(deck, 0)
    watched.happens(deal(deck, 2, 1, 1), Dealt(((1,), (2,)), (3, None), (4, 5)))
    watched.happens(turn_up(0), TurnedUp(0, 3))
    watched.happens(lay_down(0, 0), LaidDown(0, 0, 1))
    watched.happens(mix_row, RowMixed((1, None)))
    watched.happens(take_up(1, 0), TakenUp(1, 0, 1))
    assert repr(watched.memory.state.hands[1]) == "(?, ?1)"
    watched.happens(play(1), Played(1, 2))

    assert repr(watched.memory.state.hands[1]) == "(?1,)"
    assert_imagined_as_it_may_be(watched)


def draw_openly(seat: int) -> Step:
    return lambda state: one(DrawnOpenly(seat, state.stock[0]))


def test_a_shuffle_of_which_all_has_come_to_light_is_forgotten() -> None:
    """However often cards are reshuffled, a memory doesn't grow."""
    deck = (1, 2, 3, 4)
    watched = Watched(deck, None)
    watched.happens(deal(deck, 2, 1, 0), Dealt(((1,), (2,)), (None,), (3, 4)))
    for _ in range(5):
        for seat in (0, 1):
            watched.happens(draw_openly(seat), DrawnOpenly(seat, watched.state.stock[0]))
        for seat in (0, 1):
            watched.happens(play(seat), Played(seat, 3 + seat))
        assert not watched.memory.batches
        watched.happens(reshuffle, Reshuffled((3, 4)))

        assert watched.memory.batches == (Batch((1, 2)), Batch((3, 4)))
        assert_imagined_as_it_may_be(watched)


def test_when_the_deal_has_come_to_light_the_next_shuffle_is_the_first() -> None:
    deck = (1, 2, 3, 4)
    watched = Watched(deck, None)
    watched.happens(deal(deck, 2, 1, 0), Dealt(((1,), (2,)), (None,), (3, 4)))
    for seat in (0, 1):
        watched.happens(play(seat), Played(seat, 1 + seat))
    watched.happens(reshuffle, Reshuffled((2, 1)))
    for seat, card in ((0, 3), (1, 4)):
        watched.happens(draw_openly(seat), DrawnOpenly(seat, card))

    assert watched.memory.batches == ()
    assert watched.memory.state.stock == (UNSEEN, UNSEEN)
    assert_imagined_as_it_may_be(watched)


@pytest.mark.parametrize("notes", [True, False], ids=["with notes", "without notes"])
@pytest.mark.parametrize(
    "deck", [(1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6), (1, 1, 2, 3), (1, 1, 2, 2, 3)], ids=str
)
def test_whatever_happens_the_imagined_states_are_those_that_may_be(
    deck: tuple[int, ...], notes: bool
) -> None:
    """They are as frequent, too: each as likely as it is. Where the layer can't tell, it says so."""
    compared = given_up = 0
    for number in range(100 // len(deck)):
        random = Random(f"{deck} {number}")
        try:
            compared += compare_at_random(Watched(deck, random.choice((None, 0, 1)), notes=notes), random)
        except BrokenGame as error:
            assert "may have come from more than one shuffle" in str(error)  # noqa: PT017  # most don't raise it
            given_up += 1
    assert compared > 90
    assert given_up < 10


def compare_at_random(watched: Watched, random: Random) -> int:
    """Compare after each of ten random events; return how often there was something to compare."""
    compared, certain, notes = 0, True, keeper_of(watched.game).fits is not None
    for _ in range(10):
        step = random.choice(steps(watched.state, watched.deck, random, notes=notes))
        event = random_event(watched.state, step, random)
        watched.happens(step, event)
        certain = certain and not tells_of_a_choice(event, watched)
        imagined = imagined_exactly(watched.game, watched.memory)
        if imagined is not None:
            total = sum(watched.belief.values())
            assert {*imagined} == {*watched.belief}
            if certain:
                assert imagined == {state: weight / total for state, weight in watched.belief.items()}
            compared += 1
    return compared


def tells_of_a_choice(event: Event[Never], watched: Watched) -> bool:
    """Return whether the viewer sees which card another chose, and there are twins.

    It is likelier then that the other has two of them; but how much likelier depends on how people choose. So
    choices tell the layer no more than that the card was there.
    """
    twins = len({*watched.deck}) < len(watched.deck)
    return twins and isinstance(event, Played | Passed | PutAside | LaidDown) and event.seat != watched.viewer
