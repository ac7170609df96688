"""How a match on a server begins: it is created, and players join."""

from cardkit.documents import Document
from cardkit_api.client import Client
from cardkit_api.messages import Created, Joined, MatchStatus
from cardkit_cli.output import Format, emit, say
from cardkit_cli.server.status import status_of
from cardkit_cli.server.terms import terms_sentences
from cardkit_cli.server.tickets import Ticket, link_to
from cardkit_cli.status import status_line

__all__ = ["created_ticket", "find_invitation", "head_of", "joined_ticket", "print_ticket"]

_SECRETS = ("owner", "token")
"""What isn't printed if it is saved."""


def created_ticket(server: str, created: Created) -> Document:
    """Return the ticket of a match that was created."""
    return {
        **head_of(server, created.match),
        "seat": created.seat,
        "token": created.token,
        "owner": created.owner,
        "watcher": created.watcher,
        "invitations": [
            {
                "seat": one.seat,
                "invitation": one.invitation,
                "link": link_to(server, created.match.id, one.invitation),
            }
            for one in created.invitations
        ],
    }


def joined_ticket(server: str, joined: Joined) -> Document:
    """Return the ticket of the seat that was just taken."""
    return {**head_of(server, joined.match), "seat": joined.seat, "token": joined.token}


def find_invitation(client: Client, ticket: Ticket, seat: int | None) -> str | None:
    """Return one of the ticket's own invitations, to a seat that is still free."""
    if not ticket.invitations:
        return None
    match = client.match(ticket.match, ticket.owner or ticket.token).status()
    free = {one.seat for one in match.seats if one.holder == "nobody"}
    fitting = [text for number, text in ticket.invitations if number in free and seat in (None, number)]
    return fitting[0] if fitting else None


def print_ticket(ticket: Document, match: MatchStatus, output: str | None, format: Format) -> None:
    """Print a new ticket. The tokens of the owner and the seat are left out if they are saved in a file."""
    shown = {**ticket, "status": match.status}
    if output is not None:
        shown = {name: value for name, value in shown.items() if name not in _SECRETS}
        shown["file"] = output

    def table() -> None:
        say(f"{output or match.id}: {status_line(status_of(match), 'en')}")
        for name in ("match", "commitment", "seat", *_SECRETS, "watcher"):
            if shown.get(name) is not None:
                say(f"{name} {shown[name]}")
        for sentence in terms_sentences(match, "en"):
            say(sentence)
        invitations = shown.get("invitations")
        for one in invitations if isinstance(invitations, list) else ():
            if isinstance(one, dict):
                say(f"invitation {one['seat']} {one['link']}")
        if match.public:
            say(f"link {link_to(str(ticket['server']), match.id)}")

    emit(shown, format, table)


def head_of(server: str, match: MatchStatus) -> Document:
    """Return what a ticket says of its match."""
    return {
        "server": server,
        "match": match.id,
        "game": match.game,
        "seats": len(match.seats),
        "commitment": match.commitment,
    }
