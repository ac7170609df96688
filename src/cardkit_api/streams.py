"""Endless answers: the events of a match, as JSON Lines or as server-sent events.

A stream keeps only its place. A slow reader misses nothing and costs nothing. One that takes nothing for too
long is disconnected, and may come back.
"""

import asyncio
import logging
from random import randint
from typing import Final

from litestar import Response
from litestar.exceptions import WebSocketException
from litestar.types import Receive, Scope, Send
from litestar.types.asgi_types import HTTPResponseStartEvent

from cardkit_api.caller import Caller
from cardkit_api.messages import EventPage, MatchDeleted, MatchOver, SeenEvent
from cardkit_api.problems import trace_of
from cardkit_api.requests import wants_head
from cardkit_api.responses import PRIVATE, encode
from cardkit_api.service.events import EventCursor, StreamLine

__all__ = ["NDJSON", "OVER", "SSE", "EndedStream", "Stream", "StreamResponse", "end_tasks"]

NDJSON: Final = "application/x-ndjson"
SSE: Final = "text/event-stream"

OVER: Final = ".over"
"""The end of the id of `match_over`. Its number is the last event's, which a client may have seen without the end."""

_log: Final = logging.getLogger("cardkit_api")


class Stream:
    """An answer without end, as an ASGI application."""

    def __init__(self, caller: Caller, cursor: EventCursor, media: str) -> None:
        self.caller = caller
        self.cursor = cursor
        self.media = media

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until nothing can follow, or the reader is gone or takes nothing."""
        if wants_head(scope):
            await send(self._start())
            return
        with (
            self.caller.count_stream(),
            self.caller.service.cache.watch(self.cursor.loaded, self.caller.seat),
        ):
            sending = asyncio.ensure_future(self._send_events(send))
            leaving = asyncio.ensure_future(_wait_until_gone(receive))
            try:
                await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
            finally:
                await end_tasks(sending, leaving)

    async def _send_events(self, send: Send) -> None:
        limits = self.caller.service.limits
        await send(self._start())
        async for event in self.cursor.follow(limits.heartbeat):
            body = self._heartbeat() if event is None else self._line(*event)
            async with asyncio.timeout(limits.slow):
                await send({"type": "http.response.body", "body": body, "more_body": True})
        if self.cursor.loaded.lost and self.media == SSE:  # else all browsers come back at the same time
            await send({"type": "http.response.body", "body": _retry(), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _start(self) -> HTTPResponseStartEvent:
        headers = {**PRIVATE, "Content-Type": self.media, "X-Accel-Buffering": "no"}
        encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        return {"type": "http.response.start", "status": 200, "headers": encoded}

    def _heartbeat(self) -> bytes:
        return b": still here\n\n" if self.media == SSE else b"\n"

    def _line(self, n: int, event: StreamLine) -> bytes:
        if self.media == NDJSON:
            return encode(event) + b"\n"
        if not isinstance(event, SeenEvent | MatchOver | MatchDeleted):  # no id: it isn't an event
            return f"event: {event.type}\ndata: ".encode() + encode(event) + b"\n\n"
        kind = "glimpse" if isinstance(event, SeenEvent) else event.type
        name = f"{n}{OVER}" if kind == "match_over" else n
        return f"id: {name}\nevent: {kind}\ndata: ".encode() + encode(event) + b"\n\n"


class EndedStream:
    """The answer to a browser that has had the whole stream. Any other than 204 would have it connect for ever."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        headers = [(name.lower().encode(), value.encode()) for name, value in PRIVATE.items()]
        await send({"type": "http.response.start", "status": 204, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _retry() -> bytes:
    """Tell a browser after how many milliseconds to come back."""
    return b"retry: %d\n\n" % randint(500, 3000)


async def end_tasks(*tasks: asyncio.Task[None]) -> None:
    """Cancel the tasks, and log what failed. A reader that takes nothing, or is gone, isn't a failure."""
    for task in tasks:
        task.cancel()
    for failed in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(failed, Exception) and not isinstance(failed, OSError | WebSocketException):
            _log.error("a stream failed: %s", trace_of(failed))


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class StreamResponse(Response[EventPage]):
    """The same events as a page of them, as a stream."""

    def __init__(self, stream: Stream | EndedStream) -> None:
        super().__init__(EventPage([], 0, 0, False))
        self.stream = stream

    def to_asgi_response(self, *_: object, **__: object) -> Stream | EndedStream:  # type: ignore[override]  # any ASGI application will do
        """Return the stream itself."""
        return self.stream
