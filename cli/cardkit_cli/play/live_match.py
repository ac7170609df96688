"""A match that people play at this terminal: in a file, against bots, or on a server, with others."""

from collections.abc import Iterator, Sequence
from typing import Literal, Protocol, TypeAlias

from attrs import frozen

from cardkit.game import AnyGame
from cardkit.language import Language
from cardkit.rejections import CardkitError
from cardkit.seats import Outcome, Seat, Viewer

__all__ = ["Happened", "LiveMatch", "MovedOn", "News", "Pause", "Thinking", "Waiting"]


@frozen
class Happened:
    """A sentence about what somebody else has just done."""

    sentence: str


@frozen
class Thinking:
    """A bot at this terminal is to move."""

    name: str


@frozen
class Waiting:
    """Others are to move, and it may take them long: a sentence that says so."""

    sentence: str


News: TypeAlias = Happened | Thinking | Waiting
Pause: TypeAlias = Literal["go on", "go on or undo"]


class MovedOn(Exception):
    """A move or an undo is stale: somebody else was quicker."""

    def __init__(self, refusal: CardkitError, message: str) -> None:
        super().__init__(message)
        self.refusal = refusal
        self.message = message


class LiveMatch(Protocol):
    """A match that is played on. What it shows is of one version, that of the last look.

    What has a body here does nothing unless a kind of match knows more.
    """

    game: AnyGame
    names: tuple[str, ...]
    """The players, by seat."""
    people: tuple[Seat, ...]
    """The seats that are played at this terminal."""
    language: Language
    is_served: bool
    """True for a match on a server, where others act while people here think."""

    @property
    def version(self) -> int:
        """The version that is shown."""
        ...

    @property
    def can_be_repeated(self) -> bool:
        """True if the same players can begin another match."""
        return True

    def is_over(self) -> bool:
        """Look at the match, and return whether it is over."""
        ...

    def next_person(self) -> Seat | None:
        """Return the person here who is to move; `None` if it is another player's turn."""
        ...

    def others_move(self) -> Iterator[News]:
        """Let another player move, or wait until people here may be to move."""
        ...

    def notice(self, seat: Seat) -> str:
        """Return what the seat should know now besides the events; an empty text if there is nothing."""
        return ""

    def has_news(self) -> bool:
        """Return whether something has happened since the last look."""
        return False

    def news(self) -> str:
        """Return what has happened besides events since this was asked last; an empty text if nothing has."""
        return ""

    def times(self) -> Sequence[tuple[str, str]]:
        """Return for each seat its time and a note; nothing in a match without a clock."""
        return ()

    def act(self, seat: Seat, command: str, more: str) -> str:
        """Obey a command that only a match on a server knows. Return a sentence about it."""
        return ""

    def legal(self, seat: Seat) -> Sequence[object] | None:
        """Return the legal moves; `None` if the match has moved on since the last look."""
        ...

    def numbers(self, seat: Seat) -> Sequence[int]:
        """Return the number of each legal move among all moves of the match."""
        ...

    def view(self, viewer: Viewer, version: int | None = None) -> object:
        """Return what the viewer sees, or what they saw at an earlier version."""
        ...

    def before_last_move(self) -> int:
        """Return the version before the last move; 0 if it isn't known."""
        return 0

    def memory(self, viewer: Viewer) -> object:
        """Return what the viewer remembers; `None` if that isn't known."""
        ...

    def sentences(self, viewer: Viewer, since: int) -> Sequence[str]:
        """Return what the viewer saw after that version, without the seed's commitment."""
        ...

    def play(self, seat: Seat, place: int) -> None:
        """Play the legal move at this place of the list. Raise `MovedOn` if it is stale."""
        ...

    def pause(self, seat: Seat, *, wanted: bool) -> Pause | None:
        """Return what to ask before others see the screen or the view changes, if the seat's turn has passed.

        A pause may be `wanted` because the move showed what is hidden afterwards.
        """
        ...

    def undo(self, seat: Seat) -> Sequence[str]:
        """Take back the seat's last move, or ask for it. Return the names of those who still have to agree."""
        ...

    def hint(self, seat: Seat) -> str:
        """Return a sentence that advises the seat, which is to move; or why there is none."""
        ...

    def result(self) -> tuple[Outcome | None, str]:
        """Return how the match ended, and its seed."""
        ...

    def others_wish(self) -> str:
        """Return a sentence that other players would like another match. Return an empty text if none has said so."""
        return ""

    def close(self, *, over: bool) -> Sequence[str]:
        """End programs that play. Return a sentence for each bot that failed, with the reason only if it is over."""
        return ()

    def goodbye(self, *, over: bool) -> str:
        """Return how the match can be played on or checked."""
        ...
