"""How a SQLite file is opened: made if need be, written ahead, flushed at every commit, its schema up to date."""

import os
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cardkit_api.migrations import SCHEMA, VERSION, Migration, missing
from cardkit_api.store import StoreDown

__all__ = ["connected", "schema_version"]

_PATIENCE: Final = 5.0
"""Seconds to wait for another process that writes to the file."""


def connected(path: Path, migrations: Sequence[Migration]) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """A connection to read and one to write; no thread but one uses each at a time."""
    writing: sqlite3.Connection | None = None
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        writing = _connection(path)
        _ahead(writing)
        writing.execute("PRAGMA synchronous = FULL")
        writing.execute("PRAGMA foreign_keys = ON")
        _migrate(writing, migrations)
        reading = _connection(path)
        reading.execute("PRAGMA query_only = ON")
    except BaseException as error:
        if writing is not None:
            writing.close()
        if isinstance(error, OSError | sqlite3.Error):
            raise StoreDown(f"{path}: {error}") from error
        raise
    return reading, writing


def _connection(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=256
    )


def _ahead(db: sqlite3.Connection) -> None:
    """Switch to write-ahead logging. SQLite doesn't wait by itself when several processes do so at once."""
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
        db.execute(SCHEMA)
        version = schema_version(db)
        for statement in missing(version, migrations, "TEXT"):
            db.execute(statement)
        if version != len(migrations):
            db.execute("DELETE FROM cardkit_schema")
            db.execute("INSERT INTO cardkit_schema (version) VALUES (?)", (len(migrations),))
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def schema_version(db: sqlite3.Connection) -> int:
    """The version of the schema that the file has just now."""
    (version,) = db.execute(VERSION).fetchone()
    return int(version)
