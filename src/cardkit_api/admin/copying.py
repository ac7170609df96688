"""Copying a whole database: to back it up, to restore it, or to move from SQLite to PostgreSQL and back."""

import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from cardkit.extras import needs_extra
from cardkit_api.admin.rows import (
    COLUMNS,
    Rows,
    check_version,
    connected,
    file_version,
    is_sqlite,
    open_file,
    path_of,
    read_rows,
)
from cardkit_api.stores.contract import StoreDown
from cardkit_api.stores.migrations import MIGRATIONS
from cardkit_api.stores.sql import Row

__all__ = ["copy_database"]

_ROWS: Final = 500
"""Rows that are written at once."""


async def copy_database(source: str, target: str) -> None:
    """Copy all of a database as it is at one moment, also while a server writes to it.

    The target must be a file that isn't there, or a database without matches. It is complete, or it stays as it was.
    """
    if not is_sqlite(target):
        async with read_rows(source) as rows:
            await _fill_server(target, rows)
        return
    path = path_of(target)
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent}; make it, or name another file")
    for there in (path, path.with_name(f"{path.name}-wal")):
        if there.exists():
            raise ValueError(f"{there} is there already; name a new file")
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        if is_sqlite(source):
            _copy_file(path_of(source), part)
        else:
            async with read_rows(source) as rows:
                await _fill_file(part, rows)
        part.replace(path)
        _flush_folder(path.parent)
    except sqlite3.Error as error:
        raise StoreDown(f"{path}: {error}") from error
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


def _copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite file page by page, with what its write-ahead log holds."""
    with closing(open_file(source)) as read, closing(sqlite3.connect(target, isolation_level=None)) as write:
        check_version(file_version(read))
        read.backup(write)
        write.execute("PRAGMA journal_mode = DELETE")  # one file, not three
        (found,) = write.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise StoreDown(f"{source} is damaged: {found.splitlines()[-1]}")


async def _fill_file(path: Path, rows: Rows) -> None:
    from cardkit_api.stores.sqlite.connection import open_connections

    reader, db = open_connections(path, MIGRATIONS)
    reader.close()
    with closing(db):
        db.execute("BEGIN IMMEDIATE")
        for table, columns in COLUMNS.items():
            values = ", ".join("?" * len(columns))
            sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})"
            batch: list[Row] = []
            async for row in _all(rows, table):
                batch.append(row)
                if len(batch) == _ROWS:
                    db.executemany(sql, batch)
                    batch.clear()
            db.executemany(sql, batch)
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = DELETE")


async def _fill_server(url: str, rows: Rows) -> None:
    with needs_extra("postgres"):
        from cardkit_api.stores.postgres.connection import migrate, store_errors
    with store_errors():
        await migrate(url, MIGRATIONS)
        await _copy_rows(url, rows)


async def _copy_rows(url: str, rows: Rows) -> None:
    async with connected(url) as connection, connection.transaction():
        await connection.execute(f"LOCK TABLE {', '.join(COLUMNS)} IN EXCLUSIVE MODE")
        for table in COLUMNS:
            if await connection.fetchval(f"SELECT 1 FROM {table} LIMIT 1"):
                raise ValueError("the database to write to isn't empty; name another one")
        for table, columns in COLUMNS.items():
            await connection.copy_records_to_table(
                table, columns=columns, records=_for_server(rows, table, columns)
            )


async def _for_server(rows: Rows, table: str, columns: tuple[str, ...]) -> AsyncIterator[Row]:
    """Yield all rows, with booleans as booleans: SQLite has numbers in their place."""
    flags = ("public", "due", "ordered") if table == "matches" else ()
    places = [place for place, column in enumerate(columns) if column in flags]
    async for row in _all(rows, table):
        values = list(row)
        for place in places:
            values[place] = bool(values[place])
        yield values


def _all(rows: Rows, table: str) -> AsyncIterator[Row]:
    columns = COLUMNS[table]
    return rows.query(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {columns[0]}, {columns[1]}")


def _flush_folder(folder: Path) -> None:
    """Make the new name of a file last, where folders can be flushed."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
