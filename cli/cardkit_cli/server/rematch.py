"""The way from a match that is over to the next one of the same players: agree, wait, and follow."""

import time
from typing import Final

from attrs import frozen

from cardkit.documents import Document
from cardkit_api.client import Client
from cardkit_api.messages import MatchStatus, Rematch
from cardkit_cli.server.new_match import head_of
from cardkit_cli.server.tickets import Ticket, keep_ticket, ticket_of

__all__ = ["Followed", "ask_rematch", "await_rematch", "follow_rematch"]

_PAUSE: Final = 1.0
"""In seconds, between two looks at whether all have agreed."""


@frozen
class Followed:
    """The next match, with the ticket for it."""

    match: MatchStatus
    ticket: Ticket
    document: Document
    """The new ticket, as its file has it."""
    kept: str
    """The file that keeps the ticket of the match before; empty if none was a file."""


def ask_rematch(client: Client, ticket: Ticket, *, agreed: bool) -> Rematch:
    """Agree to another match, or take that back. A ticket without a seat only looks."""
    remote = client.match(ticket.match, ticket.token_for(None))
    if not ticket.token:
        return remote.rematch()
    return remote.agree_to_rematch(agreed)


def await_rematch(client: Client, ticket: Ticket) -> Rematch:
    """Wait until all have agreed."""
    remote = client.match(ticket.match, ticket.token_for(None))
    while (rematch := remote.rematch()).match is None:
        time.sleep(_PAUSE)
    return rematch


def follow_rematch(client: Client, ticket: Ticket, rematch: Rematch) -> Followed:
    """Make the ticket one of the next match. The old one is kept beside it."""
    match = rematch.match
    assert match is not None, "all have agreed"
    document: Document = {**head_of(ticket.server, match), "seat": rematch.seat}
    for name, token in (("token", ticket.token), ("owner", ticket.owner), ("watcher", ticket.watcher)):
        if token:
            document[name] = client.match(ticket.match, token).rematch().token
    kept = keep_ticket(ticket, document)
    return Followed(match, ticket_of(ticket.word if kept else match.id, document), document, kept)
