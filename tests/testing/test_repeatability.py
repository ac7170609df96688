"""Law 10 finds a log that comes out otherwise the next time, here or in another process."""

from itertools import count

from cardkit.chance import Chance, SeededChance
from cardkit.rejections import Rejected
from cardkit.seats import Seat
from cardkit.testing import Law, examine
from tests.testing.plants import laws_broken_by, variant
from tests.testing.tiny import TINY, Event, Move, State, Thrown, decide

ONLY_REPEATABILITY = {Law.REPEATABILITY}


def test_a_decision_that_depends_on_those_before_can_not_be_repeated() -> None:
    numbers = count()

    def forgetful(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        return decide(state, seat, move, SeededChance("own", next(numbers)))

    assert laws_broken_by(variant(decide=forgetful)) == ONLY_REPEATABILITY


def by_hash(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
    first, *others = decide(state, seat, move, chance)
    if isinstance(first, Thrown):
        first = Thrown(seat, 1 + hash(f"{state.moved}") % 6)
    return (first, *others)


HASHED = variant(decide=by_hash)


def test_a_decision_that_depends_on_the_hash_of_a_text_can_not_be_repeated_elsewhere() -> None:
    assert (
        laws_broken_by(HASHED, importable=f"{__name__}:HASHED", laws=ONLY_REPEATABILITY) == ONLY_REPEATABILITY
    )


def test_a_game_that_other_processes_can_not_find_is_named() -> None:
    assert (
        laws_broken_by(TINY, importable="tests.testing.tiny:HUGE", laws=ONLY_REPEATABILITY)
        == ONLY_REPEATABILITY
    )


def test_a_decision_that_is_refused_the_next_time_can_not_be_repeated() -> None:
    decided: set[tuple[State, Move]] = set()

    def once(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        if (state, move) in decided:
            raise Rejected("not_again", "this was decided before")
        decided.add((state, move))
        return decide(state, seat, move, chance)

    (breach,) = examine(variant(decide=once), matches=1, laws={Law.REPEATABILITY}).broken

    assert "raised Rejected: this was decided before" in str(breach)
