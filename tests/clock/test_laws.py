"""The laws of clocks, over random histories: moves, takebacks, pauses, gifts, bots, and seats that run out of time."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from cardkit.clock import (
    Clock,
    Control,
    Fact,
    Flagged,
    Given,
    Moved,
    Paused,
    Resumed,
    Returned,
    Started,
    TakenOver,
    Undone,
    clock_of,
    dump_facts,
    load_facts,
)
from tests.clock.histories import CONTROLS, STEPS, TICK, Step, Ticking, history

SOME = st.sampled_from(CONTROLS)
LOOKS = st.lists(st.integers(0, 200_000), max_size=10)


def prefixes(facts: Sequence[Fact]) -> list[Clock]:
    return [clock_of(facts[:end]) for end in range(1, len(facts) + 1)]


def raw(clock: Clock, seat: int, now: int) -> int:
    """Return the time left, below 0 too."""
    return clock.seats[seat].left - clock.seats[seat].taken(now)


@given(SOME, STEPS)
def test_a_clock_is_what_a_ticking_one_shows(control: Control, steps: list[Step]) -> None:
    facts = history(control, steps)
    ticking = Ticking(control)
    for step in steps:
        ticking.wait(step.wait)
        ticking.act(step)
    ticking.wait(0)

    now = 1_000_000 + sum(step.wait for step in steps)
    clock = clock_of(facts)
    clock = clock.after(*clock.flags(now))

    seats = range(3)
    assert [raw(clock, seat, now) for seat in seats] == ticking.left
    assert [clock.used(seat, now) for seat in seats] == ticking.used
    assert [one.flagged for one in clock.seats] == ticking.flagged
    assert [one.moved for one in clock.seats] == ticking.moved
    assert [one.since is not None for one in clock.seats] == [ticking.runs(seat) for seat in seats]
    assert [bool(one.bot) for one in clock.seats] == ticking.bot


@given(SOME, STEPS)
def test_the_same_facts_give_the_same_clock_also_from_json(control: Control, steps: list[Step]) -> None:
    facts = history(control, steps)

    assert load_facts(dump_facts(facts)) == facts
    clock = clock_of(facts[:1])
    for number, fact in enumerate(facts[1:], 2):
        clock = clock.after(fact)
        assert clock == clock_of(facts[:number])
        assert clock.facts == number


@given(SOME, STEPS, LOOKS)
def test_it_doesnt_matter_when_and_how_often_somebody_looks_for_flags(
    control: Control, steps: list[Step], looks: list[int]
) -> None:
    """Any interleaving of moves, pauses and flags ends in one state: a flag falls at its time, noticed or not."""
    assert history(control, steps, looks) == history(control, steps)


@given(SOME, STEPS)
def test_time_left_grows_only_by_the_facts_that_say_so(control: Control, steps: list[Step]) -> None:
    facts = history(control, steps)
    for before, fact, after in zip(prefixes(facts), facts[1:], prefixes(facts)[1:], strict=False):
        for seat in range(3):
            grown = raw(after, seat, fact.at) - raw(before, seat, fact.at)
            assert grown <= allowed(control, before, fact, after, seat)
            assert raw(after, seat, fact.at + TICK) <= raw(after, seat, fact.at)


def allowed(control: Control, before: Clock, fact: Fact, after: Clock, seat: int) -> int:
    """Return how much time the fact may give the seat."""
    renewed = control.allowance if before.seats[seat].since is not None and seat not in after.actors else 0
    renewed = renewed + after.grace if control.kind in ("per_move", "days") else 0
    match fact:
        case Moved() if fact.seat == seat:
            return control.increment if control.kind == "bank" else control.allowance
        case Moved() | Undone():
            return renewed
        case Given():
            return fact.time if fact.to == seat else 0
        case Returned():
            return fact.time if fact.seat == seat else 0
        case Started() | Paused() | Resumed() | Flagged() | TakenOver():
            return 0


@given(SOME, STEPS)
def test_what_was_used_adds_up_to_the_time_in_which_a_seat_had_to_move(
    control: Control, steps: list[Step]
) -> None:
    """Neither pauses count, nor the wait for a seat's first move, nor what a bot takes in its place."""
    facts = history(control, steps)
    spent = [0, 0, 0]
    for before, fact in zip(prefixes(facts), facts[1:], strict=False):
        for seat in range(3):
            if seat in before.actors and not before.paused and has_to_move(facts[: before.facts], seat):
                spent[seat] += fact.at - before.at

    clock = clock_of(facts)
    assert [clock.used(seat, clock.at) for seat in range(3)] == spent


def has_to_move(facts: Sequence[Fact], seat: int) -> bool:
    """Return whether the seat has moved before, and neither ran out of time nor left its seat to a bot."""
    moved, away, late = False, False, False
    for fact in facts:
        match fact:
            case Moved():
                moved |= fact.seat == seat
            case TakenOver():
                away |= fact.seat == seat
            case Flagged():
                late |= fact.seat == seat
            case Returned() if fact.seat == seat:
                away = late = False
            case Given():
                late &= fact.to != seat
            case _:
                pass
    return moved and not away and not late


@given(SOME, STEPS)
def test_facts_never_go_back_in_time_even_if_the_keepers_clock_does(
    control: Control, steps: list[Step]
) -> None:
    clock = clock_of(history(control, steps))
    if clock.flags(clock.at):
        return

    early = clock.pause(0, clock.at - 5000)

    assert early.at == clock.at
    assert [clock.left(seat, clock.at - 5000) for seat in range(3)] == [
        clock.left(seat, clock.at) for seat in range(3)
    ]


@given(SOME, STEPS, st.integers(0, 60_000))
def test_a_flag_falls_exactly_at_the_deadline(control: Control, steps: list[Step], later: int) -> None:
    clock = clock_of(history(control, steps))
    now = clock.at + later

    fallen = [seat for seat in range(3) if (deadline := clock.deadline(seat)) is not None and deadline <= now]
    assert sorted(flag.seat for flag in clock.flags(now)) == fallen
    assert all(flag.at == clock.deadline(flag.seat) and flag.at >= clock.at for flag in clock.flags(now))
    assert (clock.next_deadline is not None and clock.next_deadline <= now) == bool(fallen)
    assert clock.after(*clock.flags(now)).flags(now) == ()
