"""Routes that are found and called without the framework, which would take a sixth of the time of a move."""

import re
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from attrs import frozen
from litestar import Litestar, Request
from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, Method, Receive, Scope, Send

from cardkit_api.declaration import Declaration, declaration_of
from cardkit_api.guard import Guard
from cardkit_api.requests import HttpRequest, path_below_root, scope_header

__all__ = ["DirectRoutes"]

AnswerProblem: TypeAlias = Callable[[HttpRequest, Exception], ASGIApp]

_HOST: Final = re.compile(rb"[\w.:\[\]-]*")
"""Hosts that the framework is sure to accept."""


@frozen
class _Route:
    handler: HTTPRouteHandler
    declared: Declaration
    template: str
    parameter: str
    """The name of the only parameter in the path."""
    before: str
    """What is before it."""
    after: str
    """What follows it."""


class DirectRoutes:
    """The direct routes of an application. It gets all other requests, and all that look unusual."""

    def __init__(self, app: Litestar, guard: Guard, answer_problem: AnswerProblem) -> None:
        self.app: ASGIApp = app.asgi_handler
        self.guard = guard
        self.answer_problem = answer_problem
        self.routes: dict[Method, list[_Route]] = {}
        """The routes by their methods."""
        for route in app.routes:
            for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
                declared = declaration_of(handler)
                if declared is not None and declared.direct and declared.deprecated is None:
                    for method in handler.http_methods:
                        self.routes.setdefault(method, []).append(
                            _route(route.path_format, handler, declared)
                        )

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer a request."""
        if scope["type"] == ScopeType.HTTP:
            for route in self.routes.get(scope["method"], ()):
                path = path_below_root(scope)
                if not path.startswith(route.before) or not path.endswith(route.after):
                    continue
                value = path[len(route.before) : -len(route.after)]
                host = scope_header(scope, b"host")
                if value and "/" not in value and (host is None or _HOST.fullmatch(host)):
                    scope["path"] = path
                    scope["path_params"] = {route.parameter: value}
                    scope["path_template"] = route.template
                    scope["route_handler"] = route.handler
                    return self._call(route, scope, receive, send)
        return self.app(scope, receive, send)

    async def _call(self, route: _Route, scope: Scope, receive: Receive, send: Send) -> None:
        request: HttpRequest = Request(scope, receive, send)
        try:
            await self.guard.check(request, route.declared)
            reply: ASGIApp = await route.handler.fn(request, **scope["path_params"])
        except Exception as error:
            reply = self.answer_problem(request, error)
        await reply(scope, receive, send)


def _route(template: str, handler: HTTPRouteHandler, declared: Declaration) -> _Route:
    before, parameter, after = re.split("[{}]", template)
    if not after:
        raise ValueError(f"{template}: a direct route has one parameter in the middle of its path")
    return _Route(handler, declared, template, parameter, before, after)
