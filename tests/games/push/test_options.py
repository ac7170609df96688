"""The options of Push, and its number of players: what is refused, and in which words."""

from collections.abc import Callable
from typing import Final, Never
from unittest.mock import ANY

import attrs
import pytest

from cardkit.games.push import GAME, Opened, Options
from cardkit.games.push.cards import DECK, SHORT_DECK
from cardkit.opening import begin
from cardkit.rejections import Invalid, InvalidOption
from tests.games.push.scenes import PushMatch, events, start
from tests.refusals import names_all

begun: Final[Callable[..., PushMatch]] = begin

NO_SEAT: Final[list[object]] = [
    -1, -(2**70), True, False, 0.0, 1.5, float("nan"), "0", "", "Random", "random ", "seat 0", b"random",
    (), (0,), [], [0], {}, {"seat": 0}, object(), int, 1j, ANY,
]  # fmt: skip

NO_FLAG: Final[list[object]] = [
    0, 1, -1, 0.0, 1.0, float("nan"), "", "true", "True", "yes", b"true", (), (True,), [], [True], {},
    object(), bool, ANY,
]  # fmt: skip

NO_SEATS: Final[list[object]] = [
    None, 0, 1, 7, -3, 2**70, True, 4.0, 3.5, float("nan"), "4", "", b"4", (), (4,), [], range(4), {},
]  # fmt: skip

NAMES: Final = "first_player, risk, direction_cards"
KNOWN: Final = f"push has: {NAMES}"


def refused(seats: object, options: object) -> Invalid:
    with pytest.raises(Invalid) as refusal:
        begun(GAME, seats, options, "a seed", None)
    return refusal.value


def opening(seats: int, **options: object) -> Opened[Never]:
    (first,) = events(start(seats, options))
    assert isinstance(first, Opened)
    return first


@pytest.mark.parametrize("value", NO_SEAT)
def test_a_first_player_that_is_no_seat_is_refused(value: object) -> None:
    """rules 8, 11.8"""
    refusal = refused(4, {"first_player": value})

    assert isinstance(refusal, InvalidOption)
    assert names_all(refusal, "first_player", value, "a seat (0 is the first) or 'random'")


@pytest.mark.parametrize(("seats", "value"), [(2, 2), (3, 3), (6, 6), (2, 5), (4, 2**70)])
def test_a_first_player_whom_the_table_does_not_have_is_refused(seats: int, value: int) -> None:
    """rules 8, 11.8"""
    refusal = refused(seats, {"first_player": value})

    assert isinstance(refusal, InvalidOption)
    assert names_all(refusal, "first_player", value, f"a seat from 0 to {seats - 1}, or 'random'")


@pytest.mark.parametrize("option", ["risk", "direction_cards"])
@pytest.mark.parametrize("value", NO_FLAG)
def test_a_flag_of_a_wrong_type_is_refused(option: str, value: object) -> None:
    """rules 8, 11.8"""
    refusal = refused(2, {option: value})

    assert isinstance(refusal, InvalidOption)
    assert names_all(refusal, option, value, "true or false")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_with_three_or_more_players_the_direction_cards_cannot_be_left_out(seats: int) -> None:
    """rules 8, 11.8"""
    refusal = refused(seats, {"direction_cards": False})

    assert isinstance(refusal, InvalidOption)
    assert names_all(refusal, "direction_cards", False, "true; with two players, false too")
    assert opening(seats, direction_cards=True).direction_cards


@pytest.mark.parametrize("value", NO_SEATS)
def test_a_number_of_players_out_of_range_or_of_a_wrong_type_is_refused(value: object) -> None:
    """rules 2.1, 11.8"""
    assert names_all(refused(value, None), "seats", value, "a number of players from 2 to 6")


@pytest.mark.parametrize("name", ["rounds", "Risk", "risk ", "", "seats", "seed"])
@pytest.mark.parametrize("value", [True, None])
def test_an_unknown_option_is_refused_even_without_a_value(name: str, value: object) -> None:
    """rules 11.8"""
    refusal = refused(4, {"risk": True, name: value})

    assert isinstance(refusal, InvalidOption)
    assert (str(refusal).partition("; ")[0], refusal.accepted) == (f"unknown option {str(name)!r}", NAMES)


@pytest.mark.parametrize("options", [4, True, "risk", [], [("risk", True)], {"risk"}, object()])
def test_options_that_are_no_options_are_refused(options: object) -> None:
    """rules 11.8"""
    assert names_all(refused(4, options), "options", options, f"names and values; {KNOWN}")


@pytest.mark.parametrize(
    "options", [None, {}, {"risk": None}, {"first_player": None, "direction_cards": None}, Options()]
)
def test_null_means_not_given(options: object) -> None:
    """rules 8, 11.8"""
    match = begun(GAME, 5, options, "a seed", None)

    assert match == start(5)
    assert match.header.options == Options(first_player=0, risk=False, direction_cards=True)


def test_two_players_play_with_120_cards_or_without_direction_cards_with_108() -> None:
    """rules 8, 1.1"""
    with_them, without = opening(2), opening(2, direction_cards=False)

    assert sorted(with_them.stock) == sorted(DECK)
    assert sorted(without.stock) == sorted(SHORT_DECK)
    assert (len(with_them.stock), len(without.stock), without.stock.count("turn")) == (120, 108, 0)


@pytest.mark.parametrize("risk", [False, True])
def test_the_first_event_and_every_view_tell_whether_there_is_risk(risk: bool) -> None:
    """rules 8, 11.7"""
    match = start(3, {"risk": risk})

    assert opening(3, risk=risk).risk is risk
    assert [match.view(viewer).setup.risk for viewer in (None, 0, 1, 2)] == [risk] * 4


def test_options_cannot_be_changed_afterwards() -> None:
    """rules 11.7"""
    given: dict[str, object] = {"risk": True}
    match = start(3, given)
    given["risk"] = False

    assert match.header.options == Options(risk=True)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        match.header.options.risk = False  # type: ignore[misc]  # that it's frozen is what is tested
