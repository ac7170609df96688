"""The OpenAPI document, and a page to read and try it. The page needs nothing from any other server."""

from importlib.resources import files
from typing import Final

from litestar import Response, get
from litestar.response import Redirect

from cardkit.game import Json
from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.openapi import document
from cardkit_api.requests import HttpRequest

__all__ = ["ROUTES"]

_POLICY: Final = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:"


@get(
    "/schema/openapi.json",
    opt=open_to("anyone", unlimited=True),
    operation_id="getOpenApi",
    tags=["schema"],
    sync_to_thread=False,
)
def get_openapi(request: HttpRequest) -> Response[dict[str, Json]]:
    """Show this API as an OpenAPI 3.1 document."""
    return Response(document(request.app))


@get("/", opt=open_to("anyone", unlimited=True), include_in_schema=False, sync_to_thread=False)
def get_home(request: HttpRequest) -> Redirect:
    """Lead somebody who opens the server's address to the page."""
    return Redirect(f"{caller_of(request).base}/schema", status_code=303)


@get("/schema", opt=open_to("anyone", unlimited=True), include_in_schema=False, sync_to_thread=False)
def get_page() -> Response[str]:
    """Show the page."""
    return _file("explorer.html", "text/html")


@get(
    "/schema/explorer.js",
    opt=open_to("anyone", unlimited=True),
    include_in_schema=False,
    sync_to_thread=False,
)
def get_script() -> Response[str]:
    """Serve the page's script."""
    return _file("explorer.js", "text/javascript")


@get(
    "/schema/explorer.css",
    opt=open_to("anyone", unlimited=True),
    include_in_schema=False,
    sync_to_thread=False,
)
def get_style() -> Response[str]:
    """Serve the page's style sheet."""
    return _file("explorer.css", "text/css")


def _file(name: str, media_type: str) -> Response[str]:
    text = files("cardkit_api").joinpath("static", name).read_text(encoding="utf-8")
    return Response(
        text,
        media_type=media_type,
        headers={"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"},
    )


ROUTES = (get_home, get_openapi, get_page, get_script, get_style)
