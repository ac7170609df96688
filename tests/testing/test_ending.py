"""Law 8 finds a match that doesn't end as promised, and breaks for nothing else."""

from cardkit.seats import Outcome, ranked
from cardkit.testing import Law
from cardkit.worth import by_points
from tests.testing.plants import laws_broken_by, variant
from tests.testing.tiny import State, outcome

ONLY_ENDING = {Law.ENDING}


def test_a_match_longer_than_its_bound_is_found() -> None:
    game = variant(bound=lambda seats, options: 2 * seats * options.deals - 1)

    assert laws_broken_by(game) == ONLY_ENDING


def test_a_match_that_is_over_has_an_outcome() -> None:
    assert laws_broken_by(variant(outcome=lambda state: None)) == ONLY_ENDING


def test_ranks_count_the_seats_that_did_better() -> None:
    def dense(state: State) -> Outcome | None:
        true = outcome(state)
        return true and Outcome(true.totals, tuple(rank + 1 for rank in true.ranks), true.winners)

    assert laws_broken_by(variant(outcome=dense)) == ONLY_ENDING


def test_an_outcome_has_all_seats() -> None:
    def partial(state: State) -> Outcome | None:
        return None if outcome(state) is None else Outcome(state.totals[:1], (1,), (0,))

    assert laws_broken_by(variant(outcome=partial)) == ONLY_ENDING


def test_a_match_is_worth_a_number_from_0_to_1_to_each_seat() -> None:
    assert laws_broken_by(variant(worth=lambda outcome: (1.5,) * len(outcome.totals))) == ONLY_ENDING
    assert laws_broken_by(variant(worth=lambda outcome: (0.5,))) == ONLY_ENDING
    assert laws_broken_by(variant(worth=by_points(0, 10))) == set()


def test_a_shared_result_is_the_same_for_all_seats() -> None:
    def together(state: State) -> Outcome | None:
        true = outcome(state)
        return true and ranked((sum(true.totals),) * len(true.totals), (0,) * len(true.totals))

    assert laws_broken_by(variant(shared=True, worth=by_points(0, 10))) == ONLY_ENDING
    assert laws_broken_by(variant(shared=True, worth=by_points(0, 10), outcome=together)) == set()
