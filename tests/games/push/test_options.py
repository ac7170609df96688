"""The options of Push: what is refused, and in which words."""

from typing import Never
from unittest.mock import ANY

import pytest

from cardkit.games.push import Opened
from cardkit.games.push.cards import DECK, SHORT_DECK
from cardkit.rejections import InvalidOption
from tests.games.push.scenes import events, start
from tests.refusals import names_all


def refused(seats: int, option: str, value: object) -> InvalidOption:
    with pytest.raises(InvalidOption) as refusal:
        start(seats, {option: value})
    return refusal.value


def opening(seats: int, **options: object) -> Opened[Never]:
    (first,) = events(start(seats, options))
    assert isinstance(first, Opened)
    return first


@pytest.mark.parametrize("value", [-1, True, "0", "Random", ANY])
def test_a_first_player_that_is_no_seat_is_refused(value: object) -> None:
    """rules 8, 11.8"""
    refusal = refused(4, "first_player", value)

    assert names_all(refusal, "first_player", value, "a seat (0 is the first) or 'random'")


@pytest.mark.parametrize(("seats", "value"), [(2, 2), (3, 3), (6, 6), (2, 5), (4, 2**70)])
def test_a_first_player_whom_the_table_does_not_have_is_refused(seats: int, value: int) -> None:
    """rules 8, 11.8"""
    refusal = refused(seats, "first_player", value)

    assert names_all(refusal, "first_player", value, f"a seat from 0 to {seats - 1}, or 'random'")


@pytest.mark.parametrize("option", ["risk", "direction_cards"])
@pytest.mark.parametrize("value", [0, 1, "true", ANY])
def test_a_flag_of_a_wrong_type_is_refused(option: str, value: object) -> None:
    """rules 8, 11.8"""
    refusal = refused(2, option, value)

    assert names_all(refusal, option, value, "true or false")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_with_three_or_more_players_the_direction_cards_cannot_be_left_out(seats: int) -> None:
    """rules 8, 11.8"""
    refusal = refused(seats, "direction_cards", False)

    assert names_all(refusal, "direction_cards", False, "true; with two players, false too")
    assert opening(seats, direction_cards=True).direction_cards


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
