"""A whole table in one answer, for the first paint of a page."""

from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from cardkit.documents import view_document
from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.limits import LONGEST_PAGE
from cardkit_api.messages import Table
from cardkit_api.requests import HttpRequest, InLanguage, Seen
from cardkit_api.responses import answer, check_if_none_match, view_tag
from cardkit_api.routes.status import match_status
from cardkit_api.service.events import legal_moves, seen_events

__all__ = ["ROUTES"]


@get(
    "/v1/matches/{match_id:str}/table",
    opt=open_to("watchers", reads=("If-None-Match", "Accept-Language"), refuses=(400,)),
    operation_id="getTable",
    tags=["play"],
)
async def get_table(
    request: HttpRequest,
    match_id: FromPath[str],
    limit: Annotated[
        int, QueryParameter(ge=1, le=LONGEST_PAGE, description="how many of the latest events")
    ] = 50,
    language: InLanguage = "",
    seen: Seen = 0,
) -> Response[Table]:
    """Show all that a page needs at first: status, view, legal moves and the latest events, all of one version."""
    caller = caller_of(request)
    await caller.catch_up(seen)
    spoken = caller.language(request, language)
    shown, seat = caller.shown, caller.seat
    match, version = shown.match, shown.version
    tag = view_tag(version, seat, f"{shown.mark}.{spoken}")
    check_if_none_match(request, tag)
    since = max(0, version - min(limit, caller.service.limits.page))
    table = Table(
        version=version,
        seat=seat,
        status=match_status(shown.summary, caller.base),
        view=None if match is None else view_document(match, seat),
        moves=None if match is None or seat is None else legal_moves(match, seat),
        events=[] if match is None else seen_events(match, seat, since, spoken, shown.info.names),
    )
    return answer(table, tag)


ROUTES = (get_table,)
