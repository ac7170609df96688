"""What a viewer sees and knows of a match."""

from typing import Annotated, Final, TypeAlias

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from cardkit.documents import memory_document, view_document
from cardkit.match import AnyMatch
from cardkit_api.caller import Caller, caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import Memory, View
from cardkit_api.problems import HttpRefusal
from cardkit_api.requests import HttpRequest, Seen
from cardkit_api.responses import answer, check_if_none_match, view_tag

__all__ = ["ROUTES"]

LATEST: Final = 0
"""Stands for the latest version; versions are counted from 1."""


At: TypeAlias = Annotated[
    int, QueryParameter(ge=0, le=2**31, description="an earlier version", schema_extra={"minimum": 1})
]


@get(
    "/v1/matches/{match_id:str}/view",
    opt=open_to("watchers", reads=("If-None-Match",), refuses=(400, 409)),
    operation_id="getView",
    tags=["play"],
)
async def get_view(
    request: HttpRequest, match_id: FromPath[str], at: At = LATEST, seen: Seen = 0
) -> Response[View]:
    """Show what the caller sees. A seat also sees its own cards; others see what is open to all."""
    caller = caller_of(request)
    match = await _match_at(request, caller, at, seen)
    tag = check_if_none_match(request, view_tag(match.version, caller.seat))
    return answer(View(match.version, caller.seat, view_document(match, caller.seat)), tag)


@get(
    "/v1/matches/{match_id:str}/memory",
    opt=open_to("watchers", reads=("If-None-Match",), refuses=(400, 409)),
    operation_id="getMemory",
    tags=["play"],
)
async def get_memory(
    request: HttpRequest, match_id: FromPath[str], at: At = LATEST, seen: Seen = 0
) -> Response[Memory]:
    """Show what the caller knows: the view, in which each card that the caller has seen keeps its face.

    A card loses its face when nobody can tell any more where it is. Spectators know what was open to all. A game whose
    memory isn't of this form answers 404, `no_memory`.
    """
    caller = caller_of(request)
    match = await _match_at(request, caller, at, seen)
    tag = check_if_none_match(request, view_tag(match.version, caller.seat))
    memory = memory_document(match, caller.seat)
    if memory is None:
        raise HttpRefusal(404, "no_memory", f"{caller.game.title} doesn't show what its viewers remember")
    return answer(Memory(match.version, caller.seat, memory), tag)


async def _match_at(request: HttpRequest, caller: Caller, at: int, seen: int) -> AnyMatch:
    """Return the match at that version, or the latest one. Refuse if there is none."""
    await caller.catch_up(seen)
    loaded = caller.match
    match = loaded.require_started()
    if at == LATEST and "at" in request.query_params:
        raise HttpRefusal(400, "bad_request", "at: versions are counted from 1")
    if at == LATEST:
        return match
    if at > match.version:
        await caller.service.cache.refresh(loaded)
    return loaded.require_started().at(at)


ROUTES = (get_view, get_memory)
