"""What 13 accepts is what it lists; all else is refused, with a code, and changes nothing."""

from collections.abc import Callable
from itertools import pairwise, product
from typing import Final
from unittest.mock import ANY

import attrs
import pytest

from cardkit.games.thirteen import GAME, Event, Options, Play, State
from cardkit.rejections import ENGINE_CODES, Rejected
from tests.games.listed import check_listed
from tests.games.thirteen.scenes import CHANCE, ThirteenMatch, decided, scene, start, steps

decide: Final[Callable[..., tuple[Event, ...]]] = GAME.decide
play: Final[Callable[..., ThirteenMatch]] = ThirteenMatch.play


@attrs.frozen
class PlayElsewhere:
    """The move of another game, with the same fields."""

    card: str
    onto: str


@attrs.frozen
class BoldPlay(Play):
    """A move of a class of its own."""


class Text(str):
    """A text of another class."""


class Unspeakable:
    """Can't be hashed or printed."""

    __hash__ = None  # type: ignore[assignment]  # so that nothing can look it up

    def __repr__(self) -> str:
        raise RuntimeError("printed an unspeakable thing")


class Bulky:
    """Compares like an array: a truth value is not to be had."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("the truth value is ambiguous")

    def __hash__(self) -> int:
        return 1


NO_MOVES: Final[list[object]] = [
    None, True, False, 0, 1, -1, 2**70, 1.5, float("nan"), "", "b7", "n4>blue", "pass", b"b7",
    (), ("b7", "blue"), [], ["b7", "blue"], {}, {"card": "b7", "onto": "blue"}, {"b7"},
    object(), Play, type, len, ..., NotImplemented,
    PlayElsewhere("b7", "blue"), BoldPlay("b7", "blue"), Options(), CHANCE, ANY, Unspeakable(), Bulky(),
]  # fmt: skip

WRONG_FIELDS: Final[list[object]] = [
    None, True, 7, -1, 7.0, float("nan"), b"b7", (), ("b7",), [], ["b7"], {}, {"b7"}, object(),
    Text("b7"), Text("blue"), ANY, Unspeakable(), Bulky(),
]  # fmt: skip

TAME_FIELDS: Final = [value for value in WRONG_FIELDS if not isinstance(value, Bulky)]
"""What can be compared."""

UNKNOWN_TEXTS: Final = ["", "b3", "B7", "b7 ", "7b", "n5", "r4", "blue 7", "\ud800", "b7" * 1000]


def spoilt(card: object, onto: object, kind: Callable[..., Play] = Play) -> Play:
    """A move of whatever types."""
    return kind(card, onto)


def turn() -> State:
    return scene("b7 n4 y1", "b7 g2", "y5 g7", stock="b1 b2", blue="b5 b5", yellow="n4")


def refusal(state: State, seat: object, move: object) -> Rejected:
    """What the move is refused with; the position stays what it was."""
    before = repr(state)
    with pytest.raises(Rejected) as refused:
        decide(state, seat, move, CHANCE)
    assert repr(state) == before
    return refused.value


def name(thing: object) -> str:
    try:
        return repr(thing).partition(" at 0x")[0][:40]
    except RuntimeError:
        return type(thing).__name__


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


@pytest.mark.parametrize("thing", NO_MOVES, ids=name)
def test_what_is_no_move_is_refused(thing: object) -> None:
    assert refusal(turn(), 0, thing).code == "not_a_move"


def test_the_refusal_shows_what_is_no_move() -> None:
    assert str(refusal(turn(), 0, ("b7", "blue"))) == "('b7', 'blue') is no move of thirteen"


@pytest.mark.parametrize("value", WRONG_FIELDS, ids=name)
def test_a_move_of_values_of_a_wrong_type_is_refused(value: object) -> None:
    for move in (
        spoilt(value, "blue"),
        spoilt("b7", value),
        spoilt("n4", value),
        spoilt(value, value),
    ):
        assert refusal(turn(), 0, move).code == "not_a_move"


@pytest.mark.parametrize("text", UNKNOWN_TEXTS, ids=name)
def test_a_move_of_unknown_texts_is_refused(text: str) -> None:
    assert refusal(turn(), 0, spoilt(text, "blue")).code == "not_in_hand"
    assert refusal(turn(), 0, spoilt("b7", text)).code == "wrong_target"
    assert refusal(turn(), 0, spoilt("n4", text)).code == "wrong_target"


@pytest.mark.parametrize("thing", [*NO_MOVES, *(spoilt(value, "blue") for value in TAME_FIELDS)], ids=name)
def test_a_match_refuses_what_is_no_move_and_stays_as_it_was(thing: object) -> None:
    """What claims to equal a legal move at most gets that legal move played."""
    match = start()
    before, log = repr(match.state), match.log

    try:
        after = repr(play(match, thing).state)
    except Rejected as refused:
        after = refused.code

    assert after in {"not_a_move", *(repr(match.play(move).state) for move in match.legal())}
    assert (repr(match.state), match.log) == (before, log)


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
    refused = refusal(turn(), 0, Play("g2", "green"))

    assert (refused.code, str(refused)) == ("not_in_hand", "'g2' isn't in your hand: b7 n4 y1")


def test_a_colour_on_another_target_is_wrong_target() -> None:
    refused = refusal(turn(), 0, Play("b7", "green"))

    assert (refused.code, str(refused)) == ("wrong_target", "b7 goes onto blue, not 'green'")


def test_a_nasty_four_on_no_target_is_wrong_target() -> None:
    refused = refusal(turn(), 0, spoilt("n4", "red"))

    assert str(refused) == "n4 goes onto blue or yellow or green, not 'red'"


@pytest.mark.parametrize("seat", [1, 2])
def test_another_seat_is_not_your_turn(seat: int) -> None:
    """whatever it would play, and its hand is kept out of the words"""
    for move in GAME.moves(3, Options()):
        refused = refusal(turn(), seat, move)

        assert refused.code == "not_your_turn"
        assert str(refused) == f"seat {seat} can't move: seat 0 is to move"


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
        (first, ("b7",), "not_a_move"),
    ]:
        with pytest.raises(Rejected) as refused:
            play(match, *arguments)
        assert refused.value.code == code
        assert str(refused.value)


def test_every_code_of_the_game_can_come_up() -> None:
    """and has its meaning written down, apart from the engine's"""
    state = turn()
    codes = {refusal(state, 0, move).code for move in (Play("g2", "green"), Play("b7", "green"))}

    assert codes == {*GAME.rejections}
    assert not {*GAME.rejections} & {*ENGINE_CODES}
    assert all(GAME.rejections.values())


def test_a_play_is_one_event() -> None:
    """only the last card of a round brings more"""
    for before, after in pairwise(steps(start(6, {"rounds": 2}))):
        left = sum(map(len, before.state.hands))
        assert (len(after.events) > 1) == (left == 1)


def test_the_same_decision_always_brings_the_same_events() -> None:
    state = scene("b1", "", "", blue="b7 b5")

    assert decided(state, "b1") == decided(state, "b1")
    assert decide(state, 0, Play("b1", "blue"), CHANCE.at(4)) != decided(state, "b1")
