"""Scopes of ASGI, for tests that call the application without a client."""

from typing import Any, Literal

__all__ = ["scope_of"]


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
