"""A match on a server, played by one person at this terminal."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import cardkit
from cardkit.codec import codec
from cardkit.language import Language
from cardkit.seats import Outcome, Seat, Viewer
from cardkit_api.client import ApiError, MatchOver, RemoteMatch
from cardkit_api.messages import LegalMoves, MatchStatus
from cardkit_cli.errors import ServerRefusal
from cardkit_cli.games import find_game
from cardkit_cli.phrases import phrase
from cardkit_cli.play.history import History
from cardkit_cli.play.live_match import MovedOn, News, Pause, Waiting
from cardkit_cli.server.connection import error_of
from cardkit_cli.server.status import names_of, outcome_of

__all__ = ["LiveServerMatch", "wait_for_start"]

_SOON: Final = 0.4
"""In seconds. The screen isn't drawn anew for players who move within this time, as bots do."""


def wait_for_start(remote: RemoteMatch, language: Language, say: Callable[[str], None]) -> MatchStatus:
    """Return the status of the match once it has begun. The player at this terminal is ready for it."""
    status = remote.status()
    if status.status == "open" and status.starts == "ready":
        status = remote.set_ready()
    if status.status == "open":
        missing = [one.seat for one in status.seats if one.holder == "nobody"]
        if status.starts == "ready":
            missing = [one.seat for one in status.seats if not one.ready]
        names = ", ".join(names_of(status)[seat] for seat in missing)
        say(phrase("waiting" if names else "waiting for the owner", language, names=names))
        next(remote.events())
        status = remote.status()
    return status


class LiveServerMatch:
    """A match on a server. Other players' moves arrive by the stream of events."""

    can_be_repeated = False

    def __init__(
        self, remote: RemoteMatch, status: MatchStatus, ticket: str, language: Language, *, remember: bool
    ) -> None:
        seat = remote.view().seat
        if seat is None:
            raise ServerRefusal(
                "not_allowed", "the token isn't a seat's, so it can't play; use `cardkit watch` with it"
            )
        self.game = find_game(status.game)
        self.names = names_of(status)
        self.people: tuple[Seat, ...] = (seat,)
        self.language: Language = language
        self._remote = remote
        self._status = status
        self._ticket = ticket
        self._history = History(remote, self.game, seat, remember=remember)
        self._legal: LegalMoves | None = None
        self._version = status.version

    @property
    def version(self) -> int:
        """The version that is shown."""
        return self._version

    def is_over(self) -> bool:
        """Ask for the match's progress, read the events so far, and return whether it is over."""
        self._look()
        self._version = self._status.version
        return self._status.outcome is not None

    def next_person(self) -> Seat | None:
        """Return the seat that is played here, if it is to move."""
        (seat,) = self.people
        return seat if seat in self._status.actors and not self._status.seats[seat].resigned else None

    def others_move(self) -> Iterator[News]:
        """Wait until it may be this seat's turn, or the match is over."""
        if self._history.wait(_SOON):
            return
        yield self._waiting()
        for event in self._remote.events(self._history.version):
            if isinstance(event, MatchOver):
                return
            self._history.add(event)
            if event.n >= self._status.version:
                if self.is_over() or self.next_person() is not None:
                    return
                yield self._waiting()

    def _waiting(self) -> Waiting:
        return Waiting(tuple(self.names[actor] for actor in self._status.actors))

    def notice(self, seat: Seat) -> str:
        """Return that the seat was resigned, or that another player asks to take a move back."""
        if self._status.seats[seat].resigned:
            return phrase("resigned", self.language)
        asked = self._status.takeback
        if asked is None or seat in asked.agreed:
            return ""
        return phrase("asks", self.language, name=self.names[asked.by])

    def legal(self, seat: Seat) -> Sequence[object] | None:
        """Return the legal moves; `None` if the match has moved on since the last look."""
        self._legal = legal = self._remote.moves()
        if legal.version != self._history.version or not legal.moves:
            return None
        self._version = legal.version
        return [codec(self.game).move_in(dict(move.move)) for move in legal.moves]

    def numbers(self, seat: Seat) -> Sequence[int]:
        """Return the number of each legal move among all moves of the match."""
        return [] if self._legal is None else [move.number for move in self._legal.moves]

    def view(self, viewer: Viewer) -> object:
        """Return what the seat sees at the version that is shown."""
        return self.view_at(viewer, self._version)

    def before_last_move(self) -> int:
        """Return 0: the events don't say where a move begins."""
        return 0

    def view_at(self, viewer: Viewer, version: int) -> object:
        """Return what the seat saw at an earlier version."""
        return codec(self.game).view_in(self._remote.view(version).view)

    def memory(self, viewer: Viewer) -> object:
        """Return what the seat remembers, if that is wanted."""
        return self._history.memory

    def sentences(self, viewer: Viewer, since: int) -> Sequence[str]:
        """Return what the seat saw after that version, without the seed's commitment."""
        return self._history.sentences[max(since, 1) :]

    def play(self, seat: Seat, place: int) -> None:
        """Play the legal move at this place of the list."""
        assert self._legal is not None, "a move is chosen from a list"
        try:
            moved = self._remote.play(self._legal.moves[place].number, self._legal.version)
        except ApiError as error:
            raise self._refusal(error) from error
        for event in moved.events:
            self._history.add(event)
        self._version = moved.version

    def pause(self, seat: Seat, *, wanted: bool) -> Pause | None:
        """Return the question to ask if another player has moved, or if it is another player's turn."""
        if not wanted:
            return None
        self._look()
        return None if self._status.version == self._version and self.next_person() == seat else "go on"

    def undo(self, seat: Seat) -> Sequence[str]:
        """Take back the seat's last move, or ask for it, or agree if another player has asked."""
        asked = self._status.takeback
        try:
            undone = self._remote.undo(None if asked is None else asked.by)
        except ApiError as error:
            raise self._refusal(error) from error
        if undone.done:
            self._version = undone.version
        return [self.names[waiting] for waiting in undone.waiting_for]

    def hint(self, seat: Seat) -> str:
        """Return that there are no hints against others."""
        return phrase("no hints", self.language, game=self.game.key)

    def result(self) -> tuple[Outcome | None, str]:
        """Return how the match ended, and its seed."""
        return outcome_of(self._status.outcome), cardkit.loads(self._remote.log(), self.game).revealed

    def close(self, *, over: bool) -> Sequence[str]:
        """Return nothing: the server runs its own bots."""
        return ()

    def goodbye(self, *, over: bool) -> str:
        """Return how the match can be played on or saved."""
        return phrase("bye server over" if over else "bye server", self.language, file=self._ticket)

    def _look(self) -> None:
        """Ask for the match's progress, and read the events so far. Repeat that if the match has moved on."""
        while True:
            self._status = self._remote.status()
            self._history.read_until(self._status.version)
            if self._history.version <= self._status.version:
                return

    def _refusal(self, error: ApiError) -> Exception:
        refusal = error_of(error)
        if error.code == "stale_version":
            return MovedOn(refusal, phrase("behind", self.language))
        return refusal
