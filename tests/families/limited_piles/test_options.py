"""The options of the games: what is refused, and in which words."""

from typing import Final
from unittest.mock import ANY

import pytest

from cardkit.families.limited_piles.messages import C, K, Opened
from cardkit.rejections import InvalidOption
from tests.families.limited_piles.games import each_game
from tests.families.limited_piles.scenes import O, Scenes
from tests.games.listed import untyped
from tests.refusals import names_all

NO_SEAT: Final[list[object]] = [-1, True, "0", "Random", ANY]
NO_ROUNDS: Final[list[object]] = [0, 13, True, "4", ANY]


@each_game
def test_a_first_leader_that_is_no_seat_is_refused(of: Scenes[C, K, O]) -> None:
    """rules 8, 11.10"""
    for value in NO_SEAT:
        with pytest.raises(InvalidOption) as refusal:
            of.start(4, {of.option: value})
        assert names_all(refusal.value, of.option, value, "a seat (0 is the first) or 'random'")


@each_game
@pytest.mark.parametrize(("seats", "value"), [(3, 3), (4, 4), (5, 5), (6, 6), (3, 5), (4, 2**70)])
def test_a_first_leader_whom_the_table_does_not_have_is_refused(
    of: Scenes[C, K, O], seats: int, value: int
) -> None:
    """rules 8, 11.10"""
    with pytest.raises(InvalidOption) as refusal:
        of.start(seats, {of.option: value})

    assert names_all(refusal.value, of.option, value, f"a seat from 0 to {seats - 1}, or 'random'")


@each_game
def test_rounds_out_of_range_or_of_a_wrong_type_are_refused(of: Scenes[C, K, O]) -> None:
    """rules 8, 11.10"""
    for value in NO_ROUNDS:
        with pytest.raises(InvalidOption) as refusal:
            of.start(4, {"rounds": value})
        assert names_all(refusal.value, "rounds", value, "a whole number from 1 to 12")


@each_game
def test_the_class_of_options_refuses_the_same(of: Scenes[C, K, O]) -> None:
    """rules 11.10: however the match is started"""
    for field, values in ((of.option, NO_SEAT), ("rounds", NO_ROUNDS)):
        for value in values:
            with pytest.raises(InvalidOption) as refusal:
                untyped(of.game.options)(**{field: value})
            assert refusal.value.field == field
            assert refusal.value.value is value


@each_game
@pytest.mark.parametrize("rounds", range(1, 13))
def test_one_to_twelve_rounds_are_accepted(of: Scenes[C, K, O], rounds: int) -> None:
    """rules 8"""
    assert of.start(3, {"rounds": rounds}).events[1] == Opened(3, 0, rounds)
    assert of.start(3, untyped(of.game.options)(rounds=rounds)) == of.start(3, {"rounds": rounds})


@each_game
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_seat_of_the_table_and_random_are_accepted(of: Scenes[C, K, O], seats: int) -> None:
    """rules 8"""
    for seat in range(seats):
        assert of.start(seats, of.led(seat)).events[1] == Opened(seats, seat, of.rounds(seats))
    options = of.start(seats, of.led("random")).header.options
    assert options == untyped(of.game.options)(**{of.option: "random"})


@each_game
@pytest.mark.parametrize("rounds", [1, 2, 7, 12])
def test_a_match_is_as_long_as_its_rounds_say(of: Scenes[C, K, O], rounds: int) -> None:
    """ruling 5, rules 8: and `bound` says beforehand how long"""
    for seats in (3, 4, 6):
        made = of.steps(of.start(seats, {"rounds": rounds}))
        bound = of.game.bound(seats, made[0].header.options)

        assert len(made) - 1 == of.plays(seats) * rounds == bound
        assert made[0].view(None).table.rounds == rounds
