"""The rules of Push, chapters 6 and 7: points, the end and the winners."""

from collections import Counter

import pytest

from cardkit.games.push import GAME, Scored
from cardkit.games.push.cards import DECK, NUMBERS, VALUE
from cardkit.games.push.state import Over
from cardkit.hidden import faces
from cardkit.seats import Outcome
from tests.games.push.scenes import after, all_cards, decided, numbers, scene, start, steps


def outcome(*opened: str) -> Outcome | None:
    """Return the outcome when the seats end with these open cards; the last card is a direction card."""
    return GAME.outcome(after(scene(*opened, stock="turn"), "reveal"))


def test_your_score_is_the_sum_of_your_numbers_open_and_secured() -> None:
    """rules 6.1"""
    state = scene("r6 r6 b1", "y2", "", secured=("g5", "p1 p1", ""), stock="turn")

    (_, event) = decided(state, "reveal")

    assert event == Scored(
        discarded=("turn",),
        secured=(numbers("g5"), numbers("p1 p1"), ()),
        points=(18, 4, 0),
        owned=(4, 3, 0),
    )


def test_all_that_was_secured_is_turned_up_and_counted_however_much() -> None:
    """rules 6.1: thirty cards of one seat, none of another"""
    many = " ".join(NUMBERS)
    state = scene("", "r6", secured=(many, ""), stock="turn")

    (_, event) = decided(state, "reveal")

    assert isinstance(event, Scored)
    assert (event.secured, event.points, event.owned) == ((NUMBERS, ()), (105, 6), (30, 1))
    assert GAME.view(after(state, "reveal"), 1).secured == (NUMBERS, ())


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_points_are_what_the_cards_at_the_end_say(seats: int) -> None:
    """rules 6.1: whatever happened on the way"""
    for seed in range(3):
        over = steps(start(seats, seed=str(seed)), seed, reveal=0.5)[-1]
        view, result = over.view(None), over.outcome
        mine = [view.open[seat] + faces(view.secured[seat]) for seat in range(seats)]

        assert result is not None
        assert isinstance(view.phase, Over)
        assert (
            result.totals == view.phase.points == tuple(sum(map(VALUE.__getitem__, cards)) for cards in mine)
        )
        assert view.phase.owned == tuple(map(len, mine))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_match_ends_once_the_stock_is_used_up_and_the_rows_are_distributed(seats: int) -> None:
    """rules 7.1"""
    made = steps(start(seats), seats)

    assert [step.outcome is None for step in made] == [True] * (len(made) - 1) + [False]
    view = made[-1].view(None)
    assert (view.stock, view.rows, view.directions, view.seat) == ((), (), (), None)
    assert Counter(all_cards(made[-1].state)) == Counter(DECK)


def test_as_long_as_rows_lie_there_the_match_goes_on_without_a_stock() -> None:
    """rules 7.1"""
    state = after(scene("", "", "", stock="r1", rows=("b1",), moment="going"), "reveal", "place 2")

    assert GAME.outcome(state) is None
    assert GAME.outcome(after(state, "take 1")) is None
    assert GAME.outcome(after(state, "take 1", "take 2")) is not None


def test_the_highest_score_wins() -> None:
    """rules 7.2"""
    assert outcome("r5 b1", "y6 g1", "p3") == Outcome((6, 7, 3), (2, 1, 3), (1,))


def test_a_tie_goes_to_whoever_owns_more_cards() -> None:
    """rules 7.3"""
    assert outcome("r6", "y2 g2 b2", "p5 p1") == Outcome((6, 6, 6), (3, 1, 2), (1,))


def test_if_that_is_a_tie_too_the_win_is_shared() -> None:
    """rules 7.4"""
    assert outcome("r5 r1", "y2 g2", "p4 p2", "b6") == Outcome((6, 4, 6, 6), (1, 4, 1, 3), (0, 2))
    assert outcome("", "", "") == Outcome((0, 0, 0), (1, 1, 1), (0, 1, 2))


def test_secured_cards_count_in_a_tie_like_open_ones() -> None:
    """rules 7.3"""
    state = after(scene("r6", "y5", secured=("", "y1"), stock="turn"), "reveal")

    assert (state.open, state.secured) == ((numbers("r6"), numbers("y5")), ((), numbers("y1")))
    assert GAME.outcome(state) == Outcome((6, 6), (2, 1), (1,))


def test_before_its_end_a_match_has_no_outcome() -> None:
    """rules 7.1: nor before it begins"""
    assert GAME.outcome(GAME.initial) is None
    assert isinstance(GAME.initial.phase, Over)
    assert GAME.actors(GAME.initial) == ()
