"""The options of Friday 13, and its number of players: what is refused, and in which words."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final
from unittest.mock import ANY

import attrs
import pytest

from cardkit.chance import Chance
from cardkit.games.friday13 import GAME, Event, Opened, Options
from cardkit.match import begin
from cardkit.rejections import CardkitError, Invalid, InvalidOption
from tests.games.friday13.scenes import Friday13Match, start

begun: Final[Callable[..., Friday13Match]] = begin

NAMES: Final = "first_player, rounds"
KNOWN: Final = f"friday13 has: {NAMES}"


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


def name(value: object) -> str:
    """The same in every run, as the name of a test has to be."""
    return "an object" if type(value) is object else repr(value)


def refused(seats: object, options: object) -> Invalid:
    """The refusal; the game wasn't opened."""
    asked: list[int] = []

    def opening(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
        asked.append(seats)
        return GAME.open(seats, options, chance)

    with pytest.raises(Invalid) as refusal:
        begun(attrs.evolve(GAME, open=opening), seats, options, "a seed", None)
    assert not asked
    return refusal.value


def names_all(refusal: Invalid, field: str, value: object, accepted: str) -> bool:
    """Whether it names the field, the value and what would be accepted, as data and in its text."""
    text = f"{field}: {value!r} is not accepted; it takes {accepted}"
    data = (refusal.field, refusal.accepted, str(refusal))
    return refusal.value is value and data == (field, accepted, text)


@pytest.mark.parametrize("value", NO_SEAT, ids=name)
def test_a_first_player_that_is_no_seat_is_refused(value: object) -> None:
    """rules 8, 11.10"""
    refusal = refused(4, {"first_player": value})

    assert isinstance(refusal, InvalidOption)
    assert names_all(refusal, "first_player", value, 'a seat (0 is the first) or "random"')


@pytest.mark.parametrize(("seats", "value"), [(3, 3), (4, 4), (5, 5), (6, 6), (3, 5), (4, 2**70)])
def test_a_first_player_whom_the_table_does_not_have_is_refused(seats: int, value: int) -> None:
    """rules 8, 11.10"""
    with pytest.raises(InvalidOption) as refusal:
        start(seats, {"first_player": value})

    assert names_all(refusal.value, "first_player", value, f'a seat from 0 to {seats - 1}, or "random"')


@pytest.mark.parametrize("value", NO_ROUNDS, ids=name)
def test_rounds_out_of_range_or_of_a_wrong_type_are_refused(value: object) -> None:
    """rules 8, 11.10"""
    refusal = refused(4, {"rounds": value})

    assert isinstance(refusal, InvalidOption)
    assert names_all(refusal, "rounds", value, "a whole number from 1 to 12")


@pytest.mark.parametrize("value", NO_SEATS, ids=name)
def test_a_number_of_players_out_of_range_or_of_a_wrong_type_is_refused(value: object) -> None:
    """rules 2.1, 11.10"""
    assert names_all(refused(value, None), "seats", value, "a number of players from 3 to 6")


@pytest.mark.parametrize("option", ["round", "Rounds", "rounds ", "", "seats", "seed", "first_dealer"])
@pytest.mark.parametrize("value", [4, None])
def test_an_unknown_option_is_refused_even_without_a_value(option: str, value: object) -> None:
    """rules 11.10"""
    refusal = refused(4, {"rounds": 4, option: value})

    assert isinstance(refusal, InvalidOption)
    assert (str(refusal).partition("; ")[0], refusal.accepted) == (f"unknown option {str(option)!r}", NAMES)


@pytest.mark.parametrize("option", [None, 1, ("rounds",), b"rounds"])
def test_an_option_whose_name_is_no_text_is_refused(option: object) -> None:
    """rules 11.10"""
    refusal = refused(4, {option: 4})

    assert str(refusal).startswith(f"unknown option {str(option)!r}; ")
    assert str(refusal).endswith(KNOWN)


@pytest.mark.parametrize("options", NO_OPTIONS, ids=name)
def test_options_that_are_no_options_are_refused(options: object) -> None:
    """rules 11.10"""
    refusal = refused(4, options)

    assert isinstance(refusal, InvalidOption)
    assert names_all(refusal, "options", options, f"names and values; {KNOWN}")


def options_of(field: str, value: object, kind: Callable[..., Options] = Options) -> Options:
    return kind(**{field: value})


@pytest.mark.parametrize(
    ("field", "value"),
    [*(("first_player", value) for value in NO_SEAT), *(("rounds", value) for value in NO_ROUNDS)],
    ids=name,
)
def test_the_class_of_options_refuses_the_same(field: str, value: object) -> None:
    """rules 11.10: however the match is started"""
    with pytest.raises(InvalidOption) as refusal:
        options_of(field, value)

    assert refusal.value.field == field
    assert refusal.value.value is value


@pytest.mark.parametrize(
    "options",
    [
        None,
        {},
        {"rounds": None},
        {"first_player": None},
        {"rounds": None, "first_player": None},
        Options(),
        Options(rounds=None),
        MappingProxyType[str, object]({}),
    ],
    ids=name,
)
def test_null_means_not_given(options: object) -> None:
    """rules 11.10"""
    match = begun(GAME, 5, options, "a seed", None)

    assert match == start(5)
    assert match.header.options == Options() == Options(first_player=0, rounds=None)
    assert match.events[1] == Opened(5, 0, 4)


@pytest.mark.parametrize("rounds", range(1, 13))
def test_one_to_twelve_rounds_are_accepted(rounds: int) -> None:
    """rules 8"""
    assert start(3, {"rounds": rounds}).events[1] == Opened(3, 0, rounds)
    assert start(3, Options(rounds=rounds)) == start(3, {"rounds": rounds})


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_seat_of_the_table_and_random_are_accepted(seats: int) -> None:
    """rules 8"""
    for seat in range(seats):
        assert start(seats, {"first_player": seat}).events[1] == Opened(seats, seat, 4)
    assert start(seats, {"first_player": "random"}).header.options.first_player == "random"


def test_a_refusal_is_one_of_cardkits_own_errors() -> None:
    with pytest.raises(CardkitError):
        start(4, {"rounds": 0})


def test_options_cannot_be_changed_afterwards() -> None:
    """rules 11.9"""
    given: dict[str, object] = {"rounds": 2}
    match = start(3, given)
    given["rounds"] = 9

    assert match.header.options == Options(rounds=2)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        match.header.options.rounds = 9  # type: ignore[misc]  # that it's frozen is what is tested
