"""The χ² test gives the textbook's values, and tells even draws from crooked ones."""

from collections import Counter
from itertools import combinations

import pytest

from cardkit.chance import SeededChance
from cardkit.opening import begin
from cardkit.testing import fit, uniform
from cardkit.testing.uniform import alike, tail
from tests.testing.tiny import DECK, TINY, Options, imagine


@pytest.mark.parametrize(
    ("square", "freedom", "likelihood"),
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (7.815, 3, 0.05),
        (18.307, 10, 0.05),
        (6.635, 1, 0.01),
        (37.566, 20, 0.01),
    ],
)
def test_the_tail_is_that_of_the_tables(square: float, freedom: int, likelihood: float) -> None:
    assert tail(square, freedom) == pytest.approx(likelihood, rel=0.002)


def test_nothing_is_as_even_as_it_could_be_by_less_than_nothing() -> None:
    assert tail(0.0, 5) == 1.0
    assert tail(5_000.0, 5) == pytest.approx(0.0)


def test_a_fair_die_is_even() -> None:
    throws = [SeededChance("die", number).below("die", 6) for number in range(600)]

    assert uniform(throws, range(6)) > 1e-4


def test_a_loaded_die_is_not() -> None:
    throws = [min(SeededChance("die", number).below("die", 7), 5) for number in range(600)]

    assert uniform(throws, range(6)) < 1e-4


def test_faces_may_weigh_otherwise() -> None:
    throws = [min(SeededChance("die", number).below("die", 7), 5) for number in range(600)]

    assert fit(throws, {0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 2}) > 1e-4


def test_a_sample_that_is_no_face_is_impossible() -> None:
    assert uniform([1, 2, 7], range(6)) == 0.0


def test_a_test_takes_faces() -> None:
    with pytest.raises(ValueError, match="weight above 0"):
        uniform([1], [])


def test_the_tiny_game_imagines_evenly() -> None:
    match = begin(TINY, 3, Options(), "even", None)
    memory = match.memory(0)
    hidden = [card for card in DECK if card not in memory.hand]
    faces = {
        (tuple(sorted(left)), tuple(sorted(right)))
        for left in combinations(hidden, 2)
        for right in combinations([card for card in hidden if card not in left], 2)
    }

    imagined = [imagine(memory, SeededChance("even", number)).hands[1:] for number in range(30 * len(faces))]

    assert uniform(imagined, faces) > 1e-4


def test_draws_of_one_kind_are_alike() -> None:
    one, other = (
        Counter(SeededChance(seed, n).below("die", 6) for n in range(600)) for seed in ("one", "other")
    )

    assert alike(one, other) > 1e-4


def test_draws_of_two_kinds_are_not() -> None:
    one = Counter(SeededChance("one", number).below("die", 6) for number in range(600))
    other = Counter(SeededChance("other", number).below("die", 5) for number in range(600))

    assert alike(one, other) < 1e-9


def test_what_is_always_the_same_is_alike() -> None:
    assert alike({"b7": 200}, {"b7": 200}) == 1.0


def test_rare_faces_are_counted_together() -> None:
    """One by one they would say nothing: each came up but once."""
    one, other = ({f"{side}{number}": 1 for number in range(200)} for side in "ab")

    assert alike(one, other) == 1.0
