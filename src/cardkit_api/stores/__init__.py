"""Where matches are kept: in memory, in a SQLite file or in PostgreSQL. `contract` says what a store must do."""

from pathlib import Path

from cardkit.extras import needs_extra
from cardkit_api.stores.contract import Store

__all__ = ["ACCEPTED", "sqlite_file", "store"]

ACCEPTED = "memory:, sqlite:///path/file.db, sqlite:file.db, or postgresql://user:password@host:port/database"


def sqlite_file(url: str) -> Path | None:
    """Return the file that the URL of a SQLite database names. Return `None` if it names none."""
    scheme, _, rest = url.partition(":")
    path = rest.removeprefix("///")
    return Path(path) if scheme == "sqlite" and path and not path.startswith("//") else None


def store(url: str) -> Store:
    """Return the store that the URL names, not yet opened. Raise `ValueError`, naming the accepted forms, if none fits.

    `sqlite:///file.db` and `sqlite:file.db` are relative to the working directory, `sqlite:////var/file.db` and
    `sqlite:/var/file.db` are absolute. After `postgresql://` comes what PostgreSQL's own tools accept.
    """
    scheme, colon, rest = url.partition(":")
    if colon and scheme == "memory" and not rest:
        from cardkit_api.stores.memory import MemoryStore

        return MemoryStore()
    if file := sqlite_file(url):
        from cardkit_api.stores.sqlite import SqliteStore

        return SqliteStore(file)
    if rest.startswith("//") and scheme in ("postgresql", "postgres"):
        with needs_extra("postgres"):
            from cardkit_api.stores.postgres import PostgresStore

        return PostgresStore(url)
    raise ValueError(f"unknown store {scheme + colon!r}; use {ACCEPTED}")
