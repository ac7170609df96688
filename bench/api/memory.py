"""What a match costs in memory: `python -m bench.api.memory URL MATCHES MOVES` prints bytes a match as JSON."""

import asyncio
import gc
import json
import os
import random
import sys

import uvloop

from bench.api.games import USUAL
from bench.api.processes import memory
from bench.api.server import KEY, OPEN, house_of, seated
from cardkit_api import create_app, store
from cardkit_api.live import Live


async def main(url: str, matches: int, moves: int) -> None:
    """A match that has begun, and one of so many moves."""
    app = create_app(store(url), key=KEY, limits=OPEN)
    house = house_of(app)
    await house.open()
    rng = random.Random(13)

    async def played(live: Live, moves: int) -> None:
        for _ in range(moves):
            match = house.running(live)
            seat = match.actors[0]
            move = match.game.say(rng.choice(match.legal(seat)))
            await house.play(live, seat, move, match.version, None, "en")

    def now() -> int:
        gc.collect()
        return memory(os.getpid())

    await played(await seated(house, USUAL), moves)  # what is made only once
    before = now()
    lives = [await seated(house, USUAL) for _ in range(matches)]
    begun = now()
    await asyncio.gather(*(played(live, moves) for live in lives))
    after = now()
    print(json.dumps({"begun": (begun - before) / matches, "played": (after - before) / matches}))
    await house.close()
    await asyncio.sleep(0)


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
