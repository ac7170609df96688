"""The schema of the database, as numbered steps that SQLite and PostgreSQL share.

A released step never changes; a later change of the schema is a new step. What the two databases write differently is
named in capitals with an exclamation mark, as `Dialect` says.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from attrs import frozen

from cardkit_api.stores.contract import StoreTooNew

__all__ = ["MIGRATIONS", "SCHEMA", "VERSION", "Dialect", "Migration", "missing_statements"]

Migration: TypeAlias = tuple[str, ...]
"""The statements of one step."""


@frozen
class Dialect:
    """What a database writes in its own way."""

    text: str
    """`TEXT!`: the type of text that is compared by code points. SQLite does that by default."""
    users: str
    """`USERS!`: a query for the match, person, status and created of all users in the documents of matches."""


SCHEMA: Final = "CREATE TABLE IF NOT EXISTS cardkit_schema (version INTEGER NOT NULL)"
"""The table with the number of the last step. It has one row, or none before the first step."""

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
    (
        "ALTER TABLE matches ADD COLUMN bots BIGINT NOT NULL DEFAULT -1",
        "ALTER TABLE moves ADD COLUMN actors BIGINT NOT NULL DEFAULT -1",
    ),
    (
        """CREATE TABLE people (
            match TEXT! NOT NULL REFERENCES matches (match) ON DELETE CASCADE,
            person TEXT! NOT NULL,
            status TEXT! NOT NULL,
            created DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (match, person)
        )""",
        "INSERT INTO people (match, person, status, created) USERS!",
        "CREATE INDEX people_created ON people (person, created, match)",
        "CREATE INDEX people_status ON people (person, status, created, match)",
    ),
    (
        """CREATE TABLE clocks (
            match TEXT! NOT NULL PRIMARY KEY REFERENCES matches (match) ON DELETE CASCADE,
            facts BIGINT NOT NULL,
            due BIGINT
        )""",
        "CREATE INDEX clocks_due ON clocks (due) WHERE due IS NOT NULL",
        """CREATE TABLE facts (
            match TEXT! NOT NULL REFERENCES matches (match) ON DELETE CASCADE,
            after BIGINT NOT NULL,
            lines TEXT NOT NULL,
            PRIMARY KEY (match, after)
        )""",
    ),
    (
        """CREATE TABLE notices (
            match TEXT! NOT NULL REFERENCES matches (match) ON DELETE CASCADE,
            target TEXT! NOT NULL,
            kind TEXT! NOT NULL,
            id TEXT! NOT NULL,
            version BIGINT NOT NULL,
            seats BIGINT NOT NULL,
            at DOUBLE PRECISION NOT NULL,
            tries BIGINT NOT NULL,
            due DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (match, target, kind)
        )""",
        "CREATE INDEX notices_due ON notices (due)",
    ),
    (
        """CREATE TABLE orders (
            match TEXT! NOT NULL REFERENCES matches (match) ON DELETE CASCADE,
            seat BIGINT NOT NULL,
            id TEXT! NOT NULL,
            reached BIGINT NOT NULL,
            document TEXT NOT NULL,
            ended TEXT! NOT NULL,
            version BIGINT NOT NULL,
            PRIMARY KEY (match, seat)
        )""",
        "CREATE INDEX orders_waiting ON orders (match) WHERE ended = ''",
        "ALTER TABLE matches ADD COLUMN ordered BOOLEAN NOT NULL DEFAULT false",
        "CREATE INDEX matches_ordered ON matches (match) WHERE ordered",
    ),
)


def missing_statements(version: int, migrations: Sequence[Migration], dialect: Dialect) -> tuple[str, ...]:
    """Return the statements that lead from that version of the schema to the newest.

    Raise `StoreTooNew` if the schema is newer than the last step.
    """
    if version > len(migrations):
        raise StoreTooNew(
            f"the database has schema version {version}, but this server knows only version {len(migrations)}:"
            " a newer cardkit made it; update this server"
        )
    return tuple(
        statement.replace("TEXT!", dialect.text).replace("USERS!", dialect.users)
        for step in migrations[version:]
        for statement in step
    )
