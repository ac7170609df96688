"""How times are written and read."""

import pytest

from cardkit.clock import NO_LIMIT, Control, bank, days, hours, minutes, per_move, seconds
from cardkit_cli.errors import UsageError
from cardkit_cli.times import clock_face, control_text, parse_control, parse_time

CONTROLS = [
    ("5m", bank(minutes(5))),
    ("5m+3s", bank(minutes(5), seconds(3))),
    ("5m+3s up to 10m", bank(minutes(5), seconds(3), minutes(10))),
    ("1h30m+1m30s", bank(hours(1) + minutes(30), seconds(90))),
    ("30s/move", per_move(seconds(30))),
    ("1 day", days(1)),
    ("3 days", days(3)),
    ("none", NO_LIMIT),
]


@pytest.mark.parametrize(("text", "control"), CONTROLS)
def test_a_control_is_read_and_written_alike(text: str, control: Control) -> None:
    assert parse_control(text) == control
    assert control_text(control) == text


@pytest.mark.parametrize(
    ("text", "control"),
    [("90s", "1m30s"), ("5M + 3S", "5m+3s"), ("2d/move", "2 days"), ("3days", "3 days"), ("60m", "1h")],
)
def test_other_ways_to_write_a_control_are_understood(text: str, control: str) -> None:
    assert control_text(parse_control(text)) == control


@pytest.mark.parametrize(
    "text", ["", "5", "5+3", "5min", "m", "+3s", "5m+", "5m+3", "3 moves", "5m/3s", "s5m"]
)
def test_any_other_text_is_refused_with_those_that_are_accepted(text: str) -> None:
    with pytest.raises(
        UsageError, match="expected 5m, 5m\\+3s, '5m\\+3s up to 10m', 30s/move, '3 days' or none"
    ):
        parse_control(text)


@pytest.mark.parametrize("text", ["0s", "61 days", "9999h", "10m up to 5m", "0s/move"])
def test_times_that_no_clock_has_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="a time is 1s to 60 days"):
        parse_control(text)


def test_a_time_alone_is_read() -> None:
    assert parse_time("1m30s") == seconds(90)
    assert [parse_time(text) for text in ("", "90", "5m+3s", "b7")] == [None] * 4


@pytest.mark.parametrize(
    ("time", "face"),
    [
        (0, "0:00"),
        (-5, "0:00"),
        (1, "0:01"),
        (59_001, "1:00"),
        (minutes(12), "12:00"),
        (hours(1), "1:00:00"),
        (hours(47), "47:00:00"),
        (hours(76), "3d 4h"),
    ],
)
def test_a_clock_shows_what_is_left(time: int, face: str) -> None:
    assert clock_face(time) == face
