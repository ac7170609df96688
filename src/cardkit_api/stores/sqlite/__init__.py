"""Matches in one SQLite file: a thread that reads, a thread that writes, and nothing to set up."""

from cardkit_api.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
