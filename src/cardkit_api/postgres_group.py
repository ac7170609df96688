"""Writing moves to PostgreSQL: those that arrive while some are being written share the next statement."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import asyncpg

from cardkit_api.postgres_change import Outcome
from cardkit_api.postgres_link import CHANNEL, TROUBLE, connected, ended, told
from cardkit_api.store import Change, Stale, StoreDown, Wake, Written

if TYPE_CHECKING:
    from cardkit_api.postgres_link import Connection

__all__ = ["Group"]

_Request: TypeAlias = tuple[Change, asyncio.Future[Outcome]]

ROWS: Final = 100
"""How many moves a statement takes at most."""

_NEWS: Final = 7000
"""Bytes of news that a notification carries at most; PostgreSQL takes less than 8,000."""

_HOLDS: Final = """
    (SELECT true FROM matches WHERE matches.match = asked.match)
    AND asked.after = coalesce(
        (SELECT moves.upto FROM moves WHERE moves.match = asked.match ORDER BY moves.after DESC LIMIT 1), 0)
"""

_TELL: Final = f"""
    SELECT array_agg(match), pg_notify('{CHANNEL}', $1 || E'\\n' || string_agg(match || ' ' || upto, E'\\n'))
    FROM done HAVING count(*) > 0
"""

_MOVES: Final = f"""
    WITH done AS (
        INSERT INTO moves (match, after, upto, lines, at)
        SELECT asked.* FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::float8[])
            AS asked (match, after, upto, lines, at)
        WHERE {_HOLDS}
        ON CONFLICT DO NOTHING
        RETURNING match, upto
    ) {_TELL}
"""

_ANSWERED: Final = f"""
    WITH asked AS MATERIALIZED (
        SELECT * FROM unnest(
            $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::float8[],
            $7::text[], $8::text[], $9::text[], $10::integer[], $11::text[], $12::float8[]
        ) AS asked (match, after, upto, lines, at, scope, key, fingerprint, status, body, created)
    ), done AS (
        INSERT INTO moves (match, after, upto, lines, at)
        SELECT match, after, upto, lines, at FROM asked
        WHERE {_HOLDS}
        AND (SELECT true FROM answers WHERE answers.scope = asked.scope AND answers.key = asked.key) IS NULL
        ON CONFLICT DO NOTHING
        RETURNING match, upto
    ), kept AS (
        INSERT INTO answers (scope, key, fingerprint, status, body, created)
        SELECT scope, key, fingerprint, status, body, created FROM asked JOIN done USING (match)
        WHERE scope IS NOT NULL
    ) {_TELL}
"""


class Group:
    """Takes moves that replace no record and writes them together, over a connection of its own.

    `one` writes a change alone: what a statement for many can't decide.
    """

    def __init__(self, url: str, me: str, wake: Wake, one: Callable[[Change], Awaitable[Outcome]]) -> None:
        self._url = url
        self._me = me
        self._wake = wake
        self._one = one
        self._waiting: list[_Request] = []
        self._task: asyncio.Task[None] | None = None
        self._connection: Connection | None = None

    async def open(self) -> None:
        """Connect."""
        self._connection = await connected(self._url)

    async def close(self) -> None:
        """Finish what waits, and disconnect."""
        if self._task is not None:
            await self._task
        if self._connection is not None:
            await ended(self._connection)

    async def write(self, change: Change) -> Outcome:
        """Write all of the change or nothing."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, future))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return await future

    async def _work(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = _picked(self._waiting)
                await self._write_all(batch)
        finally:
            self._task = None

    async def _write_all(self, batch: list[_Request]) -> None:
        try:
            with told():
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
            await asyncio.gather(*map(self._alone, singly))

    async def _alone(self, request: _Request) -> None:
        change, future = request
        try:
            outcome = await self._one(change)
        except Exception as error:
            if not future.done():
                future.set_exception(error)
        else:
            if not future.done():
                future.set_result(outcome)

    async def _insert(self, changes: list[Change]) -> set[str] | None:
        """The matches whose move was written; None: another process interfered, and nothing was written."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await connected(self._url)
        columns: list[Sequence[object]] = [
            [change.match for change in changes],
            [change.after for change in changes],
            [change.upto for change in changes],
            [change.lines for change in changes],
            [change.now for change in changes],
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
        except TROUBLE:
            self._connection.terminate()
            raise
        return set() if row is None else set(row[0])


def _picked(waiting: list[_Request]) -> tuple[list[_Request], list[_Request]]:
    """What the next statement takes, one of a match and one under a key, and what is left for later.

    In the order of the matches: two processes that wait for each other's rows must not do so in a circle.
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
