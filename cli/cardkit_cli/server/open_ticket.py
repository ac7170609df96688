"""Open the server of a ticket. Nothing is imported before the ticket is found that takes long."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from cardkit.language import Language
from cardkit_cli.server.settings import settings_of
from cardkit_cli.server.tickets import Ticket, require_ticket

if TYPE_CHECKING:
    from cardkit_cli.server.acts import Acts
    from cardkit_cli.server.source import ServerMatch

__all__ = ["open_acts", "open_server_match"]


@contextmanager
def open_acts(
    context: typer.Context, named: str | Ticket, language: Language = "en", *, patient: bool = False
) -> Generator["Acts", None, None]:
    """Open what the holder of a ticket can do besides moving. A `patient` command waits long for a server.

    Refusals leave the block as errors of the command line.
    """
    settings = settings_of(context)
    ticket = named if isinstance(named, Ticket) else require_ticket(named, settings)
    from cardkit_cli.server.acts import Acts  # loads an HTTP client
    from cardkit_cli.server.connection import connect

    with connect(ticket.server, settings, language, patient=patient) as client:
        yield Acts(client, ticket)


@contextmanager
def open_server_match(
    context: typer.Context, named: str | Ticket, language: Language = "en", *, patient: bool = False
) -> Generator["ServerMatch", None, None]:
    """Open the match of a ticket in the same way."""
    with open_acts(context, named, language, patient=patient) as acts:
        from cardkit_cli.server.source import ServerMatch

        yield ServerMatch(acts.client, acts.ticket, language)
