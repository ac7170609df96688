"""The guard of all routes: it finds out who calls, and whether the route is open to them."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from litestar.connection import ASGIConnection
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from cardkit.phrases import SAYS
from cardkit_api.addresses import client_address
from cardkit_api.caller import Budgets, Caller, admit, spend
from cardkit_api.declaration import Budget, Declaration, Deprecation, Who, declaration_of, lists_methods
from cardkit_api.keys import hash_token, hash_user
from cardkit_api.problems import HttpRefusal, allowed_methods
from cardkit_api.requests import Connection, header
from cardkit_api.service.match_info import Holder, Role
from cardkit_api.service.service import Service

__all__ = ["Authenticate", "Guard"]

Authenticate: TypeAlias = Callable[[Connection], Awaitable[str]]
"""Returns the id of the embedding application's user who calls. An empty text stands for nobody.

An id is a text of any length, and always the same for the same user. The server keeps its hash only.

If it uses cookies, it must check the Origin of WebSockets: browsers send cookies along from any site.
"""

_ROLES: Final[dict[Who, tuple[Role, ...]]] = {
    "invited": ("seat", "owner", "watcher", "invited"),
    "watchers": ("seat", "owner", "watcher"),
    "seat": ("seat",),
    "seat or owner": ("seat", "owner"),
    "owner": ("owner",),
}
_NEEDED: Final[dict[Who, str]] = {
    "invited": "a token or an invitation of this match",
    "watchers": "a token of this match",
    "seat": "the token of a seat of this match",
    "seat or owner": "the token of the seat, or of this match's owner",
    "owner": "the token of this match's owner",
}
_SHARED: Final[tuple[Role, ...]] = ("watcher", "invited")
"""The roles that several people may have by one token."""
_CHALLENGE: Final = {"WWW-Authenticate": "Bearer"}


class Guard:
    """The guard of all routes. It follows what each route declares."""

    def __init__(self, service: Service, budgets: Budgets, authenticate: Authenticate | None) -> None:
        self.service = service
        self.budgets = budgets
        self.authenticate = authenticate

    def wrap(self, app: ASGIApp) -> ASGIApp:
        """Return the application behind the guard.

        This isn't one of Litestar's guards, because Litestar copies the route for those on each request.
        """

        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            handler = scope["route_handler"]
            declared = declaration_of(handler)
            if declared is not None and declared.deprecated is not None:
                send = _warn(declared.deprecated, send)
            if declared is not None:
                await self.check(ASGIConnection(scope), declared)
                await app(scope, receive, send)
            elif lists_methods(handler):
                self.count_stranger(scope)
                await _list_methods(scope, send)
            else:
                raise LookupError(f"{handler} doesn't say whom it is open to")

        return guarded

    async def check(self, connection: Connection, declared: Declaration) -> None:
        """Admit the caller, or refuse. A refusal says nothing else about the match."""
        if declared.budget != "requests":
            self.count_stranger(connection.scope, declared.budget)
            nobody = Caller(service=self.service, budgets=self.budgets, client="", scope=connection.scope)
            admit(connection, nobody)
            return
        who = declared.who
        known = "" if self.authenticate is None else await self.authenticate(connection)
        user = hash_user(known) if known else ""
        token = _token(connection, in_url=declared.token_in_url, known=bool(known))
        ticket = connection.query_params.get("ticket") if declared.token_in_url and not token else None
        if ticket is None:
            holder = Holder(token and hash_token(token), user)
        else:
            holder = self._ticket_holder(connection.scope, str(ticket))
        caller = await self._identify(connection.scope, holder)
        admit(connection, caller)
        self._check_role(connection, declared, caller)
        if who == "watchers":
            caller.shown.check_open()

    def _check_role(self, connection: Connection, declared: Declaration, caller: Caller) -> None:
        """Refuse unless the route is open to a caller with this role."""
        who, holder = declared.who, caller.holder
        if (
            who == "anyone"
            or caller.role in _ROLES.get(who, ())
            or (who in ("owner", "seat or owner") and caller.is_owner)
        ):
            return
        if who == "user":
            if holder.user:
                return
            raise HttpRefusal(
                401,
                "user_missing",
                "this is for users of the application that embeds the server, and the request names none",
                headers=_CHALLENGE,
            )
        if declared.ends_role and (holder.token or holder.user) and header(connection, b"idempotency-key"):
            return
        if caller.role is None:
            if (
                who in ("watchers", "invited")
                and caller.match.row.public
                and (holder.user or not holder.token)
            ):
                return
            if not holder.token and not holder.user:
                raise HttpRefusal(
                    401,
                    "token_missing",
                    "send a token of the match as Authorization: Bearer TOKEN",
                    headers=_CHALLENGE,
                )
        raise HttpRefusal(403, "not_allowed", f"the token doesn't allow this; send {_NEEDED[who]}")

    def count_stranger(self, scope: Scope, budget: Budget = "requests") -> None:
        """Count a request of an address. Refuse if there are too many."""
        budgets = self.budgets
        limiter = {"requests": budgets.strangers, "pages": budgets.pages, "figures": budgets.figures}[budget]
        spend(limiter, _address(scope))

    def _ticket_holder(self, scope: Scope, ticket: str) -> Holder:
        holder = self.service.tickets.holder(str(scope["path_params"]["match_id"]), ticket)
        if holder is None:
            self.count_stranger(scope)
            raise HttpRefusal(
                401,
                "bad_ticket",
                "the ticket has expired, or isn't one for this match; get a new one with POST .../tickets",
                headers=_CHALLENGE,
            )
        return holder

    async def _identify(self, scope: Scope, holder: Holder) -> Caller:
        """Find out who calls about which match. A wrong token counts as a stranger's request."""
        match: str | None = scope["path_params"].get("match_id")
        if match is None:
            client = _client(scope, holder)
            spend(self.budgets.strangers, client)
            return Caller(
                service=self.service, budgets=self.budgets, client=client, holder=holder, scope=scope
            )
        loaded = self.service.cache.get(match)
        found = None if loaded is None else loaded.info.role_of_holder(holder)
        if found is None:
            spend(self.budgets.strangers, _client(scope, holder))
        info = None if loaded is None else loaded.info
        if loaded is None:
            loaded = await self.service.cache.load(match)
        elif loaded.row.status == "open":  # another process may just have given out a seat, or started it
            await self.service.cache.refresh(loaded)
        else:
            await self.service.cache.read_news(loaded)
        if loaded is None or loaded.gone:
            raise HttpRefusal(404, "no_such_match", SAYS["no_such_match"])
        if loaded.info is not info:
            found = loaded.info.role_of_holder(holder)
        role, seat = found or (None, None)
        if role is None:
            client = _client(scope, holder)
        else:
            client = f"{match} {role} {seat}"
            if role in _SHARED:  # so everybody who holds it counts apart
                client = f"{client} {_client(scope, holder)}"
            spend(self.budgets.known, client)
        return Caller(
            service=self.service,
            budgets=self.budgets,
            client=client,
            holder=holder,
            loaded=loaded,
            role=role,
            seat=seat,
            scope=scope,
        )


def _token(connection: Connection, *, in_url: bool, known: bool) -> str:
    given = header(connection, b"authorization")
    if given is None:
        return str(connection.query_params.get("token", "")) if in_url else ""
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token:
        if known:
            return ""  # the embedding application's own authorization
        raise HttpRefusal(
            401, "bad_authorization", "Authorization takes the form: Bearer TOKEN", headers=_CHALLENGE
        )
    return token.strip()


def _client(scope: Scope, holder: Holder) -> str:
    """Return who counts as one client if it isn't a seat or an owner: a user or, without one, an address."""
    return f"user {holder.user}" if holder.user else _address(scope)


def _address(scope: Scope) -> str:
    client = scope["client"]
    return f"address {client_address(client[0]) if client else ''}"


def _warn(deprecated: Deprecation, send: Send) -> Send:
    """Return the function that sends an answer with the headers of a deprecated route."""
    headers = [(name.lower().encode(), value.encode()) for name, value in deprecated.headers.items()]

    async def send_on(message: Message) -> None:
        if message["type"] == "http.response.start" or message["type"] == "websocket.accept":
            message["headers"] = [*message["headers"], *headers]
        await send(message)

    return send_on


async def _list_methods(scope: Scope, send: Send) -> None:
    """Answer with all methods of a path. Litestar's own route knows only those of the path's first route."""
    routes = scope["litestar_app"].routes
    template = scope["path_template"]
    methods = {
        method
        for route in routes
        if isinstance(route, HTTPRoute) and route.path_format == template
        for method in route.methods
    }
    allowed = allowed_methods(methods).encode()
    await send({"type": "http.response.start", "status": 204, "headers": [(b"allow", allowed)]})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
