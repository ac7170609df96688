"""The options of the games, and their numbers of players: what is refused, and in which words."""

from collections import OrderedDict
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Never
from unittest.mock import ANY

import attrs
import pytest

from cardkit.chance import Chance
from cardkit.families.limited_piles.messages import C, Event, K, Opened
from cardkit.opening import begin
from cardkit.rejections import CardkitError, Invalid, InvalidOption
from tests.families.limited_piles.games import each_game
from tests.families.limited_piles.scenes import O, Scenes
from tests.games.listed import untyped
from tests.refusals import names_all


class Text(str):
    """A text of another class."""


@attrs.frozen
class OtherOptions:
    """The options of another game."""

    rounds: int = 4


NO_SEAT: Final[list[object]] = [
    -1, -(2**70), True, False, 0.0, 1.5, float("nan"), "0", "", "Random", "random ", "seat 0", b"random",
    (), (0,), [], [0], {}, {"seat": 0}, object(), int, 1j, Text("random"), ANY,
]  # fmt: skip

NO_ROUNDS: Final[list[object]] = [
    0, -1, 13, 2**70, True, False, 4.0, 2.5, float("nan"), "4", "", "random", "all", b"4",
    (), (4,), [], [4], {}, range(4), object(), int, 4j, ANY,
]  # fmt: skip

NO_SEATS: Final[list[object]] = [
    None, 0, 1, 2, 7, -3, 2**70, True, 4.0, 3.5, float("nan"), "4", "", b"4", (), (4,), [], range(4), {},
    object(), int,
]  # fmt: skip

NO_OPTIONS: Final[list[object]] = [
    4, 0, True, False, 1.0, "rounds", "", b"", (), [], [("rounds", 4)], {"rounds"}, object(), OtherOptions(),
]  # fmt: skip


def refused(of: Scenes[C, K, O], seats: object, options: object) -> Invalid:
    """Return the refusal; the game wasn't opened."""
    asked: list[int] = []

    def opening(seats: int, options: O, chance: Chance) -> tuple[Event[C, K, Never], ...]:
        asked.append(seats)
        return ()

    with pytest.raises(Invalid) as refusal:
        untyped(begin)(untyped(attrs.evolve)(of.game, open=opening), seats, options, "a seed", None)
    assert not asked
    return refusal.value


@each_game
def test_a_first_leader_that_is_no_seat_is_refused(of: Scenes[C, K, O]) -> None:
    """rules 8, 11.10"""
    for value in NO_SEAT:
        refusal = refused(of, 4, {of.option: value})
        assert isinstance(refusal, InvalidOption)
        assert names_all(refusal, of.option, value, "a seat (0 is the first) or 'random'")


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
        refusal = refused(of, 4, {"rounds": value})
        assert isinstance(refusal, InvalidOption)
        assert names_all(refusal, "rounds", value, "a whole number from 1 to 12")


@each_game
def test_a_number_of_players_out_of_range_or_of_a_wrong_type_is_refused(of: Scenes[C, K, O]) -> None:
    """rules 2.1, 11.10"""
    for value in NO_SEATS:
        assert names_all(refused(of, value, None), "seats", value, "a number of players from 3 to 6")


@each_game
@pytest.mark.parametrize("name", ["round", "Rounds", "rounds ", "", "seats", "seed", "first dealer"])
@pytest.mark.parametrize("value", [4, None])
def test_an_unknown_option_is_refused_even_without_a_value(
    of: Scenes[C, K, O], name: str, value: object
) -> None:
    """rules 11.10"""
    refusal = refused(of, 4, {"rounds": 4, name: value})

    assert isinstance(refusal, InvalidOption)
    assert str(refusal).startswith(f"unknown option {name!r}; ")
    assert (refusal.field, refusal.value, refusal.accepted) == (name, value, f"{of.option}, rounds")


@each_game
@pytest.mark.parametrize("name", [None, 1, ("rounds",), b"rounds"])
def test_an_option_whose_name_is_no_text_is_refused(of: Scenes[C, K, O], name: object) -> None:
    """rules 11.10"""
    refusal = refused(of, 4, {name: 4})

    assert str(refusal).startswith(f"unknown option {str(name)!r}; ")
    assert str(refusal).endswith(f"{of.game.key} has: {of.option}, rounds")


@each_game
def test_options_that_are_no_options_are_refused(of: Scenes[C, K, O]) -> None:
    """rules 11.10"""
    for options in NO_OPTIONS:
        refusal = refused(of, 4, options)
        accepted = f"names and values; {of.game.key} has: {of.option}, rounds"
        assert isinstance(refusal, InvalidOption)
        assert names_all(refusal, "options", options, accepted)


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
def test_null_means_not_given(of: Scenes[C, K, O]) -> None:
    """rules 11.10"""
    given: list[O | Mapping[str, object] | None] = [
        None, {}, {"rounds": None}, {of.option: None}, {"rounds": None, of.option: None}, of.game.options(),
        MappingProxyType({}), OrderedDict[str, object](rounds=None),
    ]  # fmt: skip
    for options in given:
        match = of.start(5, options)

        assert match == of.start(5)
        assert match.header.options == of.game.options()
        assert match.events[1] == Opened(5, 0, of.rounds(5))


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


@each_game
def test_a_refusal_is_one_of_cardkits_own_errors(of: Scenes[C, K, O]) -> None:
    with pytest.raises(CardkitError):
        of.start(4, {"rounds": 0})


@each_game
def test_options_cannot_be_changed_afterwards(of: Scenes[C, K, O]) -> None:
    """rules 11.9"""
    given: dict[str, object] = {"rounds": 2}
    match = of.start(3, given)
    given["rounds"] = 9

    options: object = match.header.options
    assert options == untyped(of.game.options)(rounds=2)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(options, "rounds", 9)  # noqa: B010  # that it's frozen is what is tested
