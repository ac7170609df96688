"""What the stores in SQL have in common: what they read, and the columns of a row. Each writes in its own way."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from cardkit_api.messages import Status
from cardkit_api.stores.contract import LARGEST, STATUSES, Answer, MatchRow, keepable

__all__ = ["ANSWER", "Row", "SqlReads", "answer_of", "row_values"]

Row: TypeAlias = Sequence[Any]
"""A row of a result, in the order of its columns."""

ANSWER: Final = "SELECT fingerprint, status, body, created FROM answers WHERE scope = ? AND key = ?"
"""A question mark stands for a value."""

_ROW: Final = "SELECT match, revision, status, public, due, created, document FROM matches"


def answer_of(scope: str, key: str, row: Row | None) -> Answer | None:
    """Return the answer that `ANSWER` found, or `None`."""
    if row is None:
        return None
    fingerprint, status, body, created = row
    return Answer(scope=scope, key=key, fingerprint=fingerprint, status=status, body=body, created=created)


def row_values(row: MatchRow, now: float) -> tuple[str | float, ...]:
    """Return the values of a row that is written at that time, in the order of the columns."""
    return row.match, row.revision, row.status, row.public, row.due, row.created, now, row.document


class SqlReads(ABC):
    """The reading half of a store in SQL."""

    @abstractmethod
    async def _fetch(self, sql: str, *values: str | float) -> Sequence[Row]:
        """Run a query. Each question mark in it stands for one of the values, in order."""

    async def row(self, match: str) -> MatchRow | None:
        """Return the row of a match, or `None`."""
        if not keepable(match):
            return None
        rows = await self._rows(f"{_ROW} WHERE match = ?", match)
        return rows[0] if rows else None

    async def lines(self, match: str, after: int = 0) -> str:
        """Return the log lines of all moves from that version on."""
        if not keepable(match) or after > LARGEST:
            return ""
        sql = "SELECT lines FROM moves WHERE match = ? AND after >= ? ORDER BY after"
        return "".join(await self._texts(sql, match, max(after, 0)))

    async def answer(self, scope: str, key: str) -> Answer | None:
        """Return the answer that was kept under that key, or `None`."""
        if not keepable(scope) or not keepable(key):
            return None
        rows = await self._fetch(ANSWER, scope, key)
        return answer_of(scope, key, rows[0] if rows else None)

    async def list_matches(
        self, status: Status, before: tuple[float, str] | None, limit: int
    ) -> tuple[MatchRow, ...]:
        """List public matches of that status, newest first."""
        where = f"{_ROW} WHERE public AND status = ?"
        order = "ORDER BY created DESC, match DESC LIMIT ?"
        if before is None:
            return await self._rows(f"{where} {order}", status, limit)
        return await self._rows(f"{where} AND (created, match) < (?, ?) {order}", status, *before, limit)

    async def list_due(self, limit: int) -> tuple[str, ...]:
        """List the matches that the server has to look after."""
        return await self._texts("SELECT match FROM matches WHERE due ORDER BY touched, match LIMIT ?", limit)

    async def _rows(self, sql: str, *values: str | float) -> tuple[MatchRow, ...]:
        return tuple(
            MatchRow(
                match=match,
                revision=revision,
                status=STATUSES[status],
                public=bool(public),
                due=bool(due),
                created=created,
                document=document,
            )
            for match, revision, status, public, due, created, document in await self._fetch(sql, *values)
        )

    async def _texts(self, sql: str, *values: str | float) -> tuple[str, ...]:
        return tuple([row[0] for row in await self._fetch(sql, *values)])
