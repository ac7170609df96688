"""What hostile connections cost the others: `python -m bench.api.hostile`.

Friends ask for their views at a steady rate, with and without 20 connections of one enemy, in turns. The enemy has an
address of its own. Each kind of hostility is measured by the friends' p99, and by the processor time of the server.
"""

import asyncio
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import httpx
import uvloop
from attrs import frozen

from bench.api.client import Connection
from bench.api.processes import cpu

ENEMIES: Final = 20
MATCHES: Final = 8
RATE: Final = 15.0
"""Requests a second of each friend: fewer than the limit of a token."""
SECONDS: Final = 1.0
ROUNDS: Final = 6
ENEMY: Final = "127.0.0.2"

Hostility = Callable[[int], Awaitable[None]]


@frozen
class Friend:
    """Somebody who watches a match from one seat."""

    path: str
    token: str


# --- friends


async def measure(port: int, friends: list[Friend], seconds: float) -> list[float]:
    """Return the seconds that each answer took."""
    loop = asyncio.get_running_loop()
    times: list[float] = []

    async def watch(n: int, friend: Friend) -> None:
        transport, connection = await loop.create_connection(Connection, "127.0.0.1", port)
        request = (
            f"GET {friend.path}/view HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer {friend.token}\r\n\r\n"
        )
        began = loop.time() + n / len(friends) / RATE
        for turn in range(int(seconds * RATE)):
            await asyncio.sleep(max(0.0, began + turn / RATE - loop.time()))
            times.append(await connection.ask(request.encode()))
        transport.close()

    await asyncio.gather(*(watch(n, friend) for n, friend in enumerate(friends)))
    return times


# --- enemies


async def connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(ENEMY, 0))


def asking(request: str, headers: str = "") -> Hostility:
    """Ask for the same thing as fast as it is answered."""
    text = f"{request} HTTP/1.1\r\nHost: t\r\n{headers}\r\n".encode()

    async def ask(port: int) -> None:
        reader, writer = await connect(port)
        try:
            while True:
                writer.write(text)
                head = await reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", head)
                await reader.readexactly(int(length[1]) if length else 0)
        finally:
            writer.close()

    return ask


def saying(beginning: bytes, piece: bytes, pause: float) -> Hostility:
    """Begin a request that never ends."""

    async def say(port: int) -> None:
        _, writer = await connect(port)
        try:
            writer.write(beginning)
            while True:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(pause)
        finally:
            writer.close()

    return say


async def come_and_go(port: int) -> None:
    _, writer = await connect(port)
    writer.close()
    await asyncio.sleep(0.002)


_SOCKET: Final = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
_POST: Final = (
    b"POST /v1/matches HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
)


def hostilities(path: str) -> dict[str, Hostility]:
    """Return each kind of hostility. `path` leads to somebody else's match."""
    return {
        "the OpenAPI document, again and again": asking("GET /schema/openapi.json"),
        "the metrics, again and again": asking("GET /metrics"),
        "paths that aren't there": asking("GET /nowhere"),
        "the games, far above the limit": asking("GET /v1/games"),
        "lists of matches": asking("GET /v1/matches?status=running&limit=200"),
        "guessed tokens": asking(f"GET {path}/view", "Authorization: Bearer guess\r\n"),
        "refused sockets": asking(f"GET {path}/socket", _SOCKET),
        "headers without end": saying(b"GET / HTTP/1.1\r\nHost: t\r\n", b"x: %s\r\n" % (b"a" * 2000), 0),
        "heads that come slowly": saying(b"GET / HTTP/1.1\r\nHost: t\r\nx: ", b"a", 0.05),
        "bodies that come slowly": saying(_POST, b"a", 0.05),
        "connections that come and go": come_and_go,
    }


async def be_hostile(name: str, port: int, path: str) -> None:
    """Go on until killed. A connection that is closed is made again."""
    hostility = hostilities(path)[name]

    async def again() -> None:
        while True:
            with suppress(OSError, EOFError):
                await hostility(port)

    await asyncio.gather(*(again() for _ in range(ENEMIES)))


# --- both


@contextmanager
def serving() -> Generator[tuple[int, int, list[Friend]]]:
    """Run a server with its default limits. Yield its port, its pid, and friends who watch its matches."""
    command = [sys.executable, "-m", "cardkit_api", "--db", "memory:", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        while not (found := re.search(r"serves on http://127.0.0.1:(\d+)", process.stderr.readline())):
            pass
        port = int(found[1])
        yield port, process.pid, befriend(port)
    finally:
        process.kill()
        process.communicate()


def befriend(port: int) -> list[Friend]:
    """Return friends on all seats of some matches."""
    friends: list[Friend] = []
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
        for _ in range(MATCHES):
            body = {"game": "push", "seats": 2, "name": "Ada", "public": True}
            made: dict[str, Any] = http.post("/v1/matches", json=body).json()
            path: str = made["match"]["links"]["self"]
            joined: dict[str, Any] = http.post(f"{path}/seats", json={"name": "Ben"}).json()
            friends += [Friend(path, made["token"]), Friend(path, joined["token"])]
    return friends


@contextmanager
def enemy(name: str, port: int, path: str) -> Generator[Callable[[bool], None]]:
    """Let an enemy work in a process of its own. Yield a function that halts it or lets it go on."""
    process = subprocess.Popen([sys.executable, "-m", "bench.api.hostile", name, str(port), path])
    try:
        time.sleep(3.0)  # what may be asked at once is used up
        yield lambda on: process.send_signal(signal.SIGCONT if on else signal.SIGSTOP)
    finally:
        process.kill()
        process.wait()


def p99(times: list[float]) -> float:
    return sorted(times)[len(times) * 99 // 100] * 1000


def by_hostility() -> Iterator[str]:
    """Yield what friends notice of each kind of hostility, which is halted every other second."""
    yield f"{f'{ENEMIES} hostile connections':44}{'p99 without':>13}{'with':>11}{'ratio':>8}{'CPU':>8}"
    with serving() as (port, pid, friends):
        for name in hostilities(""):
            times: dict[bool, list[float]] = {False: [], True: []}
            used = {False: 0.0, True: 0.0}
            with enemy(name, port, friends[0].path) as let:
                for turn in range(2 * ROUNDS):
                    on = turn % 2 == 1
                    let(on)
                    before = cpu(pid)
                    times[on] += uvloop.run(measure(port, friends, SECONDS))
                    used[on] += cpu(pid) - before
            without, beside = p99(times[False]), p99(times[True])
            more = (used[True] - used[False]) / ROUNDS / SECONDS
            yield f"{name:44}{without:>10.1f} ms{beside:>8.1f} ms{beside / without:>8.1f}{more:>8.1%}"


def main() -> None:
    """Do what the command line says."""
    if len(sys.argv) > 1:
        name, port, path = sys.argv[1:]
        uvloop.run(be_hostile(name, int(port), path))
    else:
        for line in by_hostility():
            print(line, flush=True)


if __name__ == "__main__":
    main()
