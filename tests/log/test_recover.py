"""A log whose end was lost in a crash can be read up to its last complete move."""

import pytest

import cardkit
from cardkit.games.thirteen import GAME
from cardkit.rejections import LogError
from tests.log.logs import bodies, played, sealed

MATCH = played(50)
TEXT = cardkit.dumps(MATCH)
LINES = TEXT.splitlines(keepends=True)
SCORED = next(number for number, line in enumerate(LINES) if "thirteen.scored" in line)
"""Its index; the play before it belongs to the same move, and the deal after it."""


def test_of_a_whole_log_nothing_is_dropped() -> None:
    recovered = cardkit.recover(TEXT, GAME)

    assert recovered.match == MATCH
    assert recovered.dropped == ()
    assert recovered.reason == ""


@pytest.mark.parametrize("kept", [1, 2, 50, 90])
def test_a_line_that_was_cut_off_is_dropped(kept: int) -> None:
    cut = LINES[SCORED - 2][:kept]

    recovered = cardkit.recover("".join(LINES[: SCORED - 2]) + cut, GAME)

    assert recovered.match == MATCH.at(SCORED - 3)
    assert recovered.dropped == (cut,)
    assert recovered.reason.startswith(f"line {SCORED - 1}: cut off, or invalid JSON")


def test_a_line_whose_seal_was_cut_off_is_dropped() -> None:
    cut = LINES[SCORED - 2][:-2]

    recovered = cardkit.recover("".join(LINES[: SCORED - 2]) + cut)

    assert recovered.dropped == (cut,)


def test_a_line_of_which_just_the_break_is_missing_is_kept() -> None:
    recovered = cardkit.recover(TEXT.rstrip("\n"), GAME)

    assert recovered.match == MATCH
    assert recovered.dropped == ()


def test_a_move_that_is_not_whole_is_dropped() -> None:
    recovered = cardkit.recover("".join(LINES[: SCORED + 1]), GAME)

    assert recovered.match == MATCH.at(SCORED - 2)
    assert recovered.dropped == (LINES[SCORED - 1], LINES[SCORED])
    assert (
        recovered.reason == f"line {SCORED + 1}: the log ends inside a move: 1 more of its events must follow"
    )


def test_a_line_that_was_cut_off_inside_a_move_takes_the_move_with_it() -> None:
    cut = LINES[SCORED][:30]

    recovered = cardkit.recover("".join(LINES[:SCORED]) + cut, GAME)

    assert recovered.match == MATCH.at(SCORED - 2)
    assert recovered.dropped == (LINES[SCORED - 1], cut)


@pytest.mark.parametrize("end", [b"\x00" * 4096, b"\xff\xfe", "ü".encode()[:1]])
def test_what_a_crash_may_leave_at_the_end_is_dropped(end: bytes) -> None:
    recovered = cardkit.recover(TEXT.encode() + end, GAME)

    assert recovered.match == MATCH
    assert recovered.dropped == (end.decode(errors="replace"),)


def test_a_recovered_match_can_be_played_on() -> None:
    match = cardkit.recover("".join(LINES[:SCORED]), GAME).match

    assert cardkit.verify(match.play(match.legal()[0])).complete


@pytest.mark.parametrize(
    ("damaged", "line"),
    [
        ("".join(LINES[:7] + LINES[8:]), 8),
        ("".join(LINES[:7]) + LINES[7][:40] + "\n" + "".join(LINES[8:]), 8),
        ("".join(LINES[:7]) + LINES[7][:40] + "".join(LINES[8:]), 8),
        ("".join(LINES[:-1]) + LINES[-1][:40] + "\n", len(LINES)),
        ("".join([*LINES[:-2], LINES[-1]]), len(LINES) - 1),
        (TEXT + "{}\n", len(LINES) + 1),
        (TEXT + "x" * 2**21, len(LINES) + 1),
        (sealed([*bodies(TEXT)[:5], bodies(TEXT)[5] + ',"joker":1']), 6),
        ("", 1),
        (LINES[0][:50], 1),
        (LINES[0], 2),
        ("".join(LINES[:3]), 3),
        ("".join(LINES[:3]) + LINES[3][:60], 4),
    ],
)
def test_damage_elsewhere_is_refused_as_ever(damaged: str, line: int) -> None:
    with pytest.raises(LogError) as caught:
        cardkit.recover(damaged)

    assert caught.value.line == line


def test_wherever_a_log_was_cut_off_the_rest_is_a_match() -> None:
    log = TEXT.encode()
    opening = len("".join(LINES[:4]).encode())
    for end in range(opening, len(log), 97):
        match = cardkit.recover(log[:end], GAME).match
        assert match == MATCH.at(match.version)
        assert len(cardkit.dumps(match)) <= end + 1
