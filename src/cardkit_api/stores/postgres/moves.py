"""Writing moves to PostgreSQL. Moves that arrive while others are being written share the next statement."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Final, TypeAlias

import asyncpg

from cardkit_api.stores.contract import Change, Peers, Stale, Wake, Written
from cardkit_api.stores.postgres.changes import Outcome
from cardkit_api.stores.postgres.connection import CHANNEL, ERRORS, Listener, store_errors
from cardkit_api.stores.postgres.news import share_out
from cardkit_api.stores.postgres.queue import MOST, Queue, Request

__all__ = ["MoveWriter"]

_Write: TypeAlias = Request[Change, Outcome]

_HOLDS: Final = """
    asked.ordered IS NOT NULL
    AND asked.after = coalesce(
        (SELECT moves.upto FROM moves WHERE moves.match = asked.match ORDER BY moves.after DESC LIMIT 1), 0)
"""

_NOTIFY: Final = f"""
    SELECT array_agg(match), array_agg(match) FILTER (WHERE ordered), pg_notify('{CHANNEL}', $1 || string_agg(
        E'\\n' || match || ' ' || done.upto || CASE tag WHEN '' THEN '' ELSE ' ' || tag END, ''
    ) || ($2::text[])[notification])
    FROM done JOIN asked USING (match) GROUP BY notification
"""

_COLUMNS: Final = (
    *("match text", "after bigint", "upto bigint", "lines text", "at float8", "actors bigint", "tag text"),
    "notification integer",
)
_OF_ANSWERS: Final = (
    *("scope text", "key text", "fingerprint text", "status integer", "body text", "created float8"),
)
_OF_CLOCKS: Final = ("facts bigint", "facts_upto bigint", "facts_lines text", "due bigint")

_FIRST: Final = 3
"""The number of the first parameter that is a column."""


@cache
def _statement(answered: bool, timed: bool) -> str:
    """Return the statement that writes moves, some of them perhaps with answers to keep, or with facts of clocks.

    The rows of matches and clocks are locked before moves are written, as in a transaction of its own, so that the two
    can't deadlock.
    """
    columns = [*_COLUMNS, *(_OF_ANSWERS if answered else ()), *(_OF_CLOCKS if timed else ())]
    names = ", ".join(column.split()[0] for column in columns)
    given = ", ".join(f"${number}::{column.split()[1]}[]" for number, column in enumerate(columns, _FIRST))
    locked = kept = ticked = holds = ""
    if answered:
        holds += """
            AND (SELECT true FROM answers WHERE answers.scope = asked.scope AND answers.key = asked.key) IS NULL
        """
        kept = """, kept AS (
            INSERT INTO answers (scope, key, fingerprint, status, body, created)
            SELECT scope, key, fingerprint, status, body, created FROM asked JOIN done USING (match)
            WHERE scope IS NOT NULL
        )"""
    if timed:
        locked = """, locked AS MATERIALIZED (
            SELECT match, clocks.facts FROM matches JOIN clocks USING (match)
            WHERE match IN (SELECT asked.match FROM asked WHERE asked.facts IS NOT NULL)
            ORDER BY match FOR KEY SHARE OF matches FOR UPDATE OF clocks
        )"""
        holds += """
            AND (asked.facts IS NULL
                OR asked.facts = (SELECT locked.facts FROM locked WHERE locked.match = asked.match))
        """
        ticked = """, ticked AS (
            UPDATE clocks SET facts = asked.facts_upto, due = asked.due FROM asked JOIN done USING (match)
            WHERE clocks.match = asked.match AND asked.facts IS NOT NULL
        ), noted AS (
            INSERT INTO facts (match, after, lines)
            SELECT match, facts, facts_lines FROM asked JOIN done USING (match) WHERE facts IS NOT NULL
        )"""
    return f"""
        WITH asked AS MATERIALIZED (
            SELECT *, (SELECT ordered FROM matches WHERE matches.match = asked.match) AS ordered
            FROM unnest({given}) AS asked ({names})
        ){locked}, done AS (
            INSERT INTO moves (match, after, upto, lines, at, actors)
            SELECT match, after, upto, lines, at, actors FROM asked
            WHERE {_HOLDS} {holds}
            ON CONFLICT DO NOTHING
            RETURNING match, upto
        ){kept}{ticked} {_NOTIFY}
    """


class MoveWriter(Queue[Change, Outcome]):
    """A queue of moves that replace no row. It writes them together.

    `write_one` writes a single change in a transaction: one that the shared statement can't judge.
    """

    def __init__(
        self,
        url: str,
        me: str,
        wake: Wake,
        write_one: Callable[[Change], Awaitable[Outcome]],
        listener: Listener,
        peers: Peers | None,
    ) -> None:
        super().__init__(url)
        self._me = me
        self._wake = wake
        self._write_one = write_one
        self._listener = listener
        self._peers = peers

    def pick(self, waiting: list[_Write]) -> tuple[list[_Write], list[_Write]]:
        """Return the moves for the next statement, and the rest. A match or key may occur only once.

        The moves are sorted by match, so that two processes that wait for each other's rows can't deadlock.
        """
        batch: list[_Write] = []
        later: list[_Write] = []
        taken: set[object] = set()
        for request in waiting:
            change = request[0]
            claims = change.claims
            if not taken.isdisjoint(claims) or len(batch) == MOST:
                later.append(request)
                continue
            taken.update(claims)
            batch.append(request)
        batch.sort(key=lambda request: request[0].match)
        return batch, later

    async def answer(self, batch: list[_Write]) -> None:
        """Write the moves with one statement, and those that it can't judge one by one."""
        with store_errors():
            written = await self._insert([change for change, _ in batch])
        singly: list[_Write] = []
        for change, future in batch:
            if written is None or (change.answer is not None and change.match not in written):
                singly.append((change, future))
            elif not future.done():
                applied = change.match in written
                future.set_result(Written(written[change.match]) if applied else Stale())
        for change, _ in batch:
            if written is not None and change.match in written:
                self._wake(change.match, change.upto)
        if singly:
            await asyncio.gather(*map(self._write_alone, singly))

    async def _write_alone(self, request: _Write) -> None:
        change, future = request
        try:
            outcome = await self._write_one(change)
        except Exception as error:
            if not future.done():
                future.set_exception(error)
        else:
            if not future.done():
                future.set_result(outcome)

    async def _insert(self, changes: list[Change]) -> dict[str, bool] | None:
        """Write the moves. Return the matches whose move applied, each with whether an order waits in it.

        Return `None` if another process interfered; nothing was written then.
        """
        connection = await self.connection()
        shares = share_out(changes, self._peers if self._listener.has_company else None)
        columns: list[Sequence[object]] = [
            [change.match for change in changes],
            [change.after for change in changes],
            [change.upto for change in changes],
            [change.lines for change in changes],
            [change.now for change in changes],
            [change.actors for change in changes],
            shares.tags,
            shares.notifications,
        ]
        answers, clocks = [change.answer for change in changes], [change.clock for change in changes]
        if any(answers):
            columns += [
                [a and a.scope for a in answers],
                [a and a.key for a in answers],
                [a and a.fingerprint for a in answers],
                [a and a.status for a in answers],
                [a and a.body for a in answers],
                [a and a.created for a in answers],
            ]
        if any(clocks):
            columns += [
                [c and c.after for c in clocks],
                [c and c.upto for c in clocks],
                [c and c.lines for c in clocks],
                [c and c.due for c in clocks],
            ]
        sql = _statement(any(answers), any(clocks))
        try:
            rows = await connection.fetch(sql, self._me, shares.ends, *columns)
        except (asyncpg.IntegrityConstraintViolationError, asyncpg.TransactionRollbackError):
            return None
        except ERRORS:
            connection.terminate()
            raise
        return {match: row[1] is not None and match in row[1] for row in rows for match in row[0]}
