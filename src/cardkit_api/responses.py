"""Writing answers: their headers, and the entity tags of what they show."""

import gzip
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

import msgspec
from litestar import Response
from litestar.types import Receive, Scope, Send

from cardkit.seats import Seat
from cardkit_api.requests import HttpRequest, header, takes_gzip
from cardkit_api.service.idempotency import Result
from cardkit_api.service.spectators import Shown

__all__ = [
    "PRIVATE",
    "NotModified",
    "Reply",
    "answer",
    "check_if_none_match",
    "encode",
    "fields_of",
    "has_tag",
    "replay_header",
    "status_tag",
    "view_tag",
]

T = TypeVar("T")

PRIVATE: Final = {"Cache-Control": "private, no-cache", "Vary": "Accept, Accept-Language, Authorization"}
"""Answers differ by caller, so no shared cache may keep them."""

_PRIVATE: Final = [(name.lower().encode(), value.encode()) for name, value in PRIVATE.items()]

encode: Callable[[object], bytes] = msgspec.json.Encoder().encode
"""Encodes a document or a message as JSON."""


class Reply(Response[T]):
    """A complete answer. Litestar neither copies it nor adds to it."""

    def __init__(self, body: bytes, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        self.body = body
        self.status = status
        self.encoded = headers

    def to_asgi_response(self, *_: object, **__: object) -> "Reply[T]":  # type: ignore[override]  # any ASGI application will do
        """Return the answer itself."""
        return self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        headers = [*self.encoded, (b"content-length", b"%d" % len(self.body))]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


def answer(
    content: T,
    tag: str = "",
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    media_type: str = "application/json",
    asked: "HttpRequest | None" = None,
) -> Reply[T]:
    """Return an answer for one caller, with the entity tag of what it shows.

    Pass the request it was `asked` with if it may be compressed. Only what holds no secret may: the length of a
    compressed answer tells something of all that it holds.
    """
    fields, zipped = fields_of(tag, headers, media_type, asked)
    body = content.encode() if isinstance(content, str) else encode(content)
    return Reply(gzip.compress(body, 5, mtime=0) if zipped else body, status, fields)


def fields_of(
    tag: str, headers: Mapping[str, str] | None, media_type: str, asked: "HttpRequest | None"
) -> tuple[list[tuple[bytes, bytes]], bool]:
    """Return the headers of an answer, and whether its body must be compressed."""
    fields = [(b"content-type", media_type.encode()), *_PRIVATE]
    zipped = asked is not None and takes_gzip(asked)
    if asked is not None:
        fields.append((b"vary", b"Accept-Encoding"))
    if zipped:
        fields.append((b"content-encoding", b"gzip"))
    if tag:
        fields.append((b"etag", b"W/%s" % tag.encode() if zipped else tag.encode()))
    for name, value in (headers or {}).items():
        fields.append((name.lower().encode(), value.encode()))
    return fields, zipped


def replay_header(result: Result[T]) -> dict[str, str]:
    """Return the header that tells a repeated request that nothing happened now."""
    return {"Idempotency-Replayed": "true"} if result.replayed else {}


def view_tag(version: int, seat: Seat | None, language: str = "") -> str:
    """Return the entity tag of what a viewer sees of a match: its version, and who sees it.

    A browser may send the tag that one viewer got when another one asks. So the tags of two viewers must differ.
    """
    return f'"{version}.{"all" if seat is None else f"seat{seat}"}{language and f".{language}"}"'


def status_tag(shown: Shown) -> str:
    """Return the entity tag of the match's status, which can change while the version stays."""
    return f'"{shown.version}.{shown.mark}"'


class NotModified(Exception):
    """The client has this already."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.headers: dict[str, str] = {**PRIVATE, "ETag": tag}


def check_if_none_match(request: HttpRequest, tag: str) -> str:
    """Return the entity tag. Raise `NotModified` if the client has what it stands for, by If-None-Match."""
    if has_tag(request, tag):
        raise NotModified(tag)
    return tag


def has_tag(request: HttpRequest, tag: str) -> bool:
    """Return whether the client has what the entity tag stands for, by If-None-Match."""
    given = header(request, b"if-none-match")
    if given is None:
        return False
    return given.strip() == "*" or tag in [part.strip().removeprefix("W/") for part in given.split(",")]
