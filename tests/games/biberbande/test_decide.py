"""What Biberbande accepts is what it lists; all else is refused, with a code, and changes nothing."""

from typing import Final

import pytest

from cardkit.games.biberbande import (
    GAME,
    Discard,
    Draw,
    Keep,
    Move,
    Options,
    Peek,
    Swap,
    Take,
    Truth,
    UseDrawTwo,
)
from cardkit.rejections import ENGINE_CODES, Rejected
from tests.games.biberbande.scenes import (
    ROW,
    decided,
    fold,
    holding,
    in_hand,
    scene,
    slowly,
    start,
    steps,
)
from tests.games.listed import check_listed, refused

CHOICE: Final = scene("0 1 2 3", ROW, ROW, discard="5")
NUMBER: Final = holding("4", "0 1 2 3", ROW, ROW)
PEEK: Final = holding("peek", "0 1 2 3", ROW, ROW)
SWAP: Final = holding("swap", "0 1 2 3", ROW, ROW)
DRAW_TWO: Final = holding("draw2", "0 1 2 3", ROW, ROW)
KNOCK: Final = scene("0 1 2 3", ROW, ROW, phase="knocking")
LOOK: Final = scene("0 1 2 3", ROW, ROW, phase="looking")


def refusal(state: Truth, seat: int | None, move: Move) -> Rejected:
    return refused(GAME, len(state.rows), state, seat, move)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_of_all_moves_just_those_are_accepted_that_are_listed(seats: int) -> None:
    """at steps of a match, for every seat"""
    match = start(seats, {"rounds": 1, "turn_limit": 8})
    for step in steps(match, seats, slowly)[:: seats - 1]:
        check_listed(step)


def test_moves_numbers_every_move_that_can_be_legal_once() -> None:
    for seats in (2, 3, 6):
        numbered = GAME.moves(seats, Options())
        match = start(seats, {"turn_limit": 8})
        assert len({*numbered}) == len(numbered) == 18 + 16 * seats
        assert all({*step.legal()} <= {*numbered} for step in steps(match, seats, slowly))


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (PEEK, Keep(0), "you drew the peek; only a number can be kept"),
        (PEEK, UseDrawTwo(), "you drew the peek, not the draw two"),
        (SWAP, Peek(0), "you drew the swap, not the peek"),
        (NUMBER, Swap(0, 1, 0), "you drew the 4, not the swap"),
        (
            scene("0 1 2 3", ROW, ROW, discard="5 peek"),
            Take(0),
            "the top of the discard pile is the peek; only a number can be taken",
        ),
    ],
)
def test_a_refusal_says_what_is_wrong(state: Truth, move: Move, reason: str) -> None:
    assert str(refusal(state, 0, move)) == reason


def test_a_swap_with_oneself_is_refused() -> None:
    error = refusal(SWAP, 0, Swap(0, 0, 0))

    assert (error.code, str(error)) == ("no_such_place", "a swap goes to another player, not to seat 0")


@pytest.mark.parametrize(
    ("state", "asked"),
    [
        (LOOK, "look at your outer cards"),
        (CHOICE, "take from the discard pile or draw"),
        (NUMBER, "use the card that you drew or discard it"),
        (DRAW_TWO, "use the card that you drew or discard it"),
        (KNOCK, "knock or pass"),
    ],
)
def test_a_move_of_another_moment_is_not_now(state: Truth, asked: str) -> None:
    now = {type(move) for move in GAME.legal(state, 0)}
    held = {Discard, Keep, Peek, Swap, UseDrawTwo}
    later = [
        move
        for move in GAME.moves(3, Options())
        if type(move) not in now and not (now & held and type(move) in held)
    ]

    assert later
    for move in later:
        error = refusal(state, 0, move)
        assert error.code == "not_now"
        assert str(error) == f"{GAME.say(move)} isn't possible now; {asked}"


@pytest.mark.parametrize(
    ("state", "move", "code"),
    [
        (NUMBER, Peek(0), "wrong_special"),
        (NUMBER, Swap(0, 1, 0), "wrong_special"),
        (NUMBER, UseDrawTwo(), "wrong_special"),
        (PEEK, Keep(0), "not_a_number"),
        (PEEK, Swap(0, 1, 0), "wrong_special"),
        (PEEK, UseDrawTwo(), "wrong_special"),
        (SWAP, Keep(0), "not_a_number"),
        (SWAP, Peek(0), "wrong_special"),
        (DRAW_TWO, Keep(0), "not_a_number"),
        (DRAW_TWO, Peek(0), "wrong_special"),
    ],
)
def test_a_card_drawn_cannot_be_used_as_another(state: Truth, move: Move, code: str) -> None:
    assert refusal(state, 0, move).code == code


def test_between_two_events_of_one_move_nobody_can_slip_in() -> None:
    drawing = fold(holding("draw2", ROW, ROW), decided(holding("draw2", ROW, ROW), "draw2")[:1])

    assert (drawing.phase, *in_hand(drawing)) == ("drawing", 0, None, 1, True)
    assert GAME.legal(drawing, 0) == ()
    for move in GAME.moves(2, Options()):
        assert refusal(drawing, 0, move).code == "not_now"


def test_after_a_reshuffle_there_is_nothing_to_take() -> None:
    """between two events of one move, too"""
    state = scene(ROW, ROW, stock="", discard="1 2 3")

    reshuffled = fold(state, decided(state, "draw")[:1])

    assert reshuffled.discard == ()
    assert GAME.legal(reshuffled, 0) == (Draw(),)
    error = refusal(reshuffled, 0, Take(0))
    assert (error.code, str(error)) == (
        "not_a_number",
        "the discard pile is empty; only a number can be taken",
    )


def test_every_code_of_the_game_has_its_meaning_written_down() -> None:
    assert {*GAME.rejections} == {"not_now", "not_a_number", "wrong_special", "no_such_place"}
    assert not {*GAME.rejections} & {*ENGINE_CODES}
    assert all(GAME.rejections.values())


def test_most_moves_are_one_event() -> None:
    """more come only where a draw two, a reshuffle, or the end of a round is in it"""
    for step in steps(start(4, {"turn_limit": 10}), choose=slowly)[1:]:
        if len(step.events) > 1:
            kinds = {type(event).__name__ for event in step.events}
            assert kinds & {"DrawTwoUsed", "FirstDiscarded", "Reshuffled", "RoundScored"}
