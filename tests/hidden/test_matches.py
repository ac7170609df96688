"""A derived game in a match: the laws, memories of moves that were taken back, and views beside memories."""

import pytest

import cardkit
from bench.peaks_derived import GAME, Options, State
from cardkit.bots.chance import RunningChance
from cardkit.hidden import H, Unseen
from cardkit.seats import Viewer
from cardkit.testing import check_game


@pytest.mark.parametrize("viewer", [None, 0, 1], ids=str)
def test_a_move_that_was_taken_back_is_not_remembered(viewer: Viewer) -> None:
    """Its card is unseen again, and may lie anywhere."""
    before = cardkit.start(GAME, seats=2, options=Options(cards=2), seed="undone")
    seat = before.actors[0]
    after = before.play(before.legal()[0])
    undone = after.undo(seat, agreed=(0, 1))

    assert undone.version > after.version
    assert undone.memory(viewer) == before.memory(viewer)
    assert undone.play(undone.legal()[0]).memory(viewer) == after.memory(viewer)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2], ids=str)
def test_what_is_remembered_hides_no_card_that_is_in_view_and_shows_none_that_was_never_seen(
    viewer: Viewer,
) -> None:
    match = cardkit.start(GAME, seats=3, seed="views")
    while match.actors:
        match = match.play(match.legal()[-1])
        view, known = match.view(viewer), match.memory(viewer).state
        for seen, remembered, true in zip(cards(view), cards(known), cards(match.state), strict=True):
            assert isinstance(seen, Unseen) or remembered == seen == true


def cards(state: State[H]) -> list[object]:
    return [*[card for hand in state.hands for card in hand], *state.stock, *state.trick, *state.gone]


def test_states_are_imagined_alike_whichever_chance_is_taken() -> None:
    """By the seed of a match as by running chance: with the same draws comes the same state."""
    memory = cardkit.start(GAME, seats=2, seed="alike").memory(0)

    assert GAME.imagine(memory, cardkit.SeededChance("a")) == GAME.imagine(memory, cardkit.SeededChance("a"))
    assert GAME.imagine(memory, RunningChance("a")) == GAME.imagine(memory, RunningChance("a"))
    assert GAME.imagine(memory, cardkit.SeededChance("a")) != GAME.imagine(memory, cardkit.SeededChance("b"))
    assert GAME.imagine(memory, cardkit.SeededChance("a")) != GAME.imagine(memory, cardkit.SeededChance("b"))


def test_a_derived_game_keeps_the_laws() -> None:
    check_game(GAME, options=[Options(), Options(cards=5)], seats=[2, 4], matches=2)
