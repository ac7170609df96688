"""Flags in many live matches: how late they are noticed, and whether anybody gets one who moved in time.

`python -m bench.api flags` plays 50 matches with clocks at once, over a minute. The server has one core. Players move
soon, or in the last moment of their time, or not at all. A stream of each match tells of flags.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from random import Random
from statistics import median
from typing import Any, Final

import httpx
from attrs import define, field

from bench.api.processes import cpu
from bench.api.rooms import Rooms

__all__ = ["of_flags"]

MATCHES: Final = 50
SECONDS: Final = 60
TIME: Final = 1000
GRACE: Final = 1500
LAST_MOMENT: Final = 50
"""Milliseconds before the time is up, at which a player who hesitates sends the move. The grace is for the way."""
FORGOTTEN: Final = 1000
"""Milliseconds after a flag, at which a player who didn't move comes back."""
SEATS: Final = 4


def now() -> int:
    return time.time_ns() // 1_000_000


@define
class Seen:
    """What all matches saw."""

    late: list[int] = field(factory=list[int])
    """For each flag, the milliseconds from its deadline until a stream told of it."""
    waits: list[int] = field(factory=list[int])
    """For each move, the milliseconds until its answer."""
    unjust: list[int] = field(factory=list[int])
    """For each move that was refused as late, though it was sent in time, the milliseconds until its answer."""
    hesitant: int = 0
    """Moves in the last moment."""


@define
class Played:
    """One match: its players, who know when they must move."""

    http: httpx.AsyncClient
    seen: Seen
    random: Random
    path: str = ""
    tokens: list[str] = field(factory=list[str])

    def headers(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}", "If-Match": "*"}

    async def ask(
        self, method: str, what: str, seat: int, body: object = None, code: str = ""
    ) -> dict[str, Any]:
        """Return the answer. Fail if it's a refusal, unless it has that code."""
        address = f"{self.path}{what}"
        answer = await self.http.request(method, address, headers=self.headers(seat), json=body)
        told: dict[str, Any] = answer.json()
        if answer.is_error and told.get("code") != code:
            raise OSError(f"{method} {address}: {answer.text}")
        return told

    async def sit(self) -> None:
        """Make the match, and let all sit down."""
        clock = {"kind": "per_move", "time": TIME}
        body = {"game": "thirteen", "seats": SEATS, "public": True, "clock": clock, "options": {"rounds": 6}}
        made = (await self.http.post("/v1/matches", json=body)).raise_for_status().json()
        self.path = made["match"]["links"]["self"]
        for seat in range(SEATS):
            joined = await self.http.post(f"{self.path}/seats", json={"name": f"player {seat}"})
            self.tokens.append(joined.raise_for_status().json()["token"])

    async def listen(self) -> None:
        """Note when the stream tells of a flag."""
        headers = {**self.headers(0), "Accept": "application/x-ndjson"}
        async with self.http.stream("GET", f"{self.path}/events", headers=headers, timeout=None) as stream:
            async for line in stream.aiter_lines():
                told: dict[str, Any] = json.loads(line) if line else {}
                for fact in told.get("facts", ()):
                    if fact["type"] == "flagged":
                        self.seen.late.append(now() - fact["at"])

    async def come_back(self, seat: int) -> None:
        """Return to a seat that a bot plays, unless the match is over."""
        await self.ask("POST", f"/seats/{seat}/return", seat, {}, "match_over")

    async def play(self, until: float) -> None:
        """Move until that time, or until the match is over."""
        moved: set[int] = set()
        while time.monotonic() < until:
            status = await self.ask("GET", "", 0)
            if not status["actors"]:
                return
            seat: int = status["actors"][0]
            legal = (await self.ask("GET", "/moves", seat))["moves"]
            if not legal:
                await self.come_back(seat)
                continue
            clock = status["timing"]["clock"]
            up = clock["at"] + clock["seats"][seat]["left"]
            way = self.random.random() if seat in moved else 1
            if way < 0.1:
                await asyncio.sleep((up + GRACE + FORGOTTEN - now()) / 1000)
                await self.come_back(seat)
                continue
            if way < 0.2:
                await asyncio.sleep((up - LAST_MOMENT - now()) / 1000)
                self.seen.hesitant += 1
            else:
                await asyncio.sleep(self.random.uniform(0, 0.3))
            sent = now()
            move = {"move": self.random.choice(legal)["number"]}
            answer = await self.ask("POST", "/moves", seat, move, "out_of_time")
            waited = now() - sent
            self.seen.waits.append(waited)
            moved.add(seat)
            if "code" in answer:
                if sent <= up:
                    self.seen.unjust.append(waited)
                await self.come_back(seat)


async def played(base: str, seconds: int) -> Seen:
    """Play all matches at once. Return what they saw."""
    seen = Seen()
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=base, limits=limits, timeout=30) as http:
        matches = [Played(http, seen, Random(number)) for number in range(MATCHES)]
        for match in matches:
            await match.sit()
        listening = [asyncio.ensure_future(match.listen()) for match in matches]
        until = time.monotonic() + seconds
        try:
            await asyncio.gather(*(match.play(until) for match in matches))
        finally:
            for one in listening:
                one.cancel()
            await asyncio.gather(*listening, return_exceptions=True)
    return seen


@contextmanager
def one_core(url: str) -> Generator[tuple[str, int]]:
    """Provide the address and the pid of a server that has one core."""
    limits = [f"--limit={name}=1000000" for name in ("requests", "burst", "streams", "new_matches_burst")]
    command = [sys.executable, "-m", "cardkit_api", "--db", url, "--port", "0", *limits]
    environment = {**os.environ, "CARDKIT_KEY": "00" * 32}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as server:
        os.sched_setaffinity(server.pid, {min(os.sched_getaffinity(0))})
        try:
            for line in server.stdout or ():
                if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                    yield found[0], server.pid
                    return
            raise OSError("the server did not say where it is")
        finally:
            server.terminate()


def of_flags(store: str, rooms: Rooms, seconds: int = SECONDS) -> Iterator[str]:
    """Yield how late flags were, and how many were unjust."""
    with one_core(rooms()) as (base, pid):
        seen = asyncio.run(played(base, seconds))
        used = cpu(pid) / seconds
    late, waits = sorted(seen.late), sorted(seen.waits)
    unjust = f"{len(seen.unjust)} for moves that were sent in time (wanted: 0)"
    if seen.unjust:
        unjust += f" and answered after {min(seen.unjust)} ms or more, where the grace is {GRACE}"
    yield (
        f"{store}: {len(late)} flags in {MATCHES} live matches, told {median(late):.0f} ms after they fell, "
        f"{late[-1]} ms at most (wanted: 500); {unjust}; {len(waits):,} moves, {seen.hesitant} of them in the last "
        f"moment, answered after {median(waits):.0f} ms, {waits[-1]} ms at most; {used:.0%} of a core"
    )
