"""The options of Biberbande, and its number of players: what is refused, and in which words."""

from collections.abc import Callable
from typing import Final

import attrs
import pytest

from cardkit.games.biberbande import GAME, Opened, Options
from cardkit.opening import begin
from cardkit.rejections import Invalid, InvalidOption
from tests.games.biberbande.scenes import BiberbandeMatch, start

begun: Final[Callable[..., BiberbandeMatch]] = begin

NAMES: Final = "first_dealer, rotate_dealer, turn_limit, rounds"
KNOWN: Final = f"biberbande has: {NAMES}"

NO_WHOLE_NUMBER: Final[list[object]] = [
    0, -1, True, False, 4.0, 2.5, float("nan"), "4", "", b"4", (), (4,), [], {}, range(4), object(), int,
]  # fmt: skip

REFUSED: Final[dict[str, tuple[str, list[object]]]] = {
    "first_dealer": (
        "a seat (0 is the first) or 'random'",
        [-1, True, False, 0.0, 1.5, "0", "", "Random", b"random", (), (0,), [], {}, object(), int],
    ),
    "rotate_dealer": ("true or false", [0, 1, 1.0, "true", "", "random", (), [], {}, object(), bool]),
    "turn_limit": ("a whole number from 1 to 1000", [*NO_WHOLE_NUMBER, 1001, 2**70, "random"]),
    "rounds": ("a whole number from 1 to 12", [*NO_WHOLE_NUMBER, 13, 2**70, "random"]),
}


@attrs.frozen
class OtherOptions:
    """The options of another game."""

    rounds: int = 4


def options_of(field: str, value: object, kind: Callable[..., Options] = Options) -> Options:
    return kind(**{field: value})


@pytest.mark.parametrize("field", REFUSED)
def test_a_value_out_of_range_or_of_a_wrong_type_is_refused(field: str) -> None:
    """rules 8, 11.10: named with its field and with what is accepted, however the match is started"""
    accepted, values = REFUSED[field]
    ways: list[Callable[[object], object]] = [
        lambda value: begun(GAME, 4, {field: value}, "a seed", None),
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


@pytest.mark.parametrize("value", [None, 0, 1, 7, -3, True, 4.0, "4", (), [], range(4)], ids=repr)
def test_a_number_of_players_out_of_range_or_of_a_wrong_type_is_refused(value: object) -> None:
    """rules 2.1, 11.10"""
    with pytest.raises(Invalid) as refusal:
        begun(GAME, value, None, "a seed", None)

    assert (refusal.value.field, refusal.value.accepted) == ("seats", "a number of players from 2 to 6")


@pytest.mark.parametrize("name", ["round", "Rounds", "", "seats", "rotate", "turn limit"])
@pytest.mark.parametrize("value", [4, None])
def test_an_unknown_option_is_refused_even_without_a_value(name: str, value: object) -> None:
    """rules 11.10"""
    with pytest.raises(InvalidOption) as refusal:
        start(4, {"rounds": 4, name: value})

    assert (refusal.value.field, refusal.value.accepted) == (name, NAMES)


@pytest.mark.parametrize("options", [4, "rounds", (), [("rounds", 4)], OtherOptions()], ids=repr)
def test_options_that_are_no_options_are_refused(options: object) -> None:
    """rules 11.10"""
    with pytest.raises(InvalidOption) as refusal:
        begun(GAME, 4, options, "a seed", None)

    assert (refusal.value.field, refusal.value.accepted) == ("options", f"names and values; {KNOWN}")


@pytest.mark.parametrize("options", [None, {}, dict.fromkeys(REFUSED), Options()], ids=repr)
def test_null_means_not_given(options: object) -> None:
    """rules 11.10, 8"""
    match = begun(GAME, 5, options, "a seed", None)

    assert match == start(5)
    assert match.events[1] == Opened(5, 0, False, 5, None)


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


def test_options_cannot_be_changed_afterwards() -> None:
    """rules 11.9"""
    given: dict[str, object] = {"rounds": 2}
    match = start(3, given)
    given["rounds"] = 9

    assert match.header.options == Options(rounds=2)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        match.header.options.rounds = 9  # type: ignore[misc]  # that it's frozen is what is tested
