"""How fast cardkit is, and how long its games are: `python -m bench` prints all figures, measured in one run.

How strong bots are takes hours; of that it prints what is kept (`bench/strength.py`).
"""

import platform
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import perf_counter

from attrs import frozen

from bench import (
    bots,
    commands,
    evenness,
    logs,
    plain_biberbande,
    plain_friday13,
    plain_push,
    plain_thirteen,
    strength,
)
from bench.deriving import derived
from bench.drawing import drawing
from bench.imagining import imagined
from bench.laws import one_run_each
from bench.measure import compare
from bench.playouts import by_contract, by_match
from bench.simulation import simulating
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.games import biberbande, friday13, push, thirteen
from tests import own_game
from tools.count_lines import LIMITS, games, lines_of_code, one_family

MATCHES = 20


@frozen
class Contest:
    """A game in three versions, each `(seats, matches, rng) -> moves made`; the plain one has matches first."""

    name: str
    seats: range
    contract: Callable[[int, int, random.Random], int]
    match: Callable[[int, int, random.Random], int]
    plain: Callable[[int, int, random.Random], int]


def contest(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    options: Options,
    plain: Callable[[int, int, random.Random], int],
) -> Contest:
    """Return the game with these options against the plain script that plays by the same ones."""
    return Contest(
        game.key, game.seats, partial(by_contract, game, options), partial(by_match, game, options), plain
    )


CONTESTS = (
    contest(thirteen.GAME, thirteen.Options(), plain_thirteen.GAME.playouts),
    contest(friday13.GAME, friday13.Options(), plain_friday13.GAME.playouts),
    contest(push.GAME, push.Options(), plain_push.playouts),
    contest(biberbande.GAME, biberbande.Options(turn_limit=20), plain_biberbande.playouts),
)


def playouts() -> Iterator[str]:
    """Compare random playouts of each game with plain mutable Python."""
    yield f"{'moves per CPU second':34}{'cardkit':>12}{'plain':>12}{'ratio':>8}{'wanted':>8}"
    for contestant in CONTESTS:
        for seats in contestant.seats:
            for way, loop, wanted in (
                ("contract", contestant.contract, 0.5),
                ("Match.play", contestant.match, 0.2),
            ):
                rng = random.Random(seats)
                ours, plain, ratio = compare(
                    partial(loop, seats, MATCHES, rng), partial(contestant.plain, MATCHES, seats, rng)
                )
                what = f"{contestant.name}, {seats} seats, {way}"
                yield f"{what:34}{ours:12,.0f}{plain:12,.0f}{ratio:8.2f}{wanted:8.2f}"


HOW_TO = 80
"""The most lines that the game of the how-to may have."""
ONE_FAMILY = 800
"""The most lines that 13 and Friday 13 may have together, with their family and all words."""


def sizes() -> Iterator[str]:
    """Count the lines of code of each game, as `make lines` does. Add the most that some may have."""
    counted = {path.as_posix(): lines_of_code(path) for path in games()}
    yield size("docs/write-your-own-game.md", len(own_game.lines()), HOW_TO)
    for path, lines in counted.items():
        yield size(path, lines, LIMITS.get(path))
    yield size("13 and Friday 13, with all words", one_family(), ONE_FAMILY)


def size(what: str, lines: int, most: int | None) -> str:
    """Return a line of the table."""
    return f"{f'lines of code, {what}':50}{lines:8,}" + (f"   wanted {most:,} at most" if most else "")


def log_figures() -> Iterator[str]:
    """Measure logs, forks and late moves."""
    written, loaded = logs.writing_and_loading()
    yield f"{'events written per CPU second':46}{written:12,.0f}   wanted 100,000"
    yield f"{'events loaded per CPU second':46}{loaded:12,.0f}   wanted  50,000"
    yield f"{f'bytes a fork, of {logs.FORKS:,} kept':46}{logs.bytes_a_fork():12,.0f}"
    yield f"{'time of move 10,000 over move 10':46}{logs.late_over_early():12.2f}   wanted    1.00"


def import_figure() -> Iterator[str]:
    """Measure `import cardkit` in a fresh interpreter, over one that imports nothing."""

    def run(code: str) -> float:
        start = perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return perf_counter() - start

    took = median(run("import cardkit") - run("pass") for _ in range(9))
    yield f"{'import cardkit, milliseconds':46}{took * 1000:12,.0f}   wanted under 100"


def command_figures() -> Iterator[str]:
    """Measure commands of the command line, each in its own process."""
    yield f"{'cardkit --version, milliseconds':46}{commands.milliseconds_of_version():12,.0f}   wanted under 200"
    yield f"{'cardkit move in 300 events, milliseconds':46}{commands.milliseconds_of_move():12,.0f}   wanted under 350"
    first = commands.milliseconds_to_first_table()
    yield f"{'cardkit play to the first table, CPU ms':46}{first:12,.0f}   wanted under 200"


def main() -> None:
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one core")
    parts = (
        playouts,
        sizes,
        derived,
        imagined,
        evenness.figures,
        one_run_each,
        simulating,
        bots.figures,
        log_figures,
        import_figure,
        command_figures,
        drawing,
    )
    for part in (*parts, strength.kept_figures):
        print()
        for line in part():
            print(line, flush=True)


if __name__ == "__main__":
    main()
