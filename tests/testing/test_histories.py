"""Rigged histories differ from the true one by what was rigged, and by nothing else."""

import attrs
import pytest

from cardkit.chance import SeededChance
from cardkit.testing import comparison
from cardkit.testing.exchanges import Exchanges
from cardkit.testing.histories import UNRIGGED, Draw, RiggedChance, draws_of, history, rigged_history
from cardkit.testing.shown_texts import ShownText
from cardkit.testing.trial import play_at_random
from tests.testing.tiny import TINY, Options, State

TRIAL = play_at_random(TINY, 2, Options(), "worlds")
TRUE = SeededChance("seed", 5)
SHUFFLE = Draw(5, "deck", 4, shuffles=True)
DIE = Draw(5, "die", 6, shuffles=False)


def test_an_unrigged_chance_draws_as_the_true_one() -> None:
    chance = RiggedChance(TRUE, UNRIGGED)

    assert chance.shuffle("deck", "abcd") == TRUE.shuffle("deck", "abcd")
    assert chance.at(7).below("die", 6) == TRUE.at(7).below("die", 6)


def test_every_way_to_draw_is_rigged() -> None:
    draws = {name for name in vars(SeededChance) if not name.startswith("_")} - {"seed", "version", "at"}

    assert draws == {"below", "shuffle"}
    assert draws <= {*vars(RiggedChance)}


def test_its_seed_reads_otherwise() -> None:
    assert RiggedChance(TRUE, UNRIGGED).seed != TRUE.seed
    assert RiggedChance(TRUE, UNRIGGED).at(7).seed == RiggedChance(TRUE, UNRIGGED).seed


def test_an_exchange_swaps_two_places_of_one_shuffle() -> None:
    chance = RiggedChance(TRUE, UNRIGGED.exchange(SHUFFLE, 0, 3))
    first, *middle, last = TRUE.shuffle("deck", "abcd")

    assert chance.shuffle("deck", "abcd") == (last, *middle, first)
    assert chance.shuffle("other", "abcd") == TRUE.shuffle("other", "abcd")
    assert chance.at(6).shuffle("deck", "abcd") == TRUE.at(6).shuffle("deck", "abcd")


def test_a_shift_moves_a_number_on() -> None:
    chance = RiggedChance(TRUE, UNRIGGED.shift(DIE, 4).shift(DIE, 1))

    assert chance.below("die", 6) == (TRUE.below("die", 6) + 5) % 6


def test_the_draws_of_a_match_are_noted() -> None:
    draws = draws_of(TRIAL)

    assert draws[0] == Draw(0, "deal", 8, shuffles=True)
    assert all(draw.label in {"deal", "die"} for draw in draws)


def test_the_history_of_the_true_chance_is_the_match() -> None:
    again = [*history(TRIAL, SeededChance(TRIAL.source))]

    assert [match.state for match in again] == [match.state for match in TRIAL.steps]


def test_a_rigged_history_is_the_same_up_to_what_is_rigged() -> None:
    late = draws_of(TRIAL)[-1]
    rig = UNRIGGED.exchange(late, 0, 1) if late.shuffles else UNRIGGED.shift(late, 1)

    for match, true in zip(rigged_history(TRIAL, rig), TRIAL.steps, strict=False):
        assert (match is true) == (true.version <= late.version)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_walk_by_exchanges_keeps_what_the_viewer_saw_and_changes_the_rest(viewer: int | None) -> None:
    step = 3
    walk = Exchanges(TRIAL, viewer, step, SeededChance("walk"), moves=False)

    found = [walk.walk(20) for _ in range(10)]

    assert len({match.state for match in found}) > 1
    assert {match.glimpses(viewer) for match in found} == {TRIAL.steps[step].glimpses(viewer)}


def test_a_walk_comes_to_every_place_that_fits() -> None:
    """Seat 0 holds two of eight cards: the other hand may be any two of six."""
    opening = attrs.evolve(TRIAL, turns=())
    walk = Exchanges(opening, 0, 0, SeededChance("walk"))

    states = [walk.walk(4).state for _ in range(300)]

    assert len({state.hands[1] for state in states if isinstance(state, State)}) == 15


@pytest.mark.parametrize("first", [0, 2])
def test_what_can_be_taken_back_is_judged_by_what_a_spectator_knew_before(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """from the world's first match on, whichever are looked at"""

    def noted(match: object, common: object) -> list[ShownText]:
        return [("undo", "", repr(common))]

    monkeypatch.setattr(comparison, "verdict_texts", noted)
    world = comparison.World(TRIAL.steps[first:], (), first)
    for step in range(first, len(TRIAL.steps), 2):
        assert world.match(step) is TRIAL.steps[step]
        before = TRIAL.steps[step].previous
        memory = TINY.blank(None) if before is None else before.memory(None)
        assert world.shown(step, 0)[-1] == ("undo", "", repr(memory))
    assert world.match(len(TRIAL.steps)) is None
