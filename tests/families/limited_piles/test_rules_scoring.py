"""Chapter 7 of the rules pages, the end of the match, and ruling 4: what both sheets say under the same numbers."""

import pytest

from cardkit.families.limited_piles.messages import C, K, Opened, Played, Scored
from tests.families.limited_piles.games import each_game
from tests.families.limited_piles.scenes import O, Scenes


@each_game
def test_the_match_ends_after_its_last_round(of: Scenes[C, K, O]) -> None:
    """rules 7.1"""
    state = of.scene("A1", "", "", round=4, rounds=4)

    brought = of.decided(state, "A1")
    ended = of.fold(state, brought)

    assert [type(event) for event in brought] == [Played, Scored]
    assert of.game.actors(ended) == ()
    assert [of.game.legal(ended, seat) for seat in range(3)] == [(), (), ()]
    assert of.game.outcome(ended) is not None


@each_game
def test_the_match_does_not_end_before_its_last_round(of: Scenes[C, K, O]) -> None:
    """rules 7.1: not even between the scoring of a round and the deal of the next"""
    state = of.scene("A1", "", "", round=3, rounds=4)

    brought = of.decided(state, "A1")

    assert len(brought) == 3
    assert [of.game.outcome(of.fold(state, brought[:count])) for count in range(4)] == [None] * 4
    assert of.game.actors(of.fold(state, brought)) == (1,)


@each_game
def test_a_match_in_its_last_round_has_no_outcome_yet(of: Scenes[C, K, O]) -> None:
    """rules 7.1"""
    assert of.game.outcome(of.scene("A1", "", "", round=4, rounds=4)) is None


@each_game
def test_a_match_whose_first_round_is_not_dealt_yet_has_no_outcome(of: Scenes[C, K, O]) -> None:
    """rules 7.1: not even one of a single round"""
    game = of.game
    opened = of.fold(game.initial, [Opened(3, 0, 1)])

    assert [game.outcome(state) for state in (game.initial, opened)] == [None, None]
    assert [game.actors(state) for state in (game.initial, opened)] == [(), ()]


@each_game
def test_taken_cards_may_not_be_looked_at_before_the_round_is_scored(of: Scenes[C, K, O]) -> None:
    """ruling 4: after the first of two rounds everybody sees them"""
    plays = of.plays(4)
    before, after = of.steps(of.start(4, {"rounds": 2}))[plays - 1 : plays + 1]
    (_, scoring, _) = after.events

    assert isinstance(scoring, Scored)
    assert any(scoring.taken)
    for viewer in (None, 0, 1, 2, 3):
        assert before.view(viewer).table.last_taken == ()
        assert after.view(viewer).table.last_taken == scoring.taken
        assert after.view(viewer).table.last_points == scoring.points


@each_game
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_match_is_over_when_the_hands_of_all_rounds_are_played(of: Scenes[C, K, O], seats: int) -> None:
    """rules 7.1"""
    made, moves = of.steps(of.start(seats)), of.plays(seats) * of.rounds(seats)

    assert len(made) - 1 == moves == of.game.bound(seats, of.game.options())
    assert [step.outcome is None for step in made] == [True] * moves + [False]


@each_game
def test_the_points_of_all_rounds_are_added_up_for_each_player(of: Scenes[C, K, O]) -> None:
    """rules 7.2"""
    scoring = of.scored("W4", "A1 B1", "A1 A1 B1", totals=(10, 0, 7))

    assert (scoring.points, scoring.totals) == ((2, 2, 1), (12, 2, 8))
    assert of.fold(of.scene("", "", "", totals=(10, 0, 7)), [scoring]).table.totals == (12, 2, 8)


@each_game
def test_totals_are_the_sums_of_what_each_round_cost(of: Scenes[C, K, O]) -> None:
    """rules 7.2"""
    last = of.steps(of.start(5))[-1]
    scores = [event.points for event in of.events(last) if isinstance(event, Scored)]
    outcome = last.outcome

    assert len(scores) == of.rounds(5)
    assert outcome is not None
    assert outcome.totals == tuple(sum(points) for points in zip(*scores, strict=True))
    assert last.view(None).table.totals == outcome.totals


@each_game
def test_fewest_points_win(of: Scenes[C, K, O]) -> None:
    """rules 7.3"""
    ended = of.scene("", "", "", "", turn=None, round=4, rounds=4, totals=(9, 20, 3, 4))

    outcome = of.game.outcome(ended)

    assert outcome is not None
    assert (outcome.totals, outcome.winners) == ((9, 20, 3, 4), (2,))
