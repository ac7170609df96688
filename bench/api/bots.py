"""The cost of a bot's move besides its thinking: `python -m bench.api.bots EARLY LATE NEED ...` prints it.

The bot takes any move but one that ends the round, and notes the processor time whenever it is asked. So between two
notes lies one whole move: what its seat has seen is made, the move is played, written and announced.
"""

import asyncio
import itertools
import json
import sys
from statistics import median
from time import process_time

import uvloop

from bench.api.games import LONG
from bench.api.server import KEY, OPEN, service_of
from cardkit.bots.contract import AnyBot, Bot
from cardkit.bots.observation import ALL_NEEDS, AnyObservation, Need
from cardkit.game import AnyGame
from cardkit_api import create_app, store
from cardkit_api.messages import BotFor, NewMatch
from cardkit_api.server import tune_garbage_collection

MOVES = 300


class Noting:
    """A bot that notes the processor time of each question; `done` is set after this number of them."""

    def __init__(self, last: int, needs: frozenset[Need]) -> None:
        self.last = last
        self.needs = needs
        self.times: list[float] = []
        self.done = asyncio.Event()
        self.loop = asyncio.get_running_loop()

    def __call__(self, game: AnyGame) -> AnyBot:
        def choose(seen: AnyObservation) -> object:
            self.times.append(process_time())
            if len(self.times) == self.last:
                self.loop.call_soon_threadsafe(self.done.set)
            offered = [move for move in seen.legal if game.say(move) != LONG.without]
            return offered[len(self.times) % len(offered)]

        return Bot("noting", choose, self.needs)

    def cost(self, moves: int) -> float:
        """Return the microseconds of a move after this number of moves: the median of some hundred."""
        times = self.times[moves : moves + MOVES + 1]
        return median(later - earlier for earlier, later in itertools.pairwise(times)) * 1e6


async def main(early: int, late: int, needs: frozenset[Need]) -> None:
    """Let four bots play beyond that number of moves, and compare their moves."""
    noting = Noting(late + 2 * MOVES, needs)
    app = create_app(store("memory:"), key=KEY, limits=OPEN, bots={"noting": noting})
    service = service_of(app)
    await service.open()
    tune_garbage_collection()
    bots = tuple(BotFor(seat=seat, bot="noting") for seat in range(LONG.seats))
    new = NewMatch(game=LONG.game, seats=LONG.seats, options={}, bots=bots)
    await service.matches.create(new, "", None, lambda: None)
    await noting.done.wait()
    print(json.dumps({"early": noting.cost(early), "late": noting.cost(late)}))
    await service.close()


if __name__ == "__main__":
    _, early, late, *needs = sys.argv
    uvloop.run(main(int(early), int(late), frozenset(need for need in ALL_NEEDS if need in needs)))
