"""How many states a seat imagines in a second: what a bot that samples hidden cards lives on."""

from collections.abc import Callable, Iterator
from functools import partial

from bench.measure import rate
from cardkit.bots.chance import RunningChance
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.games import biberbande, friday13, push, thirteen
from cardkit.testing.trial import steps_at_random

SEATS = 4
TIMES = 3000


def imagining(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options], options: Options
) -> Callable[[], int]:
    """Return work that lets seat 0 of four imagine again and again, in the middle of a random match."""
    steps = steps_at_random(game, SEATS, options, "in the middle")
    memory = steps[len(steps) // 2].memory(0)

    def again() -> int:
        chance = RunningChance("imagined")
        for _ in range(TIMES):
            game.imagine(memory, chance)
        return TIMES

    return again


CONTESTS = {
    "thirteen": partial(imagining, thirteen.GAME, thirteen.Options(rounds=1)),
    "friday13": partial(imagining, friday13.GAME, friday13.Options(rounds=1)),
    "push": partial(imagining, push.GAME, push.Options()),
    "biberbande": partial(imagining, biberbande.GAME, biberbande.Options(turn_limit=20, rounds=1)),
}


def imagined() -> Iterator[str]:
    """Measure the imagined states a second, for each game."""
    for name, made in CONTESTS.items():
        again = made()
        again()
        best = max(rate(again) for _ in range(3))
        yield f"{f'states imagined per CPU second, {name}':46}{best:12,.0f}   wanted   1,000"
