"""Connections to servers, and what their refusals mean here."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from cardkit.documents import Document
from cardkit.rejections import CardkitError
from cardkit_api.client import ApiError, Client
from cardkit_cli.failures import Refused, ServerTrouble, Usage
from cardkit_cli.output import note
from cardkit_cli.remote.settings import Settings

__all__ = ["connected", "trouble"]

SHORT: Final = 5.0
"""Seconds for which a server is tried again."""
LONG: Final = 600.0
"""The same for whoever watches or plays."""

_HINTS: Final = {
    "token_missing": "this match isn't public: name your ticket, or set CARDKIT_TOKEN",
}
_TOLD: Final[tuple[str, ...]] = ("path", "field", "accepted", "nearest", "version", "status")
"""What is handed on of a problem document, besides its code and sentence."""


@contextmanager
def connected(server: str, settings: Settings, *, long: bool = False) -> Generator[Client, None, None]:
    """A client of that server. Its refusals leave the block as errors of the command line.

    While a server that is away is tried for `long`, that is said once.
    """
    patience = settings.patience if settings.patience is not None else LONG if long else SHORT
    try:
        with Client(server, patience=patience, lost=_Away().tell if long else None) as client:
            yield client
    except ApiError as error:
        raise trouble(error) from error


def trouble(error: ApiError) -> CardkitError:
    """What it means to whoever called the command."""
    if error.code == "bad_request" and not error.status:
        return Usage(error.detail)
    if not 400 <= error.status < 500:
        return ServerTrouble(error.code, error.detail)
    more: Document = {name: error.problem[name] for name in _TOLD if name in error.problem}
    return Refused(error.code, _HINTS.get(error.code, error.detail), more)


class _Away:
    """Tells that the server is away, the first time."""

    def __init__(self) -> None:
        self.told = False

    def tell(self, error: ApiError) -> None:
        if error.status != 429 and not self.told:
            self.told = True
            note(f"cardkit: {error.detail}; trying again")
