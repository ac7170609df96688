"""House rules: what options accept, and how a match's options are made."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal
from unittest.mock import ANY

import attrs
import pytest

from cardkit.options import Choice, Flag, SeatOrRandom, Whole, checked_seat, options_document, options_from
from cardkit.rejections import CardkitError, Invalid, InvalidOption, UnknownOption


@attrs.frozen(kw_only=True)
class House:
    """Options of a game that doesn't exist."""

    first: int | Literal["random"] = attrs.field(default=0, validator=SeatOrRandom())
    rounds: int = attrs.field(default=3, validator=Whole(1, 9))
    limit: int | None = attrs.field(default=None, validator=Whole(-5, 5, optional=True))
    open_hands: bool = attrs.field(default=False, validator=Flag())
    order: Literal["random", "rising", "falling"] = attrs.field(
        default="random", validator=Choice("random", "rising", "falling")
    )


@attrs.frozen
class Bare:
    """A game without options."""


class Text(str):
    """A text of another class."""


class Number(int):
    """A number of another class."""


class Bulky:
    """Compares like an array: a truth value is not to be had."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("the truth value is ambiguous")

    __hash__ = None  # type: ignore[assignment]  # as arrays have none


ODD: Final[list[object]] = [
    1.0, float("nan"), 1j, "1", "", b"1", (), (1,), [], [1], {}, {1}, object(), int, Number(1), ANY, Bulky(),
]  # fmt: skip


def name(value: object) -> str:
    """Return a name that is the same in every process, unlike one with an address."""
    return repr(value).partition(" at 0x")[0]


def house(field: str, value: object, kind: Callable[..., House] = House) -> House:
    return kind(**{field: value})


def refused(field: str, value: object) -> InvalidOption:
    with pytest.raises(InvalidOption) as refusal:
        house(field, value)
    assert refusal.value.field == field
    assert refusal.value.value is value
    assert str(refusal.value).startswith(f"{field}: ")
    assert str(refusal.value).endswith(f" is invalid; expected {refusal.value.accepted}")
    return refusal.value


@pytest.mark.parametrize("value", range(1, 10))
def test_a_whole_number_within_its_bounds_is_accepted(value: int) -> None:
    assert house("rounds", value).rounds == value


@pytest.mark.parametrize("value", [0, 10, -1, 2**70, -(2**70), None, True, False, *ODD], ids=name)
def test_a_whole_number_out_of_its_bounds_or_of_another_type_is_refused(value: object) -> None:
    assert refused("rounds", value).accepted == "a whole number from 1 to 9"


@pytest.mark.parametrize("value", [None, -5, 0, 5])
def test_an_optional_number_may_be_none(value: int | None) -> None:
    assert house("limit", value).limit == value


@pytest.mark.parametrize("value", [-6, 6, True, False, *ODD], ids=name)
def test_an_optional_number_is_bounded_all_the_same(value: object) -> None:
    assert refused("limit", value).accepted == "a whole number from -5 to 5"


@pytest.mark.parametrize("value", [True, False])
def test_a_flag_is_true_or_false(value: bool) -> None:
    assert house("open_hands", value).open_hands is value


@pytest.mark.parametrize("value", [None, 0, 1, "true", "yes", *ODD], ids=name)
def test_a_flag_of_another_type_is_refused(value: object) -> None:
    assert refused("open_hands", value).accepted == "true or false"


@pytest.mark.parametrize("value", [0, 1, 99, "random"])
def test_a_first_seat_is_a_number_or_random(value: object) -> None:
    assert house("first", value).first == value


@pytest.mark.parametrize("value", [-1, None, True, False, "Random", Text("random"), *ODD], ids=name)
def test_a_first_seat_of_another_type_is_refused(value: object) -> None:
    assert refused("first", value).accepted == "a seat (0 is the first) or 'random'"


@pytest.mark.parametrize("value", ["random", "rising", "falling"])
def test_a_choice_takes_each_of_its_texts(value: str) -> None:
    assert house("order", value).order == value


@pytest.mark.parametrize("value", ["Random", "rising ", Text("random"), None, True, 0, *ODD], ids=name)
def test_a_choice_refuses_all_else_and_names_its_texts(value: object) -> None:
    refusal = refused("order", value)

    assert refusal.accepted == "'random', 'rising' or 'falling'"


@pytest.mark.parametrize("texts", [(), ("random",), ("random", "random")])
def test_a_choice_is_between_different_texts(texts: tuple[str, ...]) -> None:
    with pytest.raises(TypeError, match="a choice needs two texts or more, all different"):
        Choice(*texts)


def test_a_seat_of_the_table_is_checked_when_the_table_is_known() -> None:
    assert [checked_seat("first", seat, 3) for seat in range(3)] == [0, 1, 2]
    for seat in (3, 4, 2**70):
        with pytest.raises(InvalidOption) as refusal:
            checked_seat("first", seat, 3)
        accepted = "a seat from 0 to 2, or 'random'"
        assert (refusal.value.field, refusal.value.value, refusal.value.accepted) == ("first", seat, accepted)


@pytest.mark.parametrize(
    ("given", "options"),
    [
        (None, House()),
        ({}, House()),
        ({"rounds": 5}, House(rounds=5)),
        (
            {"rounds": 5, "open_hands": True, "first": "random"},
            House(rounds=5, open_hands=True, first="random"),
        ),
        (MappingProxyType({"limit": -5}), House(limit=-5)),
        ({"rounds": None, "open_hands": None, "first": None, "limit": None}, House()),
        ({"rounds": None, "first": 2}, House(first=2)),
        (House(rounds=9), House(rounds=9)),
    ],
    ids=repr,
)
def test_options_are_made_of_names_and_values(
    given: House | Mapping[str, object] | None, options: House
) -> None:
    """none means not given: the default holds"""
    assert options_from(House, given, "toy") == options


def test_options_given_ready_made_are_taken_as_they_are() -> None:
    options = House(rounds=2)

    assert options_from(House, options, "toy") is options


@pytest.mark.parametrize("value", [3, None])
def test_an_option_that_the_game_does_not_have_is_refused(value: object) -> None:
    with pytest.raises(InvalidOption) as refusal:
        options_from(House, {"rounds": 3, "round": value}, "toy")

    known = "first, rounds, limit, open_hands, order"
    assert str(refusal.value) == f"unknown option 'round'; did you mean 'rounds'? toy has: {known}"
    assert (refusal.value.field, refusal.value.value, refusal.value.accepted) == ("round", value, known)


def test_an_unknown_option_like_none_of_the_games_is_refused_without_a_hint() -> None:
    with pytest.raises(UnknownOption, match=r"^unknown option 'zzz'; toy has: first, rounds, limit"):
        options_from(House, {"zzz": 1}, "toy")


def test_a_game_without_options_says_so() -> None:
    assert options_from(Bare, {}, "toy") == options_from(Bare, None, "toy") == Bare()
    with pytest.raises(UnknownOption, match=r"^unknown option 'rounds'; toy has no options$"):
        options_from(Bare, {"rounds": 3}, "toy")


@pytest.mark.parametrize("given", [3, "rounds", [("rounds", 3)], [], "", 0, False, Bare(), House], ids=name)
def test_what_is_no_mapping_is_refused(given: object) -> None:
    make: Callable[..., House] = options_from
    with pytest.raises(InvalidOption) as refusal:
        make(House, given, "toy")

    known = "toy has: first, rounds, limit, open_hands, order"
    assert (refusal.value.field, refusal.value.value) == ("options", given)
    assert refusal.value.accepted == f"names and values; {known}"


def test_a_wrong_value_among_names_and_values_is_refused_by_its_option() -> None:
    with pytest.raises(InvalidOption, match=r"^rounds: 0 is invalid; expected a whole number from 1 to 9$"):
        options_from(House, {"open_hands": True, "rounds": 0}, "toy")


def test_a_long_value_is_shortened_in_the_text_and_whole_in_the_data() -> None:
    value = "x" * 1000
    refusal = refused("rounds", value)

    assert refusal.value == value
    assert len(str(refusal)) < 140


def test_refused_options_are_errors_of_cardkits_own() -> None:
    assert issubclass(InvalidOption, Invalid)
    assert issubclass(Invalid, CardkitError)


def test_options_as_a_document_are_what_they_are_made_of() -> None:
    options = House(rounds=2)

    assert options_from(House, options_document(options), "toy") == options
