"""The clients of the measurements. Each is a process that plays prepared matches and measures the time of each answer.

`python -m bench.api.client together AT_ONCE` plays all matches, AT_ONCE at a time; `... client long VERSION` plays half
of them up to that version, and then compares their moves with the first moves of the other half. What to play is read
from standard input, the figures are printed, both as JSON.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

import uvloop

from bench.api.games import Prepared

__all__ = ["Connection", "connected", "request"]


class Connection(asyncio.Protocol):
    """One kept connection that sends a request and waits for its answer; no more HTTP than that takes."""

    def __init__(self) -> None:
        self.data = b""
        self.answer: asyncio.Future[tuple[int, bytes]] | None = None
        self.write: Callable[[bytes], object] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.write = getattr(transport, "write", None)  # uvloop's transports are of no class of asyncio's

    def data_received(self, data: bytes) -> None:
        self.data += data
        head, separator, body = self.data.partition(b"\r\n\r\n")
        if not separator or self.answer is None:
            return
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        if len(body) >= length:
            self.data = b""
            self.answer.set_result((int(head[9:12]), body))

    def connection_lost(self, exc: Exception | None) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionError("the server closed the connection"))

    async def ask(self, request: bytes) -> float:
        """Return the seconds until the request was answered. Fail unless the answer is 200."""
        self.answer = asyncio.get_running_loop().create_future()
        if self.write is None:
            raise ConnectionError("not connected")
        began = perf_counter()
        self.write(request)
        status, body = await self.answer
        if status != 200:
            raise SystemExit(f"status {status}: {body.decode()}")
        return perf_counter() - began


async def connected(port: int) -> Connection:
    """Return a connection to that port."""
    _, connection = await asyncio.get_running_loop().create_connection(Connection, "127.0.0.1", port)
    return connection


def request(match: Prepared, version: int, seat: int, move: str) -> bytes:
    """Return the request for a move."""
    body = f'{{"move":"{move}"}}'
    return (
        f"POST {match['path']}/moves HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {match['tokens'][seat]}\r\n"
        f'Content-Type: application/json\r\nIf-Match: "{version}"\r\nContent-Length: {len(body)}\r\n\r\n{body}'
    ).encode()


async def play(matches: list[Prepared], times: list[float]) -> None:
    """Play matches one after the other, until none is left."""
    connections: dict[int, Connection] = {}  # a server closes those that ask nothing for long
    while matches:
        match = matches.pop()
        for number, ply in enumerate(match["plies"]):
            port = match["ports"][number % len(match["ports"])]
            if port not in connections:
                connections[port] = await connected(port)
            times.append(await connections[port].ask(request(match, *ply)))


async def together(matches: list[Prepared], at_once: int) -> dict[str, float]:
    """Play all of them: moves a second, and the times of the answers in milliseconds."""
    times: list[float] = []
    began = perf_counter()
    await asyncio.gather(*(play(matches, times) for _ in range(at_once)))
    took = perf_counter() - began
    times.sort()
    p50, p99 = times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000
    return {"moves": len(times), "per_second": len(times) / took, "p50": p50, "p99": p99}


async def late_and_early(matches: list[Prepared], version: int) -> dict[str, float]:
    """Return the microseconds from the request for a move to its answer: after that version, and from version 20 on."""
    connection = await connected(matches[0]["ports"][0])

    async def played(match: Prepared, upto: int) -> Iterator[tuple[int, int, str]]:
        plies = iter(match["plies"])
        for ply in plies:
            await connection.ask(request(match, *ply))
            if ply[0] >= upto:
                break
        return plies

    late, early = matches[::2], matches[1::2]
    waiting = [
        (await played(a, version), a, await played(b, 20), b) for a, b in zip(late, early, strict=True)
    ]
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(200):
        for plies, match, other_plies, other in waiting:
            times[0].append(await connection.ask(request(match, *next(plies))))
            times[1].append(await connection.ask(request(other, *next(other_plies))))
    return {"late": median(times[0]) * 1e6, "early": median(times[1]) * 1e6}


def main() -> None:
    """Do what the command line says."""
    way, number = sys.argv[1], int(sys.argv[2])
    matches: list[Prepared] = json.load(sys.stdin)
    figures = together(matches, number) if way == "together" else late_and_early(matches, number)
    print(json.dumps(uvloop.run(figures)))


if __name__ == "__main__":
    main()
