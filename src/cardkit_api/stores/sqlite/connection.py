"""Opening a SQLite file: with write-ahead logging, a flush at every commit, and the schema up to date."""

import os
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeVar

from cardkit_api.keys import hash_user
from cardkit_api.stores.contract import StoreDown, reason_of
from cardkit_api.stores.migrations import SCHEMA, VERSION, Dialect, Migration, missing_statements

__all__ = ["DIALECT", "WritingConnection", "open_connections", "schema_version"]

DIALECT: Final = Dialect(
    text="TEXT",
    users="""
        SELECT DISTINCT match, hash_user(holder), status, created FROM (
            SELECT match, status, created, json_extract(value, '$.user') AS holder
            FROM matches, json_each(document, '$.chairs')
            UNION ALL SELECT match, status, created, json_extract(document, '$.owner_user') FROM matches
        ) WHERE holder <> ''
    """,
)

Connection = TypeVar("Connection", bound=sqlite3.Connection)

_PATIENCE: Final = 5.0
"""Seconds to wait for another process that writes to the file."""


class WritingConnection(sqlite3.Connection):
    """A connection to write with."""

    ordered: set[str]
    """The matches in which orders wait, among those that the statement of moves has read since this was cleared."""

    def note_ordered(self, match: str) -> int:
        """Note such a match. The statement of moves calls this, so a match without orders costs nothing."""
        self.ordered.add(match)
        return 1


def open_connections(
    path: Path, migrations: Sequence[Migration]
) -> tuple[sqlite3.Connection, WritingConnection]:
    """Return a connection to read with and one to write with. Use each from one thread at a time."""
    writer: WritingConnection | None = None
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        writer = _connect(path, WritingConnection)
        writer.ordered = set()
        writer.create_function("note_ordered", 1, writer.note_ordered)
        _use_wal(writer)
        writer.execute("PRAGMA synchronous = FULL")
        writer.execute("PRAGMA foreign_keys = ON")
        _migrate(writer, migrations)
        reader = _connect(path, sqlite3.Connection)
        reader.execute("PRAGMA query_only = ON")
    except BaseException as error:
        if writer is not None:
            writer.close()
        if isinstance(error, OSError | sqlite3.Error):
            raise StoreDown(f"{path}: {reason_of(error)}") from error
        raise
    return reader, writer


def _connect(path: Path, kind: type[Connection]) -> Connection:
    return kind(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=256)


def _use_wal(db: sqlite3.Connection) -> None:
    """Switch to write-ahead logging. Retry, because SQLite doesn't wait while another process does the same."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _migrate(db: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    db.execute("BEGIN IMMEDIATE")
    try:
        db.create_function("hash_user", 1, hash_user, deterministic=True)
        db.execute(SCHEMA)
        version = schema_version(db)
        for statement in missing_statements(version, migrations, DIALECT):
            db.execute(statement)
        if version != len(migrations):
            db.execute("DELETE FROM cardkit_schema")
            db.execute("INSERT INTO cardkit_schema (version) VALUES (?)", (len(migrations),))
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def schema_version(db: sqlite3.Connection) -> int:
    """Return the file's current schema version."""
    (version,) = db.execute(VERSION).fetchone()
    return int(version)
