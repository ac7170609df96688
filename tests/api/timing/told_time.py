"""Matches with clocks over a store that is told the time, so that no test waits."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from attrs import define

from cardkit_api import Limits, Store
from cardkit_api.service.service import Service
from cardkit_api.stores.memory import MemoryStore
from cardkit_api.stores.postgres import PostgresStore
from cardkit_api.stores.sqlite import SqliteStore
from tests.api.door import PATIENT, Door, Sat, listening, opened
from tests.api.places import Place

__all__ = ["FAST", "NOON", "Table", "Time", "store_at", "timed"]

NOON: Final = 1_800_000_000_000
FAST: Final = {"kind": "bank", "time": 10_000, "increment": 1000}
"""Ten seconds, and one more with each move."""


@define
class Time:
    """The time that the store is told."""

    now: int = NOON

    def __call__(self) -> int:
        return self.now


def store_at(place: Place, time: Callable[[], int]) -> Store:
    """Return a store at that place that is told the time."""
    if place.url.startswith("memory"):
        return MemoryStore(time)
    if place.url.startswith("sqlite"):
        return SqliteStore(place.url.removeprefix("sqlite:"), clock=time)
    return PostgresStore(place.url, clock=time)


@define
class Table:
    """A match with a clock, and the time."""

    time: Time
    door: Door
    sat: Sat

    @property
    def service(self) -> Service:
        service: Service = self.door.app.state["service"]
        return service

    async def clock(self) -> dict[str, Any]:
        clock: dict[str, Any] = (await self.sat.status())["timing"]["clock"]
        return clock

    async def left(self) -> list[int]:
        return [one["left"] for one in (await self.clock())["seats"]]

    async def play(self, wait: int = 0) -> int:
        """Let the seat that is to move play after that time. Return the status of the answer."""
        seat, moves, _ = await self.sat.turn()
        self.time.now += wait
        return (await self.sat.move(seat, moves[0]["number"])).status_code

    async def first_moves(self) -> None:
        for _ in self.sat.seats:
            assert await self.play(5000) == 200

    async def sweep(self) -> None:
        """Look for flags, as every process does in the moment in which they fall."""
        while await self.service.sweeper.look(self.service.timekeeper) == 0:
            pass

    async def post(self, what: str, seat: int, body: object = None, **headers: str) -> dict[str, Any]:
        path = f"{self.sat.path}/{what}"
        answer = await self.door.post(path, body or {}, self.sat.seats[seat], **headers)
        found: dict[str, Any] = answer.json()
        return found


@asynccontextmanager
async def timed(
    place: Place | None = None,
    *,
    time: Time | None = None,
    clock: object = FAST,
    network: bool = False,
    limits: Limits = PATIENT,
    **body: object,
) -> AsyncGenerator[Table]:
    """Provide a match with a clock that has begun, with a person on each seat. Streams need the network."""
    time = time or Time()
    store = store_at(place or Place("memory:"), time)
    async with listening(store, limits=limits) if network else opened(store, limits=limits) as door:
        yield Table(time, door, await door.sit(clock=clock, **body))
