"""The servers of a measurement, each a process of its own: the API, and the bare endpoint it is compared with.

`python -m bench.api.server api|bare URL MATCHES PLAN` prints one JSON line: its port and what to play. PLAN is JSON.
"""

import asyncio
import json
import random
import socket
import sys
from collections import Counter
from time import time

import uvicorn
import uvloop
from litestar import Litestar, Request, Response, post
from litestar.datastructures import State

from bench.api.games import Plan, Ply, moves
from cardkit_api import Limits, create_app, store
from cardkit_api.addresses import TrustedProxies
from cardkit_api.connections import BoundedConfig, Connections
from cardkit_api.keys import Keys
from cardkit_api.messages import NewClock, NewMatch, NewPlayer
from cardkit_api.server import tune_garbage_collection
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.service import Service
from cardkit_api.stores.contract import Change, MatchRow, Store, Written

KEY = bytes(32)
OPEN = Limits(
    requests=1e9,
    burst=10**9,
    new_matches=1e9,
    new_matches_burst=10**9,
    live_matches=10**6,
    streams=10**6,
    connections=10**6,
)


async def seated(service: Service, plan: Plan) -> LoadedMatch:
    """Return a match that has just begun."""
    options = json.loads(json.dumps(plan.options))
    clock = NewClock(kind="bank", time=3_600_000, increment=1000) if plan.timed else None
    new = NewMatch(
        game=plan.game, seats=plan.seats, options=options, name="player 0", public=True, clock=clock
    )
    loaded, _ = await service.matches.create(new, "", None, lambda: None)
    for seat in range(1, plan.seats):
        await service.seating.join(loaded, NewPlayer(name=f"player {seat}"), "", None)
    return loaded


async def api_matches(service: Service, matches: int, plan: Plan) -> list[object]:
    """Return matches that have just begun, with their tokens and the moves to play."""
    rng = random.Random(13)
    prepared: list[object] = []
    for _ in range(matches):
        loaded = await seated(service, plan)
        match = loaded.row.match
        keys, info = Keys(KEY), loaded.info
        seed = keys.seed(match, info.salt)
        tokens = [keys.token(match, f"seat {seat}", chair.salt) for seat, chair in enumerate(info.chairs)]
        prepared.append(play(match, tokens, [*moves(plan, seed, rng)]))
    return prepared


def play(match: str, tokens: list[str], plies: list[Ply]) -> object:
    """Return what the client needs for one match."""
    return {
        "path": f"/v1/matches/{match}",
        "tokens": tokens,
        "plies": [[ply.version, ply.seat, ply.move] for ply in plies],
    }


def service_of(app: Litestar) -> Service:
    """Return the service behind the application."""
    service: object = app.state["service"]
    if not isinstance(service, Service):
        raise TypeError("the application keeps its service in its state")
    return service


def bare(place: Store) -> Litestar:
    """Return one endpoint that only appends a row of the size of a move, by the same group commit."""
    line = "x" * 245 + "\n"
    versions: dict[str, int] = {}

    @post("/v1/matches/{match_id:str}/moves", status_code=200)
    async def append(request: Request[object, object, State], match_id: str) -> Response[dict[str, int]]:
        await request.body()
        after = versions.get(match_id, 1)
        change = Change(match=match_id, after=after, upto=after + 1, lines=line, now=time())
        if not isinstance(await place.write(change), Written):
            return Response({"version": after}, status_code=409)
        versions[match_id] = after + 1
        return Response({"version": after + 1})

    return Litestar(route_handlers=[append], logging_config=None, openapi_config=None)


async def bare_matches(place: Store, matches: int, plan: Plan) -> list[object]:
    """Return matches for the bare endpoint; it doesn't look at the moves."""
    rng = random.Random(13)
    prepared: list[object] = []
    for number in range(matches):
        match = f"{number:022}"
        row = MatchRow(match=match, revision=1, status="running", public=False, created=0.0, document="")
        await place.write(Change(match=match, row=row, after=0, upto=1, lines="opening\n", now=time()))
        prepared.append(play(match, ["x" * 43] * plan.seats, [*moves(plan, f"seed {number}", rng)]))
    return prepared


async def main(kind: str, url: str, matches: int, plan: Plan) -> None:
    place = store(url)
    if kind == "bare":
        await place.open(lambda _match, _version: None)
        app, prepared = bare(place), await bare_matches(place, matches, plan)
    else:
        app, prepared = create_app(place, key=KEY, limits=OPEN), []
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    if kind == "bare":
        config = uvicorn.Config(app, access_log=False, log_level="warning", lifespan="on")
    else:  # with the limits of its connections, as it is served
        connections = Connections(limits=OPEN, trusted=TrustedProxies(), most=10**6, refusals=Counter())
        config = BoundedConfig(app, connections, "127.0.0.1", 0)
        config.lifespan = "on"
    server = uvicorn.Server(config)
    serving = asyncio.ensure_future(server.serve([listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if kind == "api":
        prepared = await api_matches(service_of(app), matches, plan)
    tune_garbage_collection()
    port = listener.getsockname()[1]
    print(
        json.dumps([{"ports": [port], **match} for match in prepared if isinstance(match, dict)]), flush=True
    )
    prepared.clear()
    await serving
    if kind == "bare":
        await place.close()


if __name__ == "__main__":
    kind, url, matches, plan = sys.argv[1:]
    uvloop.run(main(kind, url, int(matches), Plan(**json.loads(plan))))
