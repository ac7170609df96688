"""The caller of a route, as the guard let them in: their role and seat, and what they may still use."""

import re
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import sha256
from typing import Final, TypeVar

from attrs import evolve, field, frozen
from litestar.types import Scope

from cardkit.game import AnyGame
from cardkit.language import Language, check_language, closest
from cardkit.phrases import PHRASES, SAYS
from cardkit.rejections import Invalid
from cardkit.seats import Seat, Viewer
from cardkit_api.limits import Limits, RateLimiter
from cardkit_api.problems import HttpRefusal, Refused, out_of_sight, problem_for, stopping, too_many
from cardkit_api.requests import OWN, Connection, HttpRequest, base_of, header, language_of, parse, read_body
from cardkit_api.service.idempotency import Idempotency
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.match_info import Holder, Role
from cardkit_api.service.service import Service
from cardkit_api.service.spectators import Shown, shown_to

__all__ = [
    "Budgets",
    "Caller",
    "admit",
    "caller_of",
    "dismiss",
    "noted_caller",
    "problem_of",
    "spend",
]

T = TypeVar("T")

_CALLER: Final = "caller"
_KEY: Final = re.compile("[!-~]{16,200}")
_LOOKS: Final = 40
"""The matches in a list that cost as much as a request."""


class Budgets:
    """What clients have used of their limits, and what they were refused, in this process."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.known: RateLimiter = RateLimiter(limits.requests, limits.burst)
        self.strangers: RateLimiter = RateLimiter(limits.requests, limits.burst)
        self.pages: RateLimiter = RateLimiter(limits.pages, int(5 * limits.pages) + 1)
        self.figures: RateLimiter = RateLimiter(limits.figures, int(limits.figures) + 1)
        self.makers: RateLimiter = RateLimiter(limits.new_matches, limits.new_matches_burst)
        self.streams: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        """Refusals by their codes. The codes are those of the server and of its games, so there are few."""


def spend(limiter: RateLimiter, client: str, cost: int = 1) -> None:
    """Count a request of the client, or several if one costs as much. Refuse if there are too many."""
    wait = limiter.wait(client, cost)
    if wait:
        raise too_many(wait, "too_many_requests")


@frozen(kw_only=True)
class Caller:
    """Who calls a route that is open to them."""

    service: Service
    budgets: Budgets
    client: str
    """Whose budget the request counts against."""
    holder: Holder = field(factory=Holder)
    loaded: LoadedMatch | None = None
    role: Role | None = None
    seat: Seat | None = None
    scope: Scope = field(repr=False)

    @property
    def match(self) -> LoadedMatch:
        """The match that the route is about."""
        if self.loaded is None:
            raise LookupError("the route isn't about a match")
        return self.loaded

    @property
    def shown(self) -> Shown:
        """The match as the caller is shown it."""
        return shown_to(self.seat, self.match)

    async def viewer(self, request: HttpRequest, as_seat: Seat) -> Viewer:
        """Return through whose eyes the caller looks: their own, or those of a seat. Refuse if they may not."""
        if as_seat == OWN and "as" not in request.query_params:
            return self.seat
        if not self.shown.over:
            await self.service.cache.refresh(self.match)  # another process may have seen the end
        return self.shown.require_eyes_of(as_seat)

    @property
    def player(self) -> Seat:
        """The caller's seat, in a route for seats."""
        if self.seat is None:
            raise LookupError("the route isn't for seats alone")
        return self.seat

    @property
    def game(self) -> AnyGame:
        """The game of the match."""
        return self.service.game(self.match.info.game)

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names of the match's players, by seat; `None` in a route about no match."""
        return None if self.loaded is None else self.loaded.info.names

    @property
    def ticket_holder(self) -> Holder:
        """Whom a ticket for this caller stands for."""
        token = self.holder.token
        known = token and self.match.info.role_of(token)
        return Holder(token=token) if known else Holder(user=self.holder.user)

    @property
    def is_owner(self) -> bool:
        """Whether the caller owns the match, perhaps besides having a seat."""
        return self.loaded is not None and self.loaded.info.is_owner(self.holder)

    @property
    def is_still_allowed(self) -> bool:
        """Whether the caller has the role that the guard found. A token may be replaced, or a seat given up."""
        if self.role is None:
            return True
        return self.match.info.role_of_holder(self.holder) == (self.role, self.seat)

    def check_in_sight(self) -> None:
        """Refuse if this process no longer knows the state of the match."""
        if self.match.lost:
            raise stopping() if self.service.stopping else out_of_sight()

    def check_still_allowed(self) -> None:
        """Refuse if the caller has lost their role since the guard let them in."""
        if not self.is_still_allowed:
            raise HttpRefusal(
                403, "not_allowed", "the token was replaced by a new one, or its seat was given up"
            )

    def check_still_watches(self) -> None:
        """Refuse if the caller may not see any more what happens in the match."""
        self.check_still_allowed()
        self.shown.check_open()

    def language(self, connection: Connection, asked: Language = "") -> Language:
        """Return the closest language to the one asked for in the URL, if any, or else to those of Accept-Language.

        It is one of the game's, or one of the engine's.
        """
        spoken = PHRASES if self.loaded is None else self.game.languages
        if not asked:
            return language_of(connection, spoken)
        try:
            check_language(asked)
        except Invalid as invalid:
            raise HttpRefusal(400, "bad_request", str(invalid)) from None
        return closest((asked,), spoken)

    @property
    def base(self) -> str:
        """The path at which the application is mounted, in another one or behind a proxy."""
        return base_of(self.scope)

    async def catch_up(self, seen: int) -> None:
        """Make sure that the match in memory isn't older than a version that the client has seen. Refuse if it is.

        Whatever a client was told of is in the store. So one look at the store is enough.
        """
        loaded = self.match
        if seen > self.shown.version:
            await self.service.cache.refresh(loaded)
        if loaded.gone:
            raise HttpRefusal(404, "no_such_match", SAYS["no_such_match"])
        version = self.shown.version
        if seen > version:
            raise HttpRefusal(
                404, "no_such_version", f"seen: there is no version {seen}; the match is at version {version}"
            )

    async def body(self, request: HttpRequest) -> bytes:
        """Read the request's body."""
        body = await read_body(request, self.service.limits.body)
        self.check_still_allowed()  # it may have taken long
        return body

    async def read(
        self, request: HttpRequest, kind: type[T], about: str = ""
    ) -> tuple[T, Idempotency | None]:
        """Read a message of that kind. Return it, and the request's idempotency key.

        A key counts for its seat or owner only. The key of anybody else counts for what the request is `about`, and for
        the user if one is known.
        """
        body = await self.body(request)
        return parse(body, kind), self._idempotency(request, body, about)

    def _idempotency(self, request: HttpRequest, body: bytes, about: str) -> Idempotency | None:
        key = header(request, b"idempotency-key")
        if key is None:
            return None
        if not _KEY.fullmatch(key):
            raise HttpRefusal(
                400,
                "bad_idempotency_key",
                "Idempotency-Key takes 16 to 200 visible ASCII characters (no spaces), such as a fresh UUID",
            )
        what = f"{request.method} {request.url.path}\n".encode() + body
        own = self.role in ("seat", "owner")
        whose = f"{self.match.row.match} {self.role} {self.seat}" if own else f"{about} {self.holder.user}"
        return Idempotency(whose, key, sha256(what).hexdigest())

    def lasting_idempotency(self, request: HttpRequest, body: bytes) -> Idempotency | None:
        """Return the request's idempotency key, in a route that may end the caller's role.

        It belongs to the token or the user, whatever they may do by now.
        """
        found = self._idempotency(request, body, "")
        if found is None:
            return None
        whose = f"token {self.holder.token}" if self.holder.token else f"user {self.holder.user}"
        return evolve(found, scope=f"{self.match.row.match} {whose}")

    def check_seat(self, seat: Seat, *, owner: bool = False) -> None:
        """Refuse unless the caller has that seat. With `owner`, the owner of the match may do the same."""
        mine = self.role == "seat" and self.seat == seat and self.is_still_allowed
        if not mine and not (owner and self.is_owner):
            raise HttpRefusal(403, "not_allowed", f"the token doesn't allow this; send that of seat {seat}")

    def count_request(self) -> None:
        """Count one more request. Refuse if there are too many."""
        spend(self.budgets.known, self.client)

    def count_looks(self, matches: int) -> None:
        """Count what looking at these matches costs beyond one request. Refuse if it is too much."""
        more = matches // _LOOKS - 1
        if more > 0:
            spend(self.budgets.strangers, self.client, more)

    def count_new_match(self) -> None:
        """Count one more match that the client makes. Refuse if there are too many."""
        spend(self.budgets.makers, self.client)

    def check_streams(self) -> None:
        """Refuse if too many streams are open."""
        streams, limits = self.budgets.streams, self.service.limits
        if streams[self.client] >= limits.streams or streams.total() >= limits.all_streams:
            raise HttpRefusal(
                429,
                "too_many_streams",
                f"{limits.streams} streams may be open at once; close one",
                headers={"Retry-After": "5"},
            )

    @contextmanager
    def count_stream(self) -> Generator[None]:
        """Count a stream for the time of the block."""
        streams = self.budgets.streams
        streams[self.client] += 1
        try:
            yield
        finally:
            streams[self.client] -= 1
            if not streams[self.client]:
                del streams[self.client]


def problem_of(connection: Connection, error: Exception, doing: str) -> Refused:
    """Return the problem document for an error, in the caller's language and with the names of the match's players."""
    caller = noted_caller(connection)
    language = language_of(connection, PHRASES) if caller is None else caller.language(connection)
    names = None if caller is None else caller.names
    return problem_for(error, doing, language, names, base_of(connection.scope))


def admit(connection: Connection, caller: Caller) -> None:
    """Note who calls, for the route."""
    connection.scope["state"][_CALLER] = caller


def dismiss(scope: Scope) -> None:
    """Forget who called. A caller and its request refer to each other, so they would be freed only much later."""
    scope["state"].pop(_CALLER, None)


def caller_of(connection: Connection) -> Caller:
    """Return who calls, as the guard noted."""
    found = noted_caller(connection)
    if found is None:
        raise TypeError("the guard let somebody in without a caller")
    return found


def noted_caller(connection: Connection) -> Caller | None:
    """Return who calls. Return `None` if the guard hasn't come that far."""
    found: object = connection.scope["state"].get(_CALLER)
    return found if isinstance(found, Caller) else None
