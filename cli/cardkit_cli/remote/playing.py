"""`cardkit play` with a ticket: the same table and the same keys, in a match on a server."""

from collections.abc import Callable
from typing import TextIO

from cardkit.game import Language
from cardkit_api.client import RemoteMatch
from cardkit_api.messages import MatchStatus
from cardkit_cli.exits import Exit
from cardkit_cli.failures import Refused
from cardkit_cli.playing.phrases import phrase
from cardkit_cli.playing.terminal import open_place
from cardkit_cli.remote.connecting import connected
from cardkit_cli.remote.settings import Settings
from cardkit_cli.remote.sitting import RemoteSitting
from cardkit_cli.remote.tickets import Ticket

__all__ = ["play"]


def play(
    settings: Settings, ticket: Ticket, lang: Language | None, remember: bool, lines: TextIO | None
) -> Exit:
    """Play until the match is over, or until somebody stops; the match goes on without them."""
    language = lang or "en"
    place = open_place(lines)
    over, code = False, Exit.FINE
    with connected(ticket.server, settings, long=True) as client:
        remote = client.match(ticket.match, ticket.token)
        try:
            status = _begun(remote, language, place.say)
            sitting = RemoteSitting(remote, status, _seat(remote), place, language, remember=remember)
            over = sitting.play()
        except KeyboardInterrupt:
            code = Exit.INTERRUPTED
            place.say("")
    place.say(phrase("bye server over" if over else "bye server", language, file=ticket.called))
    return code


def _begun(remote: RemoteMatch, language: Language, say: Callable[[str], None]) -> MatchStatus:
    """The match, once it has begun."""
    status = remote.status()
    if status.status == "open":
        names = ", ".join(f"seat {seat.seat}" for seat in status.seats if seat.holder == "nobody")
        say(phrase("waiting", language, names=names))
        next(remote.events())
        status = remote.status()
    return status


def _seat(remote: RemoteMatch) -> int:
    seat = remote.view().seat
    if seat is None:
        raise Refused("not_allowed", "this token is no seat's: `cardkit watch` shows what it may see")
    return seat
