"""What a viewer sees of a match."""

from typing import Annotated, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from cardkit.documents import view_document
from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import View
from cardkit_api.problems import HttpRefusal
from cardkit_api.requests import HttpRequest, Seen
from cardkit_api.responses import answer, check_if_none_match, view_tag

__all__ = ["ROUTES"]

LATEST: Final = 0
"""Stands for the latest version; versions are counted from 1."""


@get(
    "/v1/matches/{match_id:str}/view",
    opt=open_to("watchers", reads=("If-None-Match",), refuses=(400, 409)),
    operation_id="getView",
    tags=["play"],
)
async def get_view(
    request: HttpRequest,
    match_id: FromPath[str],
    at: Annotated[
        int, QueryParameter(ge=0, le=2**31, description="an earlier version", schema_extra={"minimum": 1})
    ] = LATEST,
    seen: Seen = 0,
) -> Response[View]:
    """Show what the caller sees. A seat also sees its own cards; others see what is open to all."""
    caller = caller_of(request)
    await caller.catch_up(seen)
    loaded = caller.match
    match = loaded.require_started()
    if at == LATEST and "at" in request.query_params:
        raise HttpRefusal(400, "bad_request", "at: versions are counted from 1")
    if at != LATEST:
        if at > match.version:
            await caller.service.cache.refresh(loaded)
        match = loaded.require_started().at(at)
    tag = check_if_none_match(request, view_tag(match.version, caller.seat))
    return answer(View(match.version, caller.seat, view_document(match, caller.seat)), tag)


ROUTES = (get_view,)
