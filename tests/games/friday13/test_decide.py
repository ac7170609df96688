"""What Friday 13 accepts is what it lists; all else is refused, with a code, and changes nothing."""

from itertools import pairwise, product

import pytest

from cardkit.games.friday13 import GAME, Options, Play, State
from cardkit.rejections import Rejected
from tests.games.friday13.scenes import CHANCE, decided, held, scene, start, steps
from tests.games.listed import check_listed, refused


def refusal(state: State, seat: int | None, move: Play) -> Rejected:
    return refused(GAME, 3, state, seat, move)


def turn() -> State:
    return scene("c7 f4 m1", "c7 l2", "m5 l7", cats="c5 c5", mirrors="f4")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_of_all_moves_just_those_are_accepted_that_are_listed(seats: int) -> None:
    """at every step of a match, for every seat"""
    for step in steps(start(seats, {"rounds": 2}), seed=seats):
        check_listed(step)


def test_moves_numbers_every_move_that_can_be_legal_once() -> None:
    numbered = GAME.moves(3, Options())

    assert len({*numbered}) == len(numbered) == 21
    for seats in (3, 4, 5, 6):
        assert GAME.moves(seats, Options(rounds=1)) == numbered
        listed = {move for step in steps(start(seats)) for move in step.legal()}
        assert listed == {*numbered}


def test_a_refused_move_changes_nothing() -> None:
    match = steps(start())[7]
    before, log = match.state, match.log
    (seat,) = match.actors

    for mover, move in product(range(4), GAME.moves(4, Options())):
        if mover != seat or move not in match.legal():
            with pytest.raises(Rejected):
                match.play(move, mover)

    assert (match.state, match.log) == (before, log)
    assert match.play(match.legal()[0]).version == match.version + 1


def test_a_card_that_is_not_in_the_hand_is_not_in_hand() -> None:
    error = refusal(turn(), 0, Play("l2", "ladders"))

    assert {*GAME.rejections} == {error.code}
    assert (error.code, str(error)) == ("not_in_hand", "l2 isn't in your hand: c7 m1 f4")


@pytest.mark.parametrize("seat", [1, 2])
def test_another_seat_is_not_your_turn(seat: int) -> None:
    """whatever it would play, and its hand is kept out of the words"""
    for move in GAME.moves(3, Options()):
        error = refusal(turn(), seat, move)

        assert error.code == "not_your_turn"
        assert str(error) == f"seat {seat} can't move: seat 0 is to move"


def test_nobody_moves_when_the_match_is_over() -> None:
    over = scene("", "", "", turn=None, round=4)

    for seat, move in product(range(3), GAME.moves(3, Options())):
        assert refusal(over, seat, move).code == "match_over"


def test_a_play_is_one_event() -> None:
    """only the last card of a round brings more"""
    for before, after in pairwise(steps(start(6, {"rounds": 2}))):
        left = sum(map(len, held(before.state)))
        assert (len(after.events) > 1) == (left == 1)


def test_the_same_decision_always_brings_the_same_events() -> None:
    state = scene("c1", "", "", cats="c7 c5")

    assert decided(state, "c1") == decided(state, "c1")
    assert GAME.decide(state, 0, Play("c1", "cats"), CHANCE.at(4)) != decided(state, "c1")
