"""The clock of a match: pausing and resuming it, giving time, coming back, and replacing who is late."""

from litestar import Response, post
from litestar.params import FromPath

from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import ClockAct, Gift, MatchStatus
from cardkit_api.problems import HttpRefusal
from cardkit_api.requests import HttpRequest
from cardkit_api.routes.status import answer_status

__all__ = ["ROUTES"]

_OPT = open_to("seat", takes=ClockAct, reads=("Idempotency-Key",), sends=("ETag",), refuses=(409,))


@post(
    "/v1/matches/{match_id:str}/pause",
    opt=_OPT,
    operation_id="pauseMatch",
    tags=["clocks"],
    status_code=200,
)
async def pause_match(request: HttpRequest, match_id: FromPath[str]) -> Response[MatchStatus]:
    """Ask for a pause, or agree to one. The match is paused when all players have agreed. A move ends the request."""
    caller = caller_of(request)
    _, idempotency = await caller.read(request, ClockAct)
    await caller.service.clocks.pause(caller.match, caller.player, idempotency, caller.check_still_allowed)
    return answer_status(caller)


@post(
    "/v1/matches/{match_id:str}/resume",
    opt=_OPT,
    operation_id="resumeMatch",
    tags=["clocks"],
    status_code=200,
)
async def resume_match(request: HttpRequest, match_id: FromPath[str]) -> Response[MatchStatus]:
    """Resume a match that is paused. Any player can."""
    caller = caller_of(request)
    _, idempotency = await caller.read(request, ClockAct)
    await caller.service.clocks.resume(caller.match, caller.player, idempotency, caller.check_still_allowed)
    return answer_status(caller)


@post(
    "/v1/matches/{match_id:str}/gifts",
    opt=open_to("seat", takes=Gift, reads=("Idempotency-Key",), sends=("ETag",), refuses=(409,)),
    operation_id="giveTime",
    tags=["clocks"],
    status_code=200,
)
async def give_time(request: HttpRequest, match_id: FromPath[str]) -> Response[MatchStatus]:
    """Give time to another player. One who ran out of time, and whom the others wait for, plays on."""
    caller = caller_of(request)
    gift, idempotency = await caller.read(request, Gift)
    await caller.service.clocks.give(
        caller.match, caller.player, gift.to, gift.time, idempotency, caller.check_still_allowed
    )
    return answer_status(caller)


@post(
    "/v1/matches/{match_id:str}/seats/{seat:int}/return",
    opt=_OPT,
    operation_id="returnToSeat",
    tags=["clocks"],
    status_code=200,
)
async def return_to_seat(
    request: HttpRequest, match_id: FromPath[str], seat: FromPath[int]
) -> Response[MatchStatus]:
    """Come back to your seat after your time ran out. If a bot plays it, the bot leaves it."""
    caller = caller_of(request)
    _, idempotency = await caller.read(request, ClockAct)
    if seat != caller.player:
        raise HttpRefusal(403, "not_allowed", "the token is another seat's; send the token of this seat")
    await caller.service.clocks.bring_back(
        caller.match, caller.player, idempotency, caller.check_still_allowed
    )
    return answer_status(caller)


@post(
    "/v1/matches/{match_id:str}/seats/{seat:int}/replace",
    opt=_OPT,
    operation_id="replaceSeat",
    tags=["clocks"],
    status_code=200,
)
async def replace_seat(
    request: HttpRequest, match_id: FromPath[str], seat: FromPath[int]
) -> Response[MatchStatus]:
    """Agree that a bot plays a seat that ran out of time. When all others agree, it does."""
    caller = caller_of(request)
    _, idempotency = await caller.read(request, ClockAct)
    await caller.service.clocks.replace(
        caller.match, caller.player, seat, idempotency, caller.check_still_allowed
    )
    return answer_status(caller)


ROUTES = (pause_match, resume_match, give_time, return_to_seat, replace_seat)
