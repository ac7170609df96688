"""Law 8 finds a match that doesn't end as promised, and breaks for nothing else."""

from cardkit.seats import Outcome
from cardkit.testing import Law
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
