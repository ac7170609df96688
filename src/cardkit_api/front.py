"""What every request passes first, and every answer last.

Here requests get their ids, are counted and logged, HEAD and browsers of other sites are answered, and the operator's
own files are served.
"""

import asyncio
import logging
import sys
from random import uniform
from time import perf_counter
from typing import Final

from attrs import frozen
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.types.asgi_types import HTTPResponseStartEvent, HTTPScope, Message, WebSocketScope

from cardkit_api.caller import dismiss, problem_of
from cardkit_api.guard import Guard
from cardkit_api.metrics import Metrics
from cardkit_api.origins import Origins
from cardkit_api.problems import HttpRefusal, Refused, problem_for
from cardkit_api.requests import mark_head, path_below_root, scope_header
from cardkit_api.responses import encode
from cardkit_api.server_log import REQUEST, request_id
from cardkit_api.static_files import StaticFolder
from cardkit_api.tracing import RequestSpan

__all__ = ["Front"]

_access: Final = logging.getLogger("cardkit_api.access")


@frozen(eq=False)
class Front:
    """The application as a server meets it."""

    app: ASGIApp
    guard: Guard
    metrics: Metrics
    origins: Origins | None = None
    static: StaticFolder | None = None
    secret: frozenset[str] = frozenset()
    """The templates of the paths whose requests are neither counted, nor logged, nor traced."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or open a socket."""
        given = scope_header(scope, b"x-request-id")
        name = request_id(given)
        token = REQUEST.set(name)
        try:
            with self.guard.service.figures.tracing.request(scope) as span:
                if scope["type"] == ScopeType.HTTP:
                    await self._answer(scope, receive, send, name, span)
                else:
                    await self._open_socket(scope, receive, send, span)
        finally:
            REQUEST.reset(token)
            dismiss(scope)

    async def _answer(
        self, scope: HTTPScope, receive: Receive, send: Send, name: str, span: RequestSpan | None
    ) -> None:
        began = perf_counter()
        more = [(b"x-request-id", name.encode())]
        if self.origins is not None:
            more += self.origins.headers(scope_header(scope, b"origin"))
        method, only_head = scope["method"], scope["method"] == "HEAD"
        if only_head:
            scope = scope.copy()
            scope["method"] = "GET"
            mark_head(scope)
        answered = 0

        async def pass_on(message: Message) -> None:
            nonlocal answered
            if message["type"] != "http.response.start":
                if not only_head:
                    await send(message)
                return
            answered = message["status"]
            route = _route(scope)
            if route not in self.secret:
                self.metrics.count(method, route, answered, perf_counter() - began)
                if span is not None:
                    span.end(method, route, answered)
            elif span is not None:
                span.drop()
            if answered == 429:
                await self._pause()
            message["headers"] = [*message["headers"], *more]
            await send(message)
            if only_head:
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        if self.origins is None and self.static is None:  # a call less
            await self.app(scope, receive, pass_on)
        else:
            await self._route(scope, receive, pass_on)
        if _access.isEnabledFor(logging.INFO) and _route(scope) not in self.secret:
            facts = {
                "method": method,
                "route": _route(scope),
                "status": answered,
                "milliseconds": round((perf_counter() - began) * 1000, 1),
                "client": _client(scope),
            }
            _access.info("answered", extra=facts)

    async def _route(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Answer from the operator's own files, or else from the API."""
        if self.origins is not None and scope["method"] == "OPTIONS":
            asked = scope_header(scope, b"access-control-request-method")
            if asked is not None:
                await self._answer_preflight(self.origins, scope, send)
                return
        if self.static is not None and scope["method"] == "GET":
            file = self.static.find(path_below_root(scope))
            if file is not None:
                try:
                    self.guard.count_stranger(scope, "pages")
                    await self.static.send(file, scope_header(scope, b"if-none-match"), send)
                except HttpRefusal as error:
                    await self._refuse(error, send)
                return
        await self.app(scope, receive, send)

    async def _answer_preflight(self, origins: Origins, scope: HTTPScope, send: Send) -> None:
        try:
            self.guard.count_stranger(scope, "pages")
        except HttpRefusal as error:
            await self._refuse(error, send)
            return
        await send({"type": "http.response.start", "status": 204, "headers": origins.preflight()})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _refuse(self, error: HttpRefusal, send: Send) -> None:
        """Refuse what isn't the API's own."""
        refused = problem_for(error, "a page")
        self.guard.budgets.refusals[refused.counted_as] += 1
        await send(_start(refused))
        await send({"type": "http.response.body", "body": encode(refused.document), "more_body": False})

    async def _pause(self) -> None:
        """Hold the answer back. Many that were refused at once aren't answered at once, too."""
        await asyncio.sleep(self.guard.service.limits.refusal_pause * uniform(0.5, 1))

    async def _open_socket(
        self, scope: WebSocketScope, receive: Receive, send: Send, span: RequestSpan | None
    ) -> None:
        accepted = False

        async def pass_on(message: Message) -> None:
            nonlocal accepted
            if message["type"] == "websocket.accept":
                accepted = True
                if span is not None:
                    span.end("GET", _route(scope), 101)
            if message["type"] == "websocket.close" and not accepted:
                refused = _refusal_of(
                    scope, sys.exc_info()[1]
                )  # the framework closes it where it caught that
                self.guard.budgets.refusals[refused.counted_as] += 1
                if span is not None:
                    span.end("GET", _route(scope), refused.status)
                if refused.status == 429:
                    await self._pause()
                await _refuse_socket(scope, refused, send)
            else:
                await send(message)

        await self.app(scope, receive, pass_on)


def _refusal_of(scope: WebSocketScope, error: BaseException | None) -> Refused:
    if not isinstance(error, Exception) or "route_handler" not in scope:
        return problem_for(HttpRefusal(404, "not_found", "there is no socket at this path"), "a socket")
    return problem_of(ASGIConnection(scope), error, "opening a socket")


async def _refuse_socket(scope: WebSocketScope, refused: Refused, send: Send) -> None:
    """Say why there is no socket.

    Browsers hide the answer to a handshake from their pages. So these get a socket that says it and closes. Everybody
    else gets a problem document, if the server that runs the application can send one.
    """
    code = 4000 + refused.status
    if scope_header(scope, b"origin") is not None:
        said = encode({**refused.document, "type": "refused"}).decode()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await send({"type": "websocket.send", "text": said, "bytes": None})
        await send({"type": "websocket.close", "code": code, "reason": refused.code})
    elif _can_answer(scope):
        start = _start(refused)
        body = encode(refused.document)
        await send(
            {"type": "websocket.http.response.start", "status": start["status"], "headers": start["headers"]}
        )
        await send({"type": "websocket.http.response.body", "body": body, "more_body": False})
    else:
        await send({"type": "websocket.close", "code": code, "reason": refused.code})


def _can_answer(scope: WebSocketScope) -> bool:
    extensions: object = dict(scope).get("extensions")
    return isinstance(extensions, dict) and "websocket.http.response" in extensions


def _start(refused: Refused) -> HTTPResponseStartEvent:
    length = b"%d" % len(encode(refused.document))
    headers = [*refused.fields, (b"content-length", length)]
    return {"type": "http.response.start", "status": refused.status, "headers": headers}


def _route(scope: HTTPScope | WebSocketScope) -> str:
    """Return the template of the path: the path itself may hold anything."""
    try:
        return scope["path_template"]
    except KeyError:  # no route has been found
        return "unknown"


def _client(scope: HTTPScope) -> str:
    client = scope["client"]
    return client[0] if client else ""
