"""What Push accepts is what it lists; all else is refused, with a code, and changes nothing."""

import pytest

from cardkit.games.push import GAME, Move, Options, Place, RanOut, Reveal, Scored, Secure, Stop, Take, Truth
from cardkit.games.push.legal import bound
from cardkit.games.push.messages import MOVES
from cardkit.rejections import ENGINE_CODES, Rejected
from tests.games.listed import check_listed, refused
from tests.games.push.scenes import CHANCE, after, dealt, scene, start, steps


def refusal(state: Truth, seat: int | None, move: Move) -> Rejected:
    return refused(GAME, 3, state, seat, move)


def moments() -> dict[str, Truth]:
    """Return a position of each kind; seat 0 is to move, or nobody."""
    rows = ("r2 b3", "g6", "p1 y4")
    return {
        "choosing": scene("r1 b2", "y1", "g3"),
        "placing": after(scene("r1", "", "", stock="r5 p6", rows=rows, moment="going"), "reveal"),
        "going": scene("r1 b2", "y1", "", rows=rows[:2], moment="going"),
        "going without a row": after(dealt("turn p6", 3), "reveal"),
        "taking": after(scene("r1", "y1", "", rows=rows, moment="going"), "stop"),
        "taking in a gap": after(scene("r1", "y1", "", rows=rows, moment="going"), "stop", "take 2"),
        "over": after(scene("r1", "y1", "", stock="turn"), "reveal"),
    }


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


@pytest.mark.parametrize(
    ("moment", "move", "reason"),
    [
        ("choosing", Stop(), "secure a colour or reveal a card"),
        ("choosing", Place(1), "secure a colour or reveal a card"),
        ("placing", Reveal(), "place the red 5 in row 2 or 3"),
        ("placing", Take(2), "place the red 5 in row 2 or 3"),
        ("going", Secure("red"), "stop or reveal a card"),
        ("going without a row", Take(1), "reveal a card"),
        ("taking", Stop(), "take row 1, 2 or 3"),
        ("taking", Place(1), "take row 1, 2 or 3"),
    ],
)
def test_a_move_of_another_moment_is_not_now_and_says_what_is(moment: str, move: Move, reason: str) -> None:
    error = refusal(moments()[moment], 0, move)

    assert (error.code, str(error)) == ("not_now", f"{GAME.say(move)} isn't possible now; {reason}")


@pytest.mark.parametrize(
    ("moment", "move", "reason"),
    [
        ("choosing", Secure("green"), "you have no open green card"),
        ("placing", Place(1), "the red 5 doesn't fit in row 1; place it in row 2 or 3"),
        ("taking in a gap", Take(2), "there is no row 2 to take; take row 1 or 3"),
        ("going without a row", Stop(), "there is no row to take yet; reveal a card"),
    ],
)
def test_a_refusal_says_what_is_wrong(moment: str, move: Move, reason: str) -> None:
    assert str(refusal(moments()[moment], GAME.actors(moments()[moment])[0], move)) == reason


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
