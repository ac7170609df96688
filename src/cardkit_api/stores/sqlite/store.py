"""A store in one SQLite file. It needs no setup, and loses nothing that it has confirmed.

Reading has its own connection and thread, so it doesn't wait for commits. Several processes may use one file. Each
notices within a fraction of a second what another has written.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from attrs import frozen

from cardkit_api.messages import Status
from cardkit_api.stores.contract import (
    DELETED,
    LARGEST,
    STATUSES,
    Answer,
    Change,
    MatchRow,
    Repeated,
    Stale,
    StoreDown,
    Wake,
    Written,
    keepable,
)
from cardkit_api.stores.migrations import MIGRATIONS, Migration
from cardkit_api.stores.sqlite.changes import Wakes, read_answer
from cardkit_api.stores.sqlite.connection import open_connections, schema_version
from cardkit_api.stores.sqlite.writer import Writer

__all__ = ["SqliteStore"]

T = TypeVar("T")

_IDLE: Final = (
    "touched < ? AND NOT EXISTS (SELECT 1 FROM moves WHERE moves.match = matches.match AND at >= ?)"
)

_ROW: Final = "SELECT match, revision, status, public, due, created, document FROM matches"


@frozen(eq=False)
class _Open:
    writer: Writer
    reader: sqlite3.Connection
    thread: ThreadPoolExecutor
    file: tuple[int, int] | None


class SqliteStore:
    """A store in that file. A missing file is created, readable by its owner only."""

    def __init__(self, path: str | Path, migrations: Sequence[Migration] = MIGRATIONS) -> None:
        self.path: Path = Path(path)
        self._migrations = migrations
        self._open: _Open | None = None

    async def open(self, wake: Wake) -> None:
        """Open the file, update its schema, and call `wake` for every write to it, by this process or another."""
        if self._open is not None:
            raise RuntimeError(f"{self.path} is open already")
        thread = ThreadPoolExecutor(1, thread_name_prefix=f"cardkit reads {self.path.name}")
        loop = asyncio.get_running_loop()
        try:
            reader, writing = await loop.run_in_executor(
                thread, open_connections, self.path, self._migrations
            )
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
        """Raise `StoreDown` if the store can't be written to right now."""
        opened = self._require_open()
        found: list[int] = []

        def look(db: sqlite3.Connection) -> Wakes:
            found.append(schema_version(db))
            return ()

        await opened.writer.do(look)
        known = len(self._migrations)
        if found != [known]:
            raise StoreDown(
                f"{self.path} now has schema version {found[0]}; this server needs version {known}"
            )
        if _file(self.path) != opened.file:
            raise StoreDown(f"{self.path} was replaced by another file after it was opened")

    async def write(self, change: Change) -> Written | Stale | Repeated:
        """Write all of the change or nothing."""
        return await self._require_open().writer.write(change)

    async def row(self, match: str) -> MatchRow | None:
        """Return the row of a match, or `None`."""
        if not keepable(match):
            return None
        rows = await self._rows(f"{_ROW} WHERE match = ?", match)
        return rows[0] if rows else None

    async def lines(self, match: str, after: int = 0) -> str:
        """Return the log lines of all moves from that version on."""
        if not keepable(match) or after > LARGEST:
            return ""
        sql = "SELECT lines FROM moves WHERE match = ? AND after >= ? ORDER BY after"
        return "".join(await self._texts(sql, match, max(after, 0)))

    async def answer(self, scope: str, key: str) -> Answer | None:
        """Return the answer that was kept under that key, or `None`."""
        if not keepable(scope) or not keepable(key):
            return None
        return await self._read(lambda db: read_answer(db, scope, key))

    async def list_matches(
        self, status: Status, before: tuple[float, str] | None, limit: int
    ) -> tuple[MatchRow, ...]:
        """List public matches of that status, newest first."""
        where = f"{_ROW} WHERE public AND status = ?"
        order = "ORDER BY created DESC, match DESC LIMIT ?"
        if before is None:
            return await self._rows(f"{where} {order}", status, limit)
        return await self._rows(f"{where} AND (created, match) < (?, ?) {order}", status, *before, limit)

    async def list_due(self, limit: int) -> tuple[str, ...]:
        """List the matches that the server has to look after."""
        return await self._texts("SELECT match FROM matches WHERE due ORDER BY touched, match LIMIT ?", limit)

    async def list_idle(self, before: float, limit: int) -> tuple[str, ...]:
        """List the matches that were last written to before that time."""
        sql = f"SELECT match FROM matches WHERE {_IDLE} ORDER BY touched, match LIMIT ?"
        return await self._texts(sql, before, before, limit)

    async def delete(self, match: str, now: float, *, idle_since: float | None = None) -> bool:
        """Delete a match with all its lines. With `idle_since`, only if nothing was written since."""
        if not keepable(match):
            return False
        wakes = ((match, DELETED),)
        if idle_since is None:
            return await self._delete("DELETE FROM matches WHERE match = ?", (match,), wakes) == 1
        sql = f"DELETE FROM matches WHERE match = ? AND {_IDLE}"
        return await self._delete(sql, (match, idle_since, idle_since), wakes) == 1

    async def delete_answers(self, before: float) -> int:
        """Delete the answers older than that time. Return how many there were."""
        return await self._delete("DELETE FROM answers WHERE created < ?", (before,), ())

    async def _delete(self, sql: str, values: tuple[str | float, ...], wakes: Wakes) -> int:
        removed: list[int] = []

        def work(db: sqlite3.Connection) -> Wakes:
            removed.append(db.execute(sql, values).rowcount)
            return wakes if removed[0] else ()

        await self._require_open().writer.do(work)
        return removed[0]

    async def _rows(self, sql: str, *values: str | float) -> tuple[MatchRow, ...]:
        rows = await self._read(lambda db: db.execute(sql, values).fetchall())
        return tuple(
            MatchRow(
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
        opened = self._require_open()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(opened.thread, work, opened.reader)
        except sqlite3.Error as error:
            raise StoreDown(f"{self.path}: {error}") from error

    def _require_open(self) -> _Open:
        if self._open is None:
            raise StoreDown(f"{self.path} isn't open")
        return self._open


def _file(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
