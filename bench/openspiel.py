"""Our ISMCTS against OpenSpiel's: `make bench-openspiel`, or `python -m bench.openspiel` where `open_spiel` is.

OpenSpiel plays by its own interface (`bench/openspiel_game.py`): its ISMCTS in Python, with its evaluator, a random
rollout to the end of the match. Its ISMCTS in C++ refuses games that are written in Python ("ResampleFromInfostate()
not implemented"). The bots meet on paired deals, as in `bench/strength.py`, in two ways: ours as it comes, with as
much CPU time for each move; and ours without any knowledge of the game, with as many simulations.
"""

# pyright: reportMissingModuleSource=false
# OpenSpiel isn't in the lock; its types stand in bench/stubs.

import argparse
import platform
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import version
from time import process_time
from typing import Final, TypeAlias

import pyspiel
from open_spiel.python.algorithms import ismcts as theirs
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import cardkit
from bench.openspiel_check import wrong
from bench.openspiel_game import Table
from bench.strength import duel, options_for
from cardkit.bots import AnyBot, AnyObservation, Bot, Budget, Iterations, bot, ismcts
from cardkit.bots.search.budget import Clock, Milliseconds, budget_check
from cardkit.bots.search.ismcts import search_chance
from cardkit.game import AnyGame

EXPLORE: Final = 1.0
"""OpenSpiel's `uct_c`. Utilities go from 0 to 1."""
FEWEST: Final = 2
"""Simulations after which it has visited a move: the first only finds out what there is to visit."""
MOST: Final = 10**9
SEATS: Final = {"thirteen": 4, "friday13": 4, "biberbande": 3, "push": 2}
HEAD: Final = (
    f"{'game':12}{'seats':>5}{'budget':>8}  {'standing':13}{'deals':>7}"
    f"{'ours/s':>8}{'a move':>8}{'ms':>8}{'theirs/s':>8}{'a move':>8}{'ms':>8}{'CPU s':>8}"
)


class TimeIsUp(Exception):
    """Ends a search from within."""


class TimedBot(theirs.ISMCTSBot):
    """OpenSpiel's bot, which counts simulations, made to look at a clock before each."""

    def __init__(self, table: Table, seed: int, goes_on: Callable[[int], bool]) -> None:
        random = import_module("numpy.random").RandomState(seed)  # only open_spiel brings numpy along
        evaluator = RandomRolloutEvaluator(n_rollouts=1, random_state=random)
        super().__init__(table, evaluator, EXPLORE, MOST, random_state=random)
        self.goes_on = goes_on
        self.done = 0

    def run_search(self, state: pyspiel.State) -> list[tuple[int, float]]:
        try:
            return super().run_search(state)
        except TimeIsUp:
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: pyspiel.State) -> pyspiel.State:
        if not self.goes_on(self.done) and self.done >= FEWEST:
            raise TimeIsUp
        self.done += 1
        return super().sample_root_state(state)


def openspiel(game: AnyGame, budget: Budget) -> AnyBot:
    """Return OpenSpiel's ISMCTS as one of our bots: it sees its seat's memory, and so does OpenSpiel."""

    def choose(observation: AnyObservation) -> object:
        if len(observation.legal) == 1:
            return observation.legal[0]
        goes_on = budget_check(budget, observation.seconds)
        chance = search_chance(observation.chance)
        table = Table(game, observation.seats, observation.options, chance)
        searching = TimedBot(table, chance.below("seed", 2**32), goes_on)
        return observation.legal[searching.step(table.imagined(observation.seat, observation.memory))]

    return Bot(f"openspiel:{budget}", choose, frozenset({"memory"}))


class Meter:
    """Counts the playouts of a bot, by how often it looks at the clock, and the CPU time of its searches."""

    def __init__(self) -> None:
        self.looks = self.searches = 0
        self.seconds = 0.0

    def clock(self) -> float:
        self.looks += 1
        return process_time()

    def worn(self, bot: AnyBot) -> AnyBot:
        """Return the same bot, metered."""

        def choose(observation: AnyObservation) -> object:
            if len(observation.legal) == 1:
                return bot.choose(observation)
            start = process_time()
            move = bot.choose(observation)
            self.seconds += process_time() - start
            self.searches += 1
            return move

        return Bot(bot.name, choose, bot.needs)

    def playouts(self, budget: Budget) -> int:
        """Return the number of playouts: a search looks at the clock once at its start, and once after each."""
        return self.searches * budget.number if isinstance(budget, Iterations) else self.looks - self.searches

    def line(self, budget: Budget) -> str:
        searches, playouts = max(1, self.searches), self.playouts(budget)
        return (
            f"{playouts / self.seconds:8.0f}{playouts / searches:8.0f}{self.seconds / searches * 1000:8.1f}"
        )


Maker: TypeAlias = Callable[[AnyGame, Budget], AnyBot]


def as_it_comes(game: AnyGame, budget: Budget) -> AnyBot:
    """Return `ismcts`, with what it knows of the game."""
    return bot(f"ismcts:{budget}", game, *[budget.clock] if isinstance(budget, Milliseconds) else [])


def opened(key: str) -> tuple[AnyGame, int, object]:
    game, seats = cardkit.game(key), SEATS[key]
    return game, seats, cardkit.start(game, seats, options_for(game, 1), "options").header.options


def met(key: str, deals: int, ours: Maker, budget: Callable[[Clock], Budget]) -> str:
    """Return a row of the table: our standing against theirs, and how fast both were."""
    game, seats = cardkit.game(key), SEATS[key]
    meters = Meter(), Meter()
    budgets = [budget(meter.clock) for meter in meters]
    one = meters[0].worn(ours(game, budgets[0]))
    other = meters[1].worn(openspiel(game, budgets[1]))
    start = process_time()
    result = duel(game, seats, one, other, deals, options_for(game, 1))
    speeds = "".join(meter.line(budget) for meter, budget in zip(meters, budgets, strict=True))
    return (
        f"{game.key:12}{seats:5}{budgets[0]!s:>8}  {result.mean:.3f} ± {result.error:.3f}{deals:7}"
        f"{speeds}{process_time() - start:8.0f}  {result.verdict}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Pit cardkit's ISMCTS against OpenSpiel's on paired deals.")
    parser.add_argument("--games", default=",".join(SEATS))
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--ms", type=int, default=100, help="CPU time for a move; 0 leaves that table out")
    parser.add_argument(
        "--playouts", type=int, default=100, help="playouts for a move; 0 leaves that table out"
    )
    given = parser.parse_args(arguments)
    print(
        f"open_spiel {version('open_spiel')}, {platform.python_implementation()} {platform.python_version()}"
    )
    for key in given.games.split(","):
        if fault := wrong(*opened(key)):
            sys.exit(f"error: {fault}")
    if given.ms:
        print(f"\nEqual time, ours as it comes\n{HEAD}", flush=True)
        for key in given.games.split(","):
            print(met(key, given.deals, as_it_comes, partial(Milliseconds, given.ms)), flush=True)
    if given.playouts:
        print(f"\nEqual playouts, all of them at random to the end\n{HEAD}", flush=True)
        for key in given.games.split(","):
            print(met(key, given.deals, ismcts, lambda _: Iterations(given.playouts)), flush=True)


if __name__ == "__main__":
    main()
