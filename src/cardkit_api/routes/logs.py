"""The log of a match that is over."""

from litestar import Response, get
from litestar.params import FromPath

from cardkit.log import dumps
from cardkit.rejections import NotRevealed
from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.requests import HttpRequest
from cardkit_api.responses import answer, check_if_none_match, view_tag

__all__ = ["ROUTES"]


@get(
    "/v1/matches/{match_id:str}/log",
    opt=open_to("watchers", reads=("If-None-Match",), refuses=(409,)),
    operation_id="getLog",
    tags=["play"],
    media_type="application/jsonl",
)
async def get_log(request: HttpRequest, match_id: FromPath[str]) -> Response[str]:
    """Show the whole log with the revealed seed, once the match is over. `cardkit.verify` checks it."""
    caller = caller_of(request)
    match = caller.shown.require_started()
    if match.actors:
        raise NotRevealed("the log is shown when the match is over")
    tag = check_if_none_match(request, view_tag(match.version, None))
    return answer(dumps(match), tag, media_type="application/jsonl; charset=utf-8", asked=request)


ROUTES = (get_log,)
