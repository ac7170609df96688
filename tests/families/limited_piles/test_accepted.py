"""What is listed is accepted; all else is refused, with a code, and changes nothing."""

from itertools import pairwise, product
from typing import Never

import pytest

from cardkit.families.limited_piles.messages import C, K, State
from cardkit.rejections import Rejected
from tests.families.limited_piles.games import each_game
from tests.families.limited_piles.scenes import CHANCE, O, Scenes
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
def test_a_refused_move_changes_nothing(of: Scenes[C, K, O]) -> None:
    match = of.steps(of.start(4, {"rounds": 1}))[7]
    before, log = match.state, match.log
    (seat,) = match.actors

    for mover, move in product(range(4), of.rules.moves):
        if mover != seat or move not in match.legal():
            with pytest.raises(Rejected):
                match.play(move, mover)

    assert (match.state, match.log) == (before, log)
    assert match.play(match.legal()[0]).version == match.version + 1


@each_game
def test_a_card_that_is_not_in_the_hand_is_not_in_hand(of: Scenes[C, K, O]) -> None:
    error = refusal(of, turn(of), 0, "C2")

    hand = " ".join(of.hand("A7 W4 B1"))
    assert {*of.game.rejections} == {error.code}
    assert (error.code, str(error)) == ("not_in_hand", f"{of.text('C2')} isn't in your hand; you have {hand}")


@each_game
@pytest.mark.parametrize("seat", [1, 2])
def test_another_seat_is_not_your_turn(of: Scenes[C, K, O], seat: int) -> None:
    """whatever it would play, and its hand is kept out of the words"""
    for move in of.rules.moves:
        error = refusal(of, turn(of), seat, of.game.say(move))

        assert error.code == "not_your_turn"
        assert str(error) == f"it's seat 0's turn, not seat {seat}'s"


@each_game
def test_nobody_moves_when_the_match_is_over(of: Scenes[C, K, O]) -> None:
    over = of.scene("", "", "", turn=None, round=4)

    for seat, move in product(range(3), of.rules.moves):
        assert refusal(of, over, seat, of.game.say(move)).code == "match_over"


@each_game
def test_a_match_tells_the_engines_codes(of: Scenes[C, K, O]) -> None:
    made = of.steps(of.start(3, {"rounds": 1}))
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
            untyped(match.play)(*arguments)
        assert refused.value.code == code
        assert str(refused.value)


@each_game
def test_a_play_is_one_event(of: Scenes[C, K, O]) -> None:
    """only the last card of a round brings more"""
    for before, after in pairwise(of.steps(of.start(6, {"rounds": 2}))):
        left = sum(map(len, before.state.hands))
        assert (len(after.events) > 1) == (left == 1)


@each_game
def test_the_same_decision_always_brings_the_same_events(of: Scenes[C, K, O]) -> None:
    """and where it deals, another chance brings others"""
    state = of.scene("A1", "", "", piles=("A7 A5", "", ""))

    assert of.decided(state, "A1") == of.decided(state, "A1")
    assert of.game.decide(state, 0, of.read(of.text("A1")), CHANCE.at(4)) != of.decided(state, "A1")


@each_game
def test_what_is_no_event_is_not_recorded(of: Scenes[C, K, O]) -> None:
    with pytest.raises(AssertionError, match="no event of the game"):
        untyped(of.game.evolve)(turn(of), "no event of the game")
