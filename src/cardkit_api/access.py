"""Who asks, and whether they may: every route says whom it is open to, and one guard sees to it."""

from collections import Counter
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import quote, unquote

from attrs import field, frozen
from litestar import Litestar
from litestar.connection import ASGIConnection, Request
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.handlers.base import BaseRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, Receive, Scope, Send

from cardkit.game import AnyGame
from cardkit.seats import Seat
from cardkit_api.house import House
from cardkit_api.limits import RateLimiter
from cardkit_api.live import Live
from cardkit_api.once import Once
from cardkit_api.problems import Trouble
from cardkit_api.tables import Role

__all__ = [
    "Authenticate",
    "Caller",
    "Connection",
    "Doorkeeper",
    "HttpRequest",
    "Who",
    "caller_of",
    "header",
    "open_to",
    "undeclared",
]

Connection: TypeAlias = "ASGIConnection[Any, Any, Any, State]"
HttpRequest: TypeAlias = "Request[object, object, State]"

Authenticate: TypeAlias = Callable[[Connection], Awaitable[str]]
"""How an embedding application says which of its users asks; an empty text: nobody that it knows.

One that goes by cookies has to look at the Origin of WebSockets too: browsers send them along from any site.
"""

Who: TypeAlias = Literal["anyone", "invited", "watchers", "seat", "owner"]
"""Whom a route is open to.

`anyone`: it is about no match, or judges by itself. `watchers`: whoever may watch the match: everybody if it is
public, else its seats, its owner, and who has its watcher's token. `invited`: those, and who holds an invitation.
"""

_ROLES: Final[dict[Who, tuple[Role, ...]]] = {
    "invited": ("seat", "owner", "watcher", "invited"),
    "watchers": ("seat", "owner", "watcher"),
    "seat": ("seat",),
    "owner": ("owner",),
}
_IN_URL: Final = "token_in_url"
_HEADERS: Final = "headers by name"


def open_to(
    who: Who, *, takes: type | None = None, token_in_url: bool = False, unlimited: bool = False
) -> dict[str, object]:
    """The declaration of a route: whom it is open to, and the message that it takes.

    Browsers' streams can't send headers, so there the token may stand in the URL.
    """
    return {"open_to": who, "takes": takes, _IN_URL: token_in_url, "unlimited": unlimited}


@frozen(kw_only=True)
class Caller:
    """Who asks, once it is known that they may."""

    house: House
    doorkeeper: "Doorkeeper"
    client: str
    """Whose budget it counts against."""
    user: str = ""
    holder: str = ""
    """Which token let them in; empty where none did."""
    live: Live | None = None
    role: Role | None = None
    seat: Seat | None = None
    scope: Scope = field(repr=False)

    @property
    def match(self) -> Live:
        """The match that the route is about."""
        if self.live is None:
            raise LookupError("the route is about no match")
        return self.live

    @property
    def player(self) -> Seat:
        """The seat that asks."""
        if self.seat is None:
            raise LookupError("the route isn't for seats alone")
        return self.seat

    @property
    def game(self) -> AnyGame:
        """The game of that match."""
        return self.house.following.game(self.match.table.game)

    @property
    def base(self) -> str:
        """Where the application is mounted: what all its paths begin with."""
        return _base(self.scope)

    def may_make_matches(self) -> None:
        """Count a match against what the client may make."""
        _spend(self.doorkeeper.makers, self.client)

    async def body(self, request: HttpRequest) -> bytes:
        """The whole body of the request; one that is too large is refused before it is read to its end.

        It has to be declared as JSON: a browser asks before it sends such a body to another site.
        """
        media, _, _ = (header(request, b"content-type") or "").lower().partition(";")
        if media.strip() != "application/json":
            raise Trouble(415, "unsupported_media_type", "send JSON, with Content-Type: application/json")
        limit = self.house.limits.body
        parts: list[bytes] = []
        size = 0
        while True:
            message = await request.receive()
            if message["type"] != "http.request":
                raise Trouble(400, "cut_off", "the connection was closed before the body's end")
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > limit:
                raise Trouble(413, "too_large", f"a body has at most {limit} bytes")
            if not message.get("more_body"):
                return b"".join(parts)

    def spend(self) -> None:
        """Count one request more."""
        _spend(self.doorkeeper.known, self.client)

    def check_streams(self) -> None:
        """Refuse a stream too many."""
        streams, limits = self.doorkeeper.streams, self.house.limits
        if streams[self.client] >= limits.streams or streams.total() >= limits.all_streams:
            raise Trouble(
                429,
                "too_many_streams",
                f"{limits.streams} streams at once; close one",
                headers={"Retry-After": "5"},
            )

    @contextmanager
    def streaming(self) -> Generator[None]:
        """Count a stream while it is open."""
        streams = self.doorkeeper.streams
        streams[self.client] += 1
        try:
            yield
        finally:
            streams[self.client] -= 1
            if not streams[self.client]:
                del streams[self.client]

    def once(self, request: HttpRequest, body: bytes, about: str) -> Once | None:
        """The request's idempotency key, bound to the token, or to what it is about where there is no token."""
        key = header(request, b"idempotency-key")
        if key is None:
            return None
        if not 16 <= len(key) <= 200 or not key.isascii() or not key.isprintable():
            raise Trouble(
                400,
                "bad_idempotency_key",
                "Idempotency-Key takes 16 to 200 printable characters: a fresh UUID, say",
            )
        what = f"{request.method} {request.url.path}\n".encode() + body
        user = sha256(self.user.encode(errors="surrogatepass")).hexdigest() if self.user else ""
        return Once(self.holder or f"{about} {user}", key, sha256(what).hexdigest())


def header(connection: Connection, name: bytes) -> str | None:
    """The header of that name, which is in lower case; the first one, if there are several."""
    state = connection.scope["state"]
    headers: dict[bytes, bytes] | None = state.get(_HEADERS)
    if headers is None:
        headers = state[_HEADERS] = dict(reversed([*connection.scope["headers"]]))
    value = headers.get(name)
    return None if value is None else value.decode("latin-1")


def caller_of(connection: Connection) -> Caller:
    """Who asks, as the guard found out."""
    found: object = connection.scope["state"]["caller"]
    if not isinstance(found, Caller):
        raise TypeError("the guard lets nobody in without saying who it is")
    return found


class Doorkeeper:
    """The guard of all routes."""

    def __init__(self, house: House, authenticate: Authenticate | None) -> None:
        self.house = house
        self.authenticate = authenticate
        self.known: RateLimiter = RateLimiter(house.limits.requests, house.limits.burst)
        self.strangers: RateLimiter = RateLimiter(house.limits.requests, house.limits.burst)
        self.streams: Counter[str] = Counter()
        self.makers: RateLimiter = RateLimiter(house.limits.new_matches, house.limits.new_matches_burst)

    def guarding(self, app: ASGIApp) -> ASGIApp:
        """The application behind the guard.

        It is no guard of Litestar's, because those are handed a copy of the route for each request.
        """

        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            handler = scope["route_handler"]
            if "open_to" in handler.opt:
                await self.admit(ASGIConnection(scope), handler.opt)
                await app(scope, receive, send)
            elif _tells_methods(handler):
                await _tell_methods(scope, send)
            else:
                raise LookupError(f"{handler} doesn't say whom it is open to")

        return guarded

    async def admit(self, connection: Connection, declared: Mapping[str, Any]) -> None:
        """Find out who asks. Whoever may not is told so, and learns nothing else."""
        if declared["unlimited"]:
            nobody = Caller(house=self.house, doorkeeper=self, client="", scope=connection.scope)
            connection.scope["state"]["caller"] = nobody
            return
        who: Who = declared["open_to"]
        user = "" if self.authenticate is None else await self.authenticate(connection)
        token = _token(connection, in_url=bool(declared[_IN_URL]), known=bool(user))
        caller = await self._caller(connection, token, user)
        connection.scope["state"]["caller"] = caller
        if who == "anyone":
            return
        if caller.role in _ROLES[who]:
            return
        if (
            caller.role is None
            and who in ("watchers", "invited")
            and caller.match.row.public
            and (user or not token)
        ):
            return
        if caller.role is None and not token and not user:
            raise Trouble(
                401, "token_missing", "send the token of the match as Authorization: Bearer ...", headers=_ASK
            )
        raise Trouble(403, "not_allowed", f"the token is not one of {_NEEDED[who]}")

    async def _caller(self, connection: Connection, token: str, user: str) -> Caller:
        """Who asks about which match. Tokens that are none cost what a stranger's requests cost."""
        scope = connection.scope
        match: str | None = scope["path_params"].get("match_id")
        if match is None:
            client = f"user {user}" if user else _address(scope)
            _spend(self.strangers, client)
            return Caller(house=self.house, doorkeeper=self, client=client, user=user, scope=scope)
        live = self.house.following.lives.get(match)
        found = None if live is None else _role(live, token, user)
        if found is None:
            _spend(self.strangers, _address(scope))
        if live is None:
            live = await self.house.following.live(match)
        elif live.row.status == "open":  # another process may just have given out a seat, or started it
            await self.house.following.refresh(live)
        if live is None or live.gone:
            raise Trouble(404, "no_such_match", "there is no such match, or it was deleted")
        if found is None:
            found = _role(live, token, user)
        role, seat = found or (None, None)
        if role is None:
            client = _address(scope)
        else:
            client = f"{match} {role} {seat}"
            _spend(self.known, client)
        return Caller(
            house=self.house,
            doorkeeper=self,
            client=client,
            user=user,
            holder="" if role is None else client,
            live=live,
            role=role,
            seat=seat,
            scope=scope,
        )


_ASK: Final = {"WWW-Authenticate": "Bearer"}
_NEEDED: Final[dict[Who, str]] = {
    "invited": "this match",
    "watchers": "this match that lets you watch",
    "seat": "a seat of this match",
    "owner": "this match's owner",
}


def _role(live: Live, token: str, user: str) -> tuple[Role, Seat | None] | None:
    found = live.table.role_of(token) if token else None
    return found or live.table.role_of_user(user)


def undeclared(app: Litestar) -> tuple[str, ...]:
    """The routes that don't say whom they are open to."""
    return tuple(
        f"{route.path}: {handler}"
        for route in app.routes
        for handler in (route.route_handlers if isinstance(route, HTTPRoute) else (route.route_handler,))
        if "open_to" not in handler.opt and not _tells_methods(handler)
    )


def _tells_methods(handler: BaseRouteHandler) -> bool:
    """Whether it is one of the framework's own, that only say which methods a path knows."""
    return isinstance(handler, HTTPRouteHandler) and handler.http_methods == {"OPTIONS"}


async def _tell_methods(scope: Scope, send: Send) -> None:
    """Say all methods of a path. Litestar's own handler knows only those of the path's first route."""
    methods = scope["litestar_app"].route_handler_method_map[scope["path_template"]]
    allowed = ", ".join(sorted(methods)).encode()
    await send({"type": "http.response.start", "status": 204, "headers": [(b"allow", allowed)]})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _address(scope: Scope) -> str:
    """The client that has no name."""
    client = scope["client"]
    return f"address {client[0] if client else ''}"


def _base(scope: Scope) -> str:
    """What stands before the application's own paths: where it is mounted in another, or behind a proxy."""
    path: str = scope["path"]
    given: object = dict(scope).get("raw_path")
    raw = given if isinstance(given, bytes) else b""
    if raw == path.encode():
        return ""
    whole = unquote(raw.partition(b"?")[0].decode("latin-1")).rstrip("/")
    if whole.endswith(path.rstrip("/")):
        return quote(whole.removesuffix(path.rstrip("/")))
    return str(scope["root_path"])


def _token(connection: Connection, *, in_url: bool, known: bool) -> str:
    given = header(connection, b"authorization")
    if given is None:
        return str(connection.query_params.get("token", "")) if in_url else ""
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token:
        if known:
            return ""  # by other means, which are the embedding application's own
        raise Trouble(401, "bad_authorization", "Authorization takes the form: Bearer TOKEN", headers=_ASK)
    return token.strip()


def _spend(limiter: RateLimiter, client: str) -> None:
    wait = limiter.wait(client)
    if wait:
        seconds = str(int(wait) + 1)
        raise Trouble(429, "too_many_requests", f"try again in {seconds} s", headers={"Retry-After": seconds})
