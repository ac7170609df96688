"""`cardkit watch`: what is seen of a match on a server, as it happens; the connection is made again when it is lost."""

from collections.abc import Iterator

from cardkit.documents import Document
from cardkit.game import Language
from cardkit_api.client import ApiError, MatchOver, RemoteMatch
from cardkit_api.messages import SeenEvent
from cardkit_cli.exits import Exit
from cardkit_cli.output import Format, emit_all, jsonl, say
from cardkit_cli.remote.connecting import connected
from cardkit_cli.remote.settings import Settings
from cardkit_cli.remote.showing import event_document
from cardkit_cli.remote.statuses import check_seat, described, outcome_document
from cardkit_cli.remote.tickets import Ticket

__all__ = ["may_move", "until_turn", "watch"]


def watch(
    settings: Settings,
    ticket: Ticket,
    viewer: str | None,
    since: int | None,
    turn: bool,
    language: Language,
    format: Format,
) -> Exit:
    """Tell it until the match is over; with `turn`, until the ticket's seat is to move."""
    over = False
    with connected(ticket.server, settings, long=True) as client:
        remote = client.match(ticket.match, ticket.token if turn else ticket.sight(viewer))
        if viewer not in (None, "spectator"):
            check_seat(viewer, remote.moves().seat)
        told = until_turn(remote, since, language) if turn else remote.events(since or 0, language)

        def documents() -> Iterator[Document]:
            nonlocal over
            for one in told:
                over = isinstance(one, MatchOver)
                document = _document(one)
                match format:
                    case "table":
                        say(
                            described(remote.status(), language)
                            if isinstance(one, MatchOver)
                            else f"{one.n}  {one.text}"
                        )
                    case "jsonl":
                        say(jsonl(document))
                    case "json":
                        yield document

        made = [*documents()]
        if format == "json":
            emit_all(made, format, lambda: None)
    return Exit.FAILED if turn and over else Exit.FINE


def until_turn(
    remote: RemoteMatch, since: int | None = None, language: Language = "en"
) -> Iterator[SeenEvent | MatchOver]:
    """What is seen after that version, or from now on, until the seat is to move; `MatchOver` if it never is again."""
    upto, mine = may_move(remote)
    place = upto if since is None else since
    if mine and place >= upto:
        return
    for told in remote.events(place, language):
        yield told
        if isinstance(told, SeenEvent) and told.n >= upto:
            upto, mine = may_move(remote)
            if mine and told.n >= upto:
                return


def may_move(remote: RemoteMatch) -> tuple[int, bool]:
    """The version, and whether the seat is to move there."""
    try:
        legal = remote.moves()
    except ApiError as error:
        if error.code == "not_started":
            return 0, False
        raise
    return legal.version, bool(legal.moves)


def _document(told: SeenEvent | MatchOver) -> Document:
    if isinstance(told, MatchOver):
        return {
            "type": "match_over",
            "version": told.version,
            "outcome": outcome_document(told.outcome),
        }
    return event_document(told)
