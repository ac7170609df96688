"""Connections to PostgreSQL, their failures, and the connection that receives notifications."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeAlias

import asyncpg

from cardkit_api.stores.contract import Peers, StoreDown, Wake, reason_of
from cardkit_api.stores.migrations import SCHEMA, VERSION, Dialect, Migration, missing_statements
from cardkit_api.stores.postgres.news import receive, tells_of_matches

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]
    Pooled: TypeAlias = Connection | asyncpg.pool.PoolConnectionProxy[asyncpg.Record]

__all__ = [
    "CHANNEL",
    "CONNECTING",
    "DIALECT",
    "ERRORS",
    "RUNNING",
    "Listener",
    "connect",
    "disconnect",
    "migrate",
    "numbered",
    "prepare",
    "store_errors",
]

CHANNEL: Final = "cardkit"
"""The channel of notifications. `news` describes them."""

DIALECT: Final = Dialect(
    text='TEXT COLLATE "C"',
    users="""
        SELECT DISTINCT match, encode(sha256(convert_to('cardkit user' || chr(10) || holder, 'UTF8')), 'hex'),
            status, created
        FROM (
            SELECT match, status, created, chair ->> 'user' AS holder
            FROM matches, json_array_elements(document::json -> 'chairs') AS chair
            UNION ALL SELECT match, status, created, document::json ->> 'owner_user' FROM matches
        ) AS held WHERE holder <> ''
    """,
)

CONNECTING: Final = 5.0
"""Seconds that connecting may take."""

RUNNING: Final = 10.0
"""Seconds that a statement may take."""

ERRORS: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
"""What asyncpg raises if something is wrong with the database or the network. A timeout is an `OSError`."""

_LOCK: Final = 0x636172646B6974
"""The advisory lock under which the schema is changed."""

_PROBE: Final = 5.0
"""Seconds of silence before the listening connection is probed, and seconds to wait for its answer."""

_COMPANY: Final = 60.0
"""Seconds for which a process that was heard counts as still there."""

_PAUSES: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0)
"""Seconds between attempts to reconnect. The last one repeats."""


@cache
def numbered(sql: str) -> str:
    """Return the query with numbered parameters in place of question marks, as PostgreSQL wants them."""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))


@contextmanager
def store_errors() -> Generator[None, None, None]:
    """Turn the database's errors into `StoreDown`. The URL isn't named, because it may hold a password."""
    try:
        yield
    except ERRORS as error:
        reason, _, _ = reason_of(error).partition("\n")  # details and hints follow
        raise StoreDown(f"PostgreSQL: {reason or type(error).__name__}") from error


async def connect(url: str) -> "Connection":
    """Open a connection outside the pool."""
    connection = await asyncpg.connect(url, timeout=CONNECTING, command_timeout=RUNNING)
    try:
        await prepare(connection)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def prepare(connection: "Pooled") -> None:
    """Make commits wait for the disk, whatever the database's defaults are, and keep plans fit for large tables.

    A plan made while the tables were small would scan them whole later.
    """
    await connection.execute("""
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
        SET enable_seqscan = off
    """)


async def migrate(url: str, migrations: Sequence[Migration]) -> None:
    """Update the schema. Processes that start at the same time do this one after the other."""
    connection = await asyncpg.connect(url, timeout=CONNECTING)
    try:
        async with connection.transaction(isolation="read_committed"):
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
            await connection.execute(SCHEMA)
            version: int = await connection.fetchval(VERSION)
            for statement in missing_statements(version, migrations, DIALECT):
                await connection.execute(statement)
            if version != len(migrations):
                await connection.execute("DELETE FROM cardkit_schema")
                await connection.execute("INSERT INTO cardkit_schema (version) VALUES ($1)", len(migrations))
    finally:
        await disconnect(connection)


async def disconnect(connection: "Connection") -> None:
    """Close the connection, by force if the database doesn't answer."""
    try:
        await connection.close(timeout=1)
    except ERRORS:
        connection.terminate()


class Listener:
    """A lasting connection for the notifications of other processes. It reconnects whenever it is lost.

    Notifications that came meanwhile are lost, so it then wakes everybody.
    """

    def __init__(
        self, url: str, me: str, wake: Wake, peers: Peers | None, back: Callable[[], Awaitable[None]]
    ) -> None:
        self._url = url
        self._me = me
        self._wake = wake
        self._peers = peers
        self._heard = -_COMPANY
        self._back = back
        self._task: asyncio.Task[None] | None = None

    @property
    def has_company(self) -> bool:
        """Whether another process was heard lately. Then it pays to tell it more than the versions."""
        return monotonic() - self._heard < _COMPANY

    async def open(self) -> None:
        """Start to listen. Raise if the first attempt fails."""
        connection, lost = await self._listen()
        self._task = asyncio.create_task(self._watch(connection, lost))

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self) -> "tuple[Connection, asyncio.Event]":
        lost = asyncio.Event()
        connection = await connect(self._url)
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._receive)
        except BaseException:
            connection.terminate()
            raise
        return connection, lost

    async def _watch(self, connection: "Connection", lost: asyncio.Event) -> None:
        while True:
            try:
                await _wait_until_lost(connection, lost)
            except asyncio.CancelledError:
                await disconnect(connection)
                raise
            connection.terminate()
            connection, lost = await self._reconnect()
            await self._back()
            self._wake("", 0)

    async def _reconnect(self) -> "tuple[Connection, asyncio.Event]":
        attempt = 0
        while True:
            try:
                return await self._listen()
            except ERRORS:
                await asyncio.sleep(_PAUSES[min(attempt, len(_PAUSES) - 1)])
                attempt += 1

    def _receive(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        told = str(payload)
        if told.startswith(self._me):
            return
        _, *news = told.split("\n")
        if tells_of_matches(news):
            self._heard = monotonic()
        receive(news, self._wake, self._peers)


async def _wait_until_lost(connection: "Connection", lost: asyncio.Event) -> None:
    """Return when the connection is lost. Probe it now and then, because silence alone proves nothing."""
    while not lost.is_set():
        try:
            await asyncio.wait_for(lost.wait(), _PROBE)
        except TimeoutError:
            try:
                await connection.execute("SELECT 1", timeout=_PROBE)
            except ERRORS:
                return
