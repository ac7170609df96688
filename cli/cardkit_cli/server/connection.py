"""Connections to servers, and their refusals as errors of the command line."""

from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Final

from cardkit.documents import Document
from cardkit.language import Language
from cardkit.rejections import CardkitError
from cardkit_api.client import ApiError, Client
from cardkit_cli.errors import ServerError, ServerRefusal, UsageError
from cardkit_cli.output import note
from cardkit_cli.phrases import phrase
from cardkit_cli.server.settings import Settings

__all__ = ["connect", "error_of"]

SHORT: Final = 5.0
"""For how many seconds a request is retried."""
LONG: Final = 600.0
"""The same for a command that plays or watches."""
_TOLD: Final = 2
"""After how many failures people are told."""
_TOO_MANY: Final = 429

_HINTS: Final = {"token_missing": "this match isn't public; name your ticket, or set CARDKIT_TOKEN"}
_COMMANDS: Final = {
    "out_of_time": "cardkit clock MATCH return",
    "paused": "cardkit clock MATCH resume",
}
"""What helps, by the code of the refusal."""
_KEPT: Final[tuple[str, ...]] = ("path", "field", "accepted", "nearest", "version", "status")
"""What is kept of a problem document, besides its code and sentence."""


@contextmanager
def connect(
    server: str,
    settings: Settings,
    language: Language = "en",
    *,
    patient: bool = False,
    tell: Callable[[str], None] = note,
    again: Callable[[], None] | None = None,
) -> Generator[Client, None, None]:
    """Open a client of the server. Its refusals leave the block as errors of the command line, in the language.

    A `patient` command retries for long, and tells that the server is away, and when it is back. Then it also calls
    `again`.
    """
    default = LONG if patient else SHORT
    patience = default if settings.patience is None else settings.patience
    try:
        notice = _Notice(patience, language, tell, again) if patient else None
        lost, back = (None, None) if notice is None else (notice.lost, notice.back)
        client = Client(server, patience=patience, lost=lost, back=back, language=language)
        try:
            yield client
        finally:
            with suppress(Exception):  # other threads may still be reading from its connections
                client.close()
    except ApiError as error:
        raise error_of(error) from error


def error_of(error: ApiError) -> CardkitError:
    """Return the client's error as one of the command line."""
    if error.code == "bad_request" and not error.status:
        return UsageError(error.detail)
    if not 400 <= error.status < 500:
        return ServerError(error.code, error.detail)
    more: Document = {name: error.problem[name] for name in _KEPT if name in error.problem}
    sentence, command = _HINTS.get(error.code, error.detail), _COMMANDS.get(error.code)
    return ServerRefusal(error.code, f"{sentence}: `{command}`" if command else sentence, more)


class _Notice:
    """Tells people that the server is away, how long it is waited for, and when it is back."""

    def __init__(
        self,
        patience: float,
        language: Language,
        tell: Callable[[str], None],
        again: Callable[[], None] | None,
    ) -> None:
        self._tell = tell
        self._again = again
        self._patience = patience
        self._language = language
        self._failures = 0
        self._since = 0.0

    def lost(self, error: ApiError) -> None:
        """Note a failure. One that is over at once isn't told."""
        if error.status == _TOO_MANY:
            return
        self._failures += 1
        if self._failures == 1:
            self._since = monotonic()
        if self._failures == _TOLD:
            minutes, seconds = divmod(round(self._patience), 60)
            unit, number = (
                ("seconds", round(self._patience)) if seconds or minutes < 2 else ("minutes", minutes)
            )
            time = phrase(unit, self._language, number=number)
            self._tell(phrase("away", self._language, time=time))

    def back(self) -> None:
        """Note that the server answers."""
        if self._failures >= _TOLD:
            time = phrase("seconds", self._language, number=max(1, round(monotonic() - self._since)))
            self._tell(phrase("back", self._language, time=time))
            if self._again is not None:
                self._again()
        self._failures = 0
