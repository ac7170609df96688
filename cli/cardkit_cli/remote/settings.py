"""What the command line says of servers before the command."""

from typing import NamedTuple

import typer

__all__ = ["Settings", "settings_of"]


class Settings(NamedTuple):
    """Which server, and how long it is tried again."""

    server: str = ""
    """Its URL; empty where none is named."""
    patience: float | None = None
    """Seconds; `None`: as long as suits the command."""


def settings_of(context: typer.Context) -> Settings:
    """As they were given, or as they are if nothing is said."""
    found: object = context.find_root().obj
    return found if isinstance(found, Settings) else Settings()
