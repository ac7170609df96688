"""The caller of a route, as the guard let them in: their role and seat, and what they may still use."""

import re
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import sha256
from typing import Final
from urllib.parse import quote, unquote

from attrs import field, frozen
from litestar.types import Scope

from cardkit.game import AnyGame
from cardkit.language import Language, check_language, closest
from cardkit.phrases import PHRASES, SAYS
from cardkit.rejections import Invalid
from cardkit.seats import Seat
from cardkit_api.limits import Limits, RateLimiter
from cardkit_api.problems import HttpRefusal, Refused, problem_for
from cardkit_api.requests import Connection, HttpRequest, header, language_of, read_body
from cardkit_api.service.idempotency import Idempotency
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.match_info import Role
from cardkit_api.service.service import Service
from cardkit_api.service.tickets import Holder

__all__ = [
    "Budgets",
    "Caller",
    "admit",
    "caller_of",
    "noted_caller",
    "problem_of",
    "spend",
]

_CALLER: Final = "caller"
_KEY: Final = re.compile("[!-~]{16,200}")
_LOOKS: Final = 40
"""The matches in a list that cost as much as a request."""


class Budgets:
    """What clients have used of what they may use, and what they were refused, in this process."""

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
        seconds = str(int(wait) + 1)
        raise HttpRefusal(
            429,
            "too_many_requests",
            SAYS["too_many_requests"],
            headers={"Retry-After": seconds},
            seconds=seconds,
        )


@frozen(kw_only=True)
class Caller:
    """Who calls a route that is open to them."""

    service: Service
    budgets: Budgets
    client: str
    """Whose budget the request counts against."""
    user: str = ""
    holder: str = ""
    """Whose token it was; empty without a token."""
    token: str = field(default="", repr=False)
    """The hash of the token."""
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
        known = self.token and self.match.info.role_of(self.token)
        return Holder(token=self.token) if known else Holder(user=self.user)

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
        path: str = self.scope["path"]
        given: object = dict(self.scope).get("raw_path")
        raw = given if isinstance(given, bytes) else b""
        if raw == path.encode():
            return ""
        whole = unquote(raw.partition(b"?")[0].decode("latin-1")).rstrip("/")
        if whole.endswith(path.rstrip("/")):
            return quote(whole.removesuffix(path.rstrip("/")))
        return str(self.scope["root_path"])

    async def catch_up(self, seen: int) -> None:
        """Make sure that the match in memory isn't older than a version that the client has seen. Refuse if it is.

        Whatever a client was told of is in the store. So one look at the store is enough.
        """
        loaded = self.match
        if seen > loaded.version:
            await self.service.cache.refresh(loaded)
        if loaded.gone:
            raise HttpRefusal(404, "no_such_match", SAYS["no_such_match"])
        if seen > loaded.version:
            raise HttpRefusal(404, "no_such_version", f"seen: the match is at version {loaded.version}")

    async def body(self, request: HttpRequest) -> bytes:
        """Read the request's body."""
        return await read_body(request, self.service.limits.body)

    def idempotency(self, request: HttpRequest, body: bytes, about: str) -> Idempotency | None:
        """Return the request's idempotency key. It belongs to the token or, without one, to what it is `about`."""
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
        user = sha256(self.user.encode(errors="surrogatepass")).hexdigest() if self.user else ""
        return Idempotency(self.holder or f"{about} {user}", key, sha256(what).hexdigest())

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
    return problem_for(error, doing, language, None if caller is None else caller.names)


def admit(connection: Connection, caller: Caller) -> None:
    """Note who calls, for the route."""
    connection.scope["state"][_CALLER] = caller


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
