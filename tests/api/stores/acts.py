"""What the tests of the stores do: make matches, move in them, and listen."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from cardkit_api.messages import Status
from cardkit_api.stores.contract import (
    UNKNOWN,
    Answer,
    Change,
    MatchRow,
    Repeated,
    Stale,
    Store,
    Written,
)
from tests.api.places import Place
from tests.patience import PATIENCE

NOON: Final = 1_000_000.0
WRITTEN: Final = Written()
STALE: Final = Stale()
Outcome = Written | Stale | Repeated


class Ears:
    """Hears wake-ups."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []
        self._news = asyncio.Event()

    def __call__(self, match: str, version: int) -> None:
        self.heard.append((match, version))
        self._news.set()

    async def hears(self, match: str, version: int, seconds: float = PATIENCE) -> None:
        """Wait until that was said, or that anything may have changed."""
        async with asyncio.timeout(seconds):
            while not {(match, version), ("", 0)} & {*self.heard}:
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def opened(place: Place, ears: Ears | None = None) -> AsyncGenerator[Store, None]:
    store = place.store()
    await store.open(ears or Ears())
    try:
        yield store
    finally:
        await store.close()


def row(
    match: str,
    revision: int = 1,
    *,
    status: Status = "running",
    public: bool = False,
    due: bool = False,
    created: float = NOON,
    document: str = "{}",
) -> MatchRow:
    return MatchRow(
        match=match,
        revision=revision,
        status=status,
        public=public,
        bots=0b110 if due else 0,
        created=created,
        document=document,
    )


def answer(key: str, *, scope: str = "me", fingerprint: str = "f", created: float = NOON) -> Answer:
    return Answer(
        scope=scope, key=key, fingerprint=fingerprint, status=200, body=f"done {key}", created=created
    )


async def due(store: Store, limit: int = 10, before: float = NOON + 1000) -> tuple[str, ...]:
    """Return all that is due, page by page."""
    found: tuple[str, ...] = ()
    place: tuple[float, str] | None = None
    while True:
        page = await store.list_due(place, limit, before)
        found += page.matches
        place = page.next
        if place is None:
            return found


async def make(
    store: Store, made: MatchRow, now: float = NOON, people: tuple[str, ...] | None = None
) -> None:
    assert await store.write(Change(match=made.match, row=made, now=now, people=people)) == WRITTEN


def move(
    match: str,
    after: int,
    upto: int,
    lines: str = "",
    *,
    key: str = "",
    now: float = NOON,
    actors: int = UNKNOWN,
) -> Change:
    lines = lines or "".join(f"{match} {n}\n" for n in range(after, upto))
    return Change(
        match=match,
        after=after,
        upto=upto,
        lines=lines,
        answer=answer(key) if key else None,
        now=now,
        actors=actors,
    )
