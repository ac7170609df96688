"""The matches of a user of the embedding application."""

from typing import Annotated, Literal

from litestar import Response, get
from litestar.params import FromQuery, QueryParameter

from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.limits import LONGEST_PAGE
from cardkit_api.messages import MyMatch, MyMatches
from cardkit_api.requests import HttpRequest
from cardkit_api.responses import answer
from cardkit_api.routes.paging import After, next_page, read_cursor
from cardkit_api.routes.status import match_status
from cardkit_api.service.spectators import for_spectators
from cardkit_api.service.summary import Summary

__all__ = ["ROUTES"]


@get(
    "/v1/my/matches",
    opt=open_to("user", sends=("Link",), refuses=(400,)),
    operation_id="listMyMatches",
    tags=["matches"],
)
async def list_my_matches(
    request: HttpRequest,
    status: FromQuery[Literal["any", "open", "running", "over"]] = "any",
    limit: Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE)] = 50,
    after: After = "",
) -> Response[MyMatches]:
    """List the matches in which the user has a seat, or which they made, newest first. Private ones are among them.

    Users are those of the application that embeds the server. Tokens don't count here.
    """
    caller = caller_of(request)
    user, limit = caller.holder.user, min(limit, caller.service.limits.page)
    caller.count_looks(limit)
    wanted = None if status == "any" else status
    found, cursor = await caller.service.lists.of_user(user, wanted, read_cursor(after), limit)
    shown = [_mine(one, user, caller.base) for one in found]
    path = f"{caller.base}/v1/my/matches"
    following, headers = next_page(path, {"status": status, "limit": limit}, cursor)
    return answer(MyMatches(shown, following), headers=headers)


def _mine(match: Summary, user: str, base: str) -> MyMatch:
    """Return what the match is to that user. An owner without a seat is shown it as a spectator."""
    seats = [seat for seat, chair in enumerate(match.info.chairs) if chair.user == user]
    shown = match if seats else for_spectators(match)
    return MyMatch(match_status(shown, base), seats, match.info.owner_user == user)


ROUTES = (list_my_matches,)
