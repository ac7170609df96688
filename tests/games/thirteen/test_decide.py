"""What 13 accepts is what it lists; all else is refused, with a code, and changes nothing."""

from collections.abc import Callable
from itertools import pairwise, product
from typing import Final

import pytest

from cardkit.games.thirteen import GAME, Options, Play, State
from cardkit.rejections import Rejected
from tests.games.listed import check_listed, refused
from tests.games.thirteen.scenes import CHANCE, ThirteenMatch, decided, scene, start, steps

play: Final[Callable[..., ThirteenMatch]] = ThirteenMatch.play


def refusal(state: State, seat: int | None, move: Play) -> Rejected:
    return refused(GAME, 3, state, seat, move)


def turn() -> State:
    return scene("b7 n4 y1", "b7 g2", "y5 g7", stock="b1 b2", blue="b5 b5", yellow="n4")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_of_all_moves_just_those_are_accepted_that_are_listed(seats: int) -> None:
    """at every step of a match, for every seat"""
    for step in steps(start(seats, {"rounds": 2}), seed=seats):
        check_listed(step)


def test_moves_numbers_every_move_that_can_be_legal_once() -> None:
    numbered = GAME.moves(3, Options())

    assert len({*numbered}) == len(numbered) == 18
    for seats in (3, 4, 5, 6):
        assert GAME.moves(seats, Options(rounds=1)) == numbered
        assert all({*step.legal()} <= {*numbered} for step in steps(start(seats, {"rounds": 1})))


def test_a_refused_move_changes_nothing() -> None:
    match = steps(start())[7]
    before, log = match.state, match.log
    (seat,) = match.actors

    for move in GAME.moves(4, Options()):
        for mover in range(4):
            if mover != seat or move not in match.legal():
                with pytest.raises(Rejected):
                    match.play(move, mover)

    assert (match.state, match.log) == (before, log)
    assert match.play(match.legal()[0]).version == match.version + 1


def test_a_card_that_is_not_in_the_hand_is_not_in_hand() -> None:
    error = refusal(turn(), 0, Play("g2", "green"))

    assert {*GAME.rejections} == {error.code}
    assert (error.code, str(error)) == ("not_in_hand", "g2 isn't in your hand: b7 n4 y1")


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


def test_a_match_tells_the_engines_codes() -> None:
    made = steps(start(3, {"rounds": 1}))
    first, over = made[0], made[-1]
    (seat,) = first.actors
    move = first.legal()[0]

    for match, arguments, code in [
        (first, (move, (seat + 1) % 3), "not_your_turn"),
        (over, (move, 0), "match_over"),
        (over, (move,), "match_over"),
        (first, (move, 3), "no_such_seat"),
        (first, (move, -1), "no_such_seat"),
        (first, (move, True), "no_such_seat"),
        (first, (move, "1"), "no_such_seat"),
        (over, (move, 3), "no_such_seat"),
        (first, (move, seat, first.version + 1), "stale_version"),
        (over, (move, 0, first.version), "stale_version"),
        (first, ("b8",), "unreadable"),
        (first, (None,), "not_a_move"),
    ]:
        with pytest.raises(Rejected) as refused:
            play(match, *arguments)
        assert refused.value.code == code
        assert str(refused.value)


def test_a_play_is_one_event() -> None:
    """only the last card of a round brings more"""
    for before, after in pairwise(steps(start(6, {"rounds": 2}))):
        left = sum(map(len, before.state.hands))
        assert (len(after.events) > 1) == (left == 1)


def test_the_same_decision_always_brings_the_same_events() -> None:
    state = scene("b1", "", "", blue="b7 b5")

    assert decided(state, "b1") == decided(state, "b1")
    assert GAME.decide(state, 0, Play("b1", "blue"), CHANCE.at(4)) != decided(state, "b1")
