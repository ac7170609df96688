"""Two servers over one database, each with a store and a memory of its own, and a match that is played through both."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
from attrs import evolve, frozen

from cardkit_api.stores.contract import Peers, Store, Wake
from cardkit_api.stores.postgres import PostgresStore
from tests.api.door import Door, Sat, listening
from tests.api.places import Place
from tests.patience import PATIENCE

__all__ = ["Deaf", "Pair", "deaf_pair", "eventually", "pair", "told"]


class Deaf(PostgresStore):
    """Hears nothing of what others write, nor of its own: whatever is known must have been read."""

    async def open(self, wake: Wake, peers: Peers | None = None) -> None:
        await super().open(lambda match, version: None)


@frozen
class Pair:
    """Two doors to the same matches."""

    a: Door
    b: Door

    async def sit(self, **body: object) -> tuple[Sat, Sat]:
        """Return a match that has begun, as it is met through the one and through the other."""
        sat = await self.a.sit(**body)
        return sat, evolve(sat, door=self.b)


@asynccontextmanager
async def pair(place: Place) -> AsyncGenerator[Pair]:
    """Provide two servers that hear each other."""
    async with listening(place.store()) as a, listening(place.store()) as b:
        yield Pair(a, b)


@asynccontextmanager
async def deaf_pair(place: Place) -> AsyncGenerator[Pair]:
    """Provide two servers to which no news gets through."""
    stores: tuple[Store, Store] = Deaf(place.url), Deaf(place.url)
    async with listening(stores[0]) as a, listening(stores[1]) as b:
        yield Pair(a, b)


async def told(sat: Sat, into: list[dict[str, Any]], after: int = 0) -> None:
    """Read the watcher's stream to its end."""
    headers = {"Authorization": f"Bearer {sat.watcher}", "Accept": "application/x-ndjson"}
    async with sat.door.http.stream("GET", f"{sat.path}/events?after={after}", headers=headers) as answer:
        assert answer.status_code == 200
        async for line in answer.aiter_lines():
            into.extend([json.loads(line)] if line else [])  # as they come


async def eventually(
    ask: Callable[[], Awaitable[httpx.Response]], there: Callable[[httpx.Response], bool]
) -> None:
    """Ask until it is so."""
    async with asyncio.timeout(PATIENCE):
        while not there(await ask()):
            await asyncio.sleep(0.01)
