"""Watchers, in a process of their own, who note when each of them has been shown an event.

`python -m bench.api.watchers STREAMS PID` opens this number of streams of one match and plays some moves. PID is the
server's, whose memory is looked at.
"""

import asyncio
import json
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

import uvloop

from bench.api.client import connected, request
from bench.api.games import Prepared
from bench.api.processes import memory

MOVES = 30


class Watcher(asyncio.Protocol):
    """One stream of the match, from its end on."""

    def __init__(self, head: bytes, heard: Callable[[], None]) -> None:
        self.head = head
        self.heard = heard
        self.opened = False
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        write: Callable[[bytes], object] = getattr(transport, "write")  # noqa: B009  # uvloop's transports have no class
        write(self.head)

    def data_received(self, data: bytes) -> None:
        self.rest += data
        if not self.opened:
            _, separator, self.rest = self.rest.partition(b"\r\n\r\n")
            self.opened = separator != b""
            if self.opened:
                self.heard()
        while (end := self.rest.find(b"}\n")) >= 0:
            self.rest = self.rest[end + 2 :]
            self.heard()


async def watch(match: Prepared, watchers: int, pid: int) -> dict[str, float]:
    """Return the milliseconds until the first and the last stream have shown a move, and the bytes a stream costs."""
    plies = match["plies"]
    head = (
        f"GET {match['path']}/events?after={plies[0][0]} HTTP/1.1\r\nHost: bench\r\n"
        f"Authorization: Bearer {match['tokens'][0]}\r\nAccept: application/x-ndjson\r\n\r\n"
    ).encode()
    heard: list[float] = []
    wanted = 0
    all_heard = asyncio.Event()

    def hear() -> None:
        heard.append(perf_counter())
        if len(heard) >= wanted:
            all_heard.set()

    async def after(events: int) -> None:
        nonlocal wanted
        wanted = events * watchers
        if len(heard) < wanted:
            all_heard.clear()
            await asyncio.wait_for(all_heard.wait(), 30)

    loop = asyncio.get_running_loop()
    mover = await connected(match["ports"][0])
    before = memory(pid)
    for _ in range(watchers):
        await loop.create_connection(lambda: Watcher(head, hear), "127.0.0.1", match["ports"][0])
    await after(1)
    each = (memory(pid) - before) / watchers
    first: list[float] = []
    last: list[float] = []
    for number, ply in enumerate(plies[:MOVES]):
        heard.clear()
        began = perf_counter()
        await mover.ask(request(match, *ply))
        await after(plies[number + 1][0] - ply[0])
        first.append(heard[0] - began)
        last.append(heard[-1] - began)
    return {"bytes": each, "first": median(first) * 1000, "last": median(last) * 1000}


if __name__ == "__main__":
    matches: list[Prepared] = json.load(sys.stdin)
    print(json.dumps(uvloop.run(watch(matches[0], int(sys.argv[1]), int(sys.argv[2])))))
