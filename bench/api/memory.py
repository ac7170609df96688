"""The memory that a match takes: `python -m bench.api.memory URL MATCHES MOVES` prints bytes a match as JSON."""

import asyncio
import gc
import json
import os
import random
import sys

import uvloop

from bench.api.games import USUAL
from bench.api.processes import memory
from bench.api.server import KEY, OPEN, seated, service_of
from cardkit_api import create_app, store
from cardkit_api.service.loaded_match import LoadedMatch


async def main(url: str, matches: int, moves: int) -> None:
    """Measure the memory of a match that has begun, and of one with this number of moves."""
    app = create_app(store(url), key=KEY, limits=OPEN)
    service = service_of(app)
    await service.open()
    rng = random.Random(13)

    async def played(loaded: LoadedMatch, moves: int) -> None:
        for _ in range(moves):
            match = loaded.require_running()
            seat = match.actors[0]
            move = match.game.say(rng.choice(match.legal(seat)))
            await service.moves.play(loaded, seat, move, match.version, None, "en")

    def now() -> int:
        gc.collect()
        return memory(os.getpid())

    await played(await seated(service, USUAL), moves)  # what is made only once
    before = now()
    lives = [await seated(service, USUAL) for _ in range(matches)]
    begun = now()
    await asyncio.gather(*(played(live, moves) for live in lives))
    after = now()
    print(json.dumps({"begun": (begun - before) / matches, "played": (after - before) / matches}))
    await service.close()
    await asyncio.sleep(0)


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
