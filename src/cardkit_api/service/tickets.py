"""Tickets for streams: they open the streams of one match for a minute, in place of a token in a URL.

URLs get into histories and logs, and a ticket that is found there later opens nothing. It is signed with the server's
key. So every process with that key knows it, and nothing is stored. It names its holder by the hash of a token or of a
user id, and ends with their right to the match.
"""

from time import time

from attrs import field, frozen

from cardkit_api.keys import Keys
from cardkit_api.service.match_info import Holder

__all__ = ["Tickets"]


@frozen
class Tickets:
    """The tickets of a server."""

    keys: Keys = field(repr=False)
    seconds: float

    def make(self, match: str, holder: Holder) -> str:
        """Return a ticket for the match."""
        signed = f"{int(time() + self.seconds)}.{holder.token}.{holder.user}"
        return f"{signed}.{self.keys.ticket(match, signed)}"

    def holder(self, match: str, ticket: str) -> Holder | None:
        """Return whom the ticket stands for. Return `None` if it has expired, or isn't one for this match."""
        signed, _, seal = ticket.rpartition(".")
        if not ticket.isascii() or not self.keys.is_ticket(match, signed, seal):
            return None
        until, token, user = signed.split(".")
        return None if int(until) < time() else Holder(token, user)
