"""The plain yardstick of Friday 13 plays by the rules."""

import random

import pytest

from bench.plain_friday13 import GAME
from bench.plain_parts import shuffled
from tests.bench.scripts import scripted


def test_the_deck_has_fifty_three_cards() -> None:
    assert len(GAME.deck) == 53
    assert [GAME.deck.count(name) for name in dict.fromkeys(GAME.deck)] == [1, 3, 3, 2, 3, 3] * 3 + [8]


def test_the_most_of_a_kind_are_free_and_fridays_are_always_paid() -> None:
    counts = ((2, 4, 0, 3), (5, 1, 4, 2), (5, 3, 3, 0))
    heaps = [["c1"] * c + ["m1"] * m + ["l1"] * lad + ["f4"] * f for c, m, lad, f in counts]

    assert GAME.score(heaps) == [8, 10, 11]


def test_a_friday_to_exactly_thirteen_and_a_zero_on_it_are_safe() -> None:
    """m7, m2, f4 and m0 make 13; seat 1's m1 takes the four: mirrors are free, the Friday not."""
    away = "f4 f4 f4 f4"
    hands = (hand.split() for hand in ("m7 m0 c1 c1", "m2 m1 l1 l1", "f4 l2 c2 c2", away))
    deck = [name for lap in zip(*hands, strict=True) for name in lap]
    choose = scripted((3, 2), (3, 2), (5, 2), (2, 1), (2, 1), (2, 1), *[(1, 0)] * 6)

    assert GAME.play(lambda _: deck, choose, seats=3, rounds=1) == (12, (0, 2, 0))


@pytest.mark.parametrize(("seats", "turns"), [(3, 40), (4, 53), (5, 53), (6, 53)])
def test_random_matches_end_with_all_hands_played(seats: int, turns: int) -> None:
    """The choices are those of `playouts`, which plays the same matches."""
    rng, moves = random.Random(seats), 0
    for _ in range(20):
        made, totals = GAME.play(lambda _: shuffled(GAME.deck, rng), lambda n: int(rng.random() * n), seats)
        assert made == 4 * turns
        assert len(totals) == seats
        assert 0 <= sum(totals) <= 4 * (45 + 2 * 8)
        moves += made

    assert GAME.playouts(20, seats, random.Random(seats)) == moves
