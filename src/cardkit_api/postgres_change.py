"""Writing one change to PostgreSQL in a transaction of its own."""

from typing import TYPE_CHECKING, Final, TypeAlias

from cardkit_api.postgres_link import CHANNEL
from cardkit_api.store import Answer, Change, Repeated, Stale, Written

if TYPE_CHECKING:
    from cardkit_api.postgres_link import Pooled

__all__ = ["IDLE", "Outcome", "read_answer", "removed", "written"]

Outcome: TypeAlias = Written | Stale | Repeated

_MAKE: Final = """
    INSERT INTO matches (match, revision, status, public, due, created, touched, document)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING revision
"""

_REPLACE: Final = """
    UPDATE matches SET revision = $2, status = $3, public = $4, due = $5, created = $6, touched = $7, document = $8
    WHERE match = $1 AND revision = $2 - 1 RETURNING revision
"""

_HOLD: Final = "SELECT revision FROM matches WHERE match = $1 FOR KEY SHARE"
"""The match can't be removed before this transaction ends."""

_VERSION: Final = "SELECT coalesce((SELECT upto FROM moves WHERE match = $1 ORDER BY after DESC LIMIT 1), 0)"

_MOVE: Final = """
    INSERT INTO moves (match, after, upto, lines, at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT DO NOTHING RETURNING after
"""

_ANSWER: Final = """
    INSERT INTO answers (scope, key, fingerprint, status, body, created) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT DO NOTHING RETURNING status
"""


IDLE: Final = """
    touched < $1 AND NOT EXISTS (SELECT 1 FROM moves WHERE moves.match = matches.match AND moves.at >= $1)
"""
"""Nothing was written to the match at that time or later."""

_NOTIFY: Final = f"SELECT pg_notify('{CHANNEL}', $1)"


class _Undone(Exception):
    """Leaves the transaction, which is undone thereby."""


async def written(connection: "Pooled", change: Change, news: str) -> Outcome:
    """Write all of the change or nothing, and the news of it to the other processes."""
    answer = change.answer
    if answer is not None:
        before = await read_answer(connection, answer.scope, answer.key)
        if before is not None:
            return Repeated(before)
    try:
        async with connection.transaction(isolation="read_committed"):
            await _write(connection, change)
            if change.woken:
                await connection.execute(_NOTIFY, news)
    except _Undone:
        if answer is not None:
            before = await read_answer(connection, answer.scope, answer.key)
            if before is not None:
                return Repeated(before)
        return Stale()
    return Written()


async def _write(connection: "Pooled", change: Change) -> None:
    revision = await _revision(connection, change)
    version = await connection.fetchval(_VERSION, change.match)
    if not change.holds(revision, version):
        raise _Undone
    if change.lines:
        move = change.match, change.after, change.upto, change.lines, change.now
        if await connection.fetchval(_MOVE, *move) is None:
            raise _Undone
    if change.answer is not None:
        a = change.answer
        kept = await connection.fetchval(_ANSWER, a.scope, a.key, a.fingerprint, a.status, a.body, a.created)
        if kept is None:
            raise _Undone


async def _revision(connection: "Pooled", change: Change) -> int | None:
    """The revision that the match had, which nobody else can replace before this transaction ends."""
    record = change.record
    if record is None:
        found: int | None = await connection.fetchval(_HOLD, change.match)
        return found
    kept = await connection.fetchval(
        _MAKE if record.revision == 1 else _REPLACE,
        record.match,
        record.revision,
        record.status,
        record.public,
        record.due,
        record.created,
        change.now,
        record.document,
    )
    if kept is None:
        raise _Undone
    return record.revision - 1 or None


async def removed(connection: "Pooled", match: str, news: str, idle_since: float | None) -> bool:
    """Remove a match, and tell the other processes; whether there was one that may be removed."""
    async with connection.transaction(isolation="read_committed"):
        # A move that is just being written keeps the match from going. What it wrote is seen by the next statement.
        await connection.execute("SELECT 1 FROM matches WHERE match = $1 FOR UPDATE", match)
        idle = f"coalesce({IDLE}, $1::float8 IS NULL)"
        gone = await connection.fetchval(
            f"DELETE FROM matches WHERE match = $2 AND {idle} RETURNING match", idle_since, match
        )
        if gone is not None:
            await connection.execute(_NOTIFY, news)
    return gone is not None


async def read_answer(connection: "Pooled", scope: str, key: str) -> Answer | None:
    """What was answered under that key."""
    row = await connection.fetchrow(
        "SELECT fingerprint, status, body, created FROM answers WHERE scope = $1 AND key = $2", scope, key
    )
    if row is None:
        return None
    fingerprint, status, body, created = row
    return Answer(scope=scope, key=key, fingerprint=fingerprint, status=status, body=body, created=created)
