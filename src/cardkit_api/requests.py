"""Reading requests: headers, bodies, versions, idempotency keys, languages and media types."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Any, Final, TypeAlias, TypeVar
from urllib.parse import quote, unquote

import msgspec
from litestar.connection import ASGIConnection, Request
from litestar.datastructures import State
from litestar.params import QueryParameter
from litestar.types import Scope
from litestar.types.asgi_types import HTTPScope

from cardkit.converter import FAST, structured
from cardkit.game import Json
from cardkit.language import Language, closest
from cardkit.rejections import WireError
from cardkit_api.problems import HttpRefusal

__all__ = [
    "OWN",
    "AsSeat",
    "Connection",
    "HttpRequest",
    "InLanguage",
    "Legal",
    "Seen",
    "TellLobby",
    "TellOrders",
    "TellPlayers",
    "TellPresence",
    "TellReactions",
    "accepted_media",
    "base_of",
    "expected_version",
    "header",
    "language_of",
    "mark_head",
    "parse",
    "path_below_root",
    "read_body",
    "scope_header",
    "takes_gzip",
    "wants_head",
]

OWN: Final = -1
"""Stands for the caller's own eyes."""

Connection: TypeAlias = "ASGIConnection[Any, Any, Any, State]"
HttpRequest: TypeAlias = "Request[object, object, State]"

Seen: TypeAlias = Annotated[
    int,
    QueryParameter(
        ge=0,
        le=2**31,
        description="a version that the client has seen; the answer is no older, by any process",
    ),
]
"""The query parameter of routes that show the newest version."""

InLanguage: TypeAlias = Annotated[
    str,
    QueryParameter(
        description="the language of sentences, in place of Accept-Language",
        max_length=50,
        schema_extra={"pattern": r"^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4})?$"},
    ),
]
"""The query parameter of routes that show sentences. Browsers choose no headers for streams."""

AsSeat: TypeAlias = Annotated[
    int,
    QueryParameter(
        name="as",
        ge=OWN,
        le=2**31,
        description="when the match is over: a seat, through whose eyes the caller looks",
        schema_extra={"minimum": 0},
    ),
]
"""The query parameter of routes that show a match through the eyes of any seat once it is over.

`Caller.viewer` checks it.
"""

Legal: TypeAlias = Annotated[
    bool, QueryParameter(description="whether each event shows the legal moves of the caller's seat after it")
]
"""The query parameter of routes that show events."""


def _tells(what: str) -> QueryParameter:
    """Return a query parameter of routes that show events as they happen: a stream then tells more."""
    return QueryParameter(description=f"whether a stream also tells {what}")


TellLobby: TypeAlias = Annotated[bool, _tells("of the match before its start, as `Lobby`")]
TellPlayers: TypeAlias = Annotated[bool, _tells("who sits where and who wants a move back, as `Players`")]
TellPresence: TypeAlias = Annotated[bool, _tells("which players follow it, as `Presence`")]
TellReactions: TypeAlias = Annotated[bool, _tells("what players say, as `Reaction`")]
TellOrders: TypeAlias = Annotated[bool, _tells("what becomes of the caller's own orders, as `OrderEnded`")]

T = TypeVar("T")

_SLASHES: Final = re.compile("/{2,}")
_HEADERS: Final = "headers by name"
_HEAD: Final = "head only"
_TAG: Final = re.compile(r'(?:W/)?"(\d{1,12})(?:\.[a-z0-9.]{1,30})?"')
_decode = msgspec.json.Decoder().decode


def header(connection: Connection, name: bytes) -> str | None:
    """Return the header of that name in lower case. If there are several, return the first one."""
    value = scope_header(connection.scope, name)
    return None if value is None else value.decode("latin-1")


def scope_header(scope: Scope, name: bytes) -> bytes | None:
    """Return the header of that name, as `header` does, in bytes."""
    state = scope["state"]
    headers: dict[bytes, bytes] | None = state.get(_HEADERS)
    if headers is None:
        headers = state[_HEADERS] = dict(reversed([*scope["headers"]]))
    return headers.get(name)


def path_below_root(scope: HTTPScope) -> str:
    """Return the path below the one at which the application is mounted."""
    path, root = scope["path"], scope["root_path"]
    return path.split(root, maxsplit=1)[-1] if root else path


def base_of(scope: Scope) -> str:
    """Return the path at which the application is mounted, in another one or behind a proxy, as part of a URL.

    It is the root path, or what another application has cut off. Nothing that a client puts behind it counts.
    """
    path, root = scope["path"], scope["root_path"].rstrip("/")
    given: object = dict(scope).get("raw_path")
    raw = given if isinstance(given, bytes) else b""
    if not root and raw == path.encode():
        return ""
    path = _plain(path)
    whole = _plain(unquote(raw.partition(b"?")[0].decode("latin-1")))
    is_cut = len(whole) > len(path) and whole.endswith(path)
    return quote(whole.removesuffix(path) if is_cut else root)


def _plain(path: str) -> str:
    """Return the path without slashes that routing ignores."""
    return _SLASHES.sub("/", f"/{path}").rstrip("/")


def mark_head(scope: Scope) -> None:
    """Note that only the head of the answer is wanted."""
    scope["state"][_HEAD] = True


def wants_head(scope: Scope) -> bool:
    """Return whether only the head of the answer is wanted, so that no stream should begin."""
    return _HEAD in scope["state"]


async def read_body(request: HttpRequest, limit: int) -> bytes:
    """Return the request's body. Refuse it as soon as it exceeds `limit` bytes.

    The body must be declared as JSON: browsers ask before they send such a body to another site.
    """
    media, _, _ = (header(request, b"content-type") or "").lower().partition(";")
    if media.strip() != "application/json":
        raise HttpRefusal(415, "unsupported_media_type", "send JSON, with Content-Type: application/json")
    parts: list[bytes] = []
    size = 0
    while True:
        message = await request.receive()
        if message["type"] != "http.request":
            raise HttpRefusal(400, "cut_off", "the connection was closed before the end of the body")
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > limit:
            raise HttpRefusal(413, "too_large", f"a body has at most {limit} bytes")
        if not message.get("more_body"):
            return b"".join(parts)


def parse(body: bytes, cls: type[T]) -> T:
    """Return the body as a message of that class. Raise `WireError`, naming the place, if it isn't one."""
    try:
        document: Json = _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WireError(_invalid(error) if body else "expected a JSON document, found nothing") from None
    if not isinstance(document, dict):
        raise WireError("expected an object")
    try:
        return FAST.structure(document, cls)
    except Exception:  # fails again, with the path
        return structured(document, cls)


def _invalid(error: Exception) -> str:
    """Return what is wrong with a body that isn't JSON, without the decoder's own terms."""
    if isinstance(error, RecursionError):
        return "invalid JSON: nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return "invalid JSON: not UTF-8"
    reason = str(error).removeprefix("JSON is malformed: ")
    return f"invalid JSON: {'its end is missing' if reason == 'Input data was truncated' else reason}"


def expected_version(request: HttpRequest, *, required: bool = True) -> int | None:
    """Return the version that the mover saw, from If-Match. Return `None` for `*`, which stands for any version."""
    given = header(request, b"if-match")
    if given is None:
        if not required:
            return None
        raise HttpRefusal(
            428, "if_match_missing", 'say which version you saw: If-Match: "17"; or * for any version'
        )
    given = given.strip()
    if given == "*":
        return None
    found = _TAG.fullmatch(given)
    if found is None:
        raise HttpRefusal(
            400, "bad_if_match", 'If-Match takes one entity tag of the match, such as "17", or *'
        )
    return int(found[1])


def language_of(connection: Connection, spoken: Iterable[Language]) -> Language:
    """Return the language that Accept-Language prefers among these. If it names none, return English or the first."""
    return _preferred(header(connection, b"accept-language") or "", tuple(spoken))


@lru_cache(256)
def _preferred(given: str, spoken: tuple[Language, ...]) -> Language:
    weighed = sorted(_weights(given), key=lambda one: -one[1])
    return closest([tag for tag, quality in weighed if quality > 0], spoken)


def accepted_media(request: HttpRequest, offered: tuple[str, ...]) -> str:
    """Return the media type that Accept prefers, by default the first. Refuse if it takes none of these."""
    given = _weights(header(request, b"accept") or "")
    if not given:
        return offered[0]
    best, weight = "", 0.0
    for media in offered:
        main = media.split("/", 1)[0]
        quality = max((q for name, q in given if name in (media, f"{main}/*", "*/*")), default=0.0)
        if quality > weight:
            best, weight = media, quality
    if not best:
        raise HttpRefusal(
            406, "not_acceptable", f"Accept takes none of the available media types: {', '.join(offered)}"
        )
    return best


def takes_gzip(request: HttpRequest) -> bool:
    """Return whether Accept-Encoding allows a compressed answer."""
    weights = dict(_weights(header(request, b"accept-encoding") or ""))
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def _weights(header: str) -> list[tuple[str, float]]:
    weights: list[tuple[str, float]] = []
    for part in header.lower().split(","):
        name, *parameters = part.split(";")
        quality = 1.0
        for parameter in parameters:
            key, _, value = parameter.strip().partition("=")
            if key == "q":
                quality = float(value) if re.fullmatch(r"[01](\.\d{0,3})?", value) else 0.0
        if name.strip():
            weights.append((name.strip(), quality))
    return weights
