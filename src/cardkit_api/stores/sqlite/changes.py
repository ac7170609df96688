"""Writing changes to a SQLite file, many in one transaction.

Each statement releases the interpreter lock and has to wait to get it back. So moves that replace no row, which most
are, share one statement. Other changes are written one by one.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final, TypeAlias

from cardkit_api.stores.contract import (
    Answer,
    Change,
    NewFacts,
    Notice,
    Order,
    OrderEnd,
    Repeated,
    Stale,
    Written,
)
from cardkit_api.stores.sql import (
    ANSWER,
    CLAIM,
    END_ORDER,
    FORGET_PEOPLE,
    MARK_ORDERED,
    PERSON,
    PUT_ORDER,
    answer_of,
    end_values,
    notice_of,
    notify_sql,
    order_values,
    people_values,
    row_values,
)
from cardkit_api.stores.sqlite.connection import WritingConnection

__all__ = [
    "Outcome",
    "Wakes",
    "Work",
    "claim_due",
    "claim_notices",
    "end_order",
    "put_order",
    "write_batch",
]

Outcome: TypeAlias = Written | Stale | Repeated

Wakes: TypeAlias = tuple[tuple[str, int], ...]

Work: TypeAlias = Callable[[sqlite3.Connection], Wakes]
"""Any other work in the shared transaction. It returns the wake-ups to send."""

_ROWS: Final = 64
"""The most moves that one statement takes."""


def write_batch(db: WritingConnection, batch: Sequence[Change | Work]) -> "list[Outcome | Wakes]":
    """Write the batch and commit it. A refused change leaves nothing behind."""
    group, rest = _split(batch)
    outcomes: list[Outcome | Wakes] = [Written()] * len(batch)
    db.ordered.clear()
    db.execute("BEGIN IMMEDIATE")
    if group and not _write_group(db, group):
        db.execute("ROLLBACK")
        db.execute("BEGIN IMMEDIATE")
        rest = range(len(batch))
    elif db.ordered:
        for place, item in enumerate(batch):
            if isinstance(item, Change) and item.match in db.ordered:
                outcomes[place] = Written(ordered=True)
    for place in rest:
        item = batch[place]
        outcomes[place] = _write_one(db, item) if isinstance(item, Change) else item(db)
    db.execute("COMMIT")
    return outcomes


def _split(batch: Sequence[Change | Work]) -> tuple[list[Change], Sequence[int]]:
    """Return the moves that can share a statement, and the places of the rest. A match or key may occur only once."""
    group: list[Change] = []
    rest: list[int] = []
    taken: set[object] = set()
    for place, change in enumerate(batch):
        if not isinstance(change, Change):
            rest.append(place)
            continue
        claims = change.claims
        alone = change.row is not None or change.clock is not None or change.notices or change.order
        single = alone or not change.lines
        if single or not taken.isdisjoint(claims):
            rest.append(place)
            continue
        taken.update(claims)
        group.append(change)
    return group, rest


def _write_group(db: sqlite3.Connection, changes: list[Change]) -> bool:
    """Write moves of different matches. Return `False` if one doesn't apply; others may have been written then."""
    for start in range(0, len(changes), _ROWS):
        part = changes[start : start + _ROWS]
        moves = [value for c in part for value in (c.match, c.after, c.upto, c.lines, c.now, c.actors)]
        if db.execute(_moves_sql(len(part)), moves).rowcount != len(part):
            return False
        answers = [c.answer for c in part if c.answer is not None]
        if answers and db.execute(_answers_sql(len(answers)), _values(answers)).rowcount != len(answers):
            return False
    return True


@cache
def _moves_sql(rows: int) -> str:
    return f"""
        INSERT INTO moves (match, after, upto, lines, at, actors)
        SELECT * FROM (VALUES {", ".join(["(?, ?, ?, ?, ?, ?)"] * rows)})
        WHERE EXISTS (SELECT 1 FROM matches WHERE match = column1)
        AND CASE WHEN EXISTS (SELECT 1 FROM matches WHERE ordered)
            THEN coalesce((SELECT note_ordered(match) FROM matches WHERE match = column1 AND ordered), 1)
            ELSE 1 END
        AND column2 = coalesce((SELECT upto FROM moves WHERE match = column1 ORDER BY after DESC LIMIT 1), 0)
    """


@cache
def _answers_sql(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?, ?, ?)"] * rows)
    return f"""
        INSERT INTO answers (scope, key, fingerprint, status, body, created)
        VALUES {values} ON CONFLICT DO NOTHING
    """


def _values(answers: Iterable[Answer]) -> list[str | int | float]:
    return [v for a in answers for v in (a.scope, a.key, a.fingerprint, a.status, a.body, a.created)]


def _write_one(db: sqlite3.Connection, change: Change) -> Outcome:
    """Check the change, then write it. Nobody else can write in between."""
    answer = change.answer
    if answer is not None:
        before = _read_answer(db, answer.scope, answer.key)
        if before is not None:
            return Repeated(before)
    revision, version, ordered = db.execute(
        "SELECT (SELECT revision FROM matches WHERE match = ?),"
        " coalesce((SELECT upto FROM moves WHERE match = ? ORDER BY after DESC LIMIT 1), 0),"
        " (SELECT ordered FROM matches WHERE match = ?)",
        (change.match, change.match, change.match),
    ).fetchone()
    facts = 0 if change.clock is None else _number_of_facts(db, change.match)
    if not change.applies(revision, version, facts):
        return Stale()
    if change.order is not None:
        if not end_order(db, change.order):
            return Stale()
        ordered = _is_ordered(db, change.match)
    if change.row is not None:
        _put_row(db, change)
    if change.lines:
        db.execute(
            "INSERT INTO moves (match, after, upto, lines, at, actors) VALUES (?, ?, ?, ?, ?, ?)",
            (change.match, change.after, change.upto, change.lines, change.now, change.actors),
        )
    if change.clock is not None:
        _put_facts(db, change.match, change.clock)
    if answer is not None:
        db.execute(_answers_sql(1), _values([answer]))
    for notice in change.notices:
        db.execute(*notify_sql(notice, change.now))
    return Written(bool(ordered))


def put_order(db: sqlite3.Connection, order: Order) -> int | None:
    """Keep an order. Return the version that the match is at, or `None` if it isn't running."""
    found = db.execute(
        "SELECT coalesce((SELECT upto FROM moves WHERE match = ? ORDER BY after DESC LIMIT 1), 0)"
        " FROM matches WHERE match = ? AND status = 'running'",
        (order.match, order.match),
    ).fetchone()
    if found is None:
        return None
    db.execute(PUT_ORDER, order_values(order))
    db.execute(MARK_ORDERED, (order.match,)).fetchone()
    return int(found[0])


def end_order(db: sqlite3.Connection, end: OrderEnd) -> bool:
    """End an order. Return whether it waited until then."""
    if db.execute(END_ORDER, end_values(end)).fetchone() is None:
        return False
    db.execute(MARK_ORDERED, (end.match,)).fetchone()
    return True


def _is_ordered(db: sqlite3.Connection, match: str) -> bool:
    (ordered,) = db.execute("SELECT ordered FROM matches WHERE match = ?", (match,)).fetchone()
    return bool(ordered)


def _number_of_facts(db: sqlite3.Connection, match: str) -> int:
    found = db.execute("SELECT facts FROM clocks WHERE match = ?", (match,)).fetchone()
    return 0 if found is None else int(found[0])


def _put_facts(db: sqlite3.Connection, match: str, new: NewFacts) -> None:
    db.execute(
        """
        INSERT INTO clocks (match, facts, due) VALUES (?, ?, ?)
        ON CONFLICT (match) DO UPDATE SET facts = excluded.facts, due = excluded.due
        """,
        (match, new.upto, new.due),
    )
    db.execute("INSERT INTO facts (match, after, lines) VALUES (?, ?, ?)", (match, new.after, new.lines))


def claim_due(db: sqlite3.Connection, now: int, until: int, limit: int) -> tuple[str, ...]:
    """Claim matches in which a flag has fallen by `now`, until that time. Return them."""
    found = db.execute(
        """
        UPDATE clocks SET due = ?
        WHERE match IN (SELECT match FROM clocks WHERE due <= ? ORDER BY due LIMIT ?) RETURNING match
        """,
        (until, now, limit),
    ).fetchall()
    return tuple([match for (match,) in found])


def claim_notices(db: sqlite3.Connection, now: float, until: float, limit: int) -> tuple[Notice, ...]:
    """Claim the notices that are due by `now`, until that time. Return them."""
    return tuple(map(notice_of, db.execute(CLAIM.replace("LOCKED!", ""), (now, limit, until)).fetchall()))


def _put_row(db: sqlite3.Connection, change: Change) -> None:
    row = change.row
    assert row is not None
    db.execute(
        """
        INSERT INTO matches (match, revision, status, public, due, created, touched, document, bots)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (match) DO UPDATE SET
            revision = excluded.revision, status = excluded.status, public = excluded.public, due = excluded.due,
            created = excluded.created, touched = excluded.touched, document = excluded.document,
            bots = excluded.bots
        """,
        row_values(row, change.now),
    )
    if change.people is not None:
        db.execute(FORGET_PEOPLE, (change.match,))
        db.executemany(PERSON, people_values(change))


def _read_answer(db: sqlite3.Connection, scope: str, key: str) -> Answer | None:
    return answer_of(scope, key, db.execute(ANSWER, (scope, key)).fetchone())
