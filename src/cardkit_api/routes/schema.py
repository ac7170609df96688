"""The OpenAPI and AsyncAPI documents, and a page to read and try the API. It needs nothing from any other server."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

from litestar import Response, get
from litestar.response import Redirect
from msgspec import Raw

from cardkit.game import Json
from cardkit_api.asyncapi import asyncapi_document
from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.openapi import document
from cardkit_api.prepared import Shelf
from cardkit_api.requests import HttpRequest
from cardkit_api.responses import check_if_none_match, encode

__all__ = ["ROUTES"]

_MADE: Final[Shelf[Raw]] = Shelf()
_POLICY: Final = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:"


@get(
    "/schema/openapi.json",
    opt=open_to("anyone", reads=("If-None-Match",), budget="pages"),
    operation_id="getOpenApi",
    tags=["schema"],
    sync_to_thread=False,
)
def get_openapi(request: HttpRequest) -> Response[Raw]:
    """Show this API as an OpenAPI 3.1 document."""
    base = caller_of(request).base
    return _prepared(request, "openapi", lambda: {**document(request.app), "servers": [{"url": base or "/"}]})


@get(
    "/schema/asyncapi.json",
    opt=open_to("anyone", reads=("If-None-Match",), budget="pages"),
    operation_id="getAsyncApi",
    tags=["schema"],
    sync_to_thread=False,
)
def get_asyncapi(request: HttpRequest) -> Response[Raw]:
    """Show the WebSocket and the streams as an AsyncAPI 3.0 document."""
    base = caller_of(request).base
    return _prepared(request, "asyncapi", lambda: asyncapi_document(request.app, base))


@get("/schema", opt=open_to("anyone", budget="pages"), include_in_schema=False, sync_to_thread=False)
def get_page(request: HttpRequest) -> Response[str] | Redirect:
    """Show the page. What it needs is found from its address without a slash at the end."""
    raw: object = dict(request.scope).get("raw_path")
    if isinstance(raw, bytes) and raw.partition(b"?")[0].endswith(b"/"):
        return Redirect(f"{caller_of(request).base}/schema", status_code=303)
    return _file("explorer.html", "text/html")


@get(
    "/schema/explorer.js",
    opt=open_to("anyone", budget="pages"),
    include_in_schema=False,
    sync_to_thread=False,
)
def get_script() -> Response[str]:
    """Serve the page's script."""
    return _file("explorer.js", "text/javascript")


@get(
    "/schema/explorer.css",
    opt=open_to("anyone", budget="pages"),
    include_in_schema=False,
    sync_to_thread=False,
)
def get_style() -> Response[str]:
    """Serve the page's style sheet."""
    return _file("explorer.css", "text/css")


def _prepared(request: HttpRequest, name: str, make: Callable[[], dict[str, Json]]) -> Response[Raw]:
    """Answer with a document that is made once for each path. Making it takes as long as a hundred moves."""
    caller = caller_of(request)
    made = _MADE.get(caller.service, (name, caller.base), lambda: Raw(encode(make())))
    return made.answer(request, check_if_none_match(request, made.tag))


@cache
def _read(name: str) -> str:
    return files("cardkit_api").joinpath("static", name).read_text(encoding="utf-8")


def _file(name: str, media_type: str) -> Response[str]:
    return Response(
        _read(name),
        media_type=media_type,
        headers={"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"},
    )


ROUTES = (get_openapi, get_asyncapi, get_page, get_script, get_style)
