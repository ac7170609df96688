"""Matches in PostgreSQL, for any number of server processes."""

from cardkit_api.stores.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
