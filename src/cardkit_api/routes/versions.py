"""The version of a match that a route is asked about."""

from typing import Annotated, Final, TypeAlias

from litestar.params import QueryParameter

from cardkit.match import AnyMatch
from cardkit_api.caller import caller_of
from cardkit_api.problems import HttpRefusal
from cardkit_api.requests import HttpRequest

__all__ = ["LATEST", "At", "match_at"]

LATEST: Final = 0
"""Stands for the latest version; versions are counted from 1."""

At: TypeAlias = Annotated[
    int, QueryParameter(ge=0, le=2**31, description="an earlier version", schema_extra={"minimum": 1})
]
"""The query parameter of routes that show a match as it was."""


async def match_at(request: HttpRequest, at: int, seen: int) -> AnyMatch:
    """Return the match at that version, or the latest one. Refuse if there is none."""
    caller = caller_of(request)
    await caller.catch_up(seen)
    match = caller.shown.require_started()
    if at == LATEST and "at" in request.query_params:
        raise HttpRefusal(400, "bad_request", "at: versions are counted from 1")
    if at == LATEST:
        return match
    if at > match.version:
        await caller.service.cache.refresh(caller.match)
    return caller.shown.require_started().at(at)
