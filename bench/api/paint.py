"""The first paint of a page: one request for the whole table, beside one for each of its parts.

`python -m bench.api.paint MOVES` plays that many moves of a match and then asks for its table again and again. The
match is read from standard input; the figures are printed, both as JSON.
"""

import json
import sys
from statistics import median
from time import perf_counter

import uvloop

from bench.api.client import Connection, connected, request
from bench.api.games import Prepared

ROUNDS = 300
PARTS = ("", "/view", "/moves", "/events?limit=50&after={after}")


async def painted(match: Prepared, moves: int) -> dict[str, float]:
    """Return the milliseconds until a page has all that it shows: by one request, and by one for each part."""
    connection = await connected(match["ports"][0])
    for ply in match["plies"][:moves]:
        await connection.ask(request(match, *ply))
    version, seat, _ = match["plies"][moves]
    parts = [part.format(after=max(0, version - 50)) for part in PARTS]
    times: dict[str, list[float]] = {"one": [], "parts": []}
    for _ in range(ROUNDS):
        times["one"].append(await asked(connection, match, seat, ["/table"]))
        times["parts"].append(await asked(connection, match, seat, parts))
    return {name: median(found) * 1000 for name, found in times.items()}


async def asked(connection: Connection, match: Prepared, seat: int, parts: list[str]) -> float:
    """Return the seconds until all of these were answered, one after the other."""
    began = perf_counter()
    for part in parts:
        head = f"GET {match['path']}{part} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {match['tokens'][seat]}"
        await connection.ask(f"{head}\r\n\r\n".encode())
    return perf_counter() - began


def main() -> None:
    """Do what the command line says."""
    matches: list[Prepared] = json.load(sys.stdin)
    print(json.dumps(uvloop.run(painted(matches[0], int(sys.argv[1])))))


if __name__ == "__main__":
    main()
