"""The plain yardstick of 13 plays by the rules."""

import random

import pytest

from bench.plain_parts import shuffled
from bench.plain_thirteen import GAME
from tests.bench.scripts import scripted


def test_the_deck_has_fifty_cards() -> None:
    assert len(GAME.deck) == 50
    assert [GAME.deck.count(name) for name in dict.fromkeys(GAME.deck)] == [3, 3, 2, 3, 3] * 3 + [8]


def test_the_most_of_a_colour_are_free_and_nasty_fours_are_always_paid() -> None:
    counts = ((3, 2, 0, 1), (0, 6, 2, 0), (2, 5, 6, 2), (6, 1, 6, 4))
    heaps = [["b1"] * b + ["y1"] * y + ["g1"] * g + ["n4"] * n for b, y, g, n in counts]

    assert GAME.score(heaps) == [7, 2, 17, 15]


def test_exactly_thirteen_is_safe_and_the_next_card_takes_all_three() -> None:
    """b7, b2 and a nasty four make 13; seat 1's b4 takes them: blue is free, the nasty not."""
    seat_1, seat_2, seat_0 = "b7 b4 y1 y1 y1", "b2 y2 g1 g1 g1", "n4 b1 g2 g2 g2"
    hands = (hand.split() for hand in (seat_1, seat_2, seat_0))
    deck = [name for lap in zip(*hands, strict=True) for name in lap]
    choose = scripted((3, 1), (3, 0), (5, 2), (2, 0), (2, 1), (2, 0), *[(1, 0)] * 9)

    assert GAME.play(lambda _: deck, choose, seats=3, rounds=1) == (15, (0, 2, 0))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_matches_end_with_all_cards_played(seats: int) -> None:
    """The choices are those of `playouts`, which plays the same matches."""
    rng, moves = random.Random(seats), 0
    for _ in range(20):
        made, totals = GAME.play(lambda _: shuffled(GAME.deck, rng), lambda n: int(rng.random() * n), seats)
        rounds = 6 if seats == 3 else seats
        assert made == 50 * rounds
        assert len(totals) == seats
        assert 0 <= sum(totals) <= rounds * (42 + 2 * 8)
        moves += made

    assert GAME.playouts(20, seats, random.Random(seats)) == moves
