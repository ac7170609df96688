"""The seats of a match: joining, leaving, new tokens, resigning."""

from litestar import Response, delete, post
from litestar.params import FromPath

from cardkit.seats import Seat
from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import (
    Invitation,
    Joined,
    MatchStatus,
    NewInvitation,
    NewPlayer,
    NewToken,
    Readiness,
    Resignation,
    SeatToken,
)
from cardkit_api.requests import HttpRequest, parse
from cardkit_api.responses import answer, status_tag
from cardkit_api.routes.status import answer_status, match_status
from cardkit_api.service.spectators import shown_to

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
    player, idempotency = await caller.read(request, NewPlayer, f"{match_id} join")
    loaded, seating = caller.match, caller.service.seating
    taken = await seating.join(loaded, player, caller.holder.user, idempotency)
    if taken.seat is None:
        raise LookupError("the answer that was kept for a join names no seat")
    token = seating.token_of_seat(loaded, taken, taken.seat)
    shown = shown_to(
        loaded.info.seat_of(token), loaded
    )  # this may be a repeated request of somebody who has left
    joined = Joined(taken.seat, token, match_status(shown.summary, caller.base))
    return answer(joined, status_tag(shown), status=201)


@post(
    "/v1/matches/{match_id:str}/ready",
    opt=open_to("seat", takes=Readiness, reads=("Idempotency-Key",), sends=("ETag",), refuses=(409,)),
    operation_id="setReady",
    tags=["matches"],
    status_code=200,
)
async def set_ready(request: HttpRequest, match_id: FromPath[str]) -> Response[MatchStatus]:
    """Say whether the seat is ready for the start. A match with `starts: ready` starts when all are."""
    caller = caller_of(request)
    wanted, idempotency = await caller.read(request, Readiness)
    await caller.service.seating.set_ready(
        caller.match, caller.player, wanted.ready, idempotency, caller.check_still_allowed
    )
    return answer_status(caller)


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
    wanted, idempotency = await caller.read(request, Resignation)
    await caller.service.seating.resign(
        caller.match, caller.player, wanted.bot, idempotency, caller.check_still_allowed
    )
    return answer_status(caller)


@post(
    "/v1/matches/{match_id:str}/seats/{seat:int}/token",
    opt=open_to("seat", takes=NewToken, reads=("Idempotency-Key",), ends_role=True),
    operation_id="renewToken",
    tags=["matches"],
)
async def renew_token(
    request: HttpRequest, match_id: FromPath[str], seat: FromPath[Seat]
) -> Response[SeatToken]:
    """Get a new token for the caller's own seat. The old one ends at once, with its tickets, streams and sockets.

    If the answer gets lost, send the request again with the old token and the same Idempotency-Key.
    """
    caller = caller_of(request)
    body = await caller.body(request)
    parse(body, NewToken)
    loaded, seating = caller.match, caller.service.seating
    idempotency = caller.lasting_idempotency(request, body)
    taken = await seating.renew_token(loaded, seat, lambda: caller.check_seat(seat), idempotency)
    return answer(SeatToken(seat, seating.token_of_seat(loaded, taken, seat)), status=201)


@post(
    "/v1/matches/{match_id:str}/seats/{seat:int}/invitation",
    opt=open_to("owner", takes=NewInvitation, reads=("Idempotency-Key",), refuses=(409,)),
    operation_id="renewInvitation",
    tags=["matches"],
)
async def renew_invitation(
    request: HttpRequest, match_id: FromPath[str], seat: FromPath[Seat]
) -> Response[Invitation]:
    """Get a new invitation to a free seat. The old one ends at once."""
    caller = caller_of(request)
    _, idempotency = await caller.read(request, NewInvitation)
    loaded, seating = caller.match, caller.service.seating
    taken = await seating.renew_invitation(loaded, seat, idempotency)
    return answer(Invitation(seat, seating.token_of_seat(loaded, taken, seat, "invitation")), status=201)


@delete(
    "/v1/matches/{match_id:str}/seats/{seat:int}",
    opt=open_to("seat or owner", reads=("Idempotency-Key",), refuses=(400, 409, 422), ends_role=True),
    operation_id="freeSeat",
    tags=["matches"],
)
async def free_seat(request: HttpRequest, match_id: FromPath[str], seat: FromPath[Seat]) -> None:
    """Leave the caller's seat before the start, or as the owner free any seat. Its token and invitation end at once.

    After the start, nobody leaves: resign instead.
    """
    caller = caller_of(request)
    await caller.service.seating.free_seat(
        caller.match,
        seat,
        lambda: caller.check_seat(seat, owner=True),
        caller.lasting_idempotency(request, b""),
    )


ROUTES = (join_match, renew_token, renew_invitation, free_seat, set_ready, resign)
