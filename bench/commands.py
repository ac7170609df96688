"""How long a command takes, from the shell's word to its end: its interpreter, its imports, its work."""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import cardkit
from cardkit.match import AnyMatch

__all__ = ["milliseconds_of_move", "milliseconds_of_version", "milliseconds_to_first_table"]

RUNS = 9
EVENTS = 300


def milliseconds_of_version() -> float:
    """Return the median time of `cardkit --version`."""
    return median(_timed("--version") for _ in range(RUNS))


def milliseconds_of_move() -> float:
    """Return the median time of `cardkit move` on a file of 300 events."""
    match = long_match()
    move = match.game.say(match.legal()[-1])
    with TemporaryDirectory() as folder:
        file = Path(folder, "match.log")
        times: list[float] = []
        for _ in range(RUNS):
            cardkit.dump(match, file)
            times.append(_timed("move", str(file), move))
    return median(times)


def milliseconds_to_first_table() -> float:
    """Return the median processor time of `cardkit play thirteen` against two bots, until its first table."""
    with TemporaryDirectory() as folder:
        return median(
            _timed("play", "thirteen", "--seats", "you,random,random", "-o", f"{folder}/{number}", cpu=True)
            for number in range(RUNS)
        )


def long_match() -> AnyMatch:
    """Return a match of 300 events that goes on."""
    match = cardkit.start("thirteen", 6, {"rounds": 12}, "bench")
    while match.version < EVENTS:
        match = match.play(match.legal()[-1])
    return match


def _timed(*words: str, cpu: bool = False) -> float:
    clock = _cpu_of_commands if cpu else perf_counter
    start = clock()
    subprocess.run(
        [sys.executable, "-m", "cardkit_cli.main", *words],
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    return (clock() - start) * 1000


def _cpu_of_commands() -> float:
    times = os.times()
    return times.children_user + times.children_system
