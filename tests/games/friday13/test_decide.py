"""What Friday 13 accepts is what it lists; all else is refused, with a code, and changes nothing."""

from collections.abc import Callable
from itertools import pairwise, product
from typing import Final
from unittest.mock import ANY

import attrs
import pytest

from cardkit.games.friday13 import GAME, Event, Options, Play, State
from cardkit.rejections import ENGINE_CODES, Rejected
from tests.games.friday13.scenes import CHANCE, Friday13Match, decided, held, scene, start, steps
from tests.games.listed import check_listed

decide: Final[Callable[..., tuple[Event, ...]]] = GAME.decide
play: Final[Callable[..., Friday13Match]] = Friday13Match.play


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
    None, True, False, 0, 1, -1, 2**70, 1.5, float("nan"), "", "c7", "f4>cats", "pass", b"c7",
    (), ("c7", "cats"), [], ["c7", "cats"], {}, {"card": "c7", "onto": "cats"}, {"c7"},
    object(), Play, type, len, ..., NotImplemented,
    PlayElsewhere("c7", "cats"), BoldPlay("c7", "cats"), Options(), CHANCE, ANY, Unspeakable(), Bulky(),
]  # fmt: skip

WRONG_FIELDS: Final[list[object]] = [
    None, True, 7, -1, 7.0, float("nan"), b"c7", (), ("c7",), [], ["c7"], {}, {"c7"}, object(),
    Text("c7"), Text("cats"), ANY, Unspeakable(), Bulky(),
]  # fmt: skip

UNKNOWN_TEXTS: Final = ["", "c3", "C7", "c7 ", "7c", "f5", "n4", "b7", "cat 7", "\ud800", "c7" * 1000]


def spoilt(card: object, onto: object, kind: Callable[..., Play] = Play) -> Play:
    """A move of whatever types."""
    return kind(card, onto)


def turn() -> State:
    return scene("c7 f4 m1", "c7 l2", "m5 l7", cats="c5 c5", mirrors="f4")


def refusal(state: State, seat: object, move: object) -> Rejected:
    """What the move is refused with; the position stays what it was."""
    before = repr(state)
    with pytest.raises(Rejected) as refused:
        decide(state, seat, move, CHANCE)
    assert repr(state) == before
    return refused.value


def name(thing: object) -> str:
    """The same in every run, as the name of a test has to be."""
    if isinstance(thing, Unspeakable | Bulky) or type(thing) is object:
        return type(thing).__name__
    return repr(thing).partition(" at 0x")[0][:40]


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


@pytest.mark.parametrize("thing", NO_MOVES, ids=name)
def test_what_is_no_move_is_refused(thing: object) -> None:
    assert refusal(turn(), 0, thing).code == "not_a_move"


def test_the_refusal_shows_what_is_no_move() -> None:
    assert str(refusal(turn(), 0, ("c7", "cats"))) == "('c7', 'cats') is no move of friday13"


@pytest.mark.parametrize("value", WRONG_FIELDS, ids=name)
def test_a_move_of_values_of_a_wrong_type_is_refused(value: object) -> None:
    for move in (spoilt(value, "cats"), spoilt("c7", value), spoilt("f4", value), spoilt(value, value)):
        assert refusal(turn(), 0, move).code == "not_a_move"


@pytest.mark.parametrize("text", UNKNOWN_TEXTS, ids=name)
def test_a_move_of_unknown_texts_is_refused(text: str) -> None:
    assert refusal(turn(), 0, spoilt(text, "cats")).code == "not_in_hand"
    assert refusal(turn(), 0, spoilt("c7", text)).code == "wrong_pile"
    assert refusal(turn(), 0, spoilt("f4", text)).code == "wrong_pile"


@pytest.mark.parametrize("thing", [thing for thing in NO_MOVES if thing is not ANY], ids=name)
def test_a_match_refuses_what_is_no_move_and_stays_as_it_was(thing: object) -> None:
    match = start()
    before, log = repr(match.state), match.log

    with pytest.raises(Rejected) as refused:
        play(match, thing)

    assert refused.value.code == "not_a_move"
    assert (repr(match.state), match.log) == (before, log)


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
    refused = refusal(turn(), 0, Play("l2", "ladders"))

    assert (refused.code, str(refused)) == ("not_in_hand", "'l2' isn't in your hand: c7 m1 f4")


def test_bad_luck_on_the_pile_of_another_kind_is_wrong_pile() -> None:
    refused = refusal(turn(), 0, Play("c7", "ladders"))

    assert (refused.code, str(refused)) == ("wrong_pile", "c7 goes onto cats, not 'ladders'")


def test_a_friday_on_no_pile_is_wrong_pile() -> None:
    refused = refusal(turn(), 0, spoilt("f4", "fridays"))

    assert str(refused) == "f4 goes onto cats or mirrors or ladders, not 'fridays'"


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
        (first, (move, 3), "no_such_seat"),
        (first, (move, seat, first.version + 1), "stale_version"),
        (first, ("c7",), "not_a_move"),
    ]:
        with pytest.raises(Rejected) as refused:
            play(match, *arguments)
        assert refused.value.code == code


def test_every_code_of_the_game_can_come_up() -> None:
    """and has its meaning written down, apart from the engine's"""
    codes = {refusal(turn(), 0, move).code for move in (Play("l2", "ladders"), Play("c7", "ladders"))}

    assert codes == {*GAME.rejections}
    assert not {*GAME.rejections} & {*ENGINE_CODES}
    assert all(GAME.rejections.values())


def test_a_play_is_one_event() -> None:
    """only the last card of a round brings more"""
    for before, after in pairwise(steps(start(6, {"rounds": 2}))):
        left = sum(map(len, held(before.state)))
        assert (len(after.events) > 1) == (left == 1)


def test_the_same_decision_always_brings_the_same_events() -> None:
    state = scene("c1", "", "", cats="c7 c5")

    assert decided(state, "c1") == decided(state, "c1")
    assert decide(state, 0, Play("c1", "cats"), CHANCE.at(4)) != decided(state, "c1")
