"""Taking moves back."""

from litestar import Response, post
from litestar.params import FromPath

from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import Undo, Undone
from cardkit_api.requests import HttpRequest, expected_version
from cardkit_api.responses import answer, replay_header

__all__ = ["ROUTES"]


@post(
    "/v1/matches/{match_id:str}/undo",
    opt=open_to(
        "seat",
        takes=Undo,
        reads=("If-Match-optional", "Idempotency-Key", "Accept-Language"),
        sends=("ETag", "Idempotency-Replayed"),
        refuses=(409, 412),
    ),
    operation_id="undoMove",
    tags=["play"],
    status_code=200,
)
async def undo_move(request: HttpRequest, match_id: FromPath[str]) -> Response[Undone]:
    """Take the seat's last move back: at once if nobody has learned anything from it, else as soon as all agree."""
    caller = caller_of(request)
    wanted, idempotency = await caller.read(request, Undo)
    result = await caller.service.undos.undo(
        caller.match,
        caller.player,
        caller.player if wanted.of is None else wanted.of,
        expected_version(request, required=False),
        idempotency,
        caller.language(request),
        caller.check_still_allowed,
    )
    undone = result.value
    return answer(undone, f'"{undone.version}"', headers=replay_header(result))


ROUTES = (undo_move,)
