"""Matches kept in one SQLite file: nothing to set up, and nothing that was acknowledged is lost.

What is read doesn't wait for what is being committed: it has a connection and a thread of its own. Several processes
may use one file; what another one wrote is noticed within a fraction of a second.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from attrs import frozen

from cardkit_api.migrations import MIGRATIONS, Migration
from cardkit_api.sqlite_change import Wakes, read_answer
from cardkit_api.sqlite_link import connected, schema_version
from cardkit_api.sqlite_writer import Writer
from cardkit_api.store import (
    DELETED,
    LARGEST,
    STATUSES,
    Answer,
    Change,
    Record,
    Repeated,
    Stale,
    Status,
    StoreDown,
    Wake,
    Written,
    keepable,
)

__all__ = ["SqliteStore"]

T = TypeVar("T")

_IDLE: Final = (
    "touched < ? AND NOT EXISTS (SELECT 1 FROM moves WHERE moves.match = matches.match AND at >= ?)"
)

_RECORD: Final = "SELECT match, revision, status, public, due, created, document FROM matches"


@frozen(eq=False)
class _Open:
    writer: Writer
    reader: sqlite3.Connection
    thread: ThreadPoolExecutor
    file: tuple[int, int] | None


class SqliteStore:
    """A store in that file, which is made if there is none, for its owner's eyes only."""

    def __init__(self, path: str | Path, migrations: Sequence[Migration] = MIGRATIONS) -> None:
        self.path: Path = Path(path)
        self._migrations = migrations
        self._open: _Open | None = None

    async def open(self, wake: Wake) -> None:
        """Open the file, bring its schema up to date, and call `wake` for whatever anybody writes to it."""
        if self._open is not None:
            raise RuntimeError(f"{self.path} is open already")
        thread = ThreadPoolExecutor(1, thread_name_prefix=f"cardkit reads {self.path.name}")
        loop = asyncio.get_running_loop()
        try:
            reader, writing = await loop.run_in_executor(thread, connected, self.path, self._migrations)
        except BaseException:
            thread.shutdown(wait=False)
            raise
        self._open = _Open(Writer(self.path, writing, wake), reader, thread, _file(self.path))

    async def close(self) -> None:
        """Finish what was begun and close the file."""
        opened, self._open = self._open, None
        if opened is None:
            return
        await opened.writer.close()
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(opened.thread, opened.reader.close)
        opened.thread.shutdown()

    async def ready(self) -> None:
        """Raise `StoreDown` if it can't be written to just now."""
        opened = self._opened()
        found: list[int] = []

        def look(db: sqlite3.Connection) -> Wakes:
            found.append(schema_version(db))
            return ()

        await opened.writer.do(look)
        known = len(self._migrations)
        if found != [known]:
            raise StoreDown(f"{self.path} has schema version {found[0]} by now, this server knows {known}")
        if _file(self.path) != opened.file:
            raise StoreDown(f"{self.path} isn't the file any more that was opened")

    async def write(self, change: Change) -> Written | Stale | Repeated:
        """Write all of the change or nothing."""
        return await self._opened().writer.write(change)

    async def record(self, match: str) -> Record | None:
        """The record of a match."""
        if not keepable(match):
            return None
        rows = await self._records(f"{_RECORD} WHERE match = ?", match)
        return rows[0] if rows else None

    async def lines(self, match: str, after: int = 0) -> str:
        """The log lines of all moves that begin at that version or later."""
        if not keepable(match) or after > LARGEST:
            return ""
        sql = "SELECT lines FROM moves WHERE match = ? AND after >= ? ORDER BY after"
        return "".join(await self._texts(sql, match, max(after, 0)))

    async def answer(self, scope: str, key: str) -> Answer | None:
        """What was answered under that key."""
        if not keepable(scope) or not keepable(key):
            return None
        return await self._read(lambda db: read_answer(db, scope, key))

    async def listed(
        self, status: Status, before: tuple[float, str] | None, limit: int
    ) -> tuple[Record, ...]:
        """Public matches of that status, the newest first."""
        where = f"{_RECORD} WHERE public AND status = ?"
        order = "ORDER BY created DESC, match DESC LIMIT ?"
        if before is None:
            return await self._records(f"{where} {order}", status, limit)
        return await self._records(f"{where} AND (created, match) < (?, ?) {order}", status, *before, limit)

    async def due(self, limit: int) -> tuple[str, ...]:
        """Matches in which the server has something to do."""
        return await self._texts("SELECT match FROM matches WHERE due ORDER BY touched, match LIMIT ?", limit)

    async def idle(self, before: float, limit: int) -> tuple[str, ...]:
        """Matches to which nothing was written at that time or later."""
        sql = f"SELECT match FROM matches WHERE {_IDLE} ORDER BY touched, match LIMIT ?"
        return await self._texts(sql, before, before, limit)

    async def delete(self, match: str, now: float, *, idle_since: float | None = None) -> bool:
        """Remove a match with all its lines; with `idle_since` only if nothing was written then or later."""
        if not keepable(match):
            return False
        wakes = ((match, DELETED),)
        if idle_since is None:
            return await self._removed("DELETE FROM matches WHERE match = ?", (match,), wakes) == 1
        sql = f"DELETE FROM matches WHERE match = ? AND {_IDLE}"
        return await self._removed(sql, (match, idle_since, idle_since), wakes) == 1

    async def forget(self, before: float) -> int:
        """Remove answers older than that time."""
        return await self._removed("DELETE FROM answers WHERE created < ?", (before,), ())

    async def _removed(self, sql: str, values: tuple[str | float, ...], wakes: Wakes) -> int:
        removed: list[int] = []

        def work(db: sqlite3.Connection) -> Wakes:
            removed.append(db.execute(sql, values).rowcount)
            return wakes if removed[0] else ()

        await self._opened().writer.do(work)
        return removed[0]

    async def _records(self, sql: str, *values: str | float) -> tuple[Record, ...]:
        rows = await self._read(lambda db: db.execute(sql, values).fetchall())
        return tuple(
            Record(
                match=match,
                revision=revision,
                status=STATUSES[status],
                public=bool(public),
                due=bool(due),
                created=created,
                document=document,
            )
            for match, revision, status, public, due, created, document in rows
        )

    async def _texts(self, sql: str, *values: str | float) -> tuple[str, ...]:
        rows = await self._read(lambda db: db.execute(sql, values).fetchall())
        return tuple(text for (text,) in rows)

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        opened = self._opened()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(opened.thread, work, opened.reader)
        except sqlite3.Error as error:
            raise StoreDown(f"{self.path}: {error}") from error

    def _opened(self) -> _Open:
        if self._open is None:
            raise StoreDown(f"{self.path} isn't open")
        return self._open


def _file(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
