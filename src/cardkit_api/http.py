"""The forms of HTTP that all routes share: bodies, entity tags, languages, media types."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

import msgspec
from litestar import Response
from litestar.types import Receive, Scope, Send

from cardkit.converter import FAST, structured
from cardkit.game import Json
from cardkit.language import Language, closest
from cardkit.rejections import WireError
from cardkit.seats import Seat
from cardkit_api.access import HttpRequest, header
from cardkit_api.live import Live
from cardkit_api.problems import Trouble

__all__ = [
    "NotModified",
    "accepted_media",
    "answer",
    "decoded",
    "expected_version",
    "language_of",
    "parsed",
    "status_tag",
    "tag_of",
    "unless_known",
]

T = TypeVar("T")

PRIVATE: Final = {"Cache-Control": "private, no-cache", "Vary": "Accept, Accept-Language, Authorization"}
"""Answers differ by who asks, so no cache that others share may keep them."""

_PRIVATE: Final = [(name.lower().encode(), value.encode()) for name, value in PRIVATE.items()]

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode
_TAG: Final = re.compile(r'(?:W/)?"(\d{1,12})(?:\.[a-z0-9.]{1,30})?"')


def parsed(body: bytes, cls: type[T]) -> T:
    """The body as a message of that class; `WireError` names the place of whatever is wrong."""
    try:
        document: Json = _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WireError(f"no JSON: {error}" if body else "expected a JSON document, found nothing") from None
    if not isinstance(document, dict):
        raise WireError("expected an object")
    try:
        return FAST.structure(document, cls)
    except Exception:  # say it again, with the path
        return structured(document, cls)


def decoded(body: str, cls: type[T]) -> T:
    """An answer that was kept, as the message that it was."""
    return structured(_decode(body), cls)


class Reply(Response[T]):
    """An answer that is complete as it is: made once, and not copied and completed on its way out."""

    def __init__(self, content: T, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        self.content = content
        self.status = status
        self.encoded = headers

    def to_asgi_response(self, *_: object, **__: object) -> "Reply[T]":  # type: ignore[override]  # any ASGI application will do
        """The answer itself."""
        return self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        body = self.content.encode() if isinstance(self.content, str) else _encode(self.content)
        headers = [*self.encoded, (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


def answer(
    content: T,
    tag: str = "",
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    media_type: str = "application/json",
) -> Reply[T]:
    """An answer for one caller, with the entity tag of what it shows."""
    fields = [(b"content-type", media_type.encode()), *_PRIVATE]
    if tag:
        fields.append((b"etag", tag.encode()))
    for name, value in (headers or {}).items():
        fields.append((name.lower().encode(), value.encode()))
    return Reply(content, status, fields)


def tag_of(version: int, seat: Seat | None, language: str = "") -> str:
    """The entity tag of what a viewer sees of a match: its version, and for whose eyes it is.

    A browser may send the tag of what one viewer got along when another asks; they must not be taken for the same.
    """
    return f'"{version}.{"all" if seat is None else f"seat{seat}"}{language and f".{language}"}"'


def status_tag(live: Live) -> str:
    """The entity tag of the match's status, which changes without the version too."""
    return f'"{live.version}.{live.row.revision}"'


class NotModified(Exception):
    """The client has this already."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.headers: dict[str, str] = {**PRIVATE, "ETag": tag}


def unless_known(request: HttpRequest, tag: str) -> str:
    """The entity tag; if the client has what it stands for already, the answer is that it has."""
    given = header(request, b"if-none-match")
    if given is not None:
        tags = [part.strip().removeprefix("W/") for part in given.split(",")]
        if given.strip() == "*" or tag in tags:
            raise NotModified(tag)
    return tag


def expected_version(request: HttpRequest, *, required: bool = True) -> int | None:
    """Return the version that the mover saw, from If-Match; `None` for `*`, which stands for any."""
    given = header(request, b"if-match")
    if given is None:
        if not required:
            return None
        raise Trouble(428, "if_match_missing", 'say which version you saw: If-Match: "17"; or * for any')
    if given.strip() == "*":
        return None
    found = _TAG.fullmatch(given.strip())
    if found is None:
        raise Trouble(400, "bad_if_match", 'If-Match takes one entity tag of the match, such as "17", or *')
    return int(found[1])


def language_of(request: HttpRequest, spoken: Iterable[Language]) -> Language:
    """The one of these languages that the client likes best; English, or else the first, if it likes none."""
    given = sorted(_weighted(header(request, b"accept-language") or ""), key=lambda one: -one[1])
    return closest([tag for tag, quality in given if quality > 0], spoken)


def accepted_media(request: HttpRequest, offered: tuple[str, ...]) -> str:
    """The media type that the client likes best; the first one if it doesn't say."""
    given = _weighted(header(request, b"accept") or "")
    if not given:
        return offered[0]
    best, weight = "", 0.0
    for media in offered:
        main = media.split("/", 1)[0]
        quality = max((q for name, q in given if name in (media, f"{main}/*", "*/*")), default=0.0)
        if quality > weight:
            best, weight = media, quality
    if not best:
        raise Trouble(406, "not_acceptable", f"this can be had as {', '.join(offered)}")
    return best


def _weighted(header: str) -> list[tuple[str, float]]:
    weighted: list[tuple[str, float]] = []
    for part in header.lower().split(","):
        name, *parameters = part.split(";")
        quality = 1.0
        for parameter in parameters:
            key, _, value = parameter.strip().partition("=")
            if key == "q":
                quality = float(value) if re.fullmatch(r"[01](\.\d{0,3})?", value) else 0.0
        if name.strip():
            weighted.append((name.strip(), quality))
    return weighted
