"""`cardkit join`: a seat in a match on a server."""

import sys
from typing import Annotated

import typer

from cardkit_cli.errors import UsageError
from cardkit_cli.exit_codes import Exit
from cardkit_cli.files.log_file import STDIN
from cardkit_cli.parameters import FormatOption, output_option
from cardkit_cli.server.settings import settings_of
from cardkit_cli.server.tickets import create_ticket, invitation_in, parse_link, require_ticket

__all__ = ["join"]


def join(
    context: typer.Context,
    match: Annotated[
        str,
        typer.Argument(
            metavar="LINK|MATCH",
            help="The link that you were given, as in http://127.0.0.1:8000/#/join/MATCH/INVITATION; - reads it from"
            " stdin. Or the match's ticket, or its id with --server.",
        ),
    ],
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name in the match.")],
    invitation: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            envvar="CARDKIT_INVITATION",
            help="The invitation you were given, if the match isn't public; - reads it from stdin.",
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="SEAT", min=0, help="The seat you want. [default: any]")
    ] = None,
    entropy: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Your text to mix into the seed.")
    ] = None,
    output: Annotated[
        str | None,
        output_option("Keep the tokens in this new file, the ticket. Never overwritten."),
    ] = None,
    format: FormatOption = "table",
) -> int:
    """Take a seat in a match on a server.

    You get any free seat of a public match, or the seat of the invitation. A link names the server and the match, and
    holds the invitation. The token that acts for the seat is shown once.

    Example: cardkit join 'http://127.0.0.1:8000/#/join/MATCH/INVITATION' --name Ben -o ben.json
    """
    settings = settings_of(context)
    if STDIN == match == invitation:
        raise UsageError("-: stdin holds the link or the invitation, not both; the link holds the invitation")
    link = parse_link(_read_line() if match == STDIN else match)
    ticket, invited = (require_ticket(match, settings), "") if link is None else link
    from cardkit_cli.server.connection import connect  # loads an HTTP client
    from cardkit_cli.server.new_match import find_invitation, joined_ticket, print_ticket

    if invitation == STDIN:
        invitation = _read_line()
    with create_ticket(output) as write, connect(ticket.server, settings) as client:
        accepted = invited or invitation_in(invitation or "") or find_invitation(client, ticket, seat)
        joined = client.join(ticket.match, name, accepted, seat=seat, entropy=entropy)
        document = joined_ticket(ticket.server, joined)
        write(document)
    print_ticket(document, joined.match, output, format)
    return Exit.FINE


def _read_line() -> str:
    """Read a link or an invitation, as it was pasted."""
    line = sys.stdin.readline().strip().strip("'\"")
    if not line:
        raise UsageError("-: stdin is empty; expected a link or an invitation")
    return line
