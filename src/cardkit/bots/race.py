"""A race: each legal move is tried in the same imagined worlds, played on by a rule of thumb, and laggards drop out.

Where a good rule of thumb is known, one step better than it beats a tree that plays on at random: playouts tell
more of the truth, and as all moves meet the same worlds and dice, luck cancels out of their differences.
"""

from math import sqrt
from typing import Final, Generic

from cardkit.bots.budget import Budget, going
from cardkit.bots.contract import Bot, Choose
from cardkit.bots.ismcts import LONGEST, search_chance
from cardkit.bots.lens import Lens
from cardkit.bots.observation import Observation
from cardkit.chance import Chance, RunningChance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.seats import Seat

__all__ = ["LAP", "Runner", "race", "still_running", "winner"]

LAP: Final = 8
"""Worlds between two looks at who lags."""
SURE: Final = 2.0
"""Standard errors by which a move must lie behind the best to drop out."""
DOUBT: Final = 1.0
"""Standard errors by which a move must be better than the rule of thumb's, to be made instead."""


def race(
    name: str,
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    budget: Budget,
    lens: Lens[Move, State],
    thumb: Choose[Move, View, Glimpse, Memory, Options],
) -> Bot[Move, View, Glimpse, Memory, Options]:
    """A bot that holds such a race for each move, in doubt the one that the rule of thumb names."""

    def choose(observation: Observation[Move, View, Glimpse, Memory, Options]) -> Move:
        legal = observation.legal
        if len(legal) == 1:
            return legal[0]
        chance = search_chance(observation.chance)
        goes_on = going(budget, observation.seconds)
        seat, memory = observation.seat, observation.memory
        runners: list[Runner[Move]] = [Runner(move) for move in legal]
        done = worlds = 0
        while goes_on(done) and len(runners) > 1:
            world = lens.alone(game.imagine(memory, chance))
            dice = f"{chance.below('dice', 2**32)}"
            for runner in runners:
                runner.ran(_tried(game, lens, world, seat, runner.move, RunningChance(dice)))
            done += len(runners)
            worlds += 1
            if worlds % LAP == 0:
                runners = still_running(runners)
        return winner(runners, thumb(observation)).move

    return Bot(name, choose, frozenset({"memory"}), repeatable=budget.repeatable)


class Runner(Generic[Move]):
    """A move in a race, and what it was worth in each world so far."""

    __slots__ = ("move", "results", "total")

    def __init__(self, move: Move) -> None:
        self.move: Move = move
        self.results: list[float] = []
        self.total: float = 0.0

    def ran(self, worth: float) -> None:
        """So much in one more world."""
        self.results.append(worth)
        self.total += worth


def _tried(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    lens: Lens[Move, State],
    world: State,
    seat: Seat,
    move: Move,
    chance: Chance,
) -> float:
    """What the move is worth to the seat in this world."""
    actors, legal, decide, evolve = game.actors, game.legal, game.decide, game.evolve
    settled, policy = lens.settled, lens.policy
    assert policy is not None, "a race needs a rule of thumb to play on with"
    state = world
    for event in decide(state, seat, move, chance):
        state = evolve(state, event)
    moves = 0
    while moves < LONGEST and (who := actors(state)) and not settled(world, state):
        actor = who[0]
        choices = legal(state, actor)
        chosen = choices[0] if len(choices) == 1 else policy(state, actor, choices, chance)
        for event in decide(state, actor, chosen, chance):
            state = evolve(state, event)
        moves += 1
    return lens.worth(world, state)[seat]


def still_running(runners: list[Runner[Move]]) -> list[Runner[Move]]:
    """Those that aren't clearly behind the best, compared world by world."""
    best = max(runners, key=lambda runner: runner.total)
    return [runner for runner in runners if runner is best or not _lags(runner, best)]


def _lags(runner: Runner[Move], best: Runner[Move]) -> bool:
    mean, error = _behind(runner, best)
    return mean > SURE * error


def winner(runners: list[Runner[Move]], thumb: Move, doubt: float = DOUBT) -> Runner[Move]:
    """The best, if it is better than the rule of thumb's move beyond doubt."""
    best = max(runners, key=lambda runner: runner.total)
    safe = next((runner for runner in runners if runner.move == thumb), best)
    if safe is best or len(best.results) < 2:
        return safe
    mean, error = _behind(safe, best)
    return best if mean > doubt * error else safe


def _behind(runner: Runner[Move], best: Runner[Move]) -> tuple[float, float]:
    """By how much it is worse on average, and the standard error of that."""
    behind = [theirs - own for own, theirs in zip(runner.results, best.results, strict=True)]
    n = len(behind)
    mean = sum(behind) / n
    variance = sum((value - mean) ** 2 for value in behind) / (n - 1)
    return mean, sqrt(variance / n)
