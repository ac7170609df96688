"""The cost of hostile connections to others: `python -m bench.api.hostile [WORD ...]`. It takes four minutes.

Friends ask for their views at a steady rate, while 20 connections of one enemy are halted, while these ask a decoy, and
while they ask the server, in turns. The decoy is a process of its own that answers as much and as often as the server,
and works nothing out. The decoy's ratio to nobody is the cost of the enemy's own work, because all of them share the
machine. The server's ratio to the decoy is the cost of the server's work for the enemy.

The server and the friends share one core, and the enemy and the decoy have the others.

The server has its default limits. The enemy has one address, which isn't the friends', and has used up what it may ask
at once before anything is measured. The words choose among the kinds of hostility.
"""

import asyncio
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from random import uniform
from threading import Thread
from typing import Any, Final

import httpx
import uvloop
from attrs import frozen

from bench.api.client import Connection
from bench.api.processes import cpu
from cardkit_api.limits import Limits, RateLimiter

ENEMIES: Final = 20
MATCHES: Final = 8
LISTED: Final = 8 * 25
"""Matches that nobody plays, so that lists are long."""
RATE: Final = 15.0
"""Requests a second of each friend: fewer than the limit of a token."""
SECONDS: Final = 0.5
SETTLING: Final = 0.15
"""Seconds after which an enemy who goes on has used up again what it may ask at once."""
ROUNDS: Final = 8
ENEMY: Final = "127.0.0.2"
LIMITS: Final = Limits()

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


async def read_answer(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head)
    return head + await reader.readexactly(int(length[1]) if length else 0)


def asking(request: bytes) -> Hostility:
    """Ask for the same thing as fast as it is answered."""

    async def ask(port: int) -> None:
        reader, writer = await connect(port)
        try:
            while True:
                writer.write(request)
                await read_answer(reader)
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
    """Connect and reset the connection at once. An orderly end would use up the enemy's ports within seconds."""
    _, writer = await connect(port)
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.close()
    await asyncio.sleep(0.002)


_SOCKET: Final = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
_POST: Final = (
    b"POST /v1/matches HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
)


@frozen
class Kind:
    """A kind of hostility."""

    hostility: Hostility
    request: bytes = b""
    """The request that is sent again and again. Empty if none is ever sent whole."""
    rate: float = LIMITS.requests
    """The number of these requests that are answered in a second."""


def asked(request: str, headers: str = "", rate: float = LIMITS.requests) -> Kind:
    whole = f"{request} HTTP/1.1\r\nHost: t\r\n{headers}\r\n".encode()
    return Kind(asking(whole), whole, rate)


def kinds(path: str) -> dict[str, Kind]:
    """Return all kinds of hostility. `path` leads to somebody else's match."""
    zipped = "Accept-Encoding: gzip\r\n"
    return {
        "the OpenAPI document, again and again": asked("GET /schema/openapi.json", zipped, LIMITS.pages),
        "the metrics, again and again": asked("GET /metrics", rate=LIMITS.figures),
        "paths that aren't there": asked("GET /nowhere"),
        "the games, far above the limit": asked("GET /v1/games"),
        "lists of matches": asked("GET /v1/matches?limit=200", rate=LIMITS.requests / 5),
        "guessed tokens": asked(f"GET {path}/view", "Authorization: Bearer guess\r\n"),
        "refused sockets": asked(f"GET {path}/socket?token=guess", _SOCKET),
        "headers without end": Kind(
            saying(b"GET / HTTP/1.1\r\nHost: t\r\n", b"x: %s\r\n" % (b"a" * 2000), 0)
        ),
        "heads that come slowly": Kind(saying(b"GET / HTTP/1.1\r\nHost: t\r\nx: ", b"a", 0.05)),
        "bodies that come slowly": Kind(saying(_POST, b"a", 0.05)),
        "connections that come and go": Kind(come_and_go),
    }


async def be_hostile(name: str, port: int, path: str) -> None:
    """Go on until killed. A connection that is closed is made again."""
    hostility = kinds(path)[name].hostility

    async def again() -> None:
        while True:
            with suppress(ConnectionError, TimeoutError, EOFError):
                await hostility(port)

    await asyncio.gather(*(again() for _ in range(ENEMIES)))


# --- the decoy


async def be_decoy(name: str, server: int, path: str) -> None:
    """Learn from the server what it answers, and answer the same until killed. Print the port."""
    kind = kinds(path)[name]
    usual = b""
    if kind.request:
        reader, writer = await connect(server)
        writer.write(kind.request)
        usual = await read_answer(reader)
        writer.close()
    limiter = RateLimiter(kind.rate, LIMITS.burst)
    refusal = b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 200\r\n\r\n%s" % bytes(200)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await reader.readuntil(b"\r\n\r\n"):
                if usual and limiter.wait(""):
                    await asyncio.sleep(LIMITS.refusal_pause * uniform(0.5, 1))
                    writer.write(refusal)
                else:
                    writer.write(usual)
        except asyncio.LimitOverrunError:  # the server, too, reads on for a while when it has refused a head
            with suppress(asyncio.IncompleteReadError, TimeoutError):
                async with asyncio.timeout(uniform(0.75, 1.25)):
                    await reader.readexactly(256 * 1024)
                    await asyncio.sleep(2)
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0, limit=LIMITS.head, backlog=2048)
    print(listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()


# --- all of them


@contextmanager
def apart() -> Generator[None]:
    """Keep this process and the server on one core, so that enemies have the others. In earnest they are elsewhere."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


@contextmanager
def serving() -> Generator[tuple[int, int, list[Friend]]]:
    """Run a server with its default limits. Yield its port, its pid, and friends who watch its matches."""
    command = [sys.executable, "-m", "cardkit_api", "--db", "memory:", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        while not (found := re.search(r"serves on http://127.0.0.1:(\d+)", process.stderr.readline())):
            pass
        Thread(target=process.stderr.read, daemon=True).start()  # or a full pipe would stop the server
        port = int(found[1])
        for number in range(LISTED // 25):
            transport = httpx.HTTPTransport(local_address=f"127.0.1.{number + 1}")  # each may make 30
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=transport) as http:
                for _ in range(25):
                    body = {"game": "push", "seats": 3, "name": "Ada", "public": True}
                    http.post("/v1/matches", json=body).raise_for_status()
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
def worker(role: str, name: str, port: int, path: str) -> Generator["subprocess.Popen[str]"]:
    """Run an enemy or a decoy in a process of its own."""
    command = [sys.executable, "-m", "bench.api.hostile", "--be", role, name, str(port), path]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def p99(times: list[float]) -> float:
    return sorted(times)[len(times) * 99 // 100] * 1000


@frozen
class Cost:
    """The cost of a kind of hostility to friends: the p99 of the best round, in milliseconds.

    An enemy is at work in each round. What else the machine does comes and goes, and only makes it worse.
    """

    alone: float
    decoy: float
    server: float
    cpu: float
    """The server's CPU time for the enemy, of one core."""


def cost_of(name: str, port: int, pid: int, friends: list[Friend]) -> Cost:
    """Measure one kind of hostility."""
    seen: dict[str, list[float]] = {"nobody": [], "decoy": [], "server": []}
    used = dict.fromkeys(seen, 0.0)
    path = friends[0].path
    with ExitStack() as running:
        decoy = running.enter_context(worker("decoy", name, port, path))
        assert decoy.stdout is not None
        other = int(decoy.stdout.readline())
        enemies = {
            "decoy": running.enter_context(worker("enemy", name, other, path)),
            "server": running.enter_context(worker("enemy", name, port, path)),
        }
        time.sleep(2.0)  # what may be asked at once is used up
        for enemy in enemies.values():
            enemy.send_signal(signal.SIGSTOP)
        for _ in range(ROUNDS):
            for whom, rounds in seen.items():
                if whom in enemies:
                    enemies[whom].send_signal(signal.SIGCONT)
                    time.sleep(SETTLING)
                before = cpu(pid)
                rounds.append(p99(uvloop.run(measure(port, friends, SECONDS))))
                used[whom] += (cpu(pid) - before) / ROUNDS / SECONDS
                if whom in enemies:
                    enemies[whom].send_signal(signal.SIGSTOP)
        for whom, enemy in enemies.items():
            if enemy.poll() is not None:
                raise SystemExit(f"{name}: the enemy of the {whom} gave up")
    alone, decoyed, served = (min(rounds) for rounds in seen.values())
    return Cost(alone, decoyed, served, used["server"] - used["nobody"])


def by_hostility(words: list[str] | None = None) -> Iterator[str]:
    """Yield a row for each kind of hostility, below a row of headings."""
    yield (
        f"{f'p99 beside {ENEMIES} hostile connections':40}{'of nobody':>11}{'a decoy':>11}{'the server':>12}"
        f"{'decoy':>8}{'server':>8}{'CPU':>8}"
    )
    with apart(), serving() as (port, pid, friends):
        for name in kinds(""):
            if words and not any(word in name for word in words):
                continue
            cost = cost_of(name, port, pid, friends)
            yield (
                f"{name:40}{cost.alone:>8.2f} ms{cost.decoy:>8.2f} ms{cost.server:>9.2f} ms"
                f"{cost.decoy / cost.alone:>7.1f}x{cost.server / cost.decoy:>7.1f}x{cost.cpu:>8.1%}"
            )


def main() -> None:
    """Do what the command line says."""
    if sys.argv[1:2] == ["--be"]:
        role, name, port, path = sys.argv[2:]
        cores = {*range(os.cpu_count() or 1)}
        os.sched_setaffinity(0, cores - os.sched_getaffinity(0) or cores)
        uvloop.run({"enemy": be_hostile, "decoy": be_decoy}[role](name, int(port), path))
    else:
        for line in by_hostility(sys.argv[1:]):
            print(line, flush=True)


if __name__ == "__main__":
    main()
