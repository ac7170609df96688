"""The rules of Biberbande, chapters 5 to 7: the last round of turns, scoring, the end of the match."""

from itertools import pairwise
from operator import add

import pytest

from cardkit.games.biberbande import GAME, Dealt, Discarded, Event, Knocked, Passed, Replacement, RoundScored
from cardkit.seats import Outcome
from tests.games.biberbande.scenes import (
    ROW,
    after,
    at_random,
    cards,
    decided,
    events,
    fold,
    holding,
    now,
    scene,
    scored,
    start,
    steps,
)


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("knocker", [0, 1])
def test_after_a_knock_every_other_player_has_exactly_one_more_turn(seats: int, knocker: int) -> None:
    """rules 5.1, 5.2: without another turn of the knocker, and nobody knocks again"""
    state = scene(*[ROW] * seats, phase="knocking", turn=knocker, turns=seats)
    turns: list[int | None] = []
    brought: tuple[Event, ...] = decided(state, "knock")
    while brought[-1:] and not isinstance(brought[-1], Dealt):
        state = fold(state, brought)
        assert state.phase == "choosing"
        turns.append(state.turn)
        brought = decided(state, "take 0")

    assert turns == [(knocker + step) % seats for step in range(1, seats)]
    assert [type(event) for event in brought[1:]] == [RoundScored, Dealt]


def test_a_knock_is_an_event_of_its_own_and_the_next_turn_begins() -> None:
    """rules 5.1"""
    state = scene(ROW, ROW, phase="knocking", turn=1, turns=2)

    assert decided(state, "knock") == (Knocked(1),)
    assert decided(state, "pass") == (Passed(1),)
    assert (after(state, "knock").knocker, after(state, "pass").knocker) == (1, None)
    assert now(after(state, "knock")) == now(after(state, "pass")) == ("choosing", 0)


def test_the_last_turn_of_a_round_ends_it_however_it_is_used() -> None:
    """rules 5.2"""
    rows = ("0 1 2 3", ROW)
    for state, move in (
        (scene(*rows, knocker=1), "take 0"),
        (holding("4", *rows, knocker=1), "keep 0"),
        (holding("4", *rows, knocker=1), "discard"),
        (holding("peek", *rows, knocker=1), "peek 0"),
        (holding("swap", *rows, knocker=1), "swap 0>1.0"),
        (holding("4", *rows, knocker=1, draw_twos=2), "discard"),
    ):
        assert [type(event) for event in decided(state, move)][1:] == [RoundScored, Dealt]


def test_all_rows_are_turned_up() -> None:
    """rules 6.1: everybody sees them, as they were before specials are replaced"""
    scoring = scored("4 peek 0 5", "1 2 1 3", "0 4 8 swap", stock="1 2")

    assert scoring.rows == (cards("4 peek 0 5"), cards("1 2 1 3"), cards("0 4 8 swap"))
    for viewer in (None, 0, 1, 2):
        assert GAME.glimpse(scoring, viewer) == scoring
        seen = GAME.view(fold(scene(ROW, ROW, ROW), [scoring]), viewer)
        assert seen.rows == seen.table.last_rows == scoring.rows
        assert seen.table.last_replacements == scoring.replacements


def test_what_the_last_action_brought_into_a_row_is_scored() -> None:
    """rules 6.1"""
    scoring = decided(holding("0", "9 9 9 9", "1 1 1 1", knocker=1), "keep 2")[1]

    assert isinstance(scoring, RoundScored)
    assert (scoring.rows[0], scoring.points) == (cards("9 9 0 9"), (27, 4))


@pytest.mark.parametrize(
    ("stock", "drawn", "score"),
    [("3 9", "3", 9), ("swap 0 9", "swap 0", 6), ("peek draw2 9", "peek draw2 9", 15)],
)
def test_each_special_is_replaced_by_the_top_of_the_stock_again_and_again_until_it_is_a_number(
    stock: str, drawn: str, score: int
) -> None:
    """rules 6.2"""
    scoring = scored("1 2 draw2 3", ROW, stock=stock)

    assert scoring.replacements == (Replacement(0, 2, cards(drawn)),)
    assert scoring.points == (score, 36)


def test_specials_are_set_aside_and_what_replaces_them_leaves_the_stock() -> None:
    """rules 6.2"""
    state = holding("9", "1 2 draw2 3", ROW, knocker=1, stock="peek 8 7 6", discard="5", round=4)

    over = after(state, "discard")

    assert (over.stock, over.discard) == (cards("7 6"), cards("5 9"))


@pytest.mark.parametrize(("knocker", "order"), [(1, [1, 2, 0]), (2, [2, 0, 1])])
def test_players_replace_their_specials_in_turn_order_beginning_with_the_knocker(
    knocker: int, order: list[int]
) -> None:
    """rules 6.3"""
    rows = ["swap 0 0 0", "0 peek 0 0", "0 0 0 draw2"]
    state = scene(*rows, turn=(knocker - 1) % 3, knocker=knocker, stock="1 2 3", discard="0")

    scoring = decided(state, "take 2")[1]

    assert isinstance(scoring, RoundScored)
    assert [replacement.seat for replacement in scoring.replacements] == order
    assert [scoring.points[seat] for seat in order] == [1, 2, 3]


def test_your_score_is_the_sum_of_your_four_numbers() -> None:
    """rules 6.4"""
    assert scored("0 1 2 3", "9 9 9 9", "8 7 6 5", "0 0 0 0").points == (6, 36, 26, 0)


def test_the_match_ends_after_its_last_round() -> None:
    """rules 7.1"""
    state = holding("9", ROW, ROW, knocker=1, round=4, rounds=4)

    brought = decided(state, "discard")
    over = fold(state, brought)

    assert [type(event) for event in brought] == [Discarded, RoundScored]
    assert (now(over), GAME.actors(over), GAME.legal(over, 0), GAME.legal(over, 1)) == (
        ("over", None),
        (),
        (),
        (),
    )
    assert GAME.outcome(over) is not None


@pytest.mark.parametrize("seats", [2, 4])
def test_there_is_no_outcome_before(seats: int) -> None:
    """rules 7.1: not after the scoring of an earlier round either"""
    made = steps(start(seats, {"turn_limit": 2}))
    state = GAME.initial

    assert [step.outcome is None for step in made] == [True] * (len(made) - 1) + [False]
    for event in events(made[-1])[:-1]:
        assert GAME.outcome(state) is None
        state = GAME.evolve(state, event)


def test_the_scores_of_all_rounds_are_added_up_for_each_player() -> None:
    """rules 7.2"""
    made = events(steps(start(3, {"turn_limit": 2}), choose=at_random)[-1])
    rounds = [event for event in made if isinstance(event, RoundScored)]

    sums = [
        tuple(sum(event.points[seat] for event in rounds[: n + 1]) for seat in range(3)) for n in range(3)
    ]

    assert [event.totals for event in rounds] == sums


def test_the_scores_of_twelve_rounds_are_added_up() -> None:
    """rules 7.2: as long as a match can be"""
    made = events(steps(start(2, {"turn_limit": 1, "rounds": 12}), choose=at_random)[-1])
    rounds = [event for event in made if isinstance(event, RoundScored)]

    assert len(rounds) == 12
    for before, later in pairwise(rounds):
        assert later.totals == tuple(map(add, before.totals, later.points))


def test_fewest_points_win() -> None:
    """rules 7.3"""
    state = holding("9", "1 1 1 1", "0 0 0 0", "2 2 2 2", knocker=1, round=4, totals=(1, 8, 9))

    over = after(state, "discard")

    assert GAME.outcome(over) == Outcome((5, 8, 17), (1, 2, 3), (0,))
