"""`cardkit start`: start a match on a server with bots."""

from typing import Annotated

import typer

from cardkit_cli.exit_codes import Exit
from cardkit_cli.output import emit, say
from cardkit_cli.parameters import FormatOption, TicketOrId
from cardkit_cli.server.open_ticket import open_server_match
from cardkit_cli.status import status_line

__all__ = ["start"]


def start(
    context: typer.Context,
    match: TicketOrId,
    bot: Annotated[
        str | None, typer.Option(metavar="NAME", help="The bot to use. [default: the server's first]")
    ] = None,
    format: FormatOption = "table",
) -> int:
    """Start a match on a server with bots.

    A bot takes each free seat. Only the owner of the match can do so.

    Example: cardkit start match.json
    """
    with open_server_match(context, match) as remote:
        document = remote.start(bot)
        status = remote.status()
    emit(document, format, lambda: say(status_line(status, "en")))
    return Exit.FINE
