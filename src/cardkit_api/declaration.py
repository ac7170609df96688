"""What a route declares about itself: whom it is open to, what it reads, and how it refuses.

The guard follows it, and the OpenAPI document is made from it.
"""

from datetime import UTC, date, datetime, time
from email.utils import format_datetime
from typing import Literal, TypeAlias

from attrs import frozen
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.handlers.base import BaseRouteHandler
from litestar.routes import HTTPRoute

__all__ = [
    "Budget",
    "Declaration",
    "Deprecation",
    "RequestHeader",
    "ResponseHeader",
    "Who",
    "declaration_of",
    "lists_methods",
    "open_to",
    "secret_paths",
    "undeclared_routes",
]

Who: TypeAlias = Literal["anyone", "user", "invited", "watchers", "seat", "seat or owner", "owner"]
"""Whom a route is open to.

`anyone`: the route isn't about a match, or checks its callers itself. `watchers`: everybody who may watch the match.
That is everybody if the match is public, else its seats, its owner, and holders of its watcher's token. `invited`:
these, and holders of an invitation.
"""

RequestHeader: TypeAlias = Literal[
    "If-Match", "If-Match-optional", "If-None-Match", "Idempotency-Key", "Accept-Language", "Last-Event-ID"
]
ResponseHeader: TypeAlias = Literal["ETag", "Location", "Idempotency-Replayed", "Content-Language", "Link"]

Budget: TypeAlias = Literal["requests", "pages", "figures"]
"""What the requests of a route count against: the caller's requests, or what an address may ask of pages and figures.

Pages and figures don't know their caller. Those who run a server get its figures while others ask too much.
"""

_KEY = "open_to"


@frozen
class Deprecation:
    """A route that clients shouldn't use any more: since when, and until when it answers if that is known."""

    since: date
    until: date | None = None

    @property
    def headers(self) -> dict[str, str]:
        """The headers that say so in each answer (RFC 9745 and RFC 8594)."""
        said = {"Deprecation": f"@{_midnight(self.since).timestamp():.0f}"}
        if self.until is not None:
            said["Sunset"] = format_datetime(_midnight(self.until), usegmt=True)
        return said


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


@frozen(kw_only=True)
class Declaration:
    """What a route declares. See `open_to`."""

    who: Who
    takes: type | None
    reads: tuple[RequestHeader, ...]
    sends: tuple[ResponseHeader, ...]
    refuses: tuple[int, ...]
    streams: bool
    token_in_url: bool
    budget: Budget
    direct: bool
    deprecated: Deprecation | None
    ends_role: bool
    secret: bool


def open_to(
    who: Who,
    *,
    takes: type | None = None,
    reads: tuple[RequestHeader, ...] = (),
    sends: tuple[ResponseHeader, ...] = (),
    refuses: tuple[int, ...] = (),
    streams: bool = False,
    token_in_url: bool = False,
    budget: Budget = "requests",
    direct: bool = False,
    deprecated: Deprecation | None = None,
    ends_role: bool = False,
    secret: bool = False,
) -> dict[str, object]:
    """Declare a route, for its `opt`.

    `takes` is the message in the request's body. `reads` are its headers besides Authorization, `sends` the headers of
    the answer. `refuses` lists the statuses of refusals, except for those that every such route has: with a body 400,
    413, 415 and 422, about a match 401, 403 and 404, and by limits 429 and 503.

    A route that reads If-None-Match also sends ETag, and answers 304. With `streams`, the answer may be an endless
    stream. Browsers can't send headers with streams, so there the token may be in the URL. `budget` says what the
    requests count against. `ends_role` says that the caller may lose their role by it. So a request that is repeated
    with its idempotency key is let in without that role, and the route finds the kept answer or refuses. Answers of a
    `deprecated` route say so, unless they are refusals.

    Requests to a `secret` route are neither counted, nor logged, nor traced: others could learn from it that there
    was one. Its failures are logged.

    A `direct` route has one parameter in the middle of its path, takes the request and this text, and returns an
    `answer`. So the framework is spared, which would take a sixth of the time of a move (`direct`).
    """
    return {
        _KEY: Declaration(
            who=who,
            takes=takes,
            reads=reads,
            sends=sends,
            refuses=refuses,
            streams=streams,
            token_in_url=token_in_url,
            budget=budget,
            direct=direct,
            deprecated=deprecated,
            ends_role=ends_role,
            secret=secret,
        )
    }


def declaration_of(handler: BaseRouteHandler) -> Declaration | None:
    """Return what the route declares, or `None` if it declares nothing."""
    declared: object = handler.opt.get(_KEY)
    return declared if isinstance(declared, Declaration) else None


def lists_methods(handler: BaseRouteHandler) -> bool:
    """Return whether this is one of the framework's own routes, which only list the methods of a path."""
    return isinstance(handler, HTTPRouteHandler) and handler.http_methods == {"OPTIONS"}


def secret_paths(app: Litestar) -> frozenset[str]:
    """Return the templates of the paths whose requests are neither counted nor logged."""
    return frozenset(
        route.path_format
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        if (declared := declaration_of(handler)) is not None and declared.secret
    )


def undeclared_routes(app: Litestar) -> tuple[str, ...]:
    """Return the routes that declare nothing."""
    return tuple(
        f"{route.path}: {handler}"
        for route in app.routes
        for handler in (route.route_handlers if isinstance(route, HTTPRoute) else (route.route_handler,))
        if declaration_of(handler) is None and not lists_methods(handler)
    )
