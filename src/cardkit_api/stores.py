"""The store that a URL names. The URL is all the configuration that there is."""

from pathlib import Path

from cardkit_api.memory import MemoryStore
from cardkit_api.sqlite import SqliteStore
from cardkit_api.store import Store

__all__ = ["ACCEPTED", "store"]

ACCEPTED = "memory:, sqlite:///path/file.db, sqlite:file.db, or postgresql://user:password@host:port/database"


def store(url: str) -> Store:
    """The store that the URL names, not yet opened; `ValueError` says what is accepted.

    `sqlite:///file.db` and `sqlite:file.db` are relative to the working directory, `sqlite:////var/file.db` and
    `sqlite:/var/file.db` are absolute. What follows `postgresql://` is what PostgreSQL's own tools accept.
    """
    scheme, colon, rest = url.partition(":")
    if colon and scheme == "memory" and not rest:
        return MemoryStore()
    if (
        colon
        and scheme == "sqlite"
        and (path := rest.removeprefix("///") or rest)
        and not path.startswith("//")
    ):
        return SqliteStore(Path(path))
    if rest.startswith("//") and scheme in ("postgresql", "postgres"):
        from cardkit_api.postgres import PostgresStore  # needs asyncpg, which only PostgreSQL needs

        return PostgresStore(url)
    raise ValueError(f"no store is called {scheme + colon!r}; accepted are {ACCEPTED}")
