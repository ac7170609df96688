"""One match on a server, seen and played with one token."""

from collections.abc import Generator, Iterable, Mapping
from typing import Final, TypeVar
from urllib.parse import quote

from attrs import AttrsInstance, asdict, frozen

from cardkit.clock import Control
from cardkit.game import Json, Language
from cardkit.seats import Seat
from cardkit_api.client.connection import Connection, fresh_key, in_language, message_in
from cardkit_api.client.streams import MatchOver, stream_lines
from cardkit_api.messages import (
    ClockAct,
    ClockLine,
    EventPage,
    Gift,
    Invitation,
    LegalMoves,
    Lobby,
    MatchStatus,
    Moved,
    NewClock,
    NewInvitation,
    NewMove,
    NewOrder,
    NewReaction,
    NewRematch,
    NewTerms,
    NewTicket,
    NewToken,
    NewWebhook,
    NewWebhookSecret,
    NewWebhookTest,
    OrderEnded,
    OrderStatus,
    Players,
    Reaction,
    ReactionKey,
    Readiness,
    Rematch,
    Resignation,
    Scene,
    SeatToken,
    SeenEvent,
    Spectators,
    Start,
    Starts,
    Table,
    Takebacks,
    Ticket,
    Undo,
    Undone,
    View,
    ViewerMemory,
    WebhookEvent,
    WebhookSecret,
    WebhookStatus,
)

__all__ = ["RemoteMatch", "match_path"]

T = TypeVar("T")

_OK: Final = 200


def match_path(match: str, what: str = "") -> str:
    """Return the path of a match, or of a part of it."""
    return f"/v1/matches/{quote(match, safe='')}{what and f'/{what}'}"


@frozen
class RemoteMatch:
    """A match on a server, as the holder of one token sees and plays it: a seat, a watcher or the owner.

    Requests that change the match take effect once, even if they have to be repeated. Pass a `key` of your own only if
    your program wants to repeat the request after a crash.
    """

    id: str
    connection: Connection

    def status(self, seen: int | None = None) -> MatchStatus:
        """Return who sits where, who is to move, and how the match ended.

        `seen` is a version that the caller has seen. The answer isn't older, whichever process of the server gives it.
        """
        return self.connection.get(match_path(self.id), MatchStatus, _given(seen=seen))

    def changes(self, wait: float = 20) -> Generator[MatchStatus, None, None]:
        """Yield the status now and after each change of any kind, also of what players ask each other.

        A request waits up to `wait` seconds for the next change.
        """
        tag = ""
        while True:
            params, headers = ({"wait": wait}, {"If-None-Match": tag}) if tag else (None, None)
            answer = self.connection.send(
                "GET", match_path(self.id), params=params, headers=headers, longer=wait
            )
            if answer.status_code == _OK:
                tag = answer.headers.get("ETag", "")
                yield message_in(answer, MatchStatus)

    def table(self, limit: int = 50, seen: int | None = None, language: Language | None = None) -> Table:
        """Return all that a page shows first: status, view, moves and the latest events, all of one version.

        `limit` is the number of events, at most 200. `seen` is as in `status`.
        """
        params = _given(limit=limit, seen=seen)
        return self.connection.get(match_path(self.id, "table"), Table, params, headers=in_language(language))

    def view(self, at: int | None = None, seen: int | None = None, *, as_seat: Seat | None = None) -> View:
        """Return what the caller sees, now or at an earlier version. `seen` is as in `status`.

        When the match is over, `as_seat` names a seat whose view to return instead.
        """
        params = _given(at=at, seen=seen, as_=as_seat)
        return self.connection.get(match_path(self.id, "view"), View, params)

    def scene(
        self,
        at: int | None = None,
        seen: int | None = None,
        language: Language | None = None,
        *,
        as_seat: Seat | None = None,
    ) -> Scene:
        """Return what the caller sees, laid out in words and shapes: enough to draw any game without knowing it.

        `at`, `seen` and `as_seat` are as in `view`.
        """
        params = _given(at=at, seen=seen, as_=as_seat)
        return self.connection.get(match_path(self.id, "scene"), Scene, params, headers=in_language(language))

    def memory(
        self, at: int | None = None, seen: int | None = None, *, as_seat: Seat | None = None
    ) -> ViewerMemory:
        """Return what the caller knows: the view, with the faces of cards that the caller has seen before.

        `at`, `seen` and `as_seat` are as in `view`.
        """
        params = _given(at=at, seen=seen, as_=as_seat)
        return self.connection.get(match_path(self.id, "memory"), ViewerMemory, params)

    def moves(self, seen: int | None = None) -> LegalMoves:
        """Return all legal moves of the seat. There are none while others are to move. `seen` is as in `status`."""
        return self.connection.get(match_path(self.id, "moves"), LegalMoves, _given(seen=seen))

    def play(
        self,
        move: Json,
        seen: int | None = None,
        *,
        language: Language | None = None,
        key: str | None = None,
    ) -> Moved:
        """Play a move, given by its number, its text or its JSON object. Return what the mover saw of it.

        `seen` is the version that the mover saw. If the seat has moved since, or if its view or its legal moves have
        changed, the error is `stale_version`, and nothing happens. Without `seen`, the version isn't checked.
        """
        headers = {**_if_match(seen), **in_language(language)}
        return self.connection.post(match_path(self.id, "moves"), NewMove(move=move), Moved, key, headers)

    def order(self, language: Language | None = None) -> OrderStatus:
        """Return the seat's standing order, or what became of the last one."""
        return self.connection.get(match_path(self.id, "order"), OrderStatus, headers=in_language(language))

    def set_order(self, move: Json, foreseen: Iterable[Mapping[str, Json]], seen: int) -> OrderStatus:
        """Play the move at the seat's next turn, if all that it is shown until then was foreseen.

        `foreseen` are patterns of glimpses; `[{}]` foresees anything. `seen` is the version that the player saw. A new
        order replaces the old one. If the turn has come meanwhile, the move is played at once.
        """
        wanted = NewOrder(version=seen, foreseen=tuple(map(dict, foreseen)), move=move)
        return self.connection.put(match_path(self.id, "order"), wanted, OrderStatus)

    def withdraw_order(self) -> OrderStatus:
        """Withdraw the standing order. The answer says whether that came in time."""
        return self.connection.delete_for(match_path(self.id, "order"), OrderStatus)

    def order_ends(self, language: Language | None = None) -> Generator[OrderEnded, None, None]:
        """Yield what becomes of the seat's orders from now on, until the match is over."""
        return self._told(OrderEnded, "orders", language)

    def undo(self, of: Seat | None = None, seen: int | None = None, *, key: str | None = None) -> Undone:
        """Take the seat's last move back, or ask for it, or agree that seat `of` does. `seen` is as in `play`."""
        return self.connection.post(match_path(self.id, "undo"), Undo(of=of), Undone, key, _if_match(seen))

    def react(self, reaction: ReactionKey) -> Reaction:
        """Say something to all who listen, from a closed set."""
        return self._post("reactions", NewReaction(reaction=reaction), Reaction)

    def reactions(self, language: Language | None = None) -> Generator[Reaction, None, None]:
        """Yield what players say from now on, until the match is over."""
        return self._told(Reaction, "reactions", language)

    def resign(self, bot: str | None = None, *, key: str | None = None) -> MatchStatus:
        """Hand the seat over to a bot, for good."""
        return self._post("resign", Resignation(bot=bot), MatchStatus, key)

    def pause(self, *, key: str | None = None) -> MatchStatus:
        """Ask for a pause, or agree to one. The match is paused when all players have agreed."""
        return self._act("pause", key)

    def resume(self, *, key: str | None = None) -> MatchStatus:
        """Resume a match that is paused."""
        return self._act("resume", key)

    def give_time(self, to: Seat, time: int, *, key: str | None = None) -> MatchStatus:
        """Give that many milliseconds to another seat."""
        gift = Gift(to=to, time=time)
        return self._post("gifts", gift, MatchStatus, key)

    def come_back(self, seat: Seat, *, key: str | None = None) -> MatchStatus:
        """Come back to your seat after its time ran out."""
        return self._act(f"seats/{seat}/return", key)

    def replace(self, seat: Seat, *, key: str | None = None) -> MatchStatus:
        """Agree that a bot plays a seat that ran out of time."""
        return self._act(f"seats/{seat}/replace", key)

    def _act(self, what: str, key: str | None) -> MatchStatus:
        return self._post(what, ClockAct(), MatchStatus, key)

    def renew_token(self, seat: Seat, *, key: str | None = None) -> str:
        """Return a new token for the seat, which the caller has. The old one ends at once: go on with the new one."""
        return self._post(f"seats/{seat}/token", NewToken(), SeatToken, key).token

    def invite(self, seat: Seat, *, key: str | None = None) -> str:
        """Return a new invitation to a free seat. The old one ends at once. Only the owner may."""
        return self._post(f"seats/{seat}/invitation", NewInvitation(), Invitation, key).invitation

    def free_seat(self, seat: Seat, *, key: str | None = None) -> None:
        """Leave the seat before the start, or as the owner free anybody's. Its token and invitation end at once."""
        keyed = {"Idempotency-Key": fresh_key() if key is None else key}
        self.connection.delete(match_path(self.id, f"seats/{seat}"), "no_such_match", keyed)

    def set_ready(self, ready: bool = True, *, key: str | None = None) -> MatchStatus:
        """Say whether the seat is ready for the start. A match with `starts` at `ready` starts when all are."""
        return self._post("ready", Readiness(ready=ready), MatchStatus, key)

    def change_terms(
        self,
        *,
        options: Mapping[str, Json] | None = None,
        takebacks: Takebacks | None = None,
        starts: Starts | None = None,
        spectators: Spectators | None = None,
        delay: int | None = None,
        clock: Control | None = None,
        absence: str | None = None,
        untimed: bool = False,
        key: str | None = None,
    ) -> MatchStatus:
        """Change what is given before the start. No player is ready any more then. Only the owner may.

        `untimed` takes the clock away.
        """
        given = None if options is None else dict(options)
        terms = NewTerms(
            options=given,
            takebacks=takebacks,
            starts=starts,
            spectators=spectators,
            delay=delay,
            clock=None if clock is None else NewClock(**asdict(clock)),
            absence=absence,
            untimed=untimed,
        )
        return self._post("terms", terms, MatchStatus, key)

    def lobby(self) -> Generator[Lobby, None, None]:
        """Yield who sits where and who is ready, now and after each change, until the match has started."""
        path = match_path(self.id, "events")
        for told in stream_lines(self.connection, path, 0, None, {"lobby": "true"}):
            if not isinstance(told, Lobby):
                return
            yield told
            if told.status != "open":
                return

    def players(self) -> Generator[Players, None, None]:
        """Yield who sits where and who wants a move back, now and after each change, until the match is over."""
        return self._told(Players, "players", None)

    def _told(self, kind: type[T], what: str, language: Language | None) -> Generator[T, None, None]:
        """Yield what streams tell if they are asked for that, from now on."""
        path, now = match_path(self.id, "events"), self.status().version
        for told in stream_lines(self.connection, path, now, language, {what: "true"}):
            if isinstance(told, kind):
                yield told

    def start(self, bot: str | None = None, *, key: str | None = None) -> MatchStatus:
        """Start the match with a bot on each free seat. Only the owner may."""
        return self._post("start", Start(bot=bot), MatchStatus, key)

    def agree_to_rematch(self, agreed: bool = True) -> Rematch:
        """Agree to another match of the same players once this one is over, or withdraw that. All must agree."""
        return self._post("rematch", NewRematch(agreed=agreed), Rematch)

    def rematch(self) -> Rematch:
        """Return who has agreed to another match and, once it is made, that match with the caller's token for it."""
        return self.connection.get(match_path(self.id, "rematch"), Rematch)

    def webhook(self) -> WebhookStatus:
        """Return the caller's webhook for the match, without its secret."""
        return self.connection.get(match_path(self.id, "webhook"), WebhookStatus)

    def set_webhook(self, url: str, events: Iterable[WebhookEvent] | None = None) -> WebhookSecret:
        """Have the server tell that URL what happens. Keep the secret: `cardkit_api.webhooks.verify` needs it."""
        wanted = NewWebhook(url=url, events=None if events is None else [*events])
        return self.connection.put(match_path(self.id, "webhook"), wanted, WebhookSecret)

    def renew_webhook_secret(self) -> WebhookSecret:
        """Return a new secret for the webhook. For a day, the old one signs as well."""
        return self._post("webhook/secret", NewWebhookSecret(), WebhookSecret)

    def test_webhook(self) -> WebhookStatus:
        """Let the server send a message of the type `test` to the webhook soon."""
        return self._post("webhook/test", NewWebhookTest(), WebhookStatus)

    def end_webhook(self) -> None:
        """End the webhook."""
        self.connection.delete(match_path(self.id, "webhook"), "no_webhook")

    def delete(self) -> None:
        """Delete the match for good. Only the owner may."""
        self.connection.delete(match_path(self.id), "no_such_match")

    def ticket(self) -> str:
        """Return a ticket that opens the match's streams for a minute, as `?ticket=` in a URL. Browsers need one."""
        return self._post("tickets", NewTicket(), Ticket).ticket

    def log(self) -> str:
        """Return the whole log with the revealed seed, once the match is over. `cardkit.loads` reads it."""
        return self.connection.send("GET", match_path(self.id, "log")).content.decode()

    def page(
        self,
        after: int = 0,
        limit: int = 100,
        wait: float = 0,
        language: Language | None = None,
        *,
        legal: bool = False,
        as_seat: Seat | None = None,
    ) -> EventPage:
        """Return a page of the events after that one. With `wait`, wait that many seconds if there is none yet.

        With `legal`, the last event of each move shows the legal moves of the seat after it. `as_seat` is as in `view`.
        """
        params: dict[str, str | float] = {"after": after, "limit": limit, "wait": wait, **_asked(legal)}
        params |= _given(as_=as_seat) or {}
        headers = in_language(language)
        return self.connection.get(
            match_path(self.id, "events"), EventPage, params, headers=headers, longer=wait
        )

    def events(
        self, after: int = 0, language: Language | None = None, *, legal: bool = False
    ) -> Generator[SeenEvent | MatchOver, None, None]:
        """Yield the events after that one as they happen: each once, in order, and `MatchOver` in the end.

        `legal` is as in `page`.
        A lost connection is made again, and no event is missed or repeated. `ApiError` ends the events early.
        """
        path = match_path(self.id, "events")
        for told in stream_lines(self.connection, path, after, language, _asked(legal)):
            if isinstance(told, SeenEvent | MatchOver):
                yield told

    def follow(
        self, after: int = 0, language: Language | None = None
    ) -> Generator[SeenEvent | ClockLine | Players | Reaction | OrderEnded | MatchOver, None, None]:
        """Yield the events as `events` does, and what the clock shows, what players say, and what they ask.

        The seat also learns what becomes of its own orders. The stream begins with the players and the clock as they
        are now.
        """
        path, asked = (
            match_path(self.id, "events"),
            {"players": "true", "reactions": "true", "orders": "true"},
        )
        for told in stream_lines(self.connection, path, after, language, asked):
            if not isinstance(told, Lobby):
                yield told

    def _post(self, what: str, message: AttrsInstance, cls: type[T], key: str | None = None) -> T:
        return self.connection.post(match_path(self.id, what), message, cls, key)


def _given(**params: int | None) -> dict[str, int] | None:
    """Return the parameters that aren't `None`, if any. The one called `as` is given as `as_`."""
    return {name.rstrip("_"): value for name, value in params.items() if value is not None} or None


def _asked(legal: bool) -> dict[str, str]:
    return {"legal": "true"} if legal else {}


def _if_match(seen: int | None) -> dict[str, str]:
    return {"If-Match": "*" if seen is None else f'"{seen}"'}
