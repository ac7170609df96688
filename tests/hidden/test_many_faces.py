"""Several faces of more than one shuffle come to light in one event: they are taken off the shuffles they are of."""

from typing import Any, Final, Never

import attrs
import pytest
from attrs import frozen

from cardkit.hidden import Memory
from cardkit.hidden.memory import Batch
from cardkit.rejections import BrokenGame
from tests.hidden.lab import Dealt, Drawn, Hinted, Played, Reshuffled, Watched

DECK: Final = (1, 2, 3, 4, 5, 6)


@frozen
class RoundEnded:
    """The row is turned up, and so are cards of the stock, which are put to the discards."""

    row: tuple[int, ...]
    drawn: tuple[int, ...]


def round_ended(state: Any, event: RoundEnded) -> Any:
    stock, discards = state.stock[len(event.drawn) :], (*state.discards, *event.drawn)
    return attrs.evolve(state, row=event.row, stock=stock, discards=discards)


def after(*events: Any) -> Memory[Any]:
    """What seat 0 remembers of these events, after a deal and a reshuffle."""
    watched = Watched(DECK, 0, {RoundEnded: round_ended})
    dealt = Dealt[Never](((1,), (2,)), (3, 4, None), (5, 6))
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
