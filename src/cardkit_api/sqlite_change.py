"""Writing changes to a SQLite file: as many as there are, in one transaction.

Every statement hands the interpreter to the event loop and has to wait to get it back, so the usual move, which
replaces no record, is written by one statement for all of them at once. Whatever doesn't fit is done singly.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final, TypeAlias

from cardkit_api.store import Answer, Change, Repeated, Stale, Written

__all__ = ["Outcome", "Wakes", "Work", "read_answer", "transaction"]

Outcome: TypeAlias = Written | Stale | Repeated

Wakes: TypeAlias = tuple[tuple[str, int], ...]

Work: TypeAlias = Callable[[sqlite3.Connection], Wakes]
"""Anything else than a change: it runs within a transaction that it shares, and says whom to wake."""

_ROWS: Final = 64
"""How many moves one statement takes at most."""


def transaction(db: sqlite3.Connection, batch: Sequence[Change | Work]) -> "list[Outcome | Wakes]":
    """Everything that was asked for, committed. What is refused leaves nothing behind."""
    group, rest = _sorted_out(batch)
    outcomes: list[Outcome | Wakes] = [Written()] * len(batch)
    db.execute("BEGIN IMMEDIATE")
    if group and not _write_group(db, group):
        db.execute("ROLLBACK")
        db.execute("BEGIN IMMEDIATE")
        rest = range(len(batch))
    for place in rest:
        item = batch[place]
        outcomes[place] = _write_one(db, item) if isinstance(item, Change) else item(db)
    db.execute("COMMIT")
    return outcomes


def _sorted_out(batch: Sequence[Change | Work]) -> tuple[list[Change], Sequence[int]]:
    """The moves that one statement can write, one of a match and one under a key, and the places of the rest."""
    group: list[Change] = []
    rest: list[int] = []
    taken: set[object] = set()
    for place, change in enumerate(batch):
        if not isinstance(change, Change):
            rest.append(place)
            continue
        name = None if change.answer is None else (change.answer.scope, change.answer.key)
        if change.record is not None or not change.lines or change.match in taken or name in taken:
            rest.append(place)
            continue
        taken.add(change.match)
        if name is not None:
            taken.add(name)
        group.append(change)
    return group, rest


def _write_group(db: sqlite3.Connection, changes: list[Change]) -> bool:
    """Write moves of matches that all differ; False if not all of them hold: then some may have been written."""
    for start in range(0, len(changes), _ROWS):
        part = changes[start : start + _ROWS]
        moves = [value for c in part for value in (c.match, c.after, c.upto, c.lines, c.now)]
        if db.execute(_moves_sql(len(part)), moves).rowcount != len(part):
            return False
        answers = [c.answer for c in part if c.answer is not None]
        if answers and db.execute(_answers_sql(len(answers)), _values(answers)).rowcount != len(answers):
            return False
    return True


@cache
def _moves_sql(rows: int) -> str:
    return f"""
        INSERT INTO moves (match, after, upto, lines, at)
        SELECT * FROM (VALUES {", ".join(["(?, ?, ?, ?, ?)"] * rows)})
        WHERE EXISTS (SELECT 1 FROM matches WHERE match = column1)
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
    """Judge first, then write: nobody else can write meanwhile."""
    answer = change.answer
    if answer is not None:
        before = read_answer(db, answer.scope, answer.key)
        if before is not None:
            return Repeated(before)
    revision, version = db.execute(
        "SELECT (SELECT revision FROM matches WHERE match = ?),"
        " coalesce((SELECT upto FROM moves WHERE match = ? ORDER BY after DESC LIMIT 1), 0)",
        (change.match, change.match),
    ).fetchone()
    if not change.holds(revision, version):
        return Stale()
    if change.record is not None:
        _put_record(db, change)
    if change.lines:
        db.execute(
            "INSERT INTO moves (match, after, upto, lines, at) VALUES (?, ?, ?, ?, ?)",
            (change.match, change.after, change.upto, change.lines, change.now),
        )
    if answer is not None:
        db.execute(_answers_sql(1), _values([answer]))
    return Written()


def _put_record(db: sqlite3.Connection, change: Change) -> None:
    record = change.record
    assert record is not None
    db.execute(
        """
        INSERT INTO matches (match, revision, status, public, due, created, touched, document)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (match) DO UPDATE SET
            revision = excluded.revision, status = excluded.status, public = excluded.public, due = excluded.due,
            created = excluded.created, touched = excluded.touched, document = excluded.document
        """,
        (
            record.match,
            record.revision,
            record.status,
            record.public,
            record.due,
            record.created,
            change.now,
            record.document,
        ),
    )


def read_answer(db: sqlite3.Connection, scope: str, key: str) -> Answer | None:
    """What was answered under that key."""
    row = db.execute(
        "SELECT fingerprint, status, body, created FROM answers WHERE scope = ? AND key = ?", (scope, key)
    ).fetchone()
    if row is None:
        return None
    fingerprint, status, body, created = row
    return Answer(scope=scope, key=key, fingerprint=fingerprint, status=status, body=body, created=created)
