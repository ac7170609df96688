"""A store in PostgreSQL. Any number of server processes can share one database, and each can serve any match.

Many moves share one statement (`moves`); everything else is an ordinary transaction (`changes`). The processes notify
each other of what they write. If the database is down, calls fail with `StoreDown` within seconds, and work again once
it is back.
"""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from time import monotonic, monotonic_ns
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import asyncpg
from attrs import frozen

from cardkit_api.stores.contract import (
    DELETED,
    LARGEST,
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
from cardkit_api.stores.postgres.changes import (
    IDLE,
    NOTIFY,
    Outcome,
    delete_match,
    end_order,
    put_order,
    write_change,
)
from cardkit_api.stores.postgres.connection import (
    CONNECTING,
    ERRORS,
    RUNNING,
    Listener,
    migrate,
    numbered,
    prepare,
    store_errors,
)
from cardkit_api.stores.postgres.moves import MoveWriter
from cardkit_api.stores.postgres.news import asides
from cardkit_api.stores.postgres.reads import MoveReader
from cardkit_api.stores.sql import CLAIM, NOTE_MOVE, NOTE_ROW, Row, SqlReads, notice_of, settle_sql

if TYPE_CHECKING:
    from cardkit_api.stores.postgres.connection import Pooled

    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]

__all__ = ["PostgresStore"]

_CONNECTIONS: Final = 4
"""Connections for everything but moves and notifications."""

_TRIES: Final = 5
"""Attempts at a transaction that PostgreSQL rolls back because of another one."""

T = TypeVar("T")

_TOUCH: Final = "UPDATE cardkit_schema SET version = version RETURNING version"
"""Writes the row of the schema's version as it is. That fails wherever a move would fail."""

_FRESH: Final = 1.0
"""Seconds for which the steady clock and that of the database go alike, once they were compared."""

_SURE: Final = 50
"""The most milliseconds that a comparison may take to count for so long."""

_NOW: Final = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

_CLAIM: Final = """
    UPDATE clocks SET due = $2
    WHERE match IN (SELECT match FROM clocks WHERE due <= $1 ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED)
    RETURNING match
"""

_IDLE: Final = f"SELECT match FROM matches WHERE {IDLE} ORDER BY touched, match LIMIT $2"


@frozen(eq=False)
class _Open:
    moves: MoveWriter
    reads: MoveReader
    listener: Listener
    pool: "Pool"
    wake: Wake
    peers: Peers | None


class PostgresStore(SqlReads):
    """A store in the database at that URL."""

    def __init__(
        self,
        url: str,
        migrations: Sequence[Migration] = MIGRATIONS,
        clock: Callable[[], int] | None = None,
    ) -> None:
        self._url = url
        self._migrations = migrations
        self._clock = clock
        self._ahead = process_clock() - _steady()
        """By how many milliseconds the database's clock is ahead of the steady one."""
        self._compared = -_FRESH
        self._comparing: asyncio.Task[None] | None = None
        self._me = secrets.token_hex(8)
        self._open: _Open | None = None
        self._working: set[asyncio.Task[Any]] = set()

    async def open(self, wake: Wake, peers: Peers | None = None) -> None:
        """Connect, update the schema, and call `wake` or `peers.hear` for every write, by any process."""
        if self._open is not None:
            raise RuntimeError("the store is open already")
        with store_errors():
            await migrate(self._url, self._migrations)
            pool = asyncpg.create_pool(
                self._url,
                min_size=1,
                max_size=_CONNECTIONS,
                command_timeout=RUNNING,
                timeout=CONNECTING,
                init=prepare,
                reset=_keep_settings,
            )
            listener = Listener(self._url, self._me, wake, peers, pool.expire_connections)
            moves = MoveWriter(
                self._url, self._me, wake, partial(self._write_in, pool, wake), listener, peers
            )
            reads = MoveReader(self._url)
            opened = _Open(moves, reads, listener, pool, wake, peers)
            try:
                await pool
                await moves.open()
                await reads.open()
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
        """Raise `StoreDown` if the store can't be written to right now."""
        async with self._connection() as connection:
            version = await connection.fetchval(_TOUCH)
        if version != len(self._migrations):
            raise StoreDown(
                f"PostgreSQL: the schema now has version {version}; this server needs {len(self._migrations)}"
            )

    async def write(self, change: Change) -> Written | Stale | Repeated:
        """Write all of the change or nothing."""
        opened = self._require_open()
        alone = change.row is not None or change.notices or change.order
        if change.lines and not alone and (change.clock is None or change.clock.after):
            return await opened.moves.ask(change)
        return await self._finish(self._write_in(opened.pool, opened.wake, change))

    async def tell(self, told: Sequence[tuple[str, str]]) -> None:
        """Pass short texts to all other processes."""
        peers = self._require_open().peers
        if peers is not None and told:
            async with self._connection() as connection:
                for news in asides(told, peers):
                    await connection.execute(NOTIFY, f"{self._me}{news}")

    async def lines(self, match: str, after: int = 0) -> str:
        """Return the log lines of all moves from that version on."""
        reads = self._require_open().reads
        if not keepable(match) or after > LARGEST:
            return ""
        return await reads.ask((match, max(after, 0)))

    async def now(self) -> int:
        """Return the time by the database's clock, with which a steady one was compared within the last second."""
        if self._clock is None and monotonic() - self._compared > _FRESH:
            if self._comparing is None:
                self._comparing = asyncio.create_task(self._compare())
            await asyncio.shield(self._comparing)
        return self.about()

    async def _compare(self) -> None:
        """Compare the steady clock with the database's. That is no more wrong than half of the time it takes."""
        try:
            asked = _steady()
            async with self._connection() as connection:
                now = int(await connection.fetchval(_NOW))
            answered = _steady()
            self._ahead = now - (asked + answered) // 2
            if answered - asked < _SURE:
                self._compared = monotonic()
        finally:
            self._comparing = None

    def about(self) -> int:
        """Return the time by the steady clock, as far as that was ahead or behind when it was last compared."""
        return _steady() + self._ahead if self._clock is None else self._clock()

    async def claim_due(self, now: int, until: int, limit: int) -> tuple[str, ...]:
        """Claim matches in which a flag has fallen. Those that others are just claiming or changing are left out."""
        async with self._connection() as connection:
            return tuple([row[0] for row in await connection.fetch(_CLAIM, now, until, limit)])

    async def claim_notices(self, now: float, until: float, limit: int) -> tuple[Notice, ...]:
        """Claim the notices that are due. Those that another process is about to claim are left to it."""
        sql = CLAIM.replace("LOCKED!", "FOR UPDATE SKIP LOCKED")
        return tuple([notice_of(row) for row in await self._fetch(sql, now, limit, until)])

    async def settle_notice(self, notice: Notice, due: float | None) -> None:
        """Put a notice off to that time, or delete it."""
        sql, values = settle_sql(notice, due)
        async with self._connection() as connection:
            await connection.execute(numbered(sql), *values)

    async def put_order(self, order: Order) -> int | None:
        """Keep the order in place of the seat's last one. Return the version that the match is at."""
        async with self._connection() as connection:
            return await put_order(connection, order)

    async def end_order(self, end: OrderEnd) -> bool:
        """End an order. Return whether it waited until then."""
        async with self._connection() as connection:
            return await end_order(connection, end)

    async def list_idle(self, before: float, limit: int) -> tuple[str, ...]:
        """List the matches that were last written to before that time."""
        return await self._texts(_IDLE, before, limit)

    async def note(self, row: MatchRow, version: int, actors: int) -> None:
        """Fill in what an older server left out."""
        async with self._connection() as connection, connection.transaction():
            await connection.execute(numbered(NOTE_ROW), row.document, row.bots, row.match, row.revision)
            await connection.execute(numbered(NOTE_MOVE), actors, row.match, version)

    async def delete(self, match: str, now: float, *, idle_since: float | None = None) -> bool:
        """Delete a match with all its lines. With `idle_since`, only if nothing was written since."""
        return keepable(match) and await self._finish(self._delete(match, idle_since))

    async def delete_answers(self, before: float) -> int:
        """Delete the answers older than that time. Return how many there were."""
        async with self._connection() as connection:
            return int(
                (await connection.execute("DELETE FROM answers WHERE created < $1", before)).split()[-1]
            )

    async def _delete(self, match: str, idle_since: float | None) -> bool:
        wake = self._require_open().wake
        async with self._connection() as connection:
            gone = await delete_match(connection, match, self._news(((match, DELETED),)), idle_since)
        if gone:
            wake(match, DELETED)
        return gone

    async def _finish(self, work: Coroutine[None, None, T]) -> T:
        """Finish the work even if its caller is cancelled, so that no wake-up gets lost."""
        task = asyncio.create_task(work)
        self._working.add(task)
        task.add_done_callback(self._forget_task)
        return await asyncio.shield(task)

    def _forget_task(self, task: asyncio.Task[Any]) -> None:
        self._working.discard(task)
        if not task.cancelled():
            task.exception()  # the caller got it

    async def _write_in(self, pool: "Pool", wake: Wake, change: Change) -> Outcome:
        """Write the change in a transaction of its own."""
        outcome = await _retry(pool, change, self._news(change.wakes))
        if isinstance(outcome, Written):
            for match, version in change.wakes:
                wake(match, version)
        return outcome

    async def _fetch(self, sql: str, *values: str | float) -> Sequence[Row]:
        async with self._connection() as connection:
            return [tuple(record) for record in await connection.fetch(numbered(sql), *values)]

    def _news(self, wakes: tuple[tuple[str, int], ...]) -> str:
        return "\n".join([self._me, *(f"{match} {version}" for match, version in wakes)])

    @asynccontextmanager
    async def _connection(self) -> "AsyncGenerator[Pooled, None]":
        with store_errors():
            async with self._require_open().pool.acquire(timeout=RUNNING) as connection:
                yield connection

    def _require_open(self) -> _Open:
        if self._open is None:
            raise StoreDown("the store isn't open")
        return self._open


async def _retry(pool: "Pool", change: Change, news: str) -> Outcome:
    """Write the change. Retry if PostgreSQL rolled the transaction back because of another one."""
    for _ in range(_TRIES):
        with store_errors(), suppress(asyncpg.TransactionRollbackError):
            async with pool.acquire(timeout=RUNNING) as connection:
                return await write_change(connection, change, news)
    raise StoreDown(f"PostgreSQL: {_TRIES} attempts in a row failed because of other transactions")


async def _keep_settings(_connection: object) -> None:
    """Reset nothing, because nothing here changes a connection's settings."""


async def _close(opened: _Open) -> None:
    await opened.moves.close()
    await opened.reads.close()
    await opened.listener.close()
    try:
        await asyncio.wait_for(opened.pool.close(), RUNNING)
    except ERRORS:
        opened.pool.terminate()


def _steady() -> int:
    """Return milliseconds since some moment. The machine's clock may be set meanwhile, and this one isn't."""
    return monotonic_ns() // 1_000_000
