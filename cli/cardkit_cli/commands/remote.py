"""Commands for matches on a server."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from cardkit_cli.parameters import AsViewer, FormatOption, LanguageOption, NewTicket, TicketOrId
from cardkit_cli.remote.settings import Settings, settings_of

if TYPE_CHECKING:
    from cardkit_cli.remote.tickets import Ticket

__all__ = ["register"]

_DATABASE: Final = "sqlite:cardkit.db"


def register(app: typer.Typer) -> None:
    """Add them to the application."""
    for command in (serve, join, start, watch, fetch):
        app.command()(command)


def serve(
    database: Annotated[
        str,
        typer.Option(
            "--db", metavar="URL", help="Where matches are kept: sqlite:FILE, postgresql:// or memory:."
        ),
    ] = _DATABASE,
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port to listen on; 0 is any free one.")
    ] = 8000,
) -> int:
    """Serve matches over HTTP.

    Until Ctrl-C; no match is lost. The server's key, from which seeds and tokens follow, is taken from CARDKIT_KEY
    (64 hexadecimal digits), or kept beside the database's file.

    Example: cardkit serve --db sqlite:matches.db --port 8000
    """
    from cardkit_cli import serving

    return serving.serve(database, host, port)


def join(
    context: typer.Context,
    match: TicketOrId,
    name: Annotated[str, typer.Option(metavar="NAME", help="What you are called.")],
    invitation: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            envvar="CARDKIT_INVITATION",
            help="As it was given to you, if the match isn't public; - reads it from stdin.",
        ),
    ] = None,
    seat: Annotated[int | None, typer.Option(metavar="SEAT", min=0, help="Which one, if it matters.")] = None,
    entropy: Annotated[str | None, typer.Option(metavar="TEXT", help="What you add to the seed.")] = None,
    output: NewTicket = None,
    format: FormatOption = "table",
) -> int:
    """Take a seat in a match on a server.

    Any free one of a public match; else that of the invitation. The token that acts for the seat is told once.

    Example: cardkit --server http://127.0.0.1:8000 join MATCH --invitation - --name Ben -o ben.json
    """
    settings, ticket = _wanted(context, match)
    from cardkit_cli.remote import starting

    return starting.join(settings, ticket, name, invitation, seat, entropy, output, format)


def start(
    context: typer.Context,
    match: TicketOrId,
    bot: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which bot; else the server's first.")
    ] = None,
    format: FormatOption = "table",
) -> int:
    """Start a match on a server with bots.

    One takes each seat that is free still. Only who made the match may do so.

    Example: cardkit start match.json
    """
    settings, ticket = _wanted(context, match)
    from cardkit_cli.remote import starting

    return starting.start(settings, ticket, bot, format)


def watch(
    context: typer.Context,
    match: TicketOrId,
    viewer: AsViewer = None,
    since: Annotated[
        int | None,
        typer.Option("--since", metavar="VERSION", min=0, help="Only what came after it. [default: all]"),
    ] = None,
    turn: Annotated[
        bool, typer.Option("--turn", help="Only what comes until it's your turn; 4 if the match ends before.")
    ] = False,
    language: LanguageOption = "en",
    format: FormatOption = "table",
) -> int:
    """Tell what happens in a match on a server.

    As it happens, until the match is over. A connection that is lost is made again; nothing is missed or told twice.

    Example: cardkit watch match.json --format jsonl
    """
    settings, ticket = _wanted(context, match)
    from cardkit_cli.remote import watching

    return watching.watch(settings, ticket, viewer, since, turn, language, format)


def fetch(
    context: typer.Context,
    match: TicketOrId,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The new log file; - is stdout. Never overwritten."
        ),
    ],
    format: FormatOption = "table",
) -> int:
    """Save the log of a match on a server.

    Once it is over: with it, its seed is revealed, and `cardkit verify` checks all that happened.

    Example: cardkit fetch match.json -o game.log
    """
    settings, ticket = _wanted(context, match)
    from cardkit_cli.remote import starting

    return starting.fetch(settings, ticket, output, format)


def _wanted(context: typer.Context, match: str) -> "tuple[Settings, Ticket]":
    from cardkit_cli.remote.tickets import wanted_ticket

    settings = settings_of(context)
    return settings, wanted_ticket(match, settings)
