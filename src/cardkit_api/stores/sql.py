"""What the stores in SQL have in common: what they read, and the columns of a row. Each writes in its own way."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import inf
from typing import Any, Final, TypeAlias

from cardkit_api.messages import Status
from cardkit_api.stores.contract import (
    LARGEST,
    STATUSES,
    Answer,
    Change,
    DuePage,
    Listed,
    MatchRow,
    Notice,
    Order,
    OrderEnd,
    keepable,
)

__all__ = [
    "ANSWER",
    "END_ORDER",
    "FORGET_PEOPLE",
    "MARK_ORDERED",
    "NOTE_MOVE",
    "NOTE_ROW",
    "PERSON",
    "PUT_ORDER",
    "Row",
    "SqlReads",
    "answer_of",
    "end_values",
    "order_values",
    "people_values",
    "row_values",
]

Row: TypeAlias = Sequence[Any]
"""A row of a result, in the order of its columns."""

ANSWER: Final = "SELECT fingerprint, status, body, created FROM answers WHERE scope = ? AND key = ?"
"""A question mark stands for a value."""

_COLUMNS: Final = "match, revision, status, public, due, bots, created, document"

_QUALIFIED: Final = ", ".join([f"matches.{column}" for column in _COLUMNS.split(", ")])

_LAST: Final = "FROM moves WHERE moves.match = matches.match ORDER BY after DESC LIMIT 1"

_LISTED: Final = f"SELECT {_QUALIFIED}, (SELECT upto {_LAST}), (SELECT actors {_LAST}) FROM matches"

_DUE: Final = f"""
    SELECT touched, match, coalesce((SELECT (actors & bots) <> 0 AND at < ? {_LAST}), true)
    FROM matches WHERE due AND (touched, match) > (?, ?) ORDER BY touched, match LIMIT ?
"""

FORGET_PEOPLE: Final = "DELETE FROM people WHERE match = ?"

PERSON: Final = "INSERT INTO people (match, person, status, created) VALUES (?, ?, ?, ?)"

NOTIFY: Final = """
    INSERT INTO notices (match, target, kind, id, version, seats, at, tries, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (match, target, kind) DO UPDATE SET
        id = excluded.id, version = excluded.version, seats = excluded.seats, at = excluded.at,
        tries = excluded.tries, due = excluded.due
"""

WITHDRAW: Final = "DELETE FROM notices WHERE match = ? AND target = ? AND kind = ?"

CLAIM: Final = """
    WITH found AS MATERIALIZED (
        SELECT match, target, kind FROM notices WHERE due <= ? ORDER BY due LIMIT ? LOCKED!
    )
    UPDATE notices SET due = ? WHERE (match, target, kind) IN (SELECT match, target, kind FROM found)
    RETURNING match, target, kind, id, version, seats, at, tries
"""
"""`LOCKED!` stands for a word by which the rows that others are about to claim are left to them."""

PUT_OFF: Final = (
    "UPDATE notices SET due = ?, tries = ? WHERE match = ? AND target = ? AND kind = ? AND id = ?"
)

SETTLE: Final = f"{WITHDRAW} AND id = ?"

PUT_ORDER: Final = """
    INSERT INTO orders (match, seat, id, reached, document, ended, version) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (match, seat) DO UPDATE SET
        id = excluded.id, reached = excluded.reached, document = excluded.document, ended = excluded.ended,
        version = excluded.version
"""

END_ORDER: Final = """
    UPDATE orders SET ended = ?, version = ?, document = ''
    WHERE match = ? AND seat = ? AND id = ? AND ended = '' RETURNING seat
"""

MARK_ORDERED: Final = """
    UPDATE matches SET ordered = EXISTS (SELECT 1 FROM orders WHERE orders.match = matches.match AND ended = '')
    WHERE match = ? RETURNING ordered
"""
"""Notes in a match whether an order waits. Every write of an order ends with it."""

_ORDERS: Final = (
    "SELECT match, seat, id, reached, document, ended, version FROM orders WHERE match = ? ORDER BY seat"
)

_ORDERED: Final = f"""
    SELECT DISTINCT match FROM orders WHERE ended = '' AND match > ? AND (
        SELECT (actors = 0 OR actors >> CAST(orders.seat AS INTEGER) & 1 <> 0) AND at < ?
        {_LAST.replace("matches.match", "orders.match")}
    ) ORDER BY match LIMIT ?
"""

NOTE_ROW: Final = "UPDATE matches SET document = ?, bots = ? WHERE match = ? AND revision = ?"

NOTE_MOVE: Final = "UPDATE moves SET actors = ? WHERE match = ? AND upto = ?"


def answer_of(scope: str, key: str, row: Row | None) -> Answer | None:
    """Return the answer that `ANSWER` found, or `None`."""
    if row is None:
        return None
    fingerprint, status, body, created = row
    return Answer(scope=scope, key=key, fingerprint=fingerprint, status=status, body=body, created=created)


def row_values(row: MatchRow, now: float) -> tuple[str | float, ...]:
    """Return the values of a row that is written at that time, in the order of the columns."""
    due = row.bots != 0
    return row.match, row.revision, row.status, row.public, due, row.created, now, row.document, row.bots


def people_values(change: Change) -> list[tuple[str | float, ...]]:
    """Return the values of `PERSON` for all users whose match it is."""
    row = change.row
    if row is None or change.people is None:
        return []
    return [(row.match, person, row.status, row.created) for person in change.people]


def notify_sql(notice: Notice, now: float) -> tuple[str, tuple[str | float, ...]]:
    """Return the statement that keeps or withdraws a notice, with its values."""
    place = notice.match, notice.target, notice.kind
    if not notice.id:
        return WITHDRAW, place
    return NOTIFY, (*place, notice.id, notice.version, notice.seats, notice.at, notice.tries, now)


def settle_sql(notice: Notice, due: float | None) -> tuple[str, tuple[str | float, ...]]:
    """Return the statement that puts a notice off or deletes it, with its values."""
    place = notice.match, notice.target, notice.kind, notice.id
    return (SETTLE, place) if due is None else (PUT_OFF, (due, notice.tries, *place))


def notice_of(row: Row) -> Notice:
    """Return the notice of a row that `CLAIM` returned."""
    match, target, kind, name, version, seats, at, tries = row
    return Notice(
        match=match, target=target, kind=kind, id=name, version=version, seats=seats, at=at, tries=tries
    )


def order_values(order: Order) -> tuple[str | int, ...]:
    """Return the values of `PUT_ORDER`."""
    head = order.match, order.seat, order.id, order.reached
    return *head, order.document, order.ended, order.version


def end_values(end: OrderEnd) -> tuple[str | int, ...]:
    """Return the values of `END_ORDER`."""
    return end.ended, end.version, end.match, end.seat, end.id


class SqlReads(ABC):
    """The reading half of a store in SQL."""

    @abstractmethod
    async def _fetch(self, sql: str, *values: str | float) -> Sequence[Row]:
        """Run a query. Each question mark in it stands for one of the values, in order."""

    async def row(self, match: str) -> MatchRow | None:
        """Return the row of a match, or `None`."""
        if not keepable(match):
            return None
        rows = await self._fetch(f"SELECT {_COLUMNS} FROM matches WHERE match = ?", match)
        return _row(rows[0]) if rows else None

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
    ) -> tuple[Listed, ...]:
        """List public matches of that status, newest first."""
        where = f"{_LISTED} WHERE public AND status = ?"
        order = "ORDER BY created DESC, match DESC LIMIT ?"
        if before is None:
            return await self._listed(f"{where} {order}", status, limit)
        return await self._listed(f"{where} AND (created, match) < (?, ?) {order}", status, *before, limit)

    async def list_matches_of(
        self, person: str, status: Status | None, before: tuple[float, str] | None, limit: int
    ) -> tuple[Listed, ...]:
        """List the matches of a user, public or not, newest first."""
        sql, values = f"{_LISTED} JOIN people ON people.match = matches.match WHERE person = ?", [person]
        if status is not None:
            sql, values = f"{sql} AND people.status = ?", [*values, status]
        given: tuple[str | float, ...] = () if before is None else before
        if given:
            sql = f"{sql} AND (people.created, people.match) < (?, ?)"
        order = "ORDER BY people.created DESC, people.match DESC LIMIT ?"
        return await self._listed(f"{sql} {order}", *values, *given, limit)

    async def _listed(self, sql: str, *values: str | float) -> tuple[Listed, ...]:
        found = await self._fetch(sql, *values)
        return tuple([Listed(_row(columns), upto or 0, actors or 0) for *columns, upto, actors in found])

    async def newest(self, status: Status) -> MatchRow | None:
        """Return the row of the newest match of that status, public or not, or `None`."""
        sql = f"SELECT {_COLUMNS} FROM matches WHERE status = ? ORDER BY created DESC LIMIT 1"
        rows = await self._fetch(sql, status)
        return _row(rows[0]) if rows else None

    async def list_due(self, after: tuple[float, str] | None, limit: int, before: float) -> DuePage:
        """List the matches that wait for a bot and were last moved in before that time."""
        found = await self._fetch(_DUE, before, *(after or (-inf, "")), limit)
        last = found[-1] if len(found) == limit else None
        return DuePage(
            tuple([match for _, match, waits in found if waits]), None if last is None else (last[0], last[1])
        )

    async def facts(self, match: str, after: int = 0) -> str:
        """Return the lines of all facts of the match's clock from that number on."""
        if not keepable(match):
            return ""
        sql = "SELECT lines FROM facts WHERE match = ? AND after >= ? ORDER BY after"
        return "".join(await self._texts(sql, match, after))

    async def next_due(self) -> int | None:
        """Return when the next flag of any match falls, or when its claim ends."""
        (found,) = await self._fetch("SELECT min(due) FROM clocks WHERE due IS NOT NULL")
        return None if found[0] is None else int(found[0])

    async def next_notice(self) -> float | None:
        """Return when the next notice is due."""
        rows = await self._fetch("SELECT min(due) FROM notices")
        return None if rows[0][0] is None else float(rows[0][0])

    async def orders(self, match: str) -> tuple[Order, ...]:
        """Return the orders of a match, also those that have ended, by seat."""
        found = await self._fetch(_ORDERS, match)
        return tuple(
            [
                Order(
                    match=name,
                    seat=seat,
                    id=order,
                    reached=reached,
                    document=document,
                    ended=ended,
                    version=version,
                )
                for name, seat, order, reached, document, ended, version in found
            ]
        )

    async def list_ordered(self, after: str, limit: int, before: float) -> tuple[str, ...]:
        """List the matches that an order keeps waiting since before that time."""
        return await self._texts(_ORDERED, after, before, limit)

    async def _texts(self, sql: str, *values: str | float) -> tuple[str, ...]:
        return tuple([row[0] for row in await self._fetch(sql, *values)])


def _row(columns: Row) -> MatchRow:
    match, revision, status, public, due, bots, created, document = columns
    return MatchRow(
        match=match,
        revision=revision,
        status=STATUSES[status],
        public=bool(public),
        bots=bots if due else 0,
        created=created,
        document=document,
    )
