"""Matches kept in PostgreSQL: any number of server processes over one database, each serving any match.

Moves take a path of their own, where many share a statement; everything else is an ordinary transaction. What one
process writes the others hear of, and then read. When the database is away, calls fail with `StoreDown` within
seconds, and work again once it is back.
"""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import asyncpg
from attrs import frozen

from cardkit_api.migrations import MIGRATIONS, VERSION, Migration
from cardkit_api.postgres_change import IDLE, Outcome, read_answer, removed, written
from cardkit_api.postgres_group import Group
from cardkit_api.postgres_link import (
    CONNECTING,
    RUNNING,
    TROUBLE,
    Listener,
    migrated,
    prepared,
    told,
)
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

if TYPE_CHECKING:
    from cardkit_api.postgres_link import Pooled

    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]

__all__ = ["PostgresStore"]

_CONNECTIONS: Final = 4
"""For everything but moves and listening."""

_TRIES: Final = 5
"""How often a transaction is tried that PostgreSQL breaks off because of another one."""

T = TypeVar("T")

_IDLE: Final = f"SELECT match FROM matches WHERE {IDLE} ORDER BY touched, match LIMIT $2"

_RECORD: Final = "SELECT match, revision, status, public, due, created, document FROM matches"


@frozen(eq=False)
class _Open:
    group: Group
    listener: Listener
    pool: "Pool"
    wake: Wake


class PostgresStore:
    """A store in the database of that URL."""

    def __init__(self, url: str, migrations: Sequence[Migration] = MIGRATIONS) -> None:
        self._url = url
        self._migrations = migrations
        self._me = secrets.token_hex(8)
        self._open: _Open | None = None
        self._working: set[asyncio.Task[Any]] = set()

    async def open(self, wake: Wake) -> None:
        """Connect, bring the schema up to date, and call `wake` for whatever anybody writes."""
        if self._open is not None:
            raise RuntimeError("the store is open already")
        with told():
            await migrated(self._url, self._migrations)
            pool = asyncpg.create_pool(
                self._url,
                min_size=1,
                max_size=_CONNECTIONS,
                command_timeout=RUNNING,
                timeout=CONNECTING,
                init=prepared,
                reset=_left_as_it_is,
            )
            group = Group(self._url, self._me, wake, partial(self._write_in, pool, wake))
            listener = Listener(self._url, self._me, wake, pool.expire_connections)
            opened = _Open(group, listener, pool, wake)
            try:
                await pool
                await group.open()
                await listener.open()
            except BaseException:
                await _close(opened)
                raise
        self._open = opened

    async def close(self) -> None:
        """Finish what was begun and disconnect."""
        opened, self._open = self._open, None
        if opened is None:
            return
        await asyncio.gather(*self._working, return_exceptions=True)
        await _close(opened)

    async def ready(self) -> None:
        """Raise `StoreDown` if it can't be written to just now."""
        async with self._connection() as connection:
            version = await connection.fetchval(VERSION)
            closed = await connection.fetchval("SELECT current_setting('transaction_read_only')")
        if version != len(self._migrations):
            raise StoreDown(
                f"PostgreSQL: schema version {version} by now, this server knows {len(self._migrations)}"
            )
        if closed != "off":
            raise StoreDown("PostgreSQL: the database can only be read")

    async def write(self, change: Change) -> Written | Stale | Repeated:
        """Write all of the change or nothing."""
        opened = self._opened()
        if change.lines and change.record is None:
            return await opened.group.write(change)
        return await self._whole(self._write_in(opened.pool, opened.wake, change))

    async def record(self, match: str) -> Record | None:
        """The record of a match."""
        if not keepable(match):
            return None
        records = await self._records(f"{_RECORD} WHERE match = $1", match)
        return records[0] if records else None

    async def lines(self, match: str, after: int = 0) -> str:
        """The log lines of all moves that begin at that version or later."""
        if not keepable(match) or after > LARGEST:
            return ""
        sql = "SELECT lines FROM moves WHERE match = $1 AND after >= $2 ORDER BY after"
        return "".join(await self._texts(sql, match, max(after, 0)))

    async def answer(self, scope: str, key: str) -> Answer | None:
        """What was answered under that key."""
        if not keepable(scope) or not keepable(key):
            return None
        async with self._connection() as connection:
            return await read_answer(connection, scope, key)

    async def listed(
        self, status: Status, before: tuple[float, str] | None, limit: int
    ) -> tuple[Record, ...]:
        """Public matches of that status, the newest first."""
        where = f"{_RECORD} WHERE public AND status = $1"
        order = "ORDER BY created DESC, match DESC LIMIT $2"
        if before is None:
            return await self._records(f"{where} {order}", status, limit)
        return await self._records(f"{where} AND (created, match) < ($3, $4) {order}", status, limit, *before)

    async def due(self, limit: int) -> tuple[str, ...]:
        """Matches in which the server has something to do."""
        return await self._texts(
            "SELECT match FROM matches WHERE due ORDER BY touched, match LIMIT $1", limit
        )

    async def idle(self, before: float, limit: int) -> tuple[str, ...]:
        """Matches to which nothing was written at that time or later."""
        return await self._texts(_IDLE, before, limit)

    async def delete(self, match: str, now: float, *, idle_since: float | None = None) -> bool:
        """Remove a match with all its lines; with `idle_since` only if nothing was written then or later."""
        return keepable(match) and await self._whole(self._delete(match, idle_since))

    async def forget(self, before: float) -> int:
        """Remove answers older than that time."""
        async with self._connection() as connection:
            return int(
                (await connection.execute("DELETE FROM answers WHERE created < $1", before)).split()[-1]
            )

    async def _delete(self, match: str, idle_since: float | None) -> bool:
        wake = self._opened().wake
        async with self._connection() as connection:
            gone = await removed(connection, match, self._news(((match, DELETED),)), idle_since)
        if gone:
            wake(match, DELETED)
        return gone

    async def _whole(self, work: Coroutine[None, None, T]) -> T:
        """Do it to its end even if nobody waits for it any more, so that no wake-up is missing."""
        task = asyncio.create_task(work)
        self._working.add(task)
        task.add_done_callback(self._worked)
        return await asyncio.shield(task)

    def _worked(self, task: asyncio.Task[Any]) -> None:
        self._working.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited was told

    async def _write_in(self, pool: "Pool", wake: Wake, change: Change) -> Outcome:
        """Write it in a transaction of its own."""
        outcome = await _tried(pool, change, self._news(change.woken))
        if isinstance(outcome, Written):
            for match, version in change.woken:
                wake(match, version)
        return outcome

    async def _records(self, sql: str, *values: str | float) -> tuple[Record, ...]:
        async with self._connection() as connection:
            rows = await connection.fetch(sql, *values)
        return tuple(
            Record(
                match=row["match"],
                revision=row["revision"],
                status=STATUSES[row["status"]],
                public=row["public"],
                due=row["due"],
                created=row["created"],
                document=row["document"],
            )
            for row in rows
        )

    async def _texts(self, sql: str, *values: str | float) -> tuple[str, ...]:
        async with self._connection() as connection:
            return tuple(row[0] for row in await connection.fetch(sql, *values))

    def _news(self, woken: tuple[tuple[str, int], ...]) -> str:
        return "\n".join([self._me, *(f"{match} {version}" for match, version in woken)])

    @asynccontextmanager
    async def _connection(self) -> "AsyncGenerator[Pooled, None]":
        with told():
            async with self._opened().pool.acquire(timeout=RUNNING) as connection:
                yield connection

    def _opened(self) -> _Open:
        if self._open is None:
            raise StoreDown("the store isn't open")
        return self._open


async def _tried(pool: "Pool", change: Change, news: str) -> Outcome:
    """Write it, again if PostgreSQL broke the transaction off because of another one."""
    for _ in range(_TRIES):
        with told(), suppress(asyncpg.TransactionRollbackError):
            async with pool.acquire(timeout=RUNNING) as connection:
                return await written(connection, change, news)
    raise StoreDown(f"PostgreSQL: {_TRIES} transactions in a row were in each other's way")


async def _left_as_it_is(_connection: object) -> None:
    """Nothing that a connection is used for here changes it."""


async def _close(opened: _Open) -> None:
    await opened.group.close()
    await opened.listener.close()
    try:
        await asyncio.wait_for(opened.pool.close(), RUNNING)
    except TROUBLE:
        opened.pool.terminate()
