"""A match that commands look at and change, wherever it is: in a log file, or on a server.

Each command is written once, against `MatchSource`.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from cardkit.documents import Document
from cardkit.seats import Seat
from cardkit_cli.status import Status

__all__ = ["MatchSource", "sentences_in"]


class MatchSource(Protocol):
    """A match, for the holder of its file or ticket. `viewer` and `seat` are what `--as` says, if anything."""

    def status(self) -> Status:
        """Return how far the match is."""
        ...

    def show(self, viewer: str | None, at: int | None) -> tuple[Status, Document]:
        """Return what the viewer sees, now or at an earlier version: a status line's facts, and the match."""
        ...

    def moves(self, seat: str | None) -> tuple[Seat | None, list[Document]]:
        """Return a seat and its legal moves. Without `--as`, it is the seat to move, or that of the ticket."""
        ...

    def events(self, viewer: str | None, since: int) -> list[Document]:
        """Return what the viewer saw of each event after that version."""
        ...

    def play(self, moves: Sequence[str], seat: str | None, expect: int | None) -> Iterator[Document]:
        """Play these moves, and yield each as soon as it is final."""
        ...

    def undo(self, seat: str | None, expect: int | None, *, agreed: bool) -> tuple[Document, Sequence[str]]:
        """Take back the last move, or ask the other seats to agree. Return what changed, and the same for people."""
        ...


def sentences_in(document: Document) -> Sequence[str]:
    """Return the sentences of a document's glimpses."""
    glimpses = document["glimpses"]
    seen = glimpses if isinstance(glimpses, list) else ()
    return [str(one["text"]) for one in seen if isinstance(one, dict)]
