"""What a viewer sees and knows of a match."""

from litestar import Response, get
from litestar.params import FromPath

from cardkit.documents import memory_document, view_document
from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import View, ViewerMemory
from cardkit_api.problems import HttpRefusal
from cardkit_api.requests import OWN, AsSeat, HttpRequest, Seen
from cardkit_api.responses import answer, check_if_none_match, view_tag
from cardkit_api.routes.versions import LATEST, At, match_at

__all__ = ["ROUTES"]


@get(
    "/v1/matches/{match_id:str}/view",
    opt=open_to("watchers", reads=("If-None-Match",), refuses=(400, 409, 422)),
    operation_id="getView",
    tags=["play"],
)
async def get_view(
    request: HttpRequest, match_id: FromPath[str], at: At = LATEST, seen: Seen = 0, as_: AsSeat = OWN
) -> Response[View]:
    """Show what the caller sees. A seat also sees its own cards; others see what is open to all."""
    caller = caller_of(request)
    match = await match_at(request, at, seen)
    viewer = await caller.viewer(request, as_)
    tag = check_if_none_match(request, view_tag(match.version, viewer))
    return answer(View(match.version, viewer, view_document(match, viewer)), tag)


@get(
    "/v1/matches/{match_id:str}/memory",
    opt=open_to("watchers", reads=("If-None-Match",), refuses=(400, 409, 422)),
    operation_id="getMemory",
    tags=["play"],
)
async def get_memory(
    request: HttpRequest, match_id: FromPath[str], at: At = LATEST, seen: Seen = 0, as_: AsSeat = OWN
) -> Response[ViewerMemory]:
    """Show what the caller knows: the view, in which each card that the caller has seen keeps its face.

    A card loses its face when nobody can tell any more where it is. Spectators know what was open to all. A game whose
    memory isn't of this form answers 404, `no_memory`.
    """
    caller = caller_of(request)
    match = await match_at(request, at, seen)
    viewer = await caller.viewer(request, as_)
    tag = check_if_none_match(request, view_tag(match.version, viewer))
    memory = memory_document(match, viewer)
    if memory is None:
        raise HttpRefusal(404, "no_memory", f"{caller.game.title} doesn't show what its viewers remember")
    return answer(ViewerMemory(match.version, viewer, memory), tag)


ROUTES = (get_view, get_memory)
