"""Streams of events that reconnect: each event once, in order, and in the end how the match ended."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

import httpx
from attrs import frozen

from cardkit.language import Language
from cardkit_api.client.answers import InvalidAnswer, parse_object, read_message
from cardkit_api.client.connection import Connection, Retries, in_language, unreachable, with_read_timeout
from cardkit_api.client.errors import ApiError, refusal
from cardkit_api.messages import ClockLine, Lobby, OrderEnded, Outcome, Players, Reaction, SeenEvent

__all__ = ["Line", "MatchOver", "stream_lines"]

_SILENCE: Final = 45.0
"""Seconds without a sign of life after which a stream counts as lost. The server sends one every 15."""


@frozen
class MatchOver:
    """The end of a stream: how the match ended."""

    version: int
    outcome: Outcome


Line: TypeAlias = SeenEvent | MatchOver | Lobby | Players | Reaction | ClockLine | OrderEnded
"""A line of a stream."""

_KINDS: Final[Mapping[str, type[Line]]] = {
    "match_over": MatchOver,
    "clock": ClockLine,
    "players": Players,
    "order_ended": OrderEnded,
    "lobby": Lobby,
    "reaction": Reaction,
}
"""The lines besides events, by their types."""


def stream_lines(
    connection: Connection, path: str, after: int, language: Language | None, asked: Mapping[str, str]
) -> Generator[Line, None, None]:
    """Yield all events after event `after` as they happen, and what else is asked for.

    Reconnect whenever the stream is lost.
    """
    place = after
    retries = Retries(connection.patience, connection.lost, connection.back)
    while True:
        try:
            for event in _read_stream(connection, path, {**asked, "after": place}, language, retries):
                if isinstance(event, MatchOver):
                    yield event
                    return
                if not isinstance(event, SeenEvent):
                    yield event
                    continue
                if event.n > place + 1:
                    raise ApiError(0, "not_understood", f"event {event.n} came after event {place}")
                if event.n == place + 1:
                    place = event.n
                    yield event
            failed = ApiError(0, "unreachable", "the server ended the stream")
        except httpx.RequestError as error:
            failed = unreachable(error)
        except ApiError as error:
            failed = error
        retries.wait(failed)


def _read_stream(
    connection: Connection,
    path: str,
    params: Mapping[str, str | int],
    language: Language | None,
    retries: Retries,
) -> Generator[Line, None, None]:
    headers = connection.headers({"Accept": "application/x-ndjson", **in_language(language)})
    timeout = with_read_timeout(connection.http.timeout, _SILENCE)
    with connection.http.stream("GET", path, params=params, headers=headers, timeout=timeout) as response:
        if not response.is_success:
            response.read()
            raise refusal(response)
        retries.notice()
        for text in _lines(response.iter_bytes()):
            retries.reset()
            if text.strip() and (told := _parse_line(text)) is not None:
                yield told


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the complete lines. The connection may break in the middle of one."""
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        yield from lines


def _parse_line(text: bytes) -> Line | None:
    """Return what the line tells; `None` if it tells who follows the match."""
    document = parse_object(text)
    if document is None:
        raise ApiError(0, "not_understood", "the stream holds a line that isn't a JSON object")
    kind = str(document.get("type"))
    if kind == "presence":
        return None
    if kind == "match_deleted":
        raise ApiError(404, "no_such_match", "the match was deleted")
    try:
        return read_message(document, _KINDS.get(kind, SeenEvent))
    except InvalidAnswer as invalid:
        raise ApiError(0, "not_understood", str(invalid)) from None
