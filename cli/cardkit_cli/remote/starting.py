"""`cardkit --server URL new`, `join`, `start` and `fetch`: how matches on a server begin, and where they end."""

from collections.abc import Sequence

import cardkit
from cardkit.documents import Document, progress_document
from cardkit_api.client import Client
from cardkit_api.messages import Created, MatchStatus
from cardkit_cli.drawing import called, status
from cardkit_cli.exits import Exit
from cardkit_cli.failures import Usage
from cardkit_cli.files import STDIN, create
from cardkit_cli.house_rules import bots_of, entropy_of, options_of
from cardkit_cli.output import Format, emit, say
from cardkit_cli.own_code import find_game
from cardkit_cli.remote.connecting import connected
from cardkit_cli.remote.settings import Settings
from cardkit_cli.remote.statuses import described, progress
from cardkit_cli.remote.tickets import Ticket, new_ticket, server_of

__all__ = ["fetch", "join", "new", "start"]

_SECRETS = ("owner", "token")
"""What isn't shown where it is saved."""


def new(
    settings: Settings,
    key: str,
    seats: int,
    options: Sequence[str],
    bots: Sequence[str],
    entropy: Sequence[str],
    name: str | None,
    public: bool,
    output: str | None,
    format: Format,
) -> Exit:
    """A new match; whoever makes it sits down if they give a name."""
    server, played = server_of(settings), bots_of(bots)
    given = entropy_of(entropy)
    first = next((seat for seat in range(seats) if seat not in played), None)
    if given and ([*given] != [first] or name is None):
        raise Usage(f"--entropy: on a server everybody gives their own; yours, with --name, is {first}=TEXT")
    with new_ticket(output) as write, connected(server, settings) as client:
        made = client.create(
            key,
            seats,
            name=name,
            options=options_of(options),
            bots=played,
            public=public,
            entropy=next(iter(given.values()), None),
        )
        document = _ticket(server, made)
        write(document)
    _show(document, made.match, output, format)
    return Exit.FINE


def join(
    settings: Settings,
    ticket: Ticket,
    name: str,
    invitation: str | None,
    seat: int | None,
    entropy: str | None,
    output: str | None,
    format: Format,
) -> Exit:
    """A seat in a match: that of the invitation, or in a public match any that is free."""
    if invitation == STDIN:
        invitation = input().strip()
    with new_ticket(output) as write, connected(ticket.server, settings) as client:
        wanted = invitation or _invitation(client, ticket, seat)
        joined = client.join(ticket.match, name, wanted, seat=seat, entropy=entropy)
        document = _head(ticket.server, joined.match) | {"seat": joined.seat, "token": joined.token}
        write(document)
    _show(document, joined.match, output, format)
    return Exit.FINE


def start(settings: Settings, ticket: Ticket, bot: str | None, format: Format) -> Exit:
    """The match begins, with a bot on each free seat."""
    with connected(ticket.server, settings) as client:
        found = client.match(ticket.match, ticket.owner or ticket.token).start(bot)
    document: Document = {"match": found.id, "status": found.status, **progress(found)}
    emit(document, format, lambda: say(described(found, "en")))
    return Exit.FINE


def fetch(settings: Settings, ticket: Ticket, output: str, format: Format) -> Exit:
    """The log of a match that is over, in a new file."""
    with connected(ticket.server, settings) as client:
        remote = client.match(ticket.match, ticket.sight(None))
        text, key = remote.log(), remote.status().game
    match = cardkit.loads(text, find_game(key))
    create(output, match)
    if output == STDIN:
        return Exit.FINE
    document: Document = {"file": output, **progress_document(match)}
    emit(document, format, lambda: say(f"{output}: {status(match, 'en', called(match, 'en', None))}"))
    return Exit.FINE


def _invitation(client: Client, ticket: Ticket, seat: int | None) -> str | None:
    """One of the ticket's own, to a seat that is free still."""
    if not ticket.invitations:
        return None
    found = client.match(ticket.match, ticket.owner or ticket.token).status()
    free = {one.seat for one in found.seats if one.holder == "nobody"}
    fitting = [text for number, text in ticket.invitations if number in free and seat in (None, number)]
    return fitting[0] if fitting else None


def _head(server: str, match: MatchStatus) -> Document:
    return {
        "server": server,
        "match": match.id,
        "game": match.game,
        "seats": len(match.seats),
        "commitment": match.commitment,
    }


def _ticket(server: str, made: Created) -> Document:
    return {
        **_head(server, made.match),
        "seat": made.seat,
        "token": made.token,
        "owner": made.owner,
        "watcher": made.watcher,
        "invitations": [{"seat": one.seat, "invitation": one.invitation} for one in made.invitations],
    }


def _show(document: Document, match: MatchStatus, output: str | None, format: Format) -> None:
    """What was made; the tokens that act for somebody only where they aren't saved."""
    shown = {**document, "status": match.status}
    if output is not None:
        shown = {name: value for name, value in shown.items() if name not in _SECRETS}
        shown["file"] = output

    def table() -> None:
        say(f"{output or match.id}: {described(match, 'en')}")
        for name in ("match", "commitment", "seat", *_SECRETS, "watcher"):
            if shown.get(name) is not None:
                say(f"{name} {shown[name]}")
        invitations = shown.get("invitations")
        for one in invitations if isinstance(invitations, list) else ():
            if isinstance(one, dict):
                say(f"invitation {one['seat']} {one['invitation']}")

    emit(shown, format, table)
