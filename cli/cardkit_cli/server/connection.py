"""Connections to servers, and their refusals as errors of the command line."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from cardkit.documents import Document
from cardkit.language import Language
from cardkit.rejections import CardkitError
from cardkit_api.client import ApiError, Client
from cardkit_cli.errors import ServerError, ServerRefusal, UsageError
from cardkit_cli.output import note
from cardkit_cli.server.settings import Settings

__all__ = ["connect", "error_of"]

SHORT: Final = 5.0
"""For how many seconds a request is retried."""
LONG: Final = 600.0
"""The same for a command that plays or watches."""

_HINTS: Final = {
    "token_missing": "this match isn't public; name your ticket, or set CARDKIT_TOKEN",
}
_KEPT: Final[tuple[str, ...]] = ("path", "field", "accepted", "nearest", "version", "status")
"""What is kept of a problem document, besides its code and sentence."""


@contextmanager
def connect(
    server: str, settings: Settings, language: Language = "en", *, patient: bool = False
) -> Generator[Client, None, None]:
    """Open a client of the server. Its refusals leave the block as errors of the command line, in the language.

    A `patient` command retries for long, and says once that the server is away.
    """
    default = LONG if patient else SHORT
    patience = default if settings.patience is None else settings.patience
    try:
        lost = _Notice() if patient else None
        with Client(server, patience=patience, lost=lost, language=language) as client:
            yield client
    except ApiError as error:
        raise error_of(error) from error


def error_of(error: ApiError) -> CardkitError:
    """Return the client's error as one of the command line."""
    if error.code == "bad_request" and not error.status:
        return UsageError(error.detail)
    if not 400 <= error.status < 500:
        return ServerError(error.code, error.detail)
    more: Document = {name: error.problem[name] for name in _KEPT if name in error.problem}
    return ServerRefusal(error.code, _HINTS.get(error.code, error.detail), more)


class _Notice:
    """Prints once that the server is away."""

    def __init__(self) -> None:
        self._printed = False

    def __call__(self, error: ApiError) -> None:
        if error.status != 429 and not self._printed:
            self._printed = True
            note(f"cardkit: {error.detail}; trying again")
