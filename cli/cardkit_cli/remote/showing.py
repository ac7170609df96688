"""`cardkit show`, `moves` and `log` of a match on a server: what the ticket's token may see."""

from collections.abc import Iterator

from cardkit.codec import codec
from cardkit.documents import Document
from cardkit.drawing import scene
from cardkit.game import Language
from cardkit_api.client import RemoteMatch
from cardkit_api.messages import SeenEvent
from cardkit_cli.drawing import table
from cardkit_cli.exits import Exit
from cardkit_cli.output import Format, columns, console, emit, emit_all, note, say
from cardkit_cli.own_code import find_game
from cardkit_cli.remote.connecting import connected
from cardkit_cli.remote.settings import Settings
from cardkit_cli.remote.statuses import check_seat, described, names_of, progress
from cardkit_cli.remote.tickets import Ticket

__all__ = ["event_document", "log", "moves", "seen", "show"]

_PAGE = 200


def show(
    settings: Settings,
    ticket: Ticket,
    viewer: str | None,
    at: int | None,
    language: Language,
    format: Format,
) -> Exit:
    """What lies before the viewer's eyes, now or at an earlier version."""
    with connected(ticket.server, settings) as client:
        remote = client.match(ticket.match, ticket.sight(viewer))
        status = remote.status()
        sight = remote.view(status.version or None if at is None else at)
    check_seat(viewer, sight.seat)
    names = names_of(status)
    document: Document = {
        "match": status.id,
        "game": status.game,
        "seats": len(status.seats),
        "names": [*names],
        "options": status.options,
        "commitment": status.commitment,
        **(progress(status) if at is None else {"version": sight.version}),
        "seat": sight.seat,
        "view": sight.view,
    }

    def drawn() -> None:
        game = find_game(status.game)
        view = codec(game).view_in(sight.view)
        screen = console()
        say(described(status, language))
        screen.print(table(scene(game, view, sight.seat, names, language), screen))

    emit(document, format, drawn)
    return Exit.FINE


def moves(settings: Settings, ticket: Ticket, viewer: str | None, format: Format) -> Exit:
    """The legal moves of the ticket's seat; none while others are to move."""
    with connected(ticket.server, settings) as client:
        legal = client.match(ticket.match, ticket.token).moves()
    check_seat(viewer, legal.seat)
    documents: list[Document] = [
        {"number": one.number, "text": one.text, "move": one.move} for one in legal.moves
    ]

    def table() -> None:
        if documents:
            say(columns(("number", "move"), ((one["number"], one["text"]) for one in documents)))
        else:
            note(f"no moves: seat {legal.seat} is not to move")

    emit_all(documents, format, table)
    return Exit.FINE


def log(
    settings: Settings, ticket: Ticket, viewer: str | None, since: int, language: Language, format: Format
) -> Exit:
    """What the viewer saw of each event, in order."""
    with connected(ticket.server, settings) as client:
        remote = client.match(ticket.match, ticket.sight(viewer))
        if viewer is not None:
            check_seat(viewer, remote.view().seat)
        events = [*seen(remote, since, language)]

    def table() -> None:
        width = len(str(events[-1].n)) if events else 1
        for event in events:
            say(f"{event.n!s:>{width}}  {event.text}")

    emit_all(map(event_document, events), format, table)
    return Exit.FINE


def seen(remote: RemoteMatch, since: int, language: Language) -> Iterator[SeenEvent]:
    """All that was seen after that version until now."""
    while True:
        page = remote.page(since, _PAGE, language=language)
        yield from page.events
        since = page.next
        if since >= page.version:
            return


def event_document(event: SeenEvent) -> Document:
    """What was seen of an event, as a match in a file tells it."""
    return {"n": event.n, "glimpse": event.glimpse, "text": event.text}
