"""The application: the routes over the service, behind the guard."""

import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from litestar import Litestar, Response, Router
from litestar.exceptions import MethodNotAllowedException, NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.routes import BaseRoute

import cardkit
from cardkit.bots import bot
from cardkit.bots.random_bot import random_bot
from cardkit.game import AnyGame, Json
from cardkit_api.caller import Budgets, problem_of
from cardkit_api.declaration import declaration_of, secret_paths, undeclared_routes
from cardkit_api.direct import DirectRoutes
from cardkit_api.front import Front
from cardkit_api.guard import Authenticate, Guard
from cardkit_api.keys import keys_from_environment, keys_of
from cardkit_api.limits import Limits
from cardkit_api.metrics import Metrics
from cardkit_api.origins import Origins, check_origins
from cardkit_api.problems import HttpRefusal
from cardkit_api.requests import HttpRequest
from cardkit_api.responses import NotModified, Reply, encode
from cardkit_api.routes import ROUTES
from cardkit_api.service.bots import MakeBot
from cardkit_api.service.service import Service
from cardkit_api.static_files import StaticFolder
from cardkit_api.stores.contract import Store
from cardkit_api.stores.memory import MemoryStore
from cardkit_api.webhooks import Webhooks

__all__ = ["create_app"]


def create_app(
    store: Store,
    games: Mapping[str, AnyGame] | None = None,
    *,
    key: bytes | Sequence[bytes] | None = None,
    limits: Limits | None = None,
    bots: Mapping[str, MakeBot] | None = None,
    authenticate: Authenticate | None = None,
    origins: Sequence[str] = (),
    static: Path | None = None,
    webhooks: Webhooks | None = None,
) -> Litestar:
    """Return the HTTP API over a store, for these games. By default it offers all that are installed.

    `key` is the server's secret of 16 bytes or more, from which seeds and tokens follow. Keep it, and keep it away from
    the database. By default it is CARDKIT_KEY from the environment, in hexadecimal; a store in memory needs none.
    Of several keys, the first one is for new matches, and the others are for those that were made with them.

    `bots` are the bots that clients may ask for, by name. The first one takes over from players who resign. The
    defaults, `greedy` and `random`, take next to no time.

    With `authenticate`, the embedding application's users need no tokens for the seats that they took.

    Pages from these `origins`, such as `https://cards.example`, may use the API in browsers; `*` stands for all.
    Files in the folder `static` are served beside it. `webhooks` says which webhooks there are; by default, none.
    """
    allowed = check_origins(origins)
    return application(
        guard_for(store, games, key, limits, bots, authenticate, webhooks),
        Origins(allowed) if allowed else None,
        None if static is None else StaticFolder(static),
    )


def guard_for(
    store: Store,
    games: Mapping[str, AnyGame] | None,
    key: bytes | Sequence[bytes] | None,
    limits: Limits | None,
    bots: Mapping[str, MakeBot] | None,
    authenticate: Authenticate | None,
    webhooks: Webhooks | None = None,
) -> Guard:
    """Return a service and its guard, for the arguments of `create_app`."""
    service = Service(
        store,
        cardkit.games() if games is None else games,
        keys_of(_key(store) if key is None else key),
        limits or Limits(),
        bots or {"greedy": partial(bot, "greedy"), "random": random_bot},
        webhooks,
    )
    return Guard(service, Budgets(service.limits), authenticate)


def application(guard: Guard, origins: Origins | None = None, static: StaticFolder | None = None) -> Litestar:
    """Return the routes behind the guard."""
    metrics = Metrics(guard.service, guard.budgets)
    answer_problem = partial(_answer_problem, guard)

    @asynccontextmanager
    async def run(app: Litestar) -> AsyncGenerator[None]:
        await guard.service.open()
        try:
            yield
        finally:
            await guard.service.close()

    app = Litestar(
        route_handlers=ROUTES,
        lifespan=[run],
        middleware=[guard.wrap],
        exception_handlers={NotModified: _answer_not_modified, Exception: answer_problem},
        openapi_config=OpenAPIConfig(
            title="cardkit",
            version="1",
            description="Card games with hidden information: any client plays, and sees what it may see.",
            openapi_router=_NoPages("/unserved", route_handlers=[]),
            use_handler_docstrings=True,
        ),
        request_max_body_size=guard.service.limits.body,
        logging_config=None,
    )
    if missing := undeclared_routes(app):
        raise LookupError(f"these routes don't say whom they are open to: {', '.join(missing)}")
    routes = DirectRoutes(app, guard, answer_problem)
    # around everything else
    app.asgi_handler = Front(routes, guard, metrics, origins, static, secret_paths(app))
    app.state["metrics"] = metrics
    app.state["service"] = guard.service
    app.state["budgets"] = guard.budgets
    return app


class _NoPages(Router):
    """Replaces Litestar's own pages about the API, which load scripts from other servers."""

    def register(self, value: object) -> list[BaseRoute]:
        """Add nothing."""
        return []


def _key(store: Store) -> bytes | Sequence[bytes]:
    if given := keys_from_environment():
        return given
    if isinstance(store, MemoryStore):
        return os.urandom(32)
    raise ValueError(
        "a store that keeps matches needs a key that you keep: pass key=..., "
        "or set CARDKIT_KEY to 64 hexadecimal digits (python -c 'import secrets; print(secrets.token_hex(32))')"
    )


def _answer_not_modified(_: HttpRequest, known: NotModified) -> Response[None]:
    return Response(None, status_code=304, headers=known.headers)


def _answer_problem(guard: Guard, request: HttpRequest, error: Exception) -> Reply[Mapping[str, Json]]:
    if isinstance(error, NotFoundException | MethodNotAllowedException):  # the guard hasn't counted it
        try:
            guard.count_stranger(request.scope)
        except HttpRefusal as refusal:
            error = refusal
    refused = problem_of(request, error, f"{request.method} {dict(request.scope).get('path_template')}")
    handler = dict(request.scope).get("route_handler")
    declared = declaration_of(handler) if isinstance(handler, BaseRouteHandler) else None
    if declared is None or not declared.secret:
        guard.budgets.refusals[refused.counted_as] += 1
    return Reply(encode(refused.document), refused.status, refused.fields)
