"""The client of a server."""

import re
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Literal
from urllib.parse import quote

import httpx
from attrs import asdict

from cardkit.clock import Control
from cardkit.game import Json, Language
from cardkit.seats import Seat
from cardkit_api.client.connection import Connection, in_language
from cardkit_api.client.errors import ApiError
from cardkit_api.client.matches import RemoteMatch, match_path
from cardkit_api.messages import (
    BotFor,
    Created,
    GameList,
    GameSheet,
    Joined,
    MatchPage,
    MatchStatus,
    MyMatch,
    MyMatches,
    NewClock,
    NewMatch,
    NewPlayer,
    Spectators,
    Starts,
    Status,
    Takebacks,
)

__all__ = ["Client"]


class Client:
    """The games and matches of a server. Several threads may share a client.

    If a request gets lost, or the server can't answer it right now, it is repeated for `patience` seconds. `lost` is
    called with each failure that is followed by another attempt, and `back` when the server answers again. Sentences,
    refusals among them, are in the `language`.
    """

    def __init__(
        self,
        url: str,
        *,
        patience: float = 15.0,
        timeout: float = 10.0,
        transport: httpx.BaseTransport | None = None,
        lost: Callable[[ApiError], None] | None = None,
        back: Callable[[], None] | None = None,
        language: Language = "en",
    ) -> None:
        self.patience = patience
        self.lost = lost
        self.back = back
        secure = not url.startswith("http://")  # loading certificates takes longer than a request
        self.http: httpx.Client = httpx.Client(
            base_url=_server(url),
            timeout=timeout,
            transport=transport,
            verify=secure,
            headers={"Accept-Language": language},
        )
        self._connection = Connection(self.http, "", patience, lost, back)

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.http.close()

    # --- games

    def games(self) -> GameList:
        """Return all games that the server offers."""
        return self._connection.get("/v1/games", GameList)

    def game(self, key: str) -> GameSheet:
        """Return a game: its options, and the schema of its documents."""
        return self._connection.get(f"/v1/games/{quote(key, safe='')}", GameSheet)

    def rules(self, key: str, language: Language | None = None) -> str:
        """Return the rules of a game, in Markdown."""
        path = f"/v1/games/{quote(key, safe='')}/rules"
        return self._connection.send("GET", path, headers=in_language(language)).content.decode()

    # --- matches

    def create(
        self,
        game: str,
        seats: int,
        *,
        name: str | None = None,
        options: Mapping[str, Json] | None = None,
        bots: Mapping[Seat, str] | None = None,
        public: bool = False,
        takebacks: Takebacks = "ask",
        starts: Starts = "full",
        spectators: Spectators = "public",
        delay: int = 0,
        entropy: str | None = None,
        clock: Control | None = None,
        absence: str | None = None,
        key: str | None = None,
    ) -> Created:
        """Create a match. With a `name`, take its first free seat. `bots` says which bot plays which seat.

        `takebacks` says whether moves can be taken back: `ask` the others, `free`, or `none`. `starts` says when the
        match starts: when it is `full`, when all are `ready`, or when the `owner` starts it.
        `spectators` says what those without a seat are shown: `public`, `delayed` by `delay` events, `after` the end,
        or `none`.
        `clock` is a time control, such as `cardkit.clock.bank(minutes(5))`. `absence` says what happens when a seat
        runs out of time: `wait`, `resign`, or `bot:` and the name of a bot.
        """
        new = NewMatch(
            game=game,
            seats=seats,
            options=dict(options or {}),
            bots=tuple(BotFor(seat, bot) for seat, bot in (bots or {}).items()),
            public=public,
            takebacks=takebacks,
            starts=starts,
            spectators=spectators,
            delay=delay,
            name=name,
            entropy=entropy,
            clock=None if clock is None else NewClock(**asdict(clock)),
            absence=absence,
        )
        return self._connection.post("/v1/matches", new, Created, key)

    def join(
        self,
        match: str,
        name: str,
        invitation: str | None = None,
        *,
        seat: Seat | None = None,
        entropy: str | None = None,
        key: str | None = None,
    ) -> Joined:
        """Take a seat in a match: that of the invitation, or in a public match any free one."""
        player = NewPlayer(name=name, invitation=invitation, seat=seat, entropy=entropy)
        return self._connection.post(match_path(match, "seats"), player, Joined, key)

    def matches(self, status: Status = "open", *, game: str = "", seats: int = 0) -> Iterator[MatchStatus]:
        """Yield all public matches that can be joined (open), watched (running) or checked (over), newest first.

        Yield only those of the `game`, and with that number of `seats`, if these are given.
        """
        after: str | None = ""
        while after is not None:
            params: dict[str, str | int] = {"status": status, "game": game, "seats": seats, "after": after}
            page = self._connection.get("/v1/matches", MatchPage, params)
            yield from page.matches
            after = page.next

    def my_matches(self, status: Literal["any", "open", "running", "over"] = "any") -> Iterator[MyMatch]:
        """Yield the matches of the user whom the application that embeds the server knows by this client's requests.

        Those are the matches in which the user has a seat, or which they made, newest first.
        """
        after: str | None = ""
        while after is not None:
            page = self._connection.get("/v1/my/matches", MyMatches, {"status": status, "after": after})
            yield from page.matches
            after = page.next

    def match(self, match: str, token: str | None = None) -> RemoteMatch:
        """Return the match for the holder of that token. Without a token, it must be public."""
        token = token or ""
        if not re.fullmatch("[!-~]*", token):
            raise ApiError(0, "bad_request", "invalid token: tokens have letters, digits, - and _")
        return RemoteMatch(match, Connection(self.http, token, self.patience, self.lost, self.back))


def _server(url: str) -> httpx.URL:
    try:
        found = httpx.URL(url)
    except httpx.InvalidURL:
        found = httpx.URL()
    if found.scheme not in ("http", "https") or not found.host:
        raise ApiError(0, "bad_request", f"invalid server URL {url!r}; an example is http://127.0.0.1:8000")
    return found
