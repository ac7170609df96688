"""What a clock does, in the order in which a player meets it."""

from typing import Any

import pytest

from cardkit.clock import (
    NO_LIMIT,
    Clock,
    Control,
    Flagged,
    Moved,
    Returned,
    bank,
    clock_of,
    days,
    hours,
    load_facts,
    minutes,
    per_move,
    seconds,
)
from cardkit.rejections import Invalid, WireError

NOON = 1_000_000


def started(control: Control, *bots: str, actors: tuple[int, ...] = (0,)) -> Clock:
    return clock_of([Clock.start(control, version=3, bots=bots or ("", ""), actors=actors, now=NOON)])


def moved(clock: Clock, seat: int, now: int, actors: tuple[int, ...]) -> Clock:
    return clock.after(clock.move(seat, version=clock.version + 1, actors=actors, now=now))


def opened(control: Control) -> Clock:
    """Return a clock at noon after each seat's first move, with seat 0 to move."""
    return moved(moved(started(control), 0, NOON, (1,)), 1, NOON, (0,))


def test_no_time_runs_before_a_seats_first_move() -> None:
    clock = started(bank(minutes(5), seconds(3)))
    assert clock.left(0, NOON + 20_000) == minutes(5)

    clock = moved(clock, 0, NOON + 20_000, (1,))

    assert clock.left(0, NOON + 30_000) == minutes(5)
    assert clock.used(0, NOON + 30_000) == 0


@pytest.mark.parametrize(
    ("control", "window"),
    [
        (bank(minutes(5)), minutes(5)),
        (bank(seconds(10)), seconds(30)),
        (per_move(seconds(5)), seconds(30)),
        (days(7), hours(7 * 24)),
    ],
)
def test_the_first_move_has_time_that_scales_with_the_control(control: Control, window: int) -> None:
    clock = started(control)
    assert clock.flags(NOON + window + 1499) == ()
    assert clock.flags(NOON + window + 1500) == (Flagged(NOON + window + 1500, 0),)


def test_without_a_limit_time_is_counted_and_no_flag_falls() -> None:
    clock = opened(NO_LIMIT)
    assert clock.next_deadline is None
    assert clock.left(0, NOON + hours(9)) is None
    assert clock.used(0, NOON + hours(9)) == hours(9)


def test_a_move_takes_time_and_brings_the_increment() -> None:
    clock = opened(bank(seconds(60), seconds(5)))
    assert clock.left(0, NOON + 20_000) == 40_000

    fact = clock.move(0, version=6, actors=(1,), now=NOON + 20_000)

    assert fact == Moved(NOON + 20_000, 6, 0, 20_000, (1,))
    assert clock.after(fact).left(0, NOON + 25_000) == 45_000
    assert clock.after(fact).left(1, NOON + 25_000) == 55_000


@pytest.mark.parametrize(("took", "left"), [(1000, 60_000), (4000, 60_000), (5000, 60_000), (8000, 57_000)])
def test_the_increment_never_leads_above_the_cap(took: int, left: int) -> None:
    clock = moved(opened(bank(seconds(60), seconds(5), seconds(60))), 0, NOON + took, (1,))
    assert clock.left(0, NOON + took) == left


def test_the_cap_takes_nothing_of_a_gift() -> None:
    clock = opened(bank(seconds(60), seconds(5), seconds(60)))
    clock = clock.after(clock.give(1, 0, 30_000, NOON))
    assert moved(clock, 0, NOON + 1000, (1,)).left(0, NOON) == 89_000


def test_a_late_move_counts_within_the_grace_which_is_there_once() -> None:
    """What is taken of the grace is missing later, so nobody has a second and a half for every move."""
    clock = moved(opened(bank(seconds(10))), 0, NOON + 11_000, (1,))
    assert clock.left(0, NOON + 11_000) == 0

    clock = moved(clock, 1, NOON + 12_000, (0,))

    assert clock.flags(NOON + 12_499) == ()
    assert clock.flags(NOON + 12_500) == (Flagged(NOON + 12_500, 0),)


def test_per_move_the_whole_time_is_there_again() -> None:
    clock = moved(opened(per_move(seconds(30))), 0, NOON + 20_000, (0,))
    assert clock.left(0, NOON + 20_000) == 30_000
    assert clock.left(0, NOON + 25_000) == 25_000


def test_per_move_a_seat_that_others_relieved_has_its_whole_time_again() -> None:
    clock = moved(opened(per_move(seconds(30))), 0, NOON, (0, 1))
    assert moved(clock, 1, NOON + 20_000, (1,)).left(0, NOON + 20_000) == 30_000


def test_several_seats_can_run_at_once() -> None:
    clock = moved(opened(bank(seconds(60))), 0, NOON, (0, 1))

    clock = moved(clock, 0, NOON + 10_000, (1,))

    assert [clock.left(seat, NOON + 15_000) for seat in (0, 1)] == [50_000, 45_000]


def test_no_time_runs_in_a_pause() -> None:
    clock = opened(bank(seconds(60)))
    clock = clock.after(clock.pause(1, NOON + 10_000))
    assert clock.left(0, NOON + hours(5)) == 50_000
    assert clock.next_deadline is None

    clock = clock.after(clock.resume(0, NOON + hours(5)))

    assert clock.left(0, NOON + hours(5) + 1000) == 49_000


def test_a_takeback_gives_no_time_back() -> None:
    """It takes back what the move gained, so nobody gains time by moving and taking back."""
    clock = moved(opened(bank(seconds(60), seconds(5))), 0, NOON + 20_000, (1,))

    clock = clock.after(clock.undo([0], version=8, actors=(0,), now=NOON + 22_000))

    assert clock.left(0, NOON + 22_000) == 40_000
    assert clock.left(1, NOON + 30_000) == 58_000


def test_per_move_a_takeback_gives_no_time_back_either() -> None:
    clock = moved(opened(per_move(seconds(30))), 0, NOON + 20_000, (1,))
    clock = clock.after(clock.undo([0], version=8, actors=(0,), now=NOON + 20_000))
    assert clock.left(0, NOON + 20_000) == 10_000
    assert clock.left(1, NOON + 20_000) == 30_000


def test_what_a_move_gained_is_lost_once() -> None:
    clock = moved(opened(bank(seconds(60), seconds(5))), 0, NOON, (1,))
    for _ in range(2):
        clock = clock.after(clock.undo([0], version=clock.version + 1, actors=(1,), now=NOON))
    assert clock.left(0, NOON) == 60_000


def test_who_takes_several_moves_back_and_plays_them_again_gains_no_time() -> None:
    played = clock = moved(moved(opened(bank(seconds(60), seconds(5))), 0, NOON, (0,)), 0, NOON, (0,))

    for _ in range(3):
        clock = clock.after(clock.undo([0, 0], version=clock.version + 2, actors=(0,), now=NOON))
        clock = moved(moved(clock, 0, NOON, (0,)), 0, NOON, (0,))

    assert clock.left(0, NOON) == played.left(0, NOON) == 70_000
    assert moved(clock, 0, NOON, (1,)).left(0, NOON) == 75_000


def test_a_first_move_that_is_taken_back_and_played_again_gains_no_time() -> None:
    clock = moved(started(bank(seconds(60), seconds(5))), 0, NOON, (1,))

    clock = clock.after(clock.undo([0], version=8, actors=(0,), now=NOON))

    assert moved(clock, 0, NOON, (1,)).left(0, NOON) == 60_000


def test_who_takes_back_more_than_one_move_has_lost_what_both_took() -> None:
    """The seat that isn't to move yet has no more time for its next move than it had left."""
    clock = moved(opened(per_move(seconds(30))), 0, NOON + 20_000, (1,))
    clock = clock.after(clock.undo([0, 1], version=8, actors=(1,), now=NOON + 20_000))
    assert clock.left(0, NOON + 20_000) == 10_000

    clock = moved(clock, 1, NOON + 21_000, (0,))

    assert clock.left(0, NOON + 21_000) == 10_000


def test_a_gift_stays_with_a_seat_that_others_relieved() -> None:
    clock = moved(opened(per_move(seconds(30))), 0, NOON, (0, 1))
    clock = clock.after(clock.give(1, 0, 20_000, NOON))
    assert moved(clock, 1, NOON + 1000, (1,)).left(0, NOON + 1000) == 49_000
    assert moved(moved(clock, 0, NOON + 1000, (1,)), 1, NOON, (0,)).left(0, NOON + 1000) == 49_000


def test_flags_fall_in_the_order_of_their_deadlines() -> None:
    clock = opened(bank(seconds(60)))
    clock = moved(clock, 0, NOON + 5000, (0, 1))
    clock = clock.after(clock.give(1, 0, 20_000, NOON + 5000))
    assert [flag.seat for flag in clock.flags(NOON + minutes(9))] == [1, 0]


def test_an_earlier_time_than_the_last_facts_is_taken_for_that_time() -> None:
    clock = moved(opened(bank(seconds(60))), 0, NOON + 5000, (1,))
    assert clock.left(1, NOON) == 60_000
    assert clock.used(1, NOON) == 0
    assert clock.move(1, version=6, actors=(0,), now=NOON).took == 0


def test_time_used_is_that_of_all_moves() -> None:
    clock = moved(opened(bank(seconds(60))), 0, NOON + 5000, (0,))
    assert moved(clock, 0, NOON + 8000, (1,)).used(0, NOON + 9000) == 8000


def test_a_bots_move_is_nobodys_first_move() -> None:
    """Who returns makes a first move of their own, which takes no time."""
    clock = started(bank(seconds(60)))
    clock = clock.after(clock.take_over(0, "greedy", NOON))
    clock = moved(clock, 0, NOON, (0,))
    clock = clock.after(clock.bring_back(0, NOON))
    assert clock.left(0, NOON + 20_000) == 60_000


def test_a_takeback_begins_the_time_of_a_seat_that_goes_on_anew() -> None:
    clock = moved(opened(bank(seconds(60))), 0, NOON, (0,))
    clock = clock.after(clock.undo([0], version=8, actors=(0,), now=NOON + 4000))
    assert clock.seats[0].since == NOON + 4000
    assert clock.left(0, NOON + 5000) == 55_000


def test_without_a_limit_nobody_needs_time_to_come_back() -> None:
    clock = opened(NO_LIMIT)
    clock = clock.after(clock.take_over(0, "greedy", NOON))
    assert clock.bring_back(0, NOON).time == 0


def test_per_move_a_takeback_renews_the_time_of_others_only() -> None:
    clock = moved(opened(per_move(seconds(30))), 0, NOON, (0, 1))
    clock = clock.after(clock.undo([0], version=8, actors=(), now=NOON + 4000))
    assert clock.left(0, NOON + 4000) == 26_000
    assert clock.left(1, NOON + 4000) == 30_000


def test_a_flag_never_falls_before_the_time_began_to_run() -> None:
    """A takeback can leave a seat with less than nothing. Its flag falls at once, not earlier."""
    clock = moved(opened(bank(seconds(5), seconds(9))), 0, NOON, (0,))
    clock = clock.after(clock.undo([0], version=8, actors=(0,), now=NOON + 8000))
    assert clock.deadline(0) == NOON + 8000


def test_a_seat_out_of_time_takes_no_more_of_it() -> None:
    clock = opened(bank(seconds(10)))
    clock = clock.after(*clock.flags(NOON + 60_000))
    assert clock.seats[0].flagged
    assert clock.used(0, NOON + 90_000) == 11_500
    assert clock.next_deadline is None


def test_before_anything_else_the_flags_that_have_fallen_are_worked_in() -> None:
    clock = opened(bank(seconds(10)))
    with pytest.raises(ValueError, match="the flag of seat 0 has fallen"):
        clock.pause(1, NOON + 11_500)


def test_a_gift_lets_a_seat_that_ran_out_of_time_play_on() -> None:
    clock = opened(bank(seconds(10)))
    clock = clock.after(*clock.flags(NOON + 11_500))

    clock = clock.after(clock.give(1, 0, 20_000, NOON + 15_000))

    assert not clock.seats[0].flagged
    assert clock.left(0, NOON + 15_000) == 18_500
    with pytest.raises(ValueError, match="1 millisecond or more"):
        clock.give(1, 0, 0, NOON + 15_000)


def test_bots_take_no_time() -> None:
    clock = started(bank(seconds(60)), "greedy", "")
    assert clock.next_deadline is None
    assert moved(clock, 0, NOON + 5000, (1,)).used(0, NOON + 5000) == 0


@pytest.mark.parametrize(
    ("control", "back"),
    [
        (bank(seconds(60)), 6000),
        (bank(seconds(60), seconds(8)), 8000),
        (bank(seconds(2)), 1000),
        (per_move(seconds(30)), 30_000),
        (days(2), hours(48)),
    ],
)
def test_who_returns_has_time_to_play_on(control: Control, back: int) -> None:
    clock = opened(control)
    late = clock.deadline(0)
    assert late is not None
    clock = clock.after(*clock.flags(late))
    clock = clock.after(clock.take_over(0, "greedy", late))
    assert clock.seats[0].bot == "greedy"

    fact = clock.bring_back(0, late + 7000)
    clock = clock.after(fact)

    assert fact == Returned(late + 7000, 0, back + 1500)
    assert clock.left(0, late + 7000) == back
    assert clock.deadline(0) == late + 7000 + back + 1500


def test_who_returns_in_time_keeps_what_they_had() -> None:
    clock = opened(bank(seconds(60)))
    clock = clock.after(clock.take_over(0, "greedy", NOON + 10_000))
    clock = clock.after(clock.bring_back(0, NOON + 50_000))
    assert clock.left(0, NOON + 50_000) == 50_000


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("clock.time", {"kind": "bank"}),
        ("clock.time", {"kind": "bank", "time": 999}),
        ("clock.time", {"kind": "per_move", "time": 60 * 86_400_000 + 1}),
        ("clock.time", {"kind": "none", "time": 1000}),
        ("clock.time", {"kind": "days", "days": 1, "time": 1000}),
        ("clock.days", {"kind": "days"}),
        ("clock.days", {"kind": "days", "days": 61}),
        ("clock.days", {"kind": "bank", "time": 1000, "days": 1}),
        ("clock.increment", {"kind": "per_move", "time": 1000, "increment": 1}),
        ("clock.increment", {"kind": "bank", "time": 1000, "increment": -1}),
        ("clock.cap", {"kind": "bank", "time": 1000, "cap": 999}),
        ("clock.cap", {"kind": "per_move", "time": 1000, "cap": 1000}),
    ],
)
def test_a_control_that_isnt_valid_names_the_field(field: str, fields: dict[str, Any]) -> None:
    with pytest.raises(Invalid) as caught:
        Control(**fields)
    assert caught.value.field == field


def test_a_clock_begins_with_its_start_and_starts_once() -> None:
    start = Clock.start(bank(1000), version=1, bots=[""], actors=[0], now=NOON)
    with pytest.raises(ValueError, match="begins with Started, not with Flagged"):
        clock_of([Flagged(NOON, 0)])
    with pytest.raises(ValueError, match="starts once"):
        clock_of([start, start])


def test_a_line_that_is_no_fact_is_refused() -> None:
    with pytest.raises(WireError):
        load_facts('{"type": "flagged", "v": 1, "at": 1.5, "seat": 0}\n')
