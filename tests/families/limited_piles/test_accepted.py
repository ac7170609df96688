"""What is listed is accepted; all else is refused, with a code, and changes nothing."""

from itertools import pairwise
from typing import Never

import pytest

from cardkit.families.limited_piles.messages import C, K, State
from cardkit.rejections import Rejected
from tests.families.limited_piles.games import each_game
from tests.families.limited_piles.scenes import O, Scenes
from tests.games.listed import check_listed, refused, untyped


def refusal(of: Scenes[C, K, O], state: State[C, Never], seat: int | None, move: str) -> Rejected:
    return refused(of.game, 3, state, seat, of.read(of.text(move)))


def turn(of: Scenes[C, K, O]) -> State[C, Never]:
    return of.scene("A7 W4 B1", "A7 C2", "B5 C7", rest="A1 A2", piles=("A5 A5", "W4", ""))


@each_game
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_of_all_moves_just_those_are_accepted_that_are_listed(of: Scenes[C, K, O], seats: int) -> None:
    """at every step of a match, for every seat"""
    for step in of.steps(of.start(seats, {"rounds": 2}), seed=seats):
        check_listed(step)


@each_game
def test_moves_numbers_every_move_that_can_be_legal_once(of: Scenes[C, K, O]) -> None:
    numbered = of.game.moves(3, of.game.options())

    assert len({*numbered}) == len(numbered) == len({*of.deck}) + 2
    for seats in (3, 4, 5, 6):
        assert of.game.moves(seats, of.game.options()) == numbered
        listed = {move for step in of.steps(of.start(seats)) for move in step.legal()}
        assert listed == {*numbered}


@each_game
def test_a_card_that_is_not_in_the_hand_is_not_in_hand(of: Scenes[C, K, O]) -> None:
    error = refusal(of, turn(of), 0, "C2")

    hand = " ".join(of.hand("A7 W4 B1"))
    assert {*of.game.rejections} == {error.code}
    assert (error.code, str(error)) == ("not_in_hand", f"{of.text('C2')} isn't in your hand; you have {hand}")


@each_game
def test_a_play_is_one_event(of: Scenes[C, K, O]) -> None:
    """only the last card of a round brings more"""
    for before, after in pairwise(of.steps(of.start(6, {"rounds": 2}))):
        left = sum(map(len, before.state.hands))
        assert (len(after.events) > 1) == (left == 1)


@each_game
def test_what_is_no_event_is_not_recorded(of: Scenes[C, K, O]) -> None:
    with pytest.raises(AssertionError, match="no event of the game"):
        untyped(of.game.evolve)(turn(of), "no event of the game")
