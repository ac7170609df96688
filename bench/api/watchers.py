"""Watchers, in a process of their own, who note when each of them has been shown an event.

`python -m bench.api.watchers [STREAMS]` starts a server, opens this number of streams of one match (2,000), and plays
some moves. It prints the best of three runs: whatever else the machine does makes a run slower, never faster. With the
PID of a server as well, it does so at that server, and the match is read from standard input.
"""

import asyncio
import json
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

import uvloop

from bench.api.client import connected, request
from bench.api.games import USUAL, Prepared
from bench.api.processes import asked, cpu, memory, serving

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
    before = memory(pid)
    for _ in range(watchers):
        await loop.create_connection(lambda: Watcher(head, hear), "127.0.0.1", match["ports"][0])
    await after(1)
    mover = await connected(match["ports"][0])  # not earlier: the server ends a connection that says nothing
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


def of_streams(url: str, watchers: int, runs: int) -> Iterator[str]:
    """Yield what streams cost, in the best of some runs with a server of their own."""
    seen: list[dict[str, float]] = []
    for _ in range(runs):
        with serving("api", url, 1, USUAL) as (matches, pid):
            before = cpu(pid)
            seen.append(asked("watchers", watchers, pid, given=matches))
            seen[-1]["cpu"] = (cpu(pid) - before) / watchers / MOVES * 1e6
    best = min(seen, key=lambda run: run["last"])
    yield f"an open stream: {best['bytes'] / 1000:.1f} kB"
    yield (
        f"an event reaches the first of {watchers:,} streams {best['first']:.1f} ms after its move was asked for, "
        f"the last {best['last']:.1f} ms; {best['cpu']:.0f} us of CPU a stream and move (best of {runs})"
    )


def main() -> None:
    """Do what the command line says."""
    watchers = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    if len(sys.argv) > 2:
        matches: list[Prepared] = json.load(sys.stdin)
        print(json.dumps(uvloop.run(watch(matches[0], watchers, int(sys.argv[2])))))
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # each stream is a file, here and there
    with tempfile.TemporaryDirectory() as folder:
        for line in of_streams(f"sqlite:{folder}/matches.db", watchers, 3):
            print(line)


if __name__ == "__main__":
    main()
