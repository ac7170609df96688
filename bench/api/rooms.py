"""Where the measured servers keep their matches: always somewhere new."""

import asyncio
import os
import secrets
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from tests.api.places import server

__all__ = ["Rooms", "postgres_rooms", "sqlite_rooms"]

Rooms = Callable[[], str]
"""Returns the URL of an empty database, another one with each call."""


def sqlite_rooms(folder: Path) -> Rooms:
    """Return databases as files in that folder."""
    return lambda: f"sqlite:{folder / secrets.token_hex(6)}.db"


@contextmanager
def postgres_rooms() -> Generator[Rooms]:
    """Provide schemas in the PostgreSQL that CARDKIT_BENCH_POSTGRES names, or in one that is started here."""
    given = os.environ.get("CARDKIT_BENCH_POSTGRES")
    if given:
        yield lambda: _schema(given)
        return
    with server(durable=True) as url:
        yield lambda: _schema(url)


def _schema(url: str) -> str:
    name = f"bench_{secrets.token_hex(6)}"

    async def make() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(f"CREATE SCHEMA {name}")
        await connection.close()

    asyncio.run(make())
    return f"{url}{'&' if '?' in url else '?'}search_path={name}"
