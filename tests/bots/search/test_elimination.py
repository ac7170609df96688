"""Races: who drops out, and who wins."""

from collections.abc import Sequence

from cardkit.bots.search.elimination import Candidate, best_candidate, remaining


def ran(move: str, results: Sequence[float]) -> Candidate[str]:
    runner = Candidate(move)
    for worth in results:
        runner.add(worth)
    return runner


LUCK = (0.1, 0.9, 0.3, 0.8, 0.2, 0.7)


def test_a_laggard_drops_out_for_being_worse_in_the_same_worlds() -> None:
    """The luck of the worlds is much greater than the difference, and is the same for both."""
    best = ran("best", LUCK)
    laggard = ran("laggard", [worth - 0.05 - worth / 100 for worth in LUCK])
    assert remaining([laggard, best]) == [best]


def test_who_is_behind_by_luck_alone_stays_in() -> None:
    best, other = ran("best", LUCK), ran("other", [0.5, 0.2, 0.9, 0.1, 0.6, 0.4])
    assert remaining([best, other]) == [best, other]


def test_the_winner_is_better_than_the_rule_of_thumb_beyond_doubt() -> None:
    better, thumb = ran("better", [worth + 0.05 + worth / 100 for worth in LUCK]), ran("thumb", LUCK)
    assert best_candidate([better, thumb], "thumb") is better


def test_in_doubt_the_rule_of_thumb_wins() -> None:
    lucky, thumb = ran("lucky", [0.2, 0.7, 0.4, 0.7, 0.3, 0.75]), ran("thumb", LUCK)
    assert lucky.total > thumb.total
    assert best_candidate([lucky, thumb], "thumb") is thumb


def test_after_one_world_nothing_is_sure() -> None:
    better, thumb = ran("better", [1.0]), ran("thumb", [0.0])
    assert best_candidate([better, thumb], "thumb") is thumb


def test_where_the_rule_of_thumb_has_dropped_out_the_best_wins() -> None:
    best, other = ran("best", LUCK), ran("other", [worth - 0.01 for worth in LUCK])
    assert best_candidate([other, best], "thumb") is best
