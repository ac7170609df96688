"""The OpenAPI document, and a page to read and try it. The page needs nothing from any other server."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from attrs import frozen
from litestar import Litestar, Response, get
from litestar.response import Redirect
from msgspec import Raw

from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.openapi import document
from cardkit_api.requests import HttpRequest
from cardkit_api.responses import answer, check_if_none_match, encode
from cardkit_api.service.service import Service

__all__ = ["ROUTES"]

_MADE: Final = "openapi document"
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
    made: object = request.app.state.get(_MADE)
    if not isinstance(made, _Made) or made.service is not caller.service or made.base != caller.base:
        made = request.app.state[_MADE] = _made(request.app, caller.service, caller.base)
    return answer(made.document, check_if_none_match(request, made.tag), asked=request)


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


@frozen(eq=False)
class _Made:
    """The document of a service, mounted at that path. Making it takes as long as a hundred moves."""

    service: Service
    base: str
    document: Raw
    tag: str


def _made(app: Litestar, service: Service, base: str) -> _Made:
    made = encode({**document(app), "servers": [{"url": base or "/"}]})
    return _Made(service, base, Raw(made), f'"{sha256(made).hexdigest()[:32]}"')


@cache
def _read(name: str) -> str:
    return files("cardkit_api").joinpath("static", name).read_text(encoding="utf-8")


def _file(name: str, media_type: str) -> Response[str]:
    return Response(
        _read(name),
        media_type=media_type,
        headers={"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"},
    )


ROUTES = (get_openapi, get_page, get_script, get_style)
