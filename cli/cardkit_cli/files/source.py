"""A match in a log file, for commands."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property

from cardkit.documents import (
    Document,
    event_documents,
    glimpse_documents,
    match_document,
    move_document,
    move_documents,
    move_of,
    progress_document,
)
from cardkit.language import Language
from cardkit.match import AnyMatch
from cardkit.rejections import NoSuchVersion, Rejected, WireError
from cardkit.seats import Owner, Seat
from cardkit_cli.errors import MoveRefused, in_words
from cardkit_cli.files.log_file import LogFile, change_match, open_log, read_match
from cardkit_cli.files.players_file import names_of
from cardkit_cli.match_source import sentences_in
from cardkit_cli.move_text import parse_move
from cardkit_cli.status import Status, status_of
from cardkit_cli.viewers import AnyViewer, parse_seat, parse_viewer

__all__ = ["FileMatch", "events_seen_by", "match_seen_by"]


class FileMatch:
    """A match in a log file. Several moves are all played or none."""

    def __init__(self, path: str, language: Language, names: str | None) -> None:
        self.path = path
        self.language: Language = language
        self._given = names
        self._log: LogFile | None = None

    def explain(self, refused: Rejected) -> Rejected:
        """Return the refusal in the language of the command, with the names of the seats."""
        return refused if isinstance(refused, MoveRefused) else in_words(refused, self.language, self._names)

    def status(self) -> Status:
        """Return how far the match is."""
        return status_of(self._match, self._names)

    def show(self, viewer: str | None, at: int | None) -> tuple[Status, Document]:
        """Return what the viewer sees. For the owner, that is the view of each seat."""
        match = self._match if at is None else self._match.at(at)
        seen = match_seen_by(match, parse_viewer(viewer, match.header.seats))
        return status_of(match, self._names), seen

    def moves(self, seat: str | None) -> tuple[Seat | None, list[Document]]:
        """Return a seat and its legal moves."""
        match, who = self._match, parse_seat(seat)
        match.legal(who)  # refused if there is no such seat, or if several may move and none is named
        if who is None:
            who = next(iter(match.actors), None)
        return who, [] if who is None else move_documents(match, who)

    def events(self, viewer: str | None, since: int) -> list[Document]:
        """Return what the viewer saw after that version. The owner's documents hold the events themselves."""
        match = self._match
        who = parse_viewer(viewer, match.header.seats)
        return events_seen_by(match, who, since, self.language, self._names)

    def play(self, moves: Sequence[str], seat: str | None, expect: int | None) -> Iterator[Document]:
        """Play all of these moves or none. The mover, or else a spectator, is shown what they saw."""
        self._log = log = open_log(self.path)
        by, names = parse_seat(seat), self._names
        documents: list[Document] = []

        def play_all(match: AnyMatch, seen: int | None) -> AnyMatch:
            documents.clear()
            for place, text in enumerate(moves, 1):
                before = match
                try:
                    match = match.play(move_of(match, parse_move(text)), by, seen if place == 1 else None)
                except (Rejected, WireError) as error:
                    legal, alone = _legal_texts(match, by), len(moves) == 1
                    raise MoveRefused(error, place, text, legal, self.language, names, alone=alone) from error
                documents.append(
                    {
                        "seat": match.by,
                        **move_document(before, move_of(before, parse_move(text))),
                        **progress_document(match),
                        "glimpses": [*glimpse_documents(match, by, before.version, self.language, names)],
                    }
                )
            return match

        _, self._log = change_match(log, play_all, expect)
        return iter(documents)

    def undo(self, seat: str | None, expect: int | None, *, agreed: bool) -> tuple[Document, Sequence[str]]:
        """Take back the last move of a seat, or of the one that had moved last at the expected version."""
        self._log = log = open_log(self.path)
        by, names = parse_seat(seat), self._names
        everybody = range(log.match.header.seats) if agreed else ()

        def take_back(match: AnyMatch, seen: int | None) -> AnyMatch:
            return match.undo(_last_mover(match, seen) if by is None else by, everybody, seen)

        before, self._log = change_match(log, take_back, expect)
        match = self._log.match
        document: Document = {
            "seat": match.by,
            **progress_document(match),
            "glimpses": [*glimpse_documents(match, by, before.version, self.language, names)],
        }
        return document, sentences_in(document)

    @cached_property
    def _read(self) -> AnyMatch:
        return read_match(self.path)

    @property
    def _match(self) -> AnyMatch:
        return self._read if self._log is None else self._log.match

    @property
    def _names(self) -> tuple[str, ...]:
        return names_of(self.path, self._match.header.seats, self.language, self._given)


def match_seen_by(match: AnyMatch, viewer: AnyViewer) -> Document:
    """Return the match as a document for the viewer. The owner's has the view of each seat."""
    if not isinstance(viewer, Owner):
        return match_document(match, viewer)
    document = match_document(match, None)
    document["views"] = [match_document(match, seat)["view"] for seat in range(match.header.seats)]
    return document | {"seat": "owner"}


def events_seen_by(
    match: AnyMatch, viewer: AnyViewer, since: int, language: Language, names: tuple[str, ...]
) -> list[Document]:
    """Return what the viewer saw after that version. The owner's documents hold the events themselves."""
    if isinstance(viewer, Owner):
        return event_documents(match, since, language, names)
    return glimpse_documents(match, viewer, since, language, names)


def _last_mover(match: AnyMatch, seen: int | None) -> Seat:
    """Return who had moved last at the version that was seen: a second click means nobody else."""
    with suppress(NoSuchVersion):
        match = match if seen is None else match.at(seen)
    return next(match.standing()).by or 0


def _legal_texts(match: AnyMatch, by: Seat | None) -> Sequence[str]:
    """Return the legal moves of the seat, or of the one to move."""
    actors = match.actors
    turn = by if by is not None else actors[0] if len(actors) == 1 else None
    legal = match.legal(turn) if turn is not None and turn in actors else ()
    return [match.game.say(one) for one in legal]
