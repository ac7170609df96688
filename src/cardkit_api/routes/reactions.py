"""What players say to each other."""

from litestar import Response, post
from litestar.params import FromPath

from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import NewReaction, Reaction
from cardkit_api.requests import HttpRequest, parse
from cardkit_api.responses import answer

__all__ = ["ROUTES"]


@post(
    "/v1/matches/{match_id:str}/reactions",
    opt=open_to("seat", takes=NewReaction, reads=("Accept-Language",), refuses=(409,)),
    operation_id="react",
    tags=["play"],
    status_code=200,
)
async def react(request: HttpRequest, match_id: FromPath[str]) -> Response[Reaction]:
    """Say something from a closed set to all streams that ask for `reactions`. A seat says 3 things at once at most.

    Then it may say one every 2 seconds. Nothing is stored, and spectators hear it only if they are `public`.
    """
    caller = caller_of(request)
    wanted = parse(await caller.body(request), NewReaction)
    language = caller.language(request)
    reactions = caller.service.reactions
    return answer(await reactions.react(caller.match, caller.player, wanted.reaction, language))


ROUTES = (react,)
