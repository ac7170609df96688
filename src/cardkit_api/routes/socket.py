"""A WebSocket for each viewer: events one way, moves the other way."""

import asyncio
from typing import Annotated, TypeAlias

from attrs import asdict
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery, QueryParameter

from cardkit.documents import Document
from cardkit.language import Language, check_language
from cardkit_api.caller import Caller, caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import SeenEvent, SocketMove
from cardkit_api.problems import HttpRefusal, problem_for
from cardkit_api.requests import Legal, TellLobby, TellOrders, TellPlayers, TellPresence, TellReactions, parse
from cardkit_api.responses import encode
from cardkit_api.service.events import EventCursor, StreamLine, Wanted, open_cursor
from cardkit_api.streams import end_tasks

__all__ = ["ROUTES"]

Socket: TypeAlias = "WebSocket[object, object, State]"


@websocket("/v1/matches/{match_id:str}/socket", opt=open_to("watchers", token_in_url=True))
async def play_on_socket(
    socket: Socket,
    match_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0, le=2**31)] = 0,
    language: FromQuery[Language] = "en",
    legal: Legal = False,
    lobby: TellLobby = False,
    players: TellPlayers = False,
    presence: TellPresence = False,
    reactions: TellReactions = False,
    orders: TellOrders = False,
) -> None:
    """Send events as they happen, and take moves. Each move is answered by `moved` or `refused`."""
    caller = caller_of(socket)
    loaded = caller.match
    caller.check_streams()
    check_language(language)
    wanted = Wanted(
        legal=legal, lobby=lobby, players=players, presence=presence, reactions=reactions, orders=orders
    )
    cursor = await open_cursor(
        caller.service.cache, loaded, caller.seat, language, after, wanted, lambda: caller.is_still_allowed
    )
    await socket.accept()
    with caller.count_stream(), caller.service.cache.watch(loaded, caller.seat):
        sending = asyncio.ensure_future(_send_events(socket, caller, cursor))
        taking = asyncio.ensure_future(_take_moves(socket, caller, language))
        try:
            done, _ = await asyncio.wait((sending, taking), return_when=asyncio.FIRST_COMPLETED)
        finally:
            await end_tasks(sending, taking)
        if sending not in done:
            return  # the client has left
        if loaded.lost:
            await socket.close(1012, "come back")
        elif sending.exception() is None and not caller.is_still_allowed:
            await socket.close(4403, "not_allowed")
        elif sending.exception() is None and caller.shown.closed:
            await socket.close(4403, caller.shown.closed)
        elif sending.exception() is None:
            await socket.close(1000, "match over")
        elif isinstance(sending.exception(), TimeoutError):
            await socket.close(1008, "too slow")
        elif isinstance(sending.exception(), OSError):
            return  # the client is gone
        else:
            await socket.close(1011, "the server failed")


async def _send_events(socket: Socket, caller: Caller, cursor: EventCursor) -> None:
    limits = caller.service.limits
    async for event in cursor.follow(limits.heartbeat):
        message: object = {"type": "still_here"} if event is None else _message(event[1])
        async with asyncio.timeout(limits.slow):
            await socket.send_text(encode(message).decode())


def _message(event: StreamLine) -> object:
    return {"type": "glimpse", **asdict(event, recurse=False)} if isinstance(event, SeenEvent) else event


async def _take_moves(socket: Socket, caller: Caller, language: Language) -> None:
    while True:
        try:
            text = await socket.receive_text()
        except WebSocketDisconnect:
            return
        with caller.service.figures.tracing.socket_move():
            answer = await _play(text, caller, language)
        await socket.send_text(encode(answer).decode())


async def _play(text: str, caller: Caller, language: Language) -> Document:
    """Play the move that a client sent. Return the answer."""
    name: Document = {}
    limit = caller.service.limits.body
    try:
        if len(text) > limit:
            raise HttpRefusal(413, "too_large", f"a message has at most {limit} characters")
        caller.check_still_allowed()
        caller.count_request()
        sent = parse(text.encode(errors="surrogatepass"), SocketMove)
        name = {} if sent.id is None else {"id": sent.id}
        if caller.seat is None:
            raise HttpRefusal(403, "not_allowed", "the token doesn't allow moves; use the token of a seat")
        result = await caller.service.moves.play(
            caller.match, caller.seat, sent.move, sent.expect, None, language, caller.check_still_allowed
        )
    except Exception as error:
        refused = problem_for(error, "a move on a socket", language, caller.names)
        caller.budgets.refusals[refused.counted_as] += 1
        return {**refused.document, "type": "refused", **name}
    return {"type": "moved", **name, "version": result.value.version, "actors": [*result.value.actors]}


ROUTES = (play_on_socket,)
