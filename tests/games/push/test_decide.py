"""What Push accepts is what it lists; all else is refused, with a code, and changes nothing."""

from collections.abc import Callable
from itertools import product
from typing import Final
from unittest.mock import ANY

import attrs
import pytest

from cardkit.games.push import (
    GAME,
    Event,
    Move,
    Options,
    Place,
    RanOut,
    Reveal,
    Scored,
    Secure,
    State,
    Stop,
    Take,
)
from cardkit.games.push.legal import bound
from cardkit.games.push.messages import MOVES
from cardkit.rejections import ENGINE_CODES, Rejected
from tests.games.listed import check_listed
from tests.games.push.scenes import CHANCE, PushMatch, after, dealt, scene, start, steps

decide: Final[Callable[..., tuple[Event, ...]]] = GAME.decide
play: Final[Callable[..., PushMatch]] = PushMatch.play


@attrs.frozen
class StopElsewhere:
    """The move of another game, with the same fields."""


@attrs.frozen
class BoldTake(Take):
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
    None, True, False, 0, 1, -1, 2**70, 1.5, float("nan"), "", "stop", "take 1", b"stop",
    (), ("stop",), [], ["stop"], {}, {"row": 1}, {"stop"}, object(), Stop, Take, len, ..., NotImplemented,
    StopElsewhere(), BoldTake(1), Options(), CHANCE, ANY, Unspeakable(), Bulky(),
]  # fmt: skip

WRONG_FIELDS: Final[list[object]] = [
    None, True, 1.0, 1.5, float("nan"), b"red", (), ("red",), [], ["red"], {}, {1}, object(),
    Text("red"), ANY, Unspeakable(), Bulky(),
]  # fmt: skip


def secure(colour: object, kind: Callable[..., Move] = Secure) -> Move:
    """To secure whatever."""
    return kind(colour)


def name(thing: object) -> str:
    try:
        return repr(thing).partition(" at 0x")[0][:40]
    except RuntimeError:
        return type(thing).__name__


def moments() -> dict[str, State]:
    """A position of each kind; seat 0 is to move, or nobody."""
    rows = ("r2 b3", "g6", "p1 y4")
    return {
        "choosing": scene("r1 b2", "y1", "g3"),
        "placing": after(scene("r1", "", "", stock="r5 p6", rows=rows, moment="going"), "reveal"),
        "going": scene("r1 b2", "y1", "", rows=rows[:2], moment="going"),
        "going without a row": after(dealt("turn p6", 3), "reveal"),
        "taking": after(scene("r1", "y1", "", rows=rows, moment="going"), "stop"),
        "over": after(scene("r1", "y1", "", stock="turn"), "reveal"),
    }


def refusal(state: State, seat: object, move: object) -> Rejected:
    """What the move is refused with; the position stays what it was."""
    before = repr(state)
    with pytest.raises(Rejected) as refused:
        decide(state, seat, move, CHANCE)
    assert repr(state) == before
    return refused.value


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_of_all_moves_just_those_are_accepted_that_are_listed(seats: int) -> None:
    """at every step of a match, for every seat"""
    for step in steps(start(seats), seats, reveal=0.5):
        check_listed(step)


@pytest.mark.parametrize("moment", moments())
def test_in_every_moment_of_a_turn_just_the_listed_moves_are_accepted(moment: str) -> None:
    state = moments()[moment]

    legal = GAME.legal(state, 0)

    assert [move for move in MOVES if move in legal] == sorted(legal, key=MOVES.index)
    for move in MOVES:
        if move in legal:
            assert GAME.decide(state, 0, move, CHANCE)
        else:
            refusal(state, 0, move)


def test_moves_numbers_every_move_that_can_be_legal_once() -> None:
    numbered = GAME.moves(2, Options(direction_cards=False))

    assert len({*numbered}) == len(numbered) == 13
    for seats in (3, 4, 5, 6):
        assert GAME.moves(seats, Options(risk=True)) == numbered
    seen = {move for step in steps(start(3), reveal=0.3) for move in step.legal()}
    assert seen == {*numbered}


def test_to_reveal_comes_last_and_rows_and_colours_in_their_order() -> None:
    state = moments()

    assert GAME.legal(state["choosing"], 0) == (Secure("red"), Secure("blue"), Reveal())
    assert GAME.legal(state["going"], 0) == (Stop(), Reveal())
    assert GAME.legal(state["taking"], 0) == (Take(1), Take(2), Take(3))
    assert GAME.legal(state["placing"], 0) == (Place(2), Place(3))


@pytest.mark.parametrize("moment", [moment for moment in moments() if moment != "over"])
@pytest.mark.parametrize("thing", NO_MOVES, ids=name)
def test_what_is_no_move_is_refused(thing: object, moment: str) -> None:
    assert refusal(moments()[moment], 0, thing).code == "not_a_move"


@pytest.mark.parametrize("moment", [moment for moment in moments() if moment != "over"])
@pytest.mark.parametrize("value", WRONG_FIELDS, ids=name)
@pytest.mark.parametrize("kind", [Secure, Place, Take])
def test_a_move_with_a_value_of_a_wrong_type_is_refused(
    kind: Callable[[object], Move], value: object, moment: str
) -> None:
    assert refusal(moments()[moment], 0, kind(value)).code == "not_a_move"


def test_a_row_or_a_colour_that_there_is_not_is_refused() -> None:
    for row in (0, -1, 4, 2**70):
        assert refusal(moments()["placing"], 0, Place(row)).code == "does_not_fit"
        assert refusal(moments()["taking"], 0, Take(row)).code == "no_row"
    for colour in ("", "Red", "star", "red ", "\ud800", "red" * 1000):
        assert refusal(moments()["choosing"], 0, secure(colour)).code == "nothing_open"


@pytest.mark.parametrize(
    ("moment", "move", "reason"),
    [
        ("choosing", Stop(), "your turn begins: secure a colour, or reveal"),
        ("choosing", Place(1), "your turn begins: secure a colour, or reveal"),
        ("placing", Reveal(), "r5 is up: place it in row 2 or 3"),
        ("placing", Take(2), "r5 is up: place it in row 2 or 3"),
        ("going", Secure("red"), "stop or reveal"),
        ("going without a row", Take(1), "reveal"),
        ("taking", Stop(), "take row 1 or 2 or 3"),
        ("taking", Place(1), "take row 1 or 2 or 3"),
    ],
)
def test_a_move_of_another_moment_is_not_now_and_says_what_is(moment: str, move: Move, reason: str) -> None:
    refused = refusal(moments()[moment], 0, move)

    assert (refused.code, str(refused)) == ("not_now", f"{move!r} isn't possible now: {reason}")


@pytest.mark.parametrize(
    ("moment", "thing", "reason"),
    [
        ("going", ("place", 1), "('place', 1) is no move of push"),
        ("choosing", Secure("green"), "you have no open card of the colour 'green'"),
        ("placing", Place(1), "r5 doesn't fit in row 1, but in 2 or 3"),
        ("taking", Take(4), "there is no row 4 to take, but 1 or 2 or 3"),
        ("going without a row", Stop(), "there is no row to take yet: reveal"),
    ],
)
def test_a_refusal_says_what_is_wrong(moment: str, thing: object, reason: str) -> None:
    assert str(refusal(moments()[moment], 0, thing)) == reason


@pytest.mark.parametrize("moment", [moment for moment in moments() if moment != "over"])
def test_another_seat_is_not_your_turn(moment: str) -> None:
    for seat, move in product((1, 2), MOVES):
        refused = refusal(moments()[moment], seat, move)
        assert refused.code == "not_your_turn"
        assert str(refused) == f"seat {seat} can't move: seat 0 is to move"


def test_nobody_moves_when_the_match_is_over() -> None:
    over = moments()["over"]

    assert [GAME.legal(over, seat) for seat in range(3)] == [(), (), ()]
    for seat, move in product(range(3), MOVES):
        assert refusal(over, seat, move).code == "match_over"


@pytest.mark.parametrize("thing", [thing for thing in NO_MOVES if not isinstance(thing, Bulky)], ids=name)
def test_a_match_refuses_what_is_no_move_and_stays_as_it_was(thing: object) -> None:
    match = start()
    before, log = repr(match.state), match.log

    try:
        made = repr(play(match, thing).state)
    except Rejected as refused:
        made = refused.code

    assert made in {"not_a_move", *(repr(match.play(move).state) for move in match.legal())}
    assert (repr(match.state), match.log) == (before, log)


def test_every_code_of_the_game_can_come_up() -> None:
    """and has its meaning written down, apart from the engine's"""
    states = moments()
    codes = {
        refusal(states["choosing"], 0, Stop()).code,
        refusal(states["choosing"], 0, Secure("green")).code,
        refusal(states["placing"], 0, Place(1)).code,
        refusal(states["going without a row"], 0, Stop()).code,
    }

    assert codes == {*GAME.rejections}
    assert not {*GAME.rejections} & {*ENGINE_CODES}
    assert all(GAME.rejections.values())


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_move_is_one_event_but_where_the_stock_or_the_match_ends(seats: int) -> None:
    for seed in range(5):
        for step in steps(start(seats, seed=str(seed)), seed, reveal=0.5)[1:]:
            ended = isinstance(step.events[-1], RanOut | Scored)
            assert len(step.events) == (2 if ended else 1)


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("reveal", [0.0, 0.5, 0.95])
def test_no_match_is_longer_than_its_bound(seats: int, reveal: float) -> None:
    for seed in range(5):
        options = Options(direction_cards=seats > 2)
        moves = len(steps(start(seats, options, str(seed)), seed, reveal)) - 1
        assert moves <= bound(seats, options)


def test_the_bound_adds_up_what_can_happen_to_120_or_108_cards() -> None:
    """reveals, then places, stops and takes of what goes in rows, then one secure for each number"""
    assert GAME.bound(4, Options()) == bound(4, Options()) == 120 + 3 * 108 + 90
    assert GAME.bound(2, Options(direction_cards=False)) == 108 + 3 * 108 + 90


def test_the_same_decision_always_brings_the_same_events() -> None:
    state = scene("r1 b1", "", stock="die p6", rows=("die", "die r1", "die b1"), moment="going")

    assert decide(state, 0, Reveal(), CHANCE) == decide(state, 0, Reveal(), CHANCE)
    rolls = {decide(state, 0, Reveal(), CHANCE.at(version)) for version in range(60)}
    assert len(rolls) == 6
