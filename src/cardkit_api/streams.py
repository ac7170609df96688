"""Glimpses as they happen: pages, long polls, endless streams and a WebSocket. All of them resume where they are told.

A stream keeps nothing but its place. When there is news it reads on from there, so that a slow reader misses
nothing and costs nothing; one that takes nothing for too long is cut off, and may come back.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from time import monotonic
from typing import Annotated, Final

import msgspec
from attrs import frozen
from litestar import Response, WebSocket, get, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.types import Receive, Scope, Send

from cardkit.documents import Document, glimpse_documents, outcome_document
from cardkit.game import Json
from cardkit.language import Language, check_language
from cardkit.rejections import CardkitError
from cardkit_api.access import Caller, HttpRequest, caller_of, header, open_to
from cardkit_api.http import PRIVATE, accepted_media, answer, language_of, parsed, tag_of, unless_known
from cardkit_api.live import Live
from cardkit_api.messages import EventPage, events_of
from cardkit_api.problems import Trouble, problem_of, problem_of_error, problem_of_trouble, traced
from cardkit_api.stores.contract import Answer, StoreDown

__all__ = ["ROUTES"]

NDJSON: Final = "application/x-ndjson"
SSE: Final = "text/event-stream"
_CHUNK: Final = 100
"""Glimpses that a stream sends at a time."""

_encode = msgspec.json.Encoder().encode
_log: Final = logging.getLogger("cardkit_api")


@frozen
class Story:
    """What one viewer gets to see of one match, in one language."""

    live: Live
    caller: Caller
    language: Language

    def after(self, n: int, limit: int = _CHUNK) -> list[Document]:
        """The glimpses after event `n`, some of them."""
        match = self.live.match
        if match is None or n >= match.version:
            return []
        names = self.live.table.names
        return glimpse_documents(match, self.caller.seat, n, self.language, names, limit)

    def last_word(self, n: int) -> Document | None:
        """What is said when nothing can follow event `n` any more."""
        match = self.live.match
        if self.live.gone:
            return {"type": "match_deleted"}
        outcome = None if match is None or n < match.version else match.outcome
        if outcome is None:
            return None
        return {"type": "match_over", "version": n, "outcome": outcome_document(outcome)}

    def waits(self, n: int) -> bool:
        """Whether there is nothing to tell yet."""
        return n >= self.live.version and not self.live.lost and self.last_word(n) is None

    async def news(self, n: int, seconds: float) -> None:
        """Wait until there is something to tell after event `n`, so long at most."""
        until = monotonic() + seconds
        while self.waits(n) and (left := until - monotonic()) > 0:
            await self.live.news(left)
        if self.live.gone:
            raise Trouble(404, "no_such_match", "the match was deleted")
        if self.live.lost:
            raise StoreDown("the match was lost from sight")

    async def told(self, n: int) -> AsyncIterator[tuple[int, Document] | None]:
        """All glimpses after event `n`, numbered, as they happen, and a last word; `None` is a sign of life.

        Without a last word there is more to tell, at another time.
        """
        heartbeat = self.caller.house.limits.heartbeat
        while True:
            for document in self.after(n):
                n += 1
                yield n, document
            if word := self.last_word(n):
                yield n, word
                return
            if self.live.lost:
                return
            if n >= self.live.version and not self.live.gone and not await self.live.news(heartbeat):
                yield None


class Stream:
    """An answer without end: an ASGI application that tells a story to one reader."""

    def __init__(self, story: Story, after: int, media: str) -> None:
        self.story = story
        self.place = after
        self.media = media

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until there is nothing more to tell, or the reader is gone or takes nothing."""
        caller = self.story.caller
        with caller.streaming(), caller.house.following.kept(self.story.live):
            telling = asyncio.ensure_future(self._tell(send))
            leaving = asyncio.ensure_future(_gone(receive))
            try:
                await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
            finally:
                await _ended(telling, leaving)

    async def _tell(self, send: Send) -> None:
        slow = self.story.caller.house.limits.slow
        headers = {**PRIVATE, "Content-Type": self.media, "X-Accel-Buffering": "no"}
        encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": encoded})
        async for told in self.story.told(self.place):
            body = self._silence() if told is None else self._written(*told)
            async with asyncio.timeout(slow):
                await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _silence(self) -> bytes:
        return b": still here\n\n" if self.media == SSE else b"\n"

    def _written(self, n: int, document: Document) -> bytes:
        if self.media == NDJSON:
            return _encode(document) + b"\n"
        kind = document.get("type", "glimpse")
        return f"id: {n}\nevent: {kind}\ndata: ".encode() + _encode(document) + b"\n\n"


async def _ended(*tasks: asyncio.Task[None]) -> None:
    """Stop what goes on still, and say what failed. A reader that takes nothing, or is gone, is no failure."""
    for task in tasks:
        task.cancel()
    for failed in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(failed, Exception) and not isinstance(failed, TimeoutError | WebSocketException):
            _log.error("a stream failed: %s", traced(failed))


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class StreamResponse(Response[EventPage]):
    """The same events, as a stream instead of a page."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(EventPage([], 0, 0, False))
        self.stream = stream

    def to_asgi_response(self, *_: object, **__: object) -> Stream:  # type: ignore[override]  # any ASGI application will do
        """The stream itself."""
        return self.stream


@get(
    "/v1/matches/{match_id:str}/events",
    opt=open_to("watchers", token_in_url=True),
    operation_id="getEvents",
    tags=["play"],
)
async def get_events(
    request: HttpRequest,
    match_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0, le=2**31, description="the last event seen")] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 100,
    wait: Annotated[float, QueryParameter(ge=0, le=30, description="seconds to wait for news")] = 0,
) -> Response[EventPage]:
    """What the caller saw of the events, in order: a page, or an endless stream, by Accept.

    `application/x-ndjson` and `text/event-stream` go on until the match is over, and say so: `match_over` is the
    last. They are resumed by `after` or Last-Event-ID.
    """
    caller = caller_of(request)
    live = caller.match
    language = language_of(request, caller.game.languages)
    story = Story(live, caller, language)
    media = accepted_media(request, ("application/json", NDJSON, SSE))
    place = await _reached(live, caller, _place(request, after))
    if media != "application/json":
        caller.check_streams()
        return StreamResponse(Stream(story, place, media))
    if wait and story.waits(place):
        caller.check_streams()
        with caller.streaming(), caller.house.following.kept(live):
            await story.news(place, min(wait, caller.house.limits.wait))
    tag = unless_known(request, tag_of(live.version, caller.seat, language))
    events = events_of(story.after(place, min(limit, caller.house.limits.page)))
    reached = place + len(events)
    over = live.match is not None and not live.match.actors and reached == live.version
    return answer(EventPage(events, reached, live.version, over), tag)


def _place(request: HttpRequest, after: int) -> int:
    """Where to go on. A browser that resumes a stream asks for the same URL again: the header knows more."""
    given = header(request, b"last-event-id")
    if given is None:
        return after
    if not re.fullmatch("[0-9]{1,9}", given):
        raise Trouble(400, "bad_last_event_id", "Last-Event-ID takes the id of an event of this stream")
    return int(given)


async def _reached(live: Live, caller: Caller, place: int) -> int:
    """The place, if the match has got there; another process may know more of it."""
    if place > live.version:
        await caller.house.following.refresh(live)
    if place > live.version:
        raise Trouble(404, "no_such_version", f"after: the match is at version {live.version}")
    return place


# --- WebSocket


@frozen(kw_only=True)
class Said:
    """What a client says on a WebSocket: a move, the version that it saw, and a name for the answer."""

    move: Json
    expect: int | None = None
    id: str | None = None


@websocket("/v1/matches/{match_id:str}/socket", opt=open_to("watchers", token_in_url=True))
async def play_on_socket(
    socket: WebSocket[object, object, State],
    match_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0, le=2**31)] = 0,
    language: FromQuery[Language] = "en",
) -> None:
    """The stream of events, and moves the other way: each is answered by `moved` or `refused`."""
    caller = caller_of(socket)
    live = caller.match
    caller.check_streams()
    check_language(language)
    story = Story(live, caller, language)
    place = await _reached(live, caller, after)
    await socket.accept()
    with caller.streaming(), caller.house.following.kept(live):
        telling = asyncio.ensure_future(_tell(socket, story, place))
        hearing = asyncio.ensure_future(_hear(socket, story))
        try:
            done, _ = await asyncio.wait((telling, hearing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _ended(telling, hearing)
        if telling not in done:
            return  # the client has left
        if live.lost:
            await socket.close(1012, "come back")
        elif telling.exception() is None:
            await socket.close(1000, "match over")
        elif isinstance(telling.exception(), TimeoutError):
            await socket.close(1008, "too slow")
        else:
            await socket.close(1011, "the server failed")


async def _tell(socket: WebSocket[object, object, State], story: Story, place: int) -> None:
    slow = story.caller.house.limits.slow
    async for told in story.told(place):
        document: Document = {"type": "still_here"} if told is None else {"type": "glimpse", **told[1]}
        async with asyncio.timeout(slow):
            await socket.send_text(_encode(document).decode())


async def _hear(socket: WebSocket[object, object, State], story: Story) -> None:
    while True:
        try:
            text = await socket.receive_text()
        except WebSocketDisconnect:
            return
        await socket.send_text(_encode(await _answered(text, story)).decode())


async def _answered(text: str, story: Story) -> Document:
    caller, live = story.caller, story.live
    named: Document = {}
    try:
        if len(text) > caller.house.limits.body:
            raise Trouble(413, "too_large", f"a message has at most {caller.house.limits.body} characters")
        caller.spend()
        said = parsed(text.encode(errors="surrogatepass"), Said)
        named = {} if said.id is None else {"id": said.id}
        if caller.seat is None:
            raise Trouble(403, "not_allowed", "the token is not one of a seat")
        moved = await caller.house.play(live, caller.seat, said.move, said.expect, None, story.language)
    except CardkitError as error:
        return {**problem_of_error(error), "type": "refused", **named}
    except Trouble as trouble:
        return {**problem_of_trouble(trouble), "type": "refused", **named}
    except StoreDown:
        detail = "the store can't be reached just now; the move may or may not have been played"
        return {**problem_of(503, "store_down", detail), "type": "refused", **named}
    except Exception as error:
        _log.error("a move on a socket failed: %s", traced(error))
        return {**problem_of(500, "internal_error", "the server failed"), "type": "refused", **named}
    version = 0 if isinstance(moved, Answer) else moved.version
    return {"type": "moved", **named, "version": version}


ROUTES = (get_events, play_on_socket)
