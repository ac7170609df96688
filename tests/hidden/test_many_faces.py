"""Several faces of more than one shuffle come to light in one event: they are taken off the shuffles they are of."""

from typing import Any, Final, Never

import attrs
import pytest
from attrs import frozen

from cardkit.hidden import Memory
from cardkit.hidden.memory import Batch
from cardkit.rejections import BrokenGame
from tests.hidden.lab import Dealt, Drawn, Hinted, Others, Played, Reshuffled, Watched


@frozen
class RoundEnded:
    """The row is turned up, and so are cards of the stock, which are put to the discards."""

    row: tuple[int, ...]
    drawn: tuple[int, ...]


def round_ended(state: Any, event: RoundEnded) -> Any:
    stock, discards = state.stock[len(event.drawn) :], (*state.discards, *event.drawn)
    return attrs.evolve(state, row=event.row, stock=stock, discards=discards)


@frozen
class BothEndsShown:
    """The first card of the row and the last of the stock go to the discards."""

    first: int
    last: int


def both_ends_shown(state: Any, event: BothEndsShown) -> Any:
    row, discards = (None, *state.row[1:]), (*state.discards, event.first, event.last)
    return attrs.evolve(state, row=row, stock=state.stock[:-1], discards=discards)


@frozen
class HandsLaidOpen:
    """All hands go to the discards, and nobody has a hand any more."""

    cards: tuple[int, ...]


def hands_laid_open(state: Any, event: HandsLaidOpen) -> Any:
    return attrs.evolve(state, hands=(), discards=(*state.discards, *event.cards))


OTHERS: Final[Others] = {
    RoundEnded: round_ended,
    BothEndsShown: both_ends_shown,
    HandsLaidOpen: hands_laid_open,
}


def after(*events: Any, row: tuple[int | None, ...] = (3, 4, None)) -> Memory[Any]:
    """Return what seat 0 remembers of these events, after a deal and a reshuffle."""
    watched = Watched((1, 2, 5, 6, *filter(None, row)), 0, OTHERS)
    dealt = Dealt[Never](((1,), (2,)), row, (5, 6))
    reshuffled = Reshuffled[Never]((1, 2))
    for event in (dealt, Drawn[Never](0, 5), Played(0, 1), Played(1, 2), reshuffled, *events):
        watched.sees(event)
    return watched.memory


def test_all_cards_of_the_deal_come_to_light_and_some_of_the_reshuffle_under_it() -> None:
    """The stock is the last card of the deal, then the reshuffle. One card of that is left."""
    memory = after(RoundEnded((3, 4), (6, 2)))

    assert (memory.state.row, memory.batches) == ((3, 4), ())
    assert repr(memory.state.stock) == "(?,)"


def test_what_is_left_of_each_shuffle_is_remembered() -> None:
    """The row is of the deal, and so is the top of the stock, which stays."""
    memory = after(RoundEnded((3, 4), ()))

    assert memory.batches == (Batch((6,)), Batch((1, 2)))


def test_noted_cards_of_a_shuffle_come_to_light_together_with_others_of_it() -> None:
    memory = after(Hinted(1, ("odd", 0, False)), RoundEnded((3, 4), (6, 2)))

    assert (memory.state.row, memory.batches) == ((3, 4), ())


def test_a_face_that_only_one_shuffle_holds_is_found_before_one_that_two_hold() -> None:
    """One 1 lay in the deal, another was reshuffled with the 2. The 2 is of the reshuffle, so the 1 is of the deal."""
    memory = after(BothEndsShown(1, 2), row=(1, 4, None))

    assert memory.batches == (Batch((6, 4)), Batch((1,)))


def test_hands_that_are_laid_open_and_are_no_more_are_of_the_shuffles_they_were_drawn_from() -> None:
    """The other seat drew the last card of the deal, and the first of the reshuffle."""
    drawn = (Drawn[Never](1, 6), Drawn[Never](1, 1))

    memory = after(*drawn, HandsLaidOpen((5, 6, 1)))

    assert memory.state.hands == ()
    assert memory.batches == (Batch((3, 4)), Batch((2,)))


def test_where_it_cannot_be_told_which_shuffle_a_face_is_of_nothing_is_guessed() -> None:
    """The last card of the deal lies in the other hand. It is a 1 or a 2, and so is the one of the reshuffle."""
    watched = Watched((1, 1, 2, 2, 5, 6), 0, {RoundEnded: round_ended})
    for event in (
        Dealt[Never](((1,), (2,)), (1, 6, None), (5, 2)),
        Drawn[Never](0, 5),
        Played(0, 1),
        Played(1, 2),
        Reshuffled[Never]((1, 2)),
        Drawn[Never](1, 2),
    ):
        watched.sees(event)

    with pytest.raises(BrokenGame, match="may have come from more than one shuffle"):
        watched.sees(RoundEnded((1, 6), (2,)))


def test_a_face_that_no_shuffle_holds_any_more_is_refused() -> None:
    with pytest.raises(BrokenGame, match="which can't have lain there"):
        after(RoundEnded((3, 3), (6, 2)))
