"""How PostgreSQL is reached: its connections, its failures, and the one that listens."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, TypeAlias

import asyncpg

from cardkit_api.migrations import SCHEMA, VERSION, Migration, missing
from cardkit_api.store import StoreDown, Wake

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]
    Pooled: TypeAlias = Connection | asyncpg.pool.PoolConnectionProxy[asyncpg.Record]

__all__ = [
    "CHANNEL",
    "CONNECTING",
    "RUNNING",
    "TROUBLE",
    "Listener",
    "connected",
    "ended",
    "migrated",
    "prepared",
    "told",
]

CHANNEL: Final = "cardkit"
"""Where processes tell each other what they wrote: a line that says who, and a line `match version` of each."""

CONNECTING: Final = 5.0
"""Seconds a connection may take to come about."""

RUNNING: Final = 10.0
"""Seconds a statement may take."""

TROUBLE: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
"""What asyncpg raises when something is wrong with the database or the way to it; a timeout is an OSError."""

_LOCK: Final = 0x636172646B6974
"""The advisory lock under which the schema is changed."""

_PROBE: Final = 5.0
"""Seconds of silence after which the listening connection is probed, and seconds that it has to answer."""

_PAUSES: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0)
"""Seconds between attempts to connect again; the last one goes on."""


@contextmanager
def told() -> Generator[None, None, None]:
    """Trouble with the database is told as `StoreDown`. The URL isn't named: it may hold a password."""
    try:
        yield
    except TROUBLE as error:
        raise StoreDown(f"PostgreSQL: {str(error) or type(error).__name__}") from error


async def connected(url: str) -> "Connection":
    """A connection of its own."""
    connection = await asyncpg.connect(url, timeout=CONNECTING, command_timeout=RUNNING)
    try:
        await prepared(connection)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def prepared(connection: "Pooled") -> None:
    """Hold to the promise whatever the database's defaults are: what is acknowledged is on disk.

    A plan that was made while the tables were small must not go through all of them later.
    """
    await connection.execute("""
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
        SET enable_seqscan = off
    """)


async def migrated(url: str, migrations: Sequence[Migration]) -> None:
    """Bring the schema up to date. Processes that start at once do so one after the other."""
    connection = await asyncpg.connect(url, timeout=CONNECTING)
    try:
        async with connection.transaction(isolation="read_committed"):
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
            await connection.execute(SCHEMA)
            version: int = await connection.fetchval(VERSION)
            for statement in missing(version, migrations, 'TEXT COLLATE "C"'):
                await connection.execute(statement)
            if version != len(migrations):
                await connection.execute("DELETE FROM cardkit_schema")
                await connection.execute("INSERT INTO cardkit_schema (version) VALUES ($1)", len(migrations))
    finally:
        await ended(connection)


async def ended(connection: "Connection") -> None:
    """Take leave of the database, or of the connection at least."""
    try:
        await connection.close(timeout=1)
    except TROUBLE:
        connection.terminate()


class Listener:
    """One kept connection on which other processes are heard; whatever happens to it, it comes back.

    While it is away nothing is heard, so that when it is back, everybody is woken up.
    """

    def __init__(self, url: str, me: str, wake: Wake, back: Callable[[], Awaitable[None]]) -> None:
        self._url = url
        self._me = me
        self._wake = wake
        self._back = back
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Listen; raises if that fails the first time."""
        connection, lost = await self._listening()
        self._task = asyncio.create_task(self._stay(connection, lost))

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _listening(self) -> "tuple[Connection, asyncio.Event]":
        lost = asyncio.Event()
        connection = await connected(self._url)
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._heard)
        except BaseException:
            connection.terminate()
            raise
        return connection, lost

    async def _stay(self, connection: "Connection", lost: asyncio.Event) -> None:
        while True:
            try:
                await _until_lost(connection, lost)
            except asyncio.CancelledError:
                await ended(connection)
                raise
            connection.terminate()
            connection, lost = await self._again()
            await self._back()
            self._wake("", 0)

    async def _again(self) -> "tuple[Connection, asyncio.Event]":
        attempt = 0
        while True:
            try:
                return await self._listening()
            except TROUBLE:
                await asyncio.sleep(_PAUSES[min(attempt, len(_PAUSES) - 1)])
                attempt += 1

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        who, *news = str(payload).split("\n")
        if who == self._me:
            return
        for line in news:
            match, _, version = line.rpartition(" ")
            with suppress(ValueError):
                self._wake(match, int(version))


async def _until_lost(connection: "Connection", lost: asyncio.Event) -> None:
    """Return when the connection is lost; silence alone doesn't tell, so that it is asked now and then."""
    while not lost.is_set():
        try:
            await asyncio.wait_for(lost.wait(), _PROBE)
        except TimeoutError:
            try:
                await connection.execute("SELECT 1", timeout=_PROBE)
            except TROUBLE:
                return
