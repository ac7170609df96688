"""The plain yardstick of Push plays by the rules."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bench.plain_parts import shuffled
from bench.plain_push import COLOURS, DECK, play, playouts, score
from tests.bench.scripts import scripted

if TYPE_CHECKING:
    from collections.abc import Callable

RED, BLUE, STAR = 0, 1, 5


def rolls(*faces: int) -> Callable[[], int]:
    return iter(faces).__next__


def test_the_deck_has_a_hundred_and_twenty_cards() -> None:
    assert len(DECK) == 120
    assert [DECK.count(name) for name in dict.fromkeys(DECK)] == [3] * 30 + [18, 12]


def test_open_and_secured_numbers_count_alike() -> None:
    open_ = {colour: list[str]() for colour in COLOURS} | {"r": ["r4", "r2"], "y": ["y2"]}

    assert score(open_, ["r5"]) == 13


def test_a_yellow_two_fits_only_where_neither_a_two_nor_a_yellow_card_lies() -> None:
    """With it the stock is out: the turn stops by itself, and seat 1 leaves the r2 to nobody."""
    deck = ["r2", "y5", "g4", "y2"]
    on, places = (2, 1), [(1, 0), (2, 1), (3, 2), (1, 0)]
    choose = scripted((1, 0), places[0], on, places[1], on, places[2], on, places[3], (3, 2), (2, 1))

    assert play(lambda _: deck, choose, seats=2, roll=rolls()) == (10, (6, 5))


def test_the_die_takes_the_open_cards_of_its_colour_and_no_secured_ones() -> None:
    """Seat 0 secures its r5, then takes an r6 with a die card and rolls red."""
    deck = ["r5", "g1", "b3", "r6", "die"]
    place_stop_take = [(1, 0), (2, 0), (1, 0)]
    choose = scripted(
        *[(1, 0), *place_stop_take],  # seat 0: r5
        *[(1, 0), *place_stop_take],  # seat 1: g1
        (2, 0),  # seat 0 secures red
        *[(2, 1), *place_stop_take],  # seat 1: b3
        *[(1, 0), (1, 0), (2, 1), (2, 0), (1, 0)],  # seat 0: r6 and die in one row
    )

    assert play(lambda _: deck, choose, seats=2, roll=rolls(RED)) == (18, (5, 4))


@pytest.mark.parametrize(("turns", "totals"), [(0, (1, 3, 2)), (1, (1, 2, 3)), (2, (1, 3, 2))])
def test_an_odd_number_of_direction_cards_lets_the_right_neighbour_take_first(
    turns: int, totals: tuple[int, int, int]
) -> None:
    deck = ["turn"] * turns + ["r1", "b2", "g3"]
    on = (2, 1)
    rows = [(1, 0), on, (2, 1), on, (3, 2)]
    choose = scripted((1, 0), *[(1, 0)] * turns, *rows, (3, 0), (2, 1), (1, 0))

    assert play(lambda _: deck, choose, seats=3, roll=rolls()) == (9 + turns, totals)


@pytest.mark.parametrize(("risk", "left"), [(False, 5), (True, 0)])
def test_a_bust_rolls_and_takes_no_row(risk: bool, left: int) -> None:
    """The fourth die card fits nowhere; seat 1 must take a row of one die card and loses its b1."""
    deck = ["r5", "b1", "die", "die", "die", "die"]
    place_stop_take = [(1, 0), (2, 0), (1, 0)]
    three_dice = [(2, 1), (1, 0), (2, 1), (1, 0), (2, 1), (1, 0), (2, 1)]
    choose = scripted((1, 0), *place_stop_take, (1, 0), *place_stop_take, *three_dice, (3, 0))

    made = play(lambda _: deck, choose, seats=2, roll=rolls(STAR, BLUE), risk=risk)

    assert made == (16, (left, 0))


def test_a_match_is_one_game() -> None:
    with pytest.raises(ValueError, match="rounds: 2"):
        play(lambda _: [], scripted(), seats=2, rounds=2, roll=rolls())


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_random_matches_end_and_nobody_owns_more_than_there_is(seats: int) -> None:
    """The choices are those of `playouts`, which plays the same matches."""
    rng, moves = random.Random(seats), 0
    for _ in range(20):
        made, totals = play(
            lambda _: shuffled(DECK, rng),
            lambda n: int(rng.random() * n),
            seats,
            roll=lambda: int(rng.random() * 6),
        )
        assert len(totals) == seats
        assert 0 <= sum(totals) <= 5 * 3 * 21
        moves += made

    assert playouts(20, seats, random.Random(seats)) == moves
