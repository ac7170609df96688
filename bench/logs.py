"""Writing and loading logs; what forks weigh; what a late move costs."""

import gc
import random
import tracemalloc
from statistics import median

import attrs

import cardkit
from bench.measure import rate
from cardkit.chance import Chance
from cardkit.games.thirteen import GAME, RULES, Event, Options, ThirteenMatch

FORKS = 1_000_000


def random_line(seed: str) -> list[ThirteenMatch]:
    """Return a random match of 13 for four: the match after each move."""
    line, pick = [cardkit.start(GAME, 4, seed=seed)], random.Random(seed).random
    while choices := line[-1].legal():
        line.append(line[-1].play(choices[int(pick() * len(choices))]))
    return line


def writing_and_loading(n: int = 40) -> tuple[float, float]:
    """Return the events a CPU second: written, and loaded (seals checked, structured, folded)."""
    matches = [random_line(str(number))[-1] for number in range(n)]
    logs = [cardkit.dumps(match) for match in matches]

    def write() -> int:
        return sum(match.version for match in matches if cardkit.dumps(match))

    def load() -> int:
        return sum(cardkit.loads(log, GAME).version for log in logs)

    return median(rate(write) for _ in range(7)), median(rate(load) for _ in range(7))


def bytes_a_fork(forks: int = FORKS) -> float:
    """Return the bytes of one more match that differs in one move from the middle on."""
    line = random_line("forks")[:-1]
    last = line[-1]
    versions = [match.version for match in line]
    kept: list[ThirteenMatch] = []
    gc.collect()
    tracemalloc.start()
    for number in range(forks):
        middle = last.at(versions[number % len(versions)])
        choices = middle.legal()
        kept.append(middle.play(choices[number % len(choices)]))
    size = tracemalloc.get_traced_memory()[0] / len(kept)
    tracemalloc.stop()
    return size


def late_over_early(moves: int = 100, late: int = 10_000) -> float:
    """Return the time of moves near the 10,000th, over that near the 10th: 1.0 if a log's length costs nothing.

    No match of 13 is that long by its rules: this one has more rounds than its options allow.
    """

    def endless(seats: int, options: Options, chance: Chance) -> tuple[Event, ...]:
        return RULES.open(seats, 0, 1000, chance)

    match = cardkit.start(attrs.evolve(GAME, open=endless), 4, seed="endless")
    line = [match]
    while len(line) <= late + moves:
        line.append(line[-1].play(line[-1].legal()[0]))

    def replay(first: int) -> float:
        def work() -> int:
            for match in line[first : first + moves] * 20:
                match.play(match.legal()[0])
            return moves * 20

        return 1 / rate(work)

    return median(replay(late) / replay(10) for _ in range(9))
