"""The page on which people play in a browser: a few files that come with the package, and need no other server."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.prepared import Prepared
from cardkit_api.problems import HttpRefusal
from cardkit_api.requests import HttpRequest
from cardkit_api.responses import check_if_none_match

__all__ = ["FOLDER", "ROUTES"]

FOLDER: Final = "table_page"
_TYPES: Final = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
_POLICY: Final = (
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
"""Refuses what comes from elsewhere, scripts and styles inside the document, and HTML that scripts make."""


@get("/", opt=open_to("anyone", reads=("If-None-Match",), budget="pages"), include_in_schema=False)
async def get_home(request: HttpRequest) -> Response[str] | Redirect:
    """Show the page. What it needs is found from its address with a slash at the end."""
    raw: object = dict(request.scope).get("raw_path")
    if isinstance(raw, bytes) and not raw.partition(b"?")[0].endswith(b"/"):
        return Redirect(f"{caller_of(request).base}/", status_code=303)
    return _file(request, "index.html")


@get(
    "/page/{name:str}",
    opt=open_to("anyone", reads=("If-None-Match",), budget="pages", refuses=(404,)),
    include_in_schema=False,
)
async def get_page_file(request: HttpRequest, name: FromPath[str]) -> Response[str]:
    """Serve a module or a style sheet of the page."""
    return _file(request, name)


@cache
def _files() -> Mapping[str, Prepared[str]]:
    """Return the files of the page by their names."""
    return {
        entry.name: Prepared(entry.read_text(encoding="utf-8"))
        for entry in files("cardkit_api").joinpath(FOLDER).iterdir()
        if _ending(entry.name) in _TYPES
    }


def _ending(name: str) -> str:
    return name.rpartition(".")[2]


def _file(request: HttpRequest, name: str) -> Response[str]:
    file = _files().get(name)
    if file is None:
        raise HttpRefusal(404, "not_found", "the page has no file of this name")
    return file.answer(
        request,
        check_if_none_match(request, file.tag),
        headers={
            "Content-Security-Policy": _POLICY,
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        },
        media_type=f"{_TYPES[_ending(name)]}; charset=utf-8",
    )


ROUTES = (get_home, get_page_file)
