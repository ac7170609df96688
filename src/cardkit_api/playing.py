"""Routes for those who play or watch: views, legal moves, moves, undo, resigning, the log."""

from typing import Annotated, Final

from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter

from cardkit.documents import move_documents, view_document
from cardkit.log import dumps
from cardkit.rejections import NotRevealed
from cardkit_api.access import HttpRequest, caller_of, open_to
from cardkit_api.http import (
    answer,
    decoded,
    expected_version,
    language_of,
    parsed,
    status_tag,
    tag_of,
    unless_known,
)
from cardkit_api.matches import status_of
from cardkit_api.messages import (
    LegalMoves,
    MatchStatus,
    Moved,
    NewMove,
    Resignation,
    Undo,
    Undone,
    View,
    legal_moves_of,
)
from cardkit_api.problems import Trouble
from cardkit_api.stores.contract import Answer

__all__ = ["ROUTES"]

NOW: Final = 0
"""No version; it stands for the latest."""
_REPLAYED: Final = {"Idempotency-Replayed": "true"}
"""Says that nothing happened now: the same request was answered before."""


@get("/v1/matches/{match_id:str}/view", opt=open_to("watchers"), operation_id="getView", tags=["play"])
async def get_view(
    request: HttpRequest,
    match_id: FromPath[str],
    at: Annotated[
        int, QueryParameter(ge=0, le=2**31, description="an earlier version", schema_extra={"minimum": 1})
    ] = NOW,
) -> Response[View]:
    """What lies before the caller's eyes: of a seat its own cards, of anybody else what is open to all."""
    caller = caller_of(request)
    live = caller.match
    match = caller.house.started(live)
    if at == NOW and "at" in request.query_params:
        raise Trouble(400, "bad_request", "at: versions are counted from 1")
    if at != NOW:
        if at > match.version:
            await caller.house.following.refresh(live)
        match = caller.house.started(live).at(at)
    tag = unless_known(request, tag_of(match.version, caller.seat))
    return answer(View(match.version, caller.seat, view_document(match, caller.seat)), tag)


@get("/v1/matches/{match_id:str}/moves", opt=open_to("seat"), operation_id="getMoves", tags=["play"])
async def get_moves(request: HttpRequest, match_id: FromPath[str]) -> Response[LegalMoves]:
    """All legal moves of the seat, each by number, text and JSON; none while others are to move."""
    caller = caller_of(request)
    match = caller.house.started(caller.match)
    tag = unless_known(request, tag_of(match.version, caller.seat))
    moves = legal_moves_of(move_documents(match, caller.player))
    return answer(LegalMoves(match.version, caller.player, moves), tag)


@post(
    "/v1/matches/{match_id:str}/moves",
    opt=open_to("seat", takes=NewMove),
    operation_id="playMove",
    tags=["play"],
    status_code=200,
)
async def play_move(request: HttpRequest, match_id: FromPath[str]) -> Response[Moved]:
    """Play a move. If-Match names the version that the mover saw.

    The move is stale (412) if the mover's seat has moved since, or if what it sees or may do has changed.
    """
    caller = caller_of(request)
    body = await caller.body(request)
    live = caller.match
    moved = await caller.house.play(
        live,
        caller.player,
        parsed(body, NewMove).move,
        expected_version(request),
        caller.once(request, body, match_id),
        language_of(request, caller.game.languages),
    )
    if isinstance(moved, Answer):
        again = decoded(moved.body, Moved)
        return answer(again, f'"{again.version}"', moved.status, _REPLAYED)
    return answer(moved, f'"{moved.version}"')


@post(
    "/v1/matches/{match_id:str}/undo",
    opt=open_to("seat", takes=Undo),
    operation_id="undoMove",
    tags=["play"],
    status_code=200,
)
async def undo_move(request: HttpRequest, match_id: FromPath[str]) -> Response[Undone]:
    """Take one's last move back: at once if nobody has learned anything from it, else as soon as all have agreed."""
    caller = caller_of(request)
    live = caller.match
    body = await caller.body(request)
    wanted = parsed(body, Undo)
    of = caller.player if wanted.of is None else wanted.of
    expect = expected_version(request, required=False)
    undone = await caller.house.undo(live, caller.player, of, expect, caller.once(request, body, match_id))
    if isinstance(undone, Answer):
        again = decoded(undone.body, Undone)
        return answer(again, f'"{again.version}"', undone.status, _REPLAYED)
    return answer(undone, f'"{undone.version}"')


@post(
    "/v1/matches/{match_id:str}/resign",
    opt=open_to("seat", takes=Resignation),
    operation_id="resign",
    tags=["play"],
    status_code=200,
)
async def resign(request: HttpRequest, match_id: FromPath[str]) -> Response[MatchStatus]:
    """Leave the seat to a bot, for good. One may go on watching with its eyes."""
    caller = caller_of(request)
    live = caller.match
    body = await caller.body(request)
    bot = parsed(body, Resignation).bot
    await caller.house.resign(live, caller.player, bot, caller.once(request, body, match_id))
    return answer(status_of(live, caller.base), status_tag(live))


@get(
    "/v1/matches/{match_id:str}/log",
    opt=open_to("watchers"),
    operation_id="getLog",
    tags=["play"],
    media_type="application/jsonl",
)
async def get_log(request: HttpRequest, match_id: FromPath[str]) -> Response[str]:
    """The whole log with the revealed seed, once the match is over: for `cardkit.verify`, or anybody's own checker."""
    caller = caller_of(request)
    match = caller.house.started(caller.match)
    if match.actors:
        raise NotRevealed("the log is shown when the match is over")
    tag = unless_known(request, tag_of(match.version, None))
    return answer(dumps(match), tag, media_type="application/jsonl; charset=utf-8")


ROUTES = (get_view, get_moves, play_move, undo_move, resign, get_log)
