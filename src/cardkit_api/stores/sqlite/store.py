"""A store in one SQLite file. It needs no setup, and loses nothing that it has confirmed.

Reading has its own connection and thread, so it doesn't wait for commits. Several processes may use one file. Each
notices within a fraction of a second what another has written.
"""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from attrs import frozen

from cardkit_api.stores.contract import (
    DELETED,
    Change,
    MatchRow,
    Notice,
    Order,
    OrderEnd,
    Peers,
    Repeated,
    Stale,
    StoreDown,
    Wake,
    Written,
    keepable,
    process_clock,
)
from cardkit_api.stores.migrations import MIGRATIONS, Migration
from cardkit_api.stores.sql import NOTE_MOVE, NOTE_ROW, Row, SqlReads, settle_sql
from cardkit_api.stores.sqlite.changes import Wakes, claim_due, claim_notices, end_order, put_order
from cardkit_api.stores.sqlite.connection import open_connections, schema_version
from cardkit_api.stores.sqlite.writer import Writer

__all__ = ["SqliteStore"]

T = TypeVar("T")

_ROOM: Final = 1024 * 1024
"""The fewest bytes that must be free on the disk."""

_FILLER: Final = 64 * 1024
"""Bytes that are written to find out whether writing works again."""

_IDLE: Final = (
    "touched < ? AND NOT EXISTS (SELECT 1 FROM moves WHERE moves.match = matches.match AND at >= ?)"
)


@frozen(eq=False)
class _Open:
    writer: Writer
    reader: sqlite3.Connection
    thread: ThreadPoolExecutor
    file: tuple[int, int] | None


class SqliteStore(SqlReads):
    """A store in that file. A missing file is created, readable by its owner only."""

    def __init__(
        self,
        path: str | Path,
        migrations: Sequence[Migration] = MIGRATIONS,
        clock: Callable[[], int] = process_clock,
    ) -> None:
        self.path: Path = Path(path)
        self._migrations = migrations
        self._clock = clock
        self._open: _Open | None = None
        self._failed = False
        """Whether the last write failed."""

    async def open(self, wake: Wake, peers: Peers | None = None) -> None:
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

    async def tell(self, told: Sequence[tuple[str, str]]) -> None:
        """Do nothing: there is no way to pass it on."""

    async def ready(self) -> None:
        """Raise `StoreDown` if the store can't be written to right now."""
        opened = self._require_open()
        found: list[int] = []

        def look(db: sqlite3.Connection) -> Wakes:
            found.append(schema_version(db))
            return ()

        await opened.writer.do(look)
        loop = asyncio.get_running_loop()
        room = await loop.run_in_executor(opened.thread, _room, self.path)
        if room < _ROOM:
            raise StoreDown(f"{self.path}: its disk is full; {room} bytes are free")
        if self._failed:  # don't write for nothing: other processes look up what was written
            await opened.writer.do(_fill)
            await opened.writer.do(_clear)
            self._failed = False
        known = len(self._migrations)
        if found != [known]:
            raise StoreDown(
                f"{self.path} now has schema version {found[0]}; this server needs version {known}"
            )
        if _file(self.path) != opened.file:
            raise StoreDown(f"{self.path} was replaced by another file after it was opened")

    async def write(self, change: Change) -> Written | Stale | Repeated:
        """Write all of the change or nothing."""
        writer = self._require_open().writer
        try:
            outcome = await writer.write(change)
        except StoreDown:
            self._failed = True
            raise
        if isinstance(outcome, Written):
            self._failed = False
        return outcome

    async def now(self) -> int:
        """Return the time by the clock of this machine, which all users of the file share."""
        return self._clock()

    def about(self) -> int:
        """Return the time by the clock of this machine."""
        return self._clock()

    async def claim_due(self, now: int, until: int, limit: int) -> tuple[str, ...]:
        """Claim matches in which a flag has fallen."""
        return await self._run(lambda db: claim_due(db, now, until, limit))

    async def claim_notices(self, now: float, until: float, limit: int) -> tuple[Notice, ...]:
        """Claim the notices that are due."""
        return await self._run(lambda db: claim_notices(db, now, until, limit))

    async def settle_notice(self, notice: Notice, due: float | None) -> None:
        """Put a notice off to that time, or delete it."""
        await self._delete(*settle_sql(notice, due), ())

    async def put_order(self, order: Order) -> int | None:
        """Keep the order in place of the seat's last one. Return the version that the match is at."""
        return await self._run(lambda db: put_order(db, order))

    async def end_order(self, end: OrderEnd) -> bool:
        """End an order. Return whether it waited until then."""
        return await self._run(lambda db: end_order(db, end))

    async def list_idle(self, before: float, limit: int) -> tuple[str, ...]:
        """List the matches that were last written to before that time."""
        sql = f"SELECT match FROM matches WHERE {_IDLE} ORDER BY touched, match LIMIT ?"
        return await self._texts(sql, before, before, limit)

    async def note(self, row: MatchRow, version: int, actors: int) -> None:
        """Fill in what an older server left out."""

        def work(db: sqlite3.Connection) -> None:
            db.execute(NOTE_ROW, (row.document, row.bots, row.match, row.revision))
            db.execute(NOTE_MOVE, (actors, row.match, version))

        await self._run(work)

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
        return await self._run(lambda db: db.execute(sql, values).rowcount, wakes)

    async def _run(self, work: Callable[[sqlite3.Connection], T], wakes: Wakes = ()) -> T:
        """Run work in the thread that writes, and return its result. If that is true, send the wake-ups."""
        results: list[T] = []

        def kept(db: sqlite3.Connection) -> Wakes:
            results.append(work(db))
            return wakes if results[0] else ()

        await self._require_open().writer.do(kept)
        return results[0]

    async def _fetch(self, sql: str, *values: str | float) -> Sequence[Row]:
        opened = self._require_open()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(opened.thread, _fetched, opened.reader, sql, values)
        except sqlite3.Error as error:
            raise StoreDown(f"{self.path}: {error}") from error

    def _require_open(self) -> _Open:
        if self._open is None:
            raise StoreDown(f"{self.path} isn't open")
        return self._open


def _fetched(db: sqlite3.Connection, sql: str, values: tuple[str | float, ...]) -> Sequence[Row]:
    return db.execute(sql, values).fetchall()


def _room(path: Path) -> int:
    """Return the bytes that are free on the disk of the file."""
    return shutil.disk_usage(path.absolute().parent).free


def _fill(db: sqlite3.Connection) -> Wakes:
    db.execute("CREATE TABLE IF NOT EXISTS cardkit_filler (filler BLOB)")
    db.execute("INSERT INTO cardkit_filler (filler) VALUES (zeroblob(?))", (_FILLER,))
    return ()


def _clear(db: sqlite3.Connection) -> Wakes:
    db.execute("DROP TABLE IF EXISTS cardkit_filler")
    return ()


def _file(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
