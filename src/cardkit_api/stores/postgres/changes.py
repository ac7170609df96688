"""Writing one change to PostgreSQL in a transaction of its own."""

from typing import TYPE_CHECKING, Final, TypeAlias

from cardkit_api.stores.contract import Change, NewFacts, Order, OrderEnd, Repeated, Stale, Written
from cardkit_api.stores.postgres.connection import CHANNEL, numbered
from cardkit_api.stores.sql import (
    ANSWER,
    END_ORDER,
    FORGET_PEOPLE,
    MARK_ORDERED,
    PERSON,
    PUT_ORDER,
    answer_of,
    end_values,
    notify_sql,
    order_values,
    people_values,
    row_values,
)

if TYPE_CHECKING:
    from cardkit_api.stores.postgres.connection import Pooled

__all__ = ["IDLE", "NOTIFY", "Outcome", "delete_match", "end_order", "put_order", "write_change"]

Outcome: TypeAlias = Written | Stale | Repeated

_MAKE: Final = """
    INSERT INTO matches (match, revision, status, public, due, created, touched, document, bots)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING revision
"""

_REPLACE: Final = """
    UPDATE matches SET revision = $2, status = $3, public = $4, due = $5, created = $6, touched = $7, document = $8,
        bots = $9
    WHERE match = $1 AND revision = $2 - 1 RETURNING revision
"""

_HOLD: Final = "SELECT revision FROM matches WHERE match = $1 FOR KEY SHARE"
"""Keeps the match from being deleted until this transaction ends."""

_HOLD_RUNNING: Final = "SELECT revision FROM matches WHERE match = $1 AND status = 'running' FOR UPDATE"

_HOLD_ALONE: Final = "SELECT revision FROM matches WHERE match = $1 FOR NO KEY UPDATE"
"""Comes before each write of an order, so that two of them can't deadlock."""

_VERSION: Final = """
    SELECT coalesce((SELECT upto FROM moves WHERE match = $1 ORDER BY after DESC LIMIT 1), 0),
        (SELECT ordered FROM matches WHERE match = $1)
"""

_MOVE: Final = """
    INSERT INTO moves (match, after, upto, lines, at, actors) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT DO NOTHING RETURNING after
"""

_CLOCK: Final = """
    UPDATE clocks SET facts = $2, due = $3 WHERE match = $1 AND facts = $4 RETURNING facts
"""

_FIRST_CLOCK: Final = """
    INSERT INTO clocks (match, facts, due) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING facts
"""

_FACTS: Final = "INSERT INTO facts (match, after, lines) VALUES ($1, $2, $3)"

_ANSWER: Final = """
    INSERT INTO answers (scope, key, fingerprint, status, body, created) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT DO NOTHING RETURNING status
"""


IDLE: Final = """
    touched < $1 AND NOT EXISTS (SELECT 1 FROM moves WHERE moves.match = matches.match AND moves.at >= $1)
"""
"""The condition that nothing was written to the match since that time."""

NOTIFY: Final = f"SELECT pg_notify('{CHANNEL}', $1)"
"""Tells all processes something."""


class _Rollback(Exception):
    """Raised to leave the transaction, which rolls it back."""


async def write_change(connection: "Pooled", change: Change, news: str) -> Outcome:
    """Write all of the change or nothing, and notify the other processes."""
    repeated = await _repeated(connection, change)
    if repeated is not None:
        return repeated
    try:
        async with connection.transaction(isolation="read_committed"):
            ordered = await _write(connection, change)
            if change.wakes:
                await connection.execute(NOTIFY, news)
    except _Rollback:
        return await _repeated(connection, change) or Stale()
    return Written(ordered)


async def _repeated(connection: "Pooled", change: Change) -> Repeated | None:
    """Return the answer that is kept under the change's idempotency key, if there is one."""
    if change.answer is None:
        return None
    scope, key = change.answer.scope, change.answer.key
    row = await connection.fetchrow(numbered(ANSWER), scope, key)
    before = answer_of(scope, key, None if row is None else tuple(row))
    return None if before is None else Repeated(before)


async def _write(connection: "Pooled", change: Change) -> bool:
    """Write the change. Return whether an order waits in the match."""
    revision = await _revision(connection, change)
    if change.row is None and revision is None:
        raise _Rollback
    facts = 0 if change.clock is None else await _facts(connection, change.match, change.clock)
    version, ordered = await _version(connection, change.match)
    if not change.applies(revision, version, facts):
        raise _Rollback
    if change.order is not None:
        if not await _end_order(connection, change.order):
            raise _Rollback
        _, ordered = await _version(connection, change.match)
    if change.people is not None:
        await connection.execute(numbered(FORGET_PEOPLE), change.match)
        await connection.executemany(numbered(PERSON), people_values(change))
    if change.lines:
        move = change.match, change.after, change.upto, change.lines, change.now, change.actors
        if await connection.fetchval(_MOVE, *move) is None:
            raise _Rollback
    if change.answer is not None:
        a = change.answer
        kept = await connection.fetchval(_ANSWER, a.scope, a.key, a.fingerprint, a.status, a.body, a.created)
        if kept is None:
            raise _Rollback
    for notice in change.notices:
        sql, values = notify_sql(notice, change.now)
        await connection.execute(numbered(sql), *values)
    return ordered


async def _version(connection: "Pooled", match: str) -> tuple[int, bool]:
    """Return the version of the match, and whether an order waits in it."""
    row = await connection.fetchrow(_VERSION, match)
    return (0, False) if row is None else (row[0], bool(row[1]))


async def put_order(connection: "Pooled", order: Order) -> int | None:
    """Keep an order. Return the version that the match is at, or `None` if it isn't running."""
    async with connection.transaction(isolation="read_committed"):
        # This waits for moves that are being written. Those whose statement begins later see the mark.
        running = await connection.fetchval(_HOLD_RUNNING, order.match)
        if running is None:
            return None
        version, _ = await _version(connection, order.match)
        await connection.execute(numbered(PUT_ORDER), *order_values(order))
        await connection.execute(numbered(MARK_ORDERED), order.match)
    return version


async def end_order(connection: "Pooled", end: OrderEnd) -> bool:
    """End an order. Return whether it waited until then."""
    async with connection.transaction(isolation="read_committed"):
        await connection.execute(_HOLD_ALONE, end.match)
        return await _end_order(connection, end)


async def _end_order(connection: "Pooled", end: OrderEnd) -> bool:
    if await connection.fetchval(numbered(END_ORDER), *end_values(end)) is None:
        return False
    await connection.execute(numbered(MARK_ORDERED), end.match)
    return True


async def _facts(connection: "Pooled", match: str, new: NewFacts) -> int:
    """Write the facts, and return the number of facts before. Nobody else can write any until this transaction ends."""
    if new.after:
        kept = await connection.fetchval(_CLOCK, match, new.upto, new.due, new.after)
    else:
        kept = await connection.fetchval(_FIRST_CLOCK, match, new.upto, new.due)
    if kept is None:
        raise _Rollback
    await connection.execute(_FACTS, match, new.after, new.lines)
    return new.after


async def _revision(connection: "Pooled", change: Change) -> int | None:
    """Return the revision that the match had. Nobody else can replace it before this transaction ends."""
    row = change.row
    if row is None:
        hold = _HOLD if change.order is None else _HOLD_ALONE
        found: int | None = await connection.fetchval(hold, change.match)
        return found
    sql = _MAKE if row.revision == 1 else _REPLACE
    kept = await connection.fetchval(sql, *row_values(row, change.now))
    if kept is None:
        raise _Rollback
    return row.revision - 1 or None


async def delete_match(connection: "Pooled", match: str, news: str, idle_since: float | None) -> bool:
    """Delete a match, and notify the other processes. Return whether one was deleted."""
    async with connection.transaction(isolation="read_committed"):
        # A move that is being written keeps the match from being deleted. The next statement sees what it wrote.
        await connection.execute("SELECT 1 FROM matches WHERE match = $1 FOR UPDATE", match)
        idle = f"coalesce({IDLE}, $1::float8 IS NULL)"
        gone = await connection.fetchval(
            f"DELETE FROM matches WHERE match = $2 AND {idle} RETURNING match", idle_since, match
        )
        if gone is not None:
            await connection.execute(NOTIFY, news)
    return gone is not None
