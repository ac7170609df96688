"""Sending one webhook: a POST to an address that was checked, without a second look-up, proxies or redirects."""

import asyncio
import re
import ssl
from collections.abc import Mapping
from typing import Final

from attrs import frozen

from cardkit_api.webhooks.addresses import Address, Place

__all__ = ["Answered", "BadAnswer", "post"]

_HEAD: Final = 16 * 1024
"""The most bytes of an answer's head. Its body isn't read."""
_CONNECTING: Final = 4.0
"""Seconds for a connection to one of a host's addresses."""
_STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r]")
_RETRY_AFTER: Final = re.compile(rb"\r\nretry-after:[ \t]*([ -~]{1,50}?)[ \t]*\r\n", re.IGNORECASE)


class BadAnswer(Exception):
    """What came back isn't an answer in HTTP."""


@frozen
class Answered:
    """What a host answered: the status, and its Retry-After, if any. Nothing else of an answer is read."""

    status: int
    retry_after: str = ""


async def post(
    place: Place, address: Address, headers: Mapping[str, str], body: bytes, tls: ssl.SSLContext
) -> Answered:
    """Post the body to the host at that address, and return the answer.

    Raise `OSError`, `TimeoutError` or `BadAnswer` if there is none.
    """
    async with asyncio.timeout(_CONNECTING):
        reader, writer = await asyncio.open_connection(
            str(address),
            place.port,
            ssl=tls if place.secure else None,
            server_hostname=place.host.rstrip(".") if place.secure else None,
            limit=_HEAD,
        )
    try:
        writer.write(_request(place, headers, body))
        await writer.drain()
        head, status = b"", 100
        while 100 <= status < 200:
            head = await reader.readuntil(b"\r\n\r\n")
            found = _STATUS.match(head)
            if found is None:
                raise BadAnswer("the answer isn't HTTP/1.1")
            status = int(found[1])
        asked = _RETRY_AFTER.search(head)
        return Answered(status, "" if asked is None else asked[1].decode())
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        raise BadAnswer("the answer has no head, or one that is too long") from None
    finally:
        writer.transport.abort()


def _request(place: Place, headers: Mapping[str, str], body: bytes) -> bytes:
    fields = {
        "Host": place.authority,
        "User-Agent": "cardkit",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    lines = [f"POST {place.target} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body
