"""The application: routes, guard, refusals and the OpenAPI document, put together."""

import logging
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from litestar import Litestar, Response, Router
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.routes import BaseRoute

import cardkit
from cardkit.bots import bot
from cardkit.bots.random_bot import random_bot
from cardkit.game import AnyGame
from cardkit.rejections import CardkitError
from cardkit_api import games as games_routes
from cardkit_api import health, matches, page, playing, streams
from cardkit_api.access import Authenticate, Doorkeeper, HttpRequest, undeclared
from cardkit_api.house import House
from cardkit_api.http import NotModified
from cardkit_api.keys import Keys
from cardkit_api.limits import Limits
from cardkit_api.memory import MemoryStore
from cardkit_api.metrics import Metrics
from cardkit_api.problems import (
    MEDIA_TYPE,
    Trouble,
    problem_of,
    problem_of_error,
    problem_of_trouble,
    status_of,
    traced,
)
from cardkit_api.store import Store, StoreDown
from cardkit_api.thinking import MakeBot

__all__ = ["create_app"]

_log: Final = logging.getLogger("cardkit_api")


def create_app(
    store: Store,
    games: Mapping[str, AnyGame] | None = None,
    *,
    key: bytes | None = None,
    limits: Limits | None = None,
    bots: Mapping[str, MakeBot] | None = None,
    authenticate: Authenticate | None = None,
) -> Litestar:
    """The HTTP API over a store, for these games (all that are installed, unless said otherwise).

    `key` is the server's secret, 16 bytes or more, from which seeds and tokens follow: keep it, and keep it away from
    the database. It may be left out for a store in memory, and is taken from the environment's CARDKIT_KEY (in
    hexadecimal) if that is set. `bots` are those that clients may ask for, by name; the first one takes over from who
    resigns. Left out, they are `greedy` and `random`, which take next to no time. With `authenticate`, users that the
    embedding application knows need no tokens for the seats that they took.
    """
    house = House(
        store,
        cardkit.games() if games is None else games,
        Keys(_key(store) if key is None else key),
        limits or Limits(),
        bots or {"greedy": partial(bot, "greedy"), "random": random_bot},
    )
    doorkeeper = Doorkeeper(house, authenticate)
    metrics = Metrics(house, doorkeeper)

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncGenerator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = Litestar(
        route_handlers=ROUTES,
        lifespan=[opened],
        middleware=[doorkeeper.guarding],
        exception_handlers={
            CardkitError: _refused,
            Trouble: _troubled,
            NotModified: _known,
            StoreDown: _down,
            HTTPException: _http,
            Exception: _failed,
        },
        openapi_config=OpenAPIConfig(
            title="cardkit",
            version="1",
            description="Card games with hidden information: any client plays, and sees what it may see.",
            openapi_router=_Unserved("/unserved", route_handlers=[]),
            use_handler_docstrings=True,
        ),
        request_max_body_size=house.limits.body,
        logging_config=None,
    )
    if missing := undeclared(app):
        raise LookupError(f"these routes don't say whom they are open to: {', '.join(missing)}")
    app.asgi_handler = metrics.counting(app.asgi_handler)  # around all else, so that refusals count too
    app.state["metrics"] = metrics
    app.state["house"] = house
    return app


ROUTES: Final = (
    *games_routes.ROUTES,
    *matches.ROUTES,
    *playing.ROUTES,
    *streams.ROUTES,
    *health.ROUTES,
    *page.ROUTES,
)
"""All routes; each says whom it is open to."""


class _Unserved(Router):
    """Litestar's own pages about the API, whose scripts come from elsewhere: there are none."""

    def register(self, value: object) -> list[BaseRoute]:
        """Add nothing."""
        return []


def _key(store: Store) -> bytes:
    given = os.environ.get("CARDKIT_KEY")
    if given:
        return bytes.fromhex(given)
    if isinstance(store, MemoryStore):
        return os.urandom(32)
    raise ValueError(
        "a store that outlives the process needs a key that does too: pass key=..., "
        "or set CARDKIT_KEY to 64 hexadecimal digits (python -c 'import secrets; print(secrets.token_hex(32))')"
    )


def _problem(
    status: int, document: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> Response[Mapping[str, Any]]:
    fields = {"Cache-Control": "no-store", **(headers or {})}
    return Response(document, status_code=status, media_type=MEDIA_TYPE, headers=fields)


def _refused(_: HttpRequest, error: CardkitError) -> Response[Mapping[str, Any]]:
    return _problem(status_of(error), problem_of_error(error))


def _troubled(_: HttpRequest, trouble: Trouble) -> Response[Mapping[str, Any]]:
    return _problem(trouble.status, problem_of_trouble(trouble), trouble.headers)


def _known(_: HttpRequest, known: NotModified) -> Response[None]:
    return Response(None, status_code=304, headers=known.headers)


def _down(_: HttpRequest, error: StoreDown) -> Response[Mapping[str, Any]]:
    _log.warning("the store is down: %s", error)
    detail = "the store can't be reached just now; what you asked for may or may not have happened"
    return _problem(503, problem_of(503, "store_down", detail), {"Retry-After": "2"})


_HTTP_CODES: Final = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "unsupported_media_type",
}


def _http(_: HttpRequest, error: HTTPException) -> Response[Mapping[str, Any]]:
    code = _HTTP_CODES.get(error.status_code, "refused")
    detail = (
        str(error.detail).partition(" for ")[0]
        if isinstance(error, ValidationException)
        else str(error.detail)
    )
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        detail += ": " + "; ".join(f"{item.get('key')}: {item.get('message')}" for item in error.extra)
    return _problem(error.status_code, problem_of(error.status_code, code, detail), error.headers)


def _failed(request: HttpRequest, error: Exception) -> Response[Mapping[str, Any]]:
    _log.error("%s %s failed: %s", request.method, dict(request.scope).get("path_template"), traced(error))
    return _problem(500, problem_of(500, "internal_error", "the server failed; that is its fault, not yours"))
