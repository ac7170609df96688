"""The options of Biberbande: what is refused, and in which words."""

from collections.abc import Callable
from typing import Final

import attrs
import pytest

from cardkit.games.biberbande import Opened, Options
from cardkit.rejections import InvalidOption
from tests.games.biberbande.scenes import start

REFUSED: Final[dict[str, tuple[str, list[object]]]] = {
    "first_dealer": ("a seat (0 is the first) or 'random'", [-1, True, "0", "Random"]),
    "rotate_dealer": ("true or false", [0, 1, "true"]),
    "turn_limit": ("a whole number from 1 to 1000", [0, 1001, True, "4"]),
    "rounds": ("a whole number from 1 to 12", [0, 13, True, "4"]),
}


def options_of(field: str, value: object, kind: Callable[..., Options] = Options) -> Options:
    return kind(**{field: value})


@pytest.mark.parametrize("field", REFUSED)
def test_a_value_out_of_range_or_of_a_wrong_type_is_refused(field: str) -> None:
    """rules 8, 11.10: named with its field and with what is accepted, however the match is started"""
    accepted, values = REFUSED[field]
    ways: list[Callable[[object], object]] = [
        lambda value: start(4, {field: value}),
        lambda value: options_of(field, value),
    ]
    for value in values:
        for make in ways:
            with pytest.raises(InvalidOption) as refusal:
                make(value)
            assert refusal.value.value is value
            assert (refusal.value.field, refusal.value.accepted) == (field, accepted)


@pytest.mark.parametrize(("seats", "value"), [(2, 2), (3, 3), (6, 6), (3, 5), (4, 2**70)])
def test_a_first_dealer_whom_the_table_does_not_have_is_refused(seats: int, value: int) -> None:
    """rules 8, 11.10"""
    with pytest.raises(InvalidOption) as refusal:
        start(seats, {"first_dealer": value})

    assert str(refusal.value) == (
        f"first_dealer: {value} is invalid; expected a seat from 0 to {seats - 1}, or 'random'"
    )


@pytest.mark.parametrize(
    ("options", "opened"),
    [
        (Options(first_dealer=3), Opened(4, 3, False, 4, None)),
        (Options(rotate_dealer=True), Opened(4, 0, True, 4, None)),
        (Options(turn_limit=1), Opened(4, 0, False, 4, 1)),
        (Options(turn_limit=1000), Opened(4, 0, False, 4, 1000)),
        (Options(rounds=1), Opened(4, 0, False, 1, None)),
        (Options(rounds=12), Opened(4, 0, False, 12, None)),
    ],
)
def test_what_is_accepted_is_recorded(options: Options, opened: Opened) -> None:
    """rules 8, 11.9"""
    assert start(4, options).events[1] == opened
    assert start(4, attrs.asdict(options)) == start(4, options)
