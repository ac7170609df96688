"""Open a match that the command line names by its log file, its ticket, or its id on a server."""

from collections.abc import Generator
from contextlib import contextmanager

import typer

from cardkit.language import Language
from cardkit.match import AnyMatch
from cardkit.rejections import LogError, Rejected
from cardkit_cli.errors import UsageError
from cardkit_cli.files.log_file import read_match
from cardkit_cli.files.source import FileMatch
from cardkit_cli.match_source import MatchSource
from cardkit_cli.server.open_ticket import open_server_match
from cardkit_cli.server.settings import settings_of
from cardkit_cli.server.tickets import find_ticket, refuse_ticket

__all__ = ["open_match", "read_log"]


@contextmanager
def open_match(
    context: typer.Context,
    word: str,
    language: Language = "en",
    names: str | None = None,
    *,
    patient: bool = False,
) -> Generator[MatchSource, None, None]:
    """Open the match that the word names. A `patient` command waits long for a server that is away."""
    ticket = find_ticket(word, settings_of(context))
    if ticket is None:
        match = FileMatch(word, language, names)
        try:
            yield match
        except Rejected as refused:
            raise match.explain(refused) from refused
        return
    if names:
        raise UsageError("--names: on a server, players have names of their own; leave the option out")
    with open_server_match(context, ticket, language, patient=patient) as remote:
        yield remote


def read_log(path: str) -> AnyMatch:
    """Read the match of a log file, for a command that needs the whole log."""
    try:
        return read_match(path)
    except LogError:
        refuse_ticket(path)
        raise
