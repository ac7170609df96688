"""One match on a server, seen and played with one token."""

from collections.abc import Generator
from urllib.parse import quote

from attrs import frozen

from cardkit.game import Json, Language
from cardkit.seats import Seat
from cardkit_api.client.sending import Line
from cardkit_api.client.streaming import MatchOver, told
from cardkit_api.messages import (
    Event,
    EventPage,
    LegalMoves,
    MatchStatus,
    Moved,
    NewMove,
    Resignation,
    Start,
    Undo,
    Undone,
    View,
)

__all__ = ["RemoteMatch", "match_path"]


def match_path(match: str, what: str = "") -> str:
    """Where a match lies on a server, or something of it."""
    return f"/v1/matches/{quote(match, safe='')}{what and f'/{what}'}"


@frozen
class RemoteMatch:
    """A match on a server, for the holder of one token: a seat, a watcher or the owner.

    What changes the match has one effect, however often it has to be sent. A `key` need only be given by who wants to
    ask again after a crash of their own.
    """

    id: str
    line: Line

    def status(self) -> MatchStatus:
        """Who sits where, who is to move, how it ended."""
        return self.line.get(match_path(self.id), MatchStatus)

    def view(self, at: int | None = None) -> View:
        """What lies before the caller's eyes, now or at an earlier version."""
        return self.line.get(match_path(self.id, "view"), View, None if at is None else {"at": at})

    def moves(self) -> LegalMoves:
        """All legal moves of the seat; none while others are to move."""
        return self.line.get(match_path(self.id, "moves"), LegalMoves)

    def play(
        self, move: Json, seen: int | None = None, *, language: Language = "en", key: str | None = None
    ) -> Moved:
        """Play a move, given as its number, its text or its JSON object; what the mover saw of it.

        `seen` is the version that the mover saw. If the seat has moved since, or if its view or its legal moves have
        changed, the error is `stale_version`, and nothing happens. Without `seen` any version will do.
        """
        headers = {**_if_match(seen), "Accept-Language": language}
        return self.line.post(match_path(self.id, "moves"), NewMove(move=move), Moved, key, headers)

    def undo(self, of: Seat | None = None, seen: int | None = None, *, key: str | None = None) -> Undone:
        """Take one's last move back, or ask for it, or agree that seat `of` does; `seen` as in `play`."""
        return self.line.post(match_path(self.id, "undo"), Undo(of=of), Undone, key, _if_match(seen))

    def resign(self, bot: str | None = None, *, key: str | None = None) -> MatchStatus:
        """Leave the seat to a bot, for good."""
        return self.line.post(match_path(self.id, "resign"), Resignation(bot=bot), MatchStatus, key)

    def start(self, bot: str | None = None, *, key: str | None = None) -> MatchStatus:
        """As the owner, start the match with a bot on each free seat."""
        return self.line.post(match_path(self.id, "start"), Start(bot=bot), MatchStatus, key)

    def delete(self) -> None:
        """As the owner, remove the match for good."""
        self.line.delete(match_path(self.id), "no_such_match")

    def log(self) -> str:
        """The whole log with the revealed seed, once the match is over: `cardkit.loads` reads it."""
        return self.line.send("GET", match_path(self.id, "log")).content.decode()

    def page(self, after: int = 0, limit: int = 100, wait: float = 0, language: Language = "en") -> EventPage:
        """What was seen of the events after that one. With `wait`, seconds to wait for one if there is none yet."""
        params = {"after": after, "limit": limit, "wait": wait}
        headers = {"Accept-Language": language}
        return self.line.get(match_path(self.id, "events"), EventPage, params, headers=headers, longer=wait)

    def events(self, after: int = 0, language: Language = "en") -> Generator[Event | MatchOver, None, None]:
        """What is seen of the events after that one, as they happen: each once, in order, `MatchOver` at last.

        A connection that is lost is made again, and nothing is missed or told twice. `ApiError` ends it early.
        """
        return told(self.line, match_path(self.id, "events"), after, language)


def _if_match(seen: int | None) -> dict[str, str]:
    return {"If-Match": "*" if seen is None else f'"{seen}"'}
