"""How long a command takes, from the shell's word to its end: its interpreter, its imports, its work."""

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import cardkit
from cardkit.match import AnyMatch

__all__ = ["milliseconds_of_move", "milliseconds_of_version"]

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


def long_match() -> AnyMatch:
    """Return a match of 300 events that goes on."""
    match = cardkit.start("thirteen", 6, {"rounds": 12}, "bench")
    while match.version < EVENTS:
        match = match.play(match.legal()[-1])
    return match


def _timed(*words: str) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-m", "cardkit_cli.main", *words], check=True, stdout=subprocess.DEVNULL)
    return (perf_counter() - start) * 1000
