"""Clocks of matches: how much time each seat has, folded from facts that are kept beside the log.

A clock never looks at the time. Its keeper says what time it is, in whole milliseconds:

    control = bank(minutes(5), increment=seconds(3))
    clock = clock_of([Clock.start(control, version=3, bots=["", ""], actors=[0], now=now)])
    clock = clock.after(clock.move(0, version=4, actors=[1], now=now))

A method that acts returns a fact, which `after` works in. Keep the facts, and `clock_of` makes the same clock again.
"""

from cardkit.clock.clock import Clock, SeatClock, clock_of
from cardkit.clock.control import NO_LIMIT, Control, bank, days, hours, minutes, per_move, seconds
from cardkit.clock.documents import dump_facts, load_facts
from cardkit.clock.facts import (
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
)

__all__ = [
    "NO_LIMIT",
    "Clock",
    "Control",
    "Fact",
    "Flagged",
    "Given",
    "Moved",
    "Paused",
    "Resumed",
    "Returned",
    "SeatClock",
    "Started",
    "TakenOver",
    "Undone",
    "bank",
    "clock_of",
    "days",
    "dump_facts",
    "hours",
    "load_facts",
    "minutes",
    "per_move",
    "seconds",
]
