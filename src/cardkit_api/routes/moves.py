"""The moves of a seat: which are legal, and playing one."""

from litestar import Response, get, post
from litestar.params import FromPath

from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import LegalMoves, Moved, NewMove
from cardkit_api.requests import HttpRequest, Seen, expected_version
from cardkit_api.responses import answer, check_if_none_match, replay_header, view_tag
from cardkit_api.service.events import legal_moves

__all__ = ["ROUTES"]


@get(
    "/v1/matches/{match_id:str}/moves",
    opt=open_to("seat", reads=("If-None-Match",), refuses=(400, 409)),
    operation_id="getMoves",
    tags=["play"],
)
async def get_moves(request: HttpRequest, match_id: FromPath[str], seen: Seen = 0) -> Response[LegalMoves]:
    """List all legal moves of the seat, each by number, text and JSON. The list is empty while others are to move."""
    caller = caller_of(request)
    await caller.catch_up(seen)
    match = caller.match.require_started()
    tag = check_if_none_match(request, view_tag(match.version, caller.seat))
    moves = legal_moves(match, caller.player)
    return answer(LegalMoves(match.version, caller.player, moves), tag)


@post(
    "/v1/matches/{match_id:str}/moves",
    opt=open_to(
        "seat",
        takes=NewMove,
        reads=("If-Match", "Idempotency-Key", "Accept-Language"),
        sends=("ETag", "Idempotency-Replayed"),
        refuses=(409, 412, 428),
        direct=True,
    ),
    operation_id="playMove",
    tags=["play"],
    status_code=200,
)
async def play_move(request: HttpRequest, match_id: FromPath[str]) -> Response[Moved]:
    """Play a move. If-Match names the version that the mover saw.

    The move is stale (412) if the mover's seat has moved since, or if what it sees or may do has changed.
    """
    caller = caller_of(request)
    wanted, idempotency = await caller.read(request, NewMove)
    result = await caller.service.moves.play(
        caller.match,
        caller.player,
        wanted.move,
        expected_version(request),
        idempotency,
        caller.language(request),
        caller.check_still_allowed,
    )
    moved = result.value
    return answer(moved, f'"{moved.version}"', headers=replay_header(result))


ROUTES = (get_moves, play_move)
