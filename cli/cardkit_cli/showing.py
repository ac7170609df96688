"""`cardkit show`, `moves` and `log`: a match as somebody may see it."""

from cardkit.documents import (
    Document,
    event_documents,
    glimpse_documents,
    match_document,
    move_documents,
)
from cardkit.game import Language
from cardkit.match import AnyMatch
from cardkit.seats import Owner
from cardkit_cli.drawing import called, picture, status
from cardkit_cli.exits import Exit
from cardkit_cli.eyes import Eyes, eyes, seat
from cardkit_cli.files import read
from cardkit_cli.output import Format, columns, console, emit, emit_all, note, say

__all__ = ["log", "moves", "seen", "show", "sight"]


def show(
    path: str, viewer: str | None, at: int | None, language: Language, names: str | None, format: Format
) -> Exit:
    """What lies before the viewer's eyes, now or at an earlier version."""
    match = read(path)
    if at is not None:
        match = match.at(at)
    who = eyes(viewer, match)

    def table() -> None:
        people = called(match, language, names)
        screen = console()
        say(status(match, language, people))
        screen.print(picture(match, who, language, people, screen))

    emit(sight(match, who), format, table)
    return Exit.FINE


def moves(path: str, viewer: str | None, format: Format) -> Exit:
    """The legal moves of a seat, or of the one to move."""
    match = read(path)
    who = seat(viewer)
    if who is None:
        match.legal()  # refused where several may move
        who = next(iter(match.actors), None)
    else:
        match.legal(who)
    documents = [] if who is None else move_documents(match, who)

    def table() -> None:
        if documents:
            say(columns(("number", "move"), ((one["number"], one["text"]) for one in documents)))
        else:
            note(
                "no moves: the match is over" if not match.actors else f"no moves: seat {who} is not to move"
            )

    emit_all(documents, format, table)
    return Exit.FINE


def log(
    path: str, viewer: str | None, since: int, language: Language, names: str | None, format: Format
) -> Exit:
    """What the viewer saw of each event, in order."""
    match = read(path)
    documents = seen(match, eyes(viewer, match), since, language, called(match, language, names))

    def table() -> None:
        width = len(str(match.version))
        for document in documents:
            say(f"{document['n']!s:>{width}}  {document['text']}")

    emit_all(documents, format, table)
    return Exit.FINE


def sight(match: AnyMatch, who: Eyes) -> Document:
    """The match as a document for the viewer. The owner's has the view of each seat."""
    if not isinstance(who, Owner):
        return match_document(match, who)
    document = match_document(match, None)
    document["views"] = [match_document(match, seat)["view"] for seat in range(match.header.seats)]
    return document | {"seat": "owner"}


def seen(
    match: AnyMatch, who: Eyes, since: int, language: Language, names: tuple[str, ...]
) -> list[Document]:
    """What the viewer saw after that version; the owner's documents hold the events themselves."""
    if isinstance(who, Owner):
        return event_documents(match, since, language, names)
    return glimpse_documents(match, who, since, language, names)
