"""Scopes of ASGI, for tests that call the application without a client."""

import asyncio
import json
import re
from collections.abc import Sequence
from typing import Any, Final, Literal

import httpx
from litestar import Litestar

__all__ = ["PLAIN", "request_to", "scope_of"]

PLAIN: Final = re.compile(r"(/[\w-]+)+(\?[\w=&,-]*)?", re.ASCII)
"""An address that a client sends as it is written."""


def scope_of(
    address: str, headers: dict[str, str], kind: Literal["http", "websocket"] = "http"
) -> dict[str, Any]:
    """Return the scope of a GET, or of a WebSocket's handshake."""
    path, _, query = address.partition("?")
    scope = {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("test", 1),
        "server": ("cards.test", 80),
        "state": {},
        "extensions": {},
    }
    return {**scope, "method": "GET"} if kind == "http" else {**scope, "subprotocols": []}


async def request_to(
    app: Litestar,
    client: httpx.AsyncClient,
    method: str,
    address: str,
    headers: Sequence[tuple[bytes, bytes]],
    body: object,
) -> httpx.Response:
    """Send a request to an application as that client would, which takes three times as long."""
    content = body if isinstance(body, bytes) else b"" if body is None else _json(body)
    given = {b"host": client.base_url.netloc}
    for name, value in client.headers.raw:
        given[name.lower()] = value
    if body is not None or method in ("POST", "PUT", "PATCH"):
        given[b"content-length"] = b"%d" % len(content)
    if body is not None and not isinstance(body, bytes):
        given[b"content-type"] = b"application/json"
    given |= {name.lower(): value for name, value in headers}
    scope = scope_of(address, {})
    scope["method"], scope["headers"] = method, [*given.items()]
    scope["server"], scope["client"] = (client.base_url.host, None), ("127.0.0.1", 123)
    incoming: list[dict[str, Any]] = [{"type": "http.request", "body": content, "more_body": False}]
    begun: dict[str, Any] = {}
    parts: list[bytes] = []
    ended = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if incoming:
            return incoming.pop()
        await ended.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            assert not begun
            begun.update(message)
        else:
            assert message["type"] == "http.response.body"
            assert begun
            assert not ended.is_set()
            parts.append(message.get("body", b""))
            if not message.get("more_body", False):
                ended.set()

    try:
        await app(scope, receive, send)  # type: ignore[arg-type]  # plain dicts
    except Exception:  # a server answers so, and logs it
        begun = {"status": 500, "headers": [], **begun}
    else:
        assert ended.is_set()
    content = b"" if method == "HEAD" else b"".join(parts)
    answer = httpx.Response(begun["status"], headers=begun["headers"], stream=httpx.ByteStream(content))
    answer.read()
    return answer


def _json(body: object) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
