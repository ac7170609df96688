"""The OpenAPI document, and a page to read and try it. The page needs nothing from any other server."""

from functools import cache
from importlib.resources import files
from typing import Final

from litestar import Litestar, Response, get
from litestar.response import Redirect
from msgspec import Raw

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
    caller = caller_of(request)
    base = caller.base
    made = _MADE.get(caller.service, (base,), lambda: _document(request.app, base))
    return made.answer(request, check_if_none_match(request, made.tag))


@get("/", opt=open_to("anyone", budget="pages"), include_in_schema=False, sync_to_thread=False)
def get_home(request: HttpRequest) -> Redirect:
    """Lead somebody who opens the server's address to the page."""
    return Redirect(f"{caller_of(request).base}/schema", status_code=303)


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


def _document(app: Litestar, base: str) -> Raw:
    """Return the document of an application at that path. Making it takes as long as a hundred moves."""
    return Raw(encode({**document(app), "servers": [{"url": base or "/"}]}))


@cache
def _read(name: str) -> str:
    return files("cardkit_api").joinpath("static", name).read_text(encoding="utf-8")


def _file(name: str, media_type: str) -> Response[str]:
    return Response(
        _read(name),
        media_type=media_type,
        headers={"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"},
    )


ROUTES = (get_home, get_openapi, get_page, get_script, get_style)
