"""Another match of the same players."""

from litestar import Response, get, post
from litestar.params import FromPath

from cardkit_api.caller import Caller, caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import NewRematch, Rematch
from cardkit_api.requests import HttpRequest, parse
from cardkit_api.responses import answer
from cardkit_api.routes.status import match_status
from cardkit_api.service.rematch import plays_again, seat_in_next, who_must_agree
from cardkit_api.service.spectators import shown_to

__all__ = ["ROUTES"]


@post(
    "/v1/matches/{match_id:str}/rematch",
    opt=open_to("seat", takes=NewRematch, refuses=(409,)),
    operation_id="agreeToRematch",
    tags=["matches"],
    status_code=200,
)
async def agree_to_rematch(request: HttpRequest, match_id: FromPath[str]) -> Response[Rematch]:
    """Agree to another match once this one is over. It is made as soon as all people have agreed; bots always do.

    Game, options and players are the same, and everybody moves one seat down. The answer to the last one has the token
    of their new seat. The others get theirs by `GET`, or by the same request once more.
    """
    caller = caller_of(request)
    wanted = parse(await caller.body(request), NewRematch)
    await caller.service.rematches.agree(
        caller.match, caller.player, wanted.agreed, caller.check_still_allowed
    )
    return answer(await _rematch(caller))


@get(
    "/v1/matches/{match_id:str}/rematch",
    opt=open_to("watchers"),
    operation_id="getRematch",
    tags=["matches"],
)
async def get_rematch(request: HttpRequest, match_id: FromPath[str]) -> Response[Rematch]:
    """Show who has agreed to another match. Once it is made, show it with the caller's token for it."""
    return answer(await _rematch(caller_of(request)))


async def _rematch(caller: Caller) -> Rematch:
    info, rematches = caller.match.info, caller.service.rematches
    shown = caller.shown.info
    following = await rematches.next_of(caller.match)
    plays = caller.seat is not None and plays_again(info, caller.seat)
    known = following is not None and caller.role is not None
    token = rematches.token(info, caller.role, caller.seat) if known and caller.role is not None else None
    there = None if token is None or following is None else following.info.seat_of(token)
    return Rematch(
        agreed=[*shown.rematch],
        waiting_for=[seat for seat in who_must_agree(shown) if seat not in shown.rematch],
        match=None if following is None else match_status(shown_to(there, following).summary, caller.base),
        seat=seat_in_next(info, caller.seat) if known and plays and caller.seat is not None else None,
        token=token,
    )


ROUTES = (agree_to_rematch, get_rematch)
