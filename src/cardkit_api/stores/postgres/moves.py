"""Writing moves to PostgreSQL. Moves that arrive while others are being written share the next statement."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import asyncpg

from cardkit_api.stores.contract import Change, Stale, StoreDown, Wake, Written
from cardkit_api.stores.postgres.changes import Outcome
from cardkit_api.stores.postgres.connection import CHANNEL, ERRORS, connect, disconnect, store_errors

if TYPE_CHECKING:
    from cardkit_api.stores.postgres.connection import Connection

__all__ = ["MoveWriter"]

_Request: TypeAlias = tuple[Change, asyncio.Future[Outcome]]

ROWS: Final = 100
"""The most moves that a statement takes."""

_NEWS: Final = 7000
"""The most bytes of news in a notification. PostgreSQL takes fewer than 8,000."""

_HOLDS: Final = """
    (SELECT true FROM matches WHERE matches.match = asked.match)
    AND asked.after = coalesce(
        (SELECT moves.upto FROM moves WHERE moves.match = asked.match ORDER BY moves.after DESC LIMIT 1), 0)
"""

_NOTIFY: Final = f"""
    SELECT array_agg(match), pg_notify('{CHANNEL}', $1 || E'\\n' || string_agg(match || ' ' || upto, E'\\n'))
    FROM done HAVING count(*) > 0
"""

_MOVES: Final = f"""
    WITH done AS (
        INSERT INTO moves (match, after, upto, lines, at, actors)
        SELECT asked.* FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::float8[], $7::bigint[])
            AS asked (match, after, upto, lines, at, actors)
        WHERE {_HOLDS}
        ON CONFLICT DO NOTHING
        RETURNING match, upto
    ) {_NOTIFY}
"""

_ANSWERED: Final = f"""
    WITH asked AS MATERIALIZED (
        SELECT * FROM unnest(
            $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::float8[], $7::bigint[],
            $8::text[], $9::text[], $10::text[], $11::integer[], $12::text[], $13::float8[]
        ) AS asked (match, after, upto, lines, at, actors, scope, key, fingerprint, status, body, created)
    ), done AS (
        INSERT INTO moves (match, after, upto, lines, at, actors)
        SELECT match, after, upto, lines, at, actors FROM asked
        WHERE {_HOLDS}
        AND (SELECT true FROM answers WHERE answers.scope = asked.scope AND answers.key = asked.key) IS NULL
        ON CONFLICT DO NOTHING
        RETURNING match, upto
    ), kept AS (
        INSERT INTO answers (scope, key, fingerprint, status, body, created)
        SELECT scope, key, fingerprint, status, body, created FROM asked JOIN done USING (match)
        WHERE scope IS NOT NULL
    ) {_NOTIFY}
"""


class MoveWriter:
    """A queue of moves that replace no row. It writes them together, over a connection of its own.

    `write_one` writes a single change in a transaction: one that the shared statement can't judge.
    """

    def __init__(
        self, url: str, me: str, wake: Wake, write_one: Callable[[Change], Awaitable[Outcome]]
    ) -> None:
        self._url = url
        self._me = me
        self._wake = wake
        self._write_one = write_one
        self._waiting: list[_Request] = []
        self._task: asyncio.Task[None] | None = None
        self._connection: Connection | None = None

    async def open(self) -> None:
        """Open the connection."""
        self._connection = await connect(self._url)

    async def close(self) -> None:
        """Write the waiting moves, and disconnect."""
        if self._task is not None:
            await self._task
        if self._connection is not None:
            await disconnect(self._connection)

    async def write(self, change: Change) -> Outcome:
        """Write all of the change or nothing."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, future))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await future

    async def _run(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = _pick_batch(self._waiting)
                await self._write_all(batch)
        finally:
            self._task = None

    async def _write_all(self, batch: list[_Request]) -> None:
        try:
            with store_errors():
                written = await self._insert([change for change, _ in batch])
        except Exception as error:
            for _, future in batch:
                if not future.done():
                    future.set_exception(StoreDown(str(error)) if isinstance(error, StoreDown) else error)
            return
        singly: list[_Request] = []
        for change, future in batch:
            if written is None or (change.answer is not None and change.match not in written):
                singly.append((change, future))
            elif not future.done():
                future.set_result(Written() if change.match in written else Stale())
        for change, _ in batch:
            if written is not None and change.match in written:
                self._wake(change.match, change.upto)
        if singly:
            await asyncio.gather(*map(self._write_alone, singly))

    async def _write_alone(self, request: _Request) -> None:
        change, future = request
        try:
            outcome = await self._write_one(change)
        except Exception as error:
            if not future.done():
                future.set_exception(error)
        else:
            if not future.done():
                future.set_result(outcome)

    async def _insert(self, changes: list[Change]) -> set[str] | None:
        """Write the moves, and return the matches whose move applied.

        Return `None` if another process interfered; nothing was written then.
        """
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._url)
        columns: list[Sequence[object]] = [
            [change.match for change in changes],
            [change.after for change in changes],
            [change.upto for change in changes],
            [change.lines for change in changes],
            [change.now for change in changes],
            [change.actors for change in changes],
        ]
        answers = [change.answer for change in changes]
        sql = _MOVES
        if any(answers):
            sql = _ANSWERED
            columns += [
                [a and a.scope for a in answers],
                [a and a.key for a in answers],
                [a and a.fingerprint for a in answers],
                [a and a.status for a in answers],
                [a and a.body for a in answers],
                [a and a.created for a in answers],
            ]
        try:
            row = await self._connection.fetchrow(sql, self._me, *columns)
        except (asyncpg.IntegrityConstraintViolationError, asyncpg.TransactionRollbackError):
            return None
        except ERRORS:
            self._connection.terminate()
            raise
        return set() if row is None else set(row[0])


def _pick_batch(waiting: list[_Request]) -> tuple[list[_Request], list[_Request]]:
    """Return the moves for the next statement, and the rest. A match or key may occur only once.

    The moves are sorted by match, so that two processes that wait for each other's rows can't deadlock.
    """
    batch: list[_Request] = []
    later: list[_Request] = []
    taken: set[object] = set()
    room = _NEWS
    for request in waiting:
        change = request[0]
        name = None if change.answer is None else (change.answer.scope, change.answer.key)
        if change.match in taken or name in taken or len(batch) == ROWS or room < 0:
            later.append(request)
            continue
        taken.add(change.match)
        if name is not None:
            taken.add(name)
        room -= 4 * len(change.match) + 24
        batch.append(request)
    batch.sort(key=lambda request: request[0].match)
    return batch, later
