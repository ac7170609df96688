"""The seats of a match: joining and resigning."""

from litestar import Response, post
from litestar.params import FromPath

from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import Joined, MatchStatus, NewPlayer, Resignation
from cardkit_api.requests import HttpRequest, parse
from cardkit_api.responses import answer, status_tag
from cardkit_api.routes.status import match_status
from cardkit_api.service.summary import summary_of

__all__ = ["ROUTES"]


@post(
    "/v1/matches/{match_id:str}/seats",
    opt=open_to(
        "anyone", takes=NewPlayer, reads=("Idempotency-Key",), sends=("ETag",), refuses=(403, 404, 409)
    ),
    operation_id="joinMatch",
    tags=["matches"],
)
async def join_match(request: HttpRequest, match_id: FromPath[str]) -> Response[Joined]:
    """Take a seat: a free one of a public match, or that of an invitation. Its token is in this answer only."""
    caller = caller_of(request)
    body = await caller.body(request)
    loaded, matches = caller.match, caller.service.matches
    idempotency = caller.idempotency(request, body, f"{match_id} join")
    seat = await matches.join(loaded, parse(body, NewPlayer), caller.user, idempotency)
    joined = Joined(
        seat, matches.token(loaded, f"seat {seat}"), match_status(summary_of(loaded), caller.base)
    )
    return answer(joined, status_tag(loaded), status=201)


@post(
    "/v1/matches/{match_id:str}/resign",
    opt=open_to("seat", takes=Resignation, reads=("Idempotency-Key",), sends=("ETag",), refuses=(409,)),
    operation_id="resign",
    tags=["play"],
    status_code=200,
)
async def resign(request: HttpRequest, match_id: FromPath[str]) -> Response[MatchStatus]:
    """Hand the seat over to a bot, for good. The seat's token still shows what the seat sees."""
    caller = caller_of(request)
    loaded = caller.match
    body = await caller.body(request)
    bot = parse(body, Resignation).bot
    await caller.service.matches.resign(
        loaded, caller.player, bot, caller.idempotency(request, body, match_id)
    )
    return answer(match_status(summary_of(loaded), caller.base), status_tag(loaded))


ROUTES = (join_match, resign)
