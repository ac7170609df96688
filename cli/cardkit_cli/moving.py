"""`cardkit move` and `undo`: a match in a file goes on."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

from cardkit.documents import Document, glimpse_documents, move_document, move_of, progress_document
from cardkit.game import Json, Language
from cardkit.match import AnyMatch
from cardkit.rejections import NoSuchVersion, Rejected, WireError
from cardkit.seats import Seat
from cardkit_cli.drawing import called, status
from cardkit_cli.exits import Exit
from cardkit_cli.eyes import seat
from cardkit_cli.failures import MoveRefused
from cardkit_cli.files import STDIN, changed, held
from cardkit_cli.output import Format, emit, emit_all, say

__all__ = ["meant", "move", "texts_of", "undo"]


def move(
    path: str,
    given: Sequence[str],
    mover: str | None,
    expect: int | None,
    language: Language,
    names: str | None,
    format: Format,
) -> Exit:
    """Play these moves, all of them or none. What is printed is what the mover saw, or a spectator if none is named."""
    texts = [*texts_of(given)]
    kept = held(path)
    by = seat(mover)
    people = called(kept.match, language, names)
    documents: list[Document] = []

    def played(match: AnyMatch, seen: int | None) -> AnyMatch:
        documents.clear()
        for place, text in enumerate(texts, 1):
            before = match
            match = _played(match, text, by, seen if place == 1 else None, place, alone=len(texts) == 1)
            documents.append(
                {
                    "seat": match.by,
                    **move_document(before, meant(before, text)),
                    **progress_document(match),
                    "glimpses": [*glimpse_documents(match, by, before.version, language, people)],
                }
            )
        return match

    before, kept = changed(kept, played, expect)
    emit_all(documents, format, lambda: _table(kept.match, by, before.version, language, people))
    return Exit.FINE


def undo(
    path: str,
    mover: str | None,
    agreed: bool,
    expect: int | None,
    language: Language,
    names: str | None,
    format: Format,
) -> Exit:
    """Take back the last move of a seat, or of whoever moved last when the match was looked at."""
    kept = held(path)
    by = seat(mover)
    people = called(kept.match, language, names)
    everybody = range(kept.match.header.seats) if agreed else ()

    def taken_back(match: AnyMatch, seen: int | None) -> AnyMatch:
        return match.undo(_last_mover(match, seen) if by is None else by, everybody, seen)

    before, kept = changed(kept, taken_back, expect)
    match = kept.match
    document: Document = {
        "seat": match.by,
        **progress_document(match),
        "glimpses": [*glimpse_documents(match, by, before.version, language, people)],
    }
    emit(document, format, lambda: _table(match, by, before.version, language, people))
    return Exit.FINE


def meant(match: AnyMatch, text: str) -> object:
    """The move that a word on the command line means: its text, `#` and its number, or JSON."""
    if text.startswith("#") and text[1:].isascii() and text[1:].isdigit():
        return move_of(match, int(text[1:10]))
    if not text.startswith("{"):
        return move_of(match, text)
    try:
        document: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WireError(f"no JSON ({error})") from None
    if isinstance(document, dict) and "type" not in document and "move" in document:
        document = document["move"]  # as `cardkit moves` prints it
    return move_of(match, document)


def texts_of(given: Sequence[str]) -> Iterator[str]:
    """The moves; `-` stands for those that come in, one a line."""
    for text in given:
        if text != STDIN:
            yield text
            continue
        for line in sys.stdin:
            if line.strip():
                yield line.strip()


def _last_mover(match: AnyMatch, seen: int | None) -> Seat:
    """Return who had moved last at the version that was seen: a second click means nobody else."""
    with suppress(NoSuchVersion):
        match = match if seen is None else match.at(seen)
    return next(match.standing()).by or 0


def _played(
    match: AnyMatch, text: str, by: Seat | None, seen: int | None, place: int, *, alone: bool
) -> AnyMatch:
    try:
        return match.play(meant(match, text), by, seen)
    except (Rejected, WireError) as error:
        actors = match.actors
        turn = by if by is not None else actors[0] if len(actors) == 1 else None
        legal = match.legal(turn) if turn is not None and turn in actors else ()
        texts = [match.game.say(one) for one in legal]
        raise MoveRefused(error, place, text, texts, alone=alone) from error


def _table(match: AnyMatch, by: int | None, since: int, language: Language, names: tuple[str, ...]) -> None:
    for sentence in match.sentences(by, language, names, since):
        say(sentence)
    say(status(match, language, names))
