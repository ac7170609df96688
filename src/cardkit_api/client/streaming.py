"""A stream of events that comes back: each event once, in order, and at last how the match ended."""

from collections.abc import Generator, Iterable, Iterator
from typing import Final

import httpx
from attrs import frozen

from cardkit_api.client.errors import ApiError, refusal
from cardkit_api.client.reading import Garbled, object_in, read
from cardkit_api.client.sending import Line, Patience, silence, unreachable
from cardkit_api.messages import Event, Outcome

__all__ = ["MatchOver", "told"]

_SILENCE: Final = 45.0
"""Seconds without a sign of life after which a stream counts as lost; the server gives one every 15."""


@frozen
class MatchOver:
    """The last that a stream has to tell."""

    version: int
    outcome: Outcome


def told(line: Line, path: str, after: int, language: str) -> Generator[Event | MatchOver, None, None]:
    """All that is told after event `after`, as it happens, however often the connection is lost meanwhile."""
    place = after
    patience = Patience(line.patience, line.lost)
    while True:
        try:
            for said in _connected(line, path, place, language, patience):
                if isinstance(said, MatchOver):
                    yield said
                    return
                if said.n > place + 1:
                    raise ApiError(0, "not_understood", f"event {said.n} came after event {place}")
                if said.n == place + 1:
                    place = said.n
                    yield said
            failed = ApiError(0, "unreachable", "the server ended the stream")
        except httpx.RequestError as error:
            failed = unreachable(error)
        except ApiError as error:
            failed = error
        patience.spend(failed)


def _connected(
    line: Line, path: str, after: int, language: str, patience: Patience
) -> Generator[Event | MatchOver, None, None]:
    headers = line.headers({"Accept": "application/x-ndjson", "Accept-Language": language})
    timeout = silence(line.http.timeout, _SILENCE)
    with line.http.stream("GET", path, params={"after": after}, headers=headers, timeout=timeout) as response:
        if not response.is_success:
            response.read()
            raise refusal(response)
        for text in _lines(response.iter_bytes()):
            patience.renew()
            if text.strip():
                yield _understood(text)


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines that are complete: a connection may break in the middle of one."""
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        yield from lines


def _understood(text: bytes) -> Event | MatchOver:
    document = object_in(text)
    if document is None:
        raise ApiError(0, "not_understood", "the stream holds a line that is no JSON object")
    try:
        match document.get("type"):
            case "match_over":
                return read(document, MatchOver)
            case "match_deleted":
                raise ApiError(404, "no_such_match", "the match was deleted")
            case _:
                return read(document, Event)
    except Garbled as garbled:
        raise ApiError(0, "not_understood", str(garbled)) from None
