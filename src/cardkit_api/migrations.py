"""How the tables came to be: numbered steps, the same for SQLite and PostgreSQL.

A step that was released is never changed; whatever comes later is a step of its own. `TEXT!` stands for text that is
compared by its code points, which SQLite does anyway and PostgreSQL must be told.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from cardkit_api.store import StoreTooNew

__all__ = ["MIGRATIONS", "SCHEMA", "VERSION", "Migration", "missing"]

Migration: TypeAlias = tuple[str, ...]
"""The statements of one step."""

SCHEMA: Final = "CREATE TABLE IF NOT EXISTS cardkit_schema (version INTEGER NOT NULL)"
"""The table that says which step was taken last. It has one row, or none before the first step."""

VERSION: Final = "SELECT coalesce(max(version), 0) FROM cardkit_schema"

MIGRATIONS: Final[tuple[Migration, ...]] = (
    (
        """CREATE TABLE matches (
            match TEXT! NOT NULL PRIMARY KEY,
            revision BIGINT NOT NULL,
            status TEXT! NOT NULL,
            public BOOLEAN NOT NULL,
            due BOOLEAN NOT NULL,
            created DOUBLE PRECISION NOT NULL,
            touched DOUBLE PRECISION NOT NULL,
            document TEXT NOT NULL
        )""",
        "CREATE INDEX matches_listed ON matches (status, created, match) WHERE public",
        "CREATE INDEX matches_due ON matches (touched, match) WHERE due",
        "CREATE INDEX matches_touched ON matches (touched, match)",
        """CREATE TABLE moves (
            match TEXT! NOT NULL REFERENCES matches (match) ON DELETE CASCADE,
            after BIGINT NOT NULL,
            upto BIGINT NOT NULL CHECK (upto > after),
            lines TEXT NOT NULL,
            at DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (match, after)
        )""",
        """CREATE TABLE answers (
            scope TEXT! NOT NULL,
            key TEXT! NOT NULL,
            fingerprint TEXT NOT NULL,
            status INTEGER NOT NULL,
            body TEXT NOT NULL,
            created DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (scope, key)
        )""",
        "CREATE INDEX answers_created ON answers (created)",
    ),
)


def missing(version: int, migrations: Sequence[Migration], text: str) -> tuple[str, ...]:
    """The statements that lead from a schema of that version to the newest one; `text` is the engine's `TEXT!`.

    A schema that is newer than the last step is refused.
    """
    if version > len(migrations):
        raise StoreTooNew(
            f"the database has schema version {version}, this server knows version {len(migrations)}:"
            " it was made by a newer cardkit, and is left alone"
        )
    return tuple(statement.replace("TEXT!", text) for step in migrations[version:] for statement in step)
