"""Pages of other sites that may use the API from a browser (CORS)."""

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

from attrs import frozen

__all__ = ["ANY_ORIGIN", "Origins", "check_origins"]

Headers: TypeAlias = list[tuple[bytes, bytes]]

ANY_ORIGIN: Final = "*"
_ORIGIN: Final = re.compile(r"[a-z][a-z0-9+.-]*://[^\s/?#@,*]+")
_READ: Final = b"ETag, Location, Retry-After, Idempotency-Replayed, Content-Language, Link, X-Request-ID"
_SENT: Final = (
    b"Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Accept-Language, "
    b"Last-Event-ID, X-Request-ID"
)
_METHODS: Final = b"GET, HEAD, POST, PUT, PATCH, DELETE"
_KEEP: Final = b"7200"
"""Seconds for which a browser may keep the answer to a preflight request. Chromium keeps none for longer."""


def check_origins(origins: Iterable[str]) -> tuple[str, ...]:
    """Return the origins in lower case. Raise `ValueError`, naming the wrong one, if one isn't an origin."""
    found = tuple(origin.lower().rstrip("/") for origin in origins)
    for origin in found:
        if origin != ANY_ORIGIN and not _ORIGIN.fullmatch(origin):
            raise ValueError(
                f"invalid origin {origin}; an origin is https://host or https://host:port, or * for any"
            )
    return found


@frozen
class Origins:
    """The origins whose pages may use the API. Tokens aren't cookies, so a browser adds none by itself."""

    allowed: tuple[str, ...]

    def headers(self, origin: bytes | None) -> Headers:
        """Return what an answer says to a browser about that origin."""
        if ANY_ORIGIN in self.allowed:
            return [(b"access-control-allow-origin", b"*"), (b"access-control-expose-headers", _READ)]
        vary = (b"vary", b"Origin")
        if origin is None or origin.decode("latin-1").lower() not in self.allowed:
            return [vary]
        return [
            (b"access-control-allow-origin", origin),
            (b"access-control-expose-headers", _READ),
            vary,
        ]

    def preflight(self) -> Headers:
        """Return what the answer says, besides these headers, to a browser that asks before it sends a request."""
        return [
            (b"access-control-allow-methods", _METHODS),
            (b"access-control-allow-headers", _SENT),
            (b"access-control-max-age", _KEEP),
        ]
