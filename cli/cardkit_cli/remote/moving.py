"""`cardkit move` and `undo` in a match on a server."""

import json
from collections.abc import Sequence

from cardkit.documents import Document
from cardkit.game import Json, Language
from cardkit.options import options_from
from cardkit.rejections import CardkitError, WireError
from cardkit_api.client import ApiError, RemoteMatch
from cardkit_api.messages import LegalMoves, MatchStatus, Moved
from cardkit_cli.exits import Exit
from cardkit_cli.eyes import seat as seat_meant
from cardkit_cli.failures import MoveRefused, Usage
from cardkit_cli.moving import texts_of
from cardkit_cli.output import Format, emit, jsonl, say
from cardkit_cli.own_code import find_game
from cardkit_cli.playing.phrases import phrase
from cardkit_cli.remote.connecting import connected, trouble
from cardkit_cli.remote.settings import Settings
from cardkit_cli.remote.showing import event_document
from cardkit_cli.remote.statuses import check_seat, described, names_of, progress
from cardkit_cli.remote.tickets import Ticket
from cardkit_cli.remote.watching import until_turn

__all__ = ["move", "undo"]


def move(
    settings: Settings,
    ticket: Ticket,
    given: Sequence[str],
    mover: str | None,
    expect: int | None,
    language: Language,
    format: Format,
) -> Exit:
    """Play these moves one after another, each when it is the seat's turn; what was played before a refusal stays."""
    texts = [*texts_of(given)]
    moves: list[Document] = []
    with connected(ticket.server, settings, long=len(texts) > 1) as client:
        remote = client.match(ticket.match, ticket.token)
        status = remote.status()
        try:
            for place, text in enumerate(texts, 1):
                if place > 1:
                    for _ in until_turn(remote):
                        pass
                legal = remote.moves()
                check_seat(mover, legal.seat)
                moved = _played(remote, legal, text, place, expect, language, alone=len(texts) == 1)
                listed = _listed(legal, text, status)
                status, expect = remote.status(), None
                moves.append({**listed, **progress(status), "glimpses": [*map(event_document, moved.events)]})
                _tell(moves[-1], moved, format)
            if format == "table":
                say(described(status, language))
        finally:
            if format == "json" and moves:
                say(json.dumps(moves, ensure_ascii=False, indent=2))
    return Exit.FINE


def undo(
    settings: Settings,
    ticket: Ticket,
    of: str | None,
    agreed: bool,
    expect: int | None,
    language: Language,
    format: Format,
) -> Exit:
    """Take a move back, or ask for it, or agree that another seat does."""
    if agreed:
        raise Usage("--agreed: on a server everybody agrees for themselves, with undo --as SEAT")
    whose = seat_meant(of)
    with connected(ticket.server, settings) as client:
        remote = client.match(ticket.match, ticket.token)
        undone = remote.undo(whose, expect)
        status = remote.status()
    document: Document = {
        "seat": whose,
        "done": undone.done,
        "reason": undone.reason,
        "waiting_for": [*undone.waiting_for],
        **progress(status),
    }

    def table() -> None:
        if undone.done:
            say(phrase("undone", language))
        else:
            names = names_of(status)
            say(phrase("asked", language, names=", ".join(names[seat] for seat in undone.waiting_for)))
        say(described(status, language))

    emit(document, format, table)
    return Exit.FINE


def _played(
    remote: RemoteMatch,
    legal: LegalMoves,
    text: str,
    place: int,
    expect: int | None,
    language: Language,
    *,
    alone: bool,
) -> Moved:
    """What the server says once it has played the move; `MoveRefused` if it hasn't."""
    seen = expect if expect is not None else legal.version if legal.moves else None
    texts = [one.text for one in legal.moves]
    try:
        return remote.play(_meant(text), seen, language=language)
    except WireError as error:
        raise MoveRefused(error, place, text, texts, alone=alone) from error
    except ApiError as error:
        refused = trouble(error)
        if not 400 <= error.status < 500:
            raise refused from error
        raise MoveRefused(refused, place, text, texts, alone=alone) from error


def _meant(text: str) -> Json:
    """What a word on the command line says to the server: a text, a number after `#`, or JSON."""
    if text.startswith("#") and text[1:].isascii() and text[1:].isdigit():
        return int(text[1:10])
    if not text.startswith("{"):
        return text
    try:
        document: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WireError(f"no JSON ({error})") from None
    if isinstance(document, dict) and "type" not in document and "move" in document:
        document = document["move"]  # as `cardkit moves` prints it
    return document


def _listed(legal: LegalMoves, text: str, status: MatchStatus) -> Document:
    """The move as it was listed. A text may be written otherwise: then the game knows, where it is installed."""
    wanted = written = _meant(text)
    if isinstance(wanted, str):
        try:
            game = find_game(status.game)
            options = options_from(game.options, status.options, game.key)
            written = game.say(game.read(wanted, len(status.seats), options))
        except CardkitError:
            pass
    head: Document = {"seat": legal.seat}
    for one in legal.moves:
        if written in (one.number, one.text, one.move):
            return {**head, "number": one.number, "text": one.text, "move": one.move}
    return {**head, "number": None, "text": text, "move": None}


def _tell(document: Document, moved: Moved, format: Format) -> None:
    if format == "jsonl":
        say(jsonl(document))
    elif format == "table":
        for event in moved.events:
            say(event.text)
