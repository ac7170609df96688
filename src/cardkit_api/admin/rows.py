"""All rows of a database, as of one moment: to check them, to list them, or to copy them to another database."""

import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from attrs import frozen

from cardkit.extras import needs_extra
from cardkit_api.stores import ACCEPTED, sqlite_file
from cardkit_api.stores.contract import StoreDown
from cardkit_api.stores.migrations import MIGRATIONS, VERSION, Dialect, missing_statements
from cardkit_api.stores.sql import Row

if TYPE_CHECKING:
    import asyncpg

__all__ = ["COLUMNS", "Rows", "connected", "is_sqlite", "open_file", "path_of", "read_rows", "schema_version"]

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "matches": (
        "match",
        "revision",
        "status",
        "public",
        "due",
        "created",
        "touched",
        "document",
        "bots",
        "ordered",
    ),
    "people": ("match", "person", "status", "created"),
    "moves": ("match", "after", "upto", "lines", "at", "actors"),
    "clocks": ("match", "facts", "due"),
    "facts": ("match", "after", "lines"),
    "notices": ("match", "target", "kind", "id", "version", "seats", "at", "tries", "due"),
    "orders": ("match", "seat", "id", "reached", "document", "ended", "version"),
    "answers": ("scope", "key", "fingerprint", "status", "body", "created"),
}
"""The tables and their columns, in an order in which they can be written."""


class Rows(Protocol):
    """The rows of a database at one moment. What is written meanwhile isn't seen."""

    def query(self, sql: str, *values: str) -> AsyncIterator[Row]:
        """Yield the rows of a result. Each question mark in the query stands for one of the values."""
        ...


def is_sqlite(url: str) -> bool:
    """Return whether the URL names a SQLite file. Raise `ValueError` if it names no database that lasts."""
    if sqlite_file(url):
        return True
    if url.startswith(("postgresql://", "postgres://")):
        return False
    what = "isn't a database that lasts" if url == "memory:" else "names no database"
    raise ValueError(f"{url.partition(':')[0]}: {what}; use {ACCEPTED.removeprefix('memory:, ')}")


def path_of(url: str) -> Path:
    """Return the file that the URL of a SQLite database names. Raise `ValueError` if it names none."""
    file = sqlite_file(url)
    if file is None:
        raise ValueError(f"{url} names no file")
    return file


@asynccontextmanager
async def read_rows(url: str) -> AsyncGenerator[Rows]:
    """Provide the rows of a database whose schema is up to date. Nothing is changed. Raise `ValueError` if it isn't."""
    if is_sqlite(url):
        with closing(open_file(path_of(url))) as db:
            db.execute("BEGIN")
            check_version(file_version(db))
            yield _FileRows(db)
        return
    async with connected(url) as connection:
        check_version(await _server_version(connection))
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            yield _ServerRows(connection)


@asynccontextmanager
async def connected(url: str) -> AsyncGenerator["asyncpg.Connection[Any]"]:
    """Provide a connection to PostgreSQL, without a limit of time for its statements."""
    with needs_extra("postgres"):
        import asyncpg

        from cardkit_api.stores.postgres.connection import CONNECTING, disconnect, store_errors
    with store_errors():
        connection = await asyncpg.connect(url, timeout=CONNECTING)
    try:
        yield connection
    finally:
        await disconnect(connection)


async def schema_version(url: str) -> int:
    """Return the version of the database's schema; 0 if it has none."""
    if is_sqlite(url):
        with closing(open_file(path_of(url))) as db:
            return file_version(db)
    async with connected(url) as connection:
        return await _server_version(connection)


def open_file(path: Path) -> sqlite3.Connection:
    """Open a SQLite file that is there. Raise `StoreDown` if it can't be opened."""
    if not path.exists():
        raise ValueError(f"there is no file {path}; name a database that is there")
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None)
        db.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        raise StoreDown(f"{path}: {error}") from error
    return db


@frozen
class _FileRows:
    db: sqlite3.Connection

    async def query(self, sql: str, *values: str) -> AsyncIterator[Row]:
        try:
            for row in self.db.execute(sql, values):
                yield row
        except sqlite3.Error as error:
            raise StoreDown(f"SQLite: {error}") from error


@frozen
class _ServerRows:
    connection: "asyncpg.Connection[Any]"

    async def query(self, sql: str, *values: str) -> AsyncIterator[Row]:
        from cardkit_api.stores.postgres.connection import numbered, store_errors

        with store_errors():
            async for row in self.connection.cursor(numbered(sql), *values, prefetch=200):
                yield tuple(row)


def file_version(db: sqlite3.Connection) -> int:
    """Return the version of the schema of an open file; 0 if it has none."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'cardkit_schema'").fetchone() is None:
        return 0
    (version,) = db.execute(VERSION).fetchone()
    return int(version)


async def _server_version(connection: "asyncpg.Connection[Any]") -> int:
    from cardkit_api.stores.postgres.connection import store_errors

    with store_errors():
        if await connection.fetchval("SELECT to_regclass('cardkit_schema')") is None:
            return 0
        return int(await connection.fetchval(VERSION))


def check_version(version: int) -> None:
    """Raise `ValueError` if the version of a schema isn't the newest, `StoreTooNew` if it is newer than that."""
    if not version:
        raise ValueError("this database holds no matches of cardkit; name another one")
    if missing_statements(version, MIGRATIONS, Dialect("", "")):
        raise ValueError(
            f"the database has schema version {version}, and this cardkit needs {len(MIGRATIONS)};"
            " update it with cardkit-api migrate"
        )
