"""Which server the command line names, and how long to wait for it."""

from typing import NamedTuple

import typer

__all__ = ["Settings", "settings_of"]


class Settings(NamedTuple):
    """The options about servers that come before the command."""

    server: str = ""
    """The server's URL; empty if none is named."""
    patience: float | None = None
    """For how many seconds to retry; `None`: as long as suits the command."""


def settings_of(context: typer.Context) -> Settings:
    """Return the settings as they were given, or the defaults."""
    settings: object = context.find_root().obj
    return settings if isinstance(settings, Settings) else Settings()
