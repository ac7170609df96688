"""Peaks with derived secrecy is Peaks by hand: else comparing their speed would tell nothing."""

import pytest

import cardkit
from bench import peaks_by_hand, peaks_derived
from bench.deriving import jobs, matches_of
from cardkit.bots.chance import RunningChance
from cardkit.testing import check_game


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_have_the_same_matches(seats: int) -> None:
    ours = cardkit.start(peaks_derived.GAME, seats=seats, options={"cards": 5}, seed="peaks")
    theirs = cardkit.start(peaks_by_hand.GAME, seats=seats, options={"cards": 5}, seed="peaks")
    while ours.actors:
        move, other = ours.legal()[-1], theirs.legal()[-1]
        assert move.card == other.card
        ours, theirs = ours.play(move), theirs.play(other)

        assert ours.state.hands == theirs.state.hands
        assert ours.state.points == theirs.state.table.points
        for viewer in (None, *range(seats)):
            seen, known = ours.view(viewer), theirs.view(viewer)
            assert tuple(map(len, seen.hands)) == known.sizes
            assert (None if viewer is None else seen.hands[viewer]) == known.hand
    assert ours.outcome == theirs.outcome


def test_both_imagine_the_same_states() -> None:
    """Three cards are left: all ways in which they may lie come up in both."""
    ours = cardkit.start(peaks_derived.GAME, seats=4, options={"cards": 5}, seed="peaks")
    theirs = cardkit.start(peaks_by_hand.GAME, seats=4, options={"cards": 5}, seed="peaks")
    for _ in range(17):
        ours, theirs = ours.play(ours.legal()[0]), theirs.play(theirs.legal()[0])
    mine, other, chance = ours.memory(0), theirs.memory(0), RunningChance("both")
    hands = {peaks_derived.GAME.imagine(mine, chance).hands for _ in range(500)}

    assert hands == {peaks_by_hand.GAME.imagine(other, chance).hands for _ in range(500)}


def test_the_derived_one_keeps_the_laws() -> None:
    check_game(peaks_derived.GAME, options=[peaks_derived.Options()], seats=[2], matches=1)


def test_all_that_is_derived_is_measured() -> None:
    matches = matches_of(peaks_derived.GAME, peaks_derived.Options(), matches=1)

    counted = {name: job() for name, job in jobs(peaks_derived.GAME, matches).items()}

    events, viewers = 1 + 4 * 3, 5
    assert counted == {
        "evolve": events,
        "view": events * viewers,
        "glimpse": events * viewers,
        "remember": events * viewers,
        "imagine": events * viewers,
    }
