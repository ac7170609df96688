"""Matches from outside: creating, listing, seeing, starting and deleting them."""

from functools import lru_cache
from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import FromPath, FromQuery, QueryParameter

from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.limits import LONGEST_PAGE, LONGEST_WAIT
from cardkit_api.messages import (
    Created,
    Invitation,
    MatchPage,
    MatchStatus,
    NewMatch,
    NewTerms,
    Start,
    Status,
)
from cardkit_api.requests import HttpRequest, Seen
from cardkit_api.responses import answer, check_if_none_match, has_tag, status_tag
from cardkit_api.routes.paging import After, next_page, read_cursor
from cardkit_api.routes.status import answer_status, match_status
from cardkit_api.service.events import wait_while
from cardkit_api.service.listing import looks_for
from cardkit_api.service.spectators import for_spectators, shown_to
from cardkit_api.service.summary import Summary

__all__ = ["ROUTES"]


@lru_cache(1000)
def _listed(match: Summary, base: str) -> MatchStatus:
    """Return how lists show a match. The summary of a match that doesn't change stays the same, and so does this."""
    return match_status(for_spectators(match), base)


@post(
    "/v1/matches",
    opt=open_to(
        "anyone", takes=NewMatch, reads=("Idempotency-Key",), sends=("ETag", "Location"), refuses=(404,)
    ),
    operation_id="createMatch",
    tags=["matches"],
)
async def create_match(request: HttpRequest) -> Response[Created]:
    """Create a match. Only this answer has its tokens. Repeat the request with its Idempotency-Key to get it again."""
    caller = caller_of(request)
    new, idempotency = await caller.read(request, NewMatch, "new match")
    matches, seating = caller.service.matches, caller.service.seating
    loaded, taken = await matches.create(new, caller.holder.user, idempotency, caller.count_new_match)
    seat = taken.seat
    played = {seat, *(bot.seat for bot in new.bots)}
    shown = shown_to(None, loaded)  # this may be a repeated request, and the maker may have left since
    created = Created(
        match_status(shown.summary, caller.base),
        seating.token(loaded, "owner"),
        seating.token(loaded, "watcher"),
        [
            Invitation(other, seating.token_of_seat(loaded, taken, other, "invitation"))
            for other in range(new.seats)
            if other not in played
        ],
        seat,
        None if seat is None else seating.token_of_seat(loaded, taken, seat),
    )
    location = f"{caller.base}/v1/matches/{loaded.row.match}"
    return answer(created, status_tag(shown), status=201, headers={"Location": location})


@get(
    "/v1/matches",
    opt=open_to("anyone", sends=("Link",), refuses=(400, 404)),
    operation_id="listMatches",
    tags=["matches"],
)
async def list_matches(
    request: HttpRequest,
    status: FromQuery[Status] = "open",
    limit: Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE)] = 50,
    after: After = "",
    game: Annotated[str, QueryParameter(description="the key of a game", max_length=80)] = "",
    seats: Annotated[int, QueryParameter(ge=0, le=100, description="a number of seats; 0 is any")] = 0,
) -> Response[MatchPage]:
    """List public matches that can be joined (open), watched (running) or checked (over), newest first.

    With a game or a number of seats, a page may have few matches or none, and still lead to a next one.
    """
    caller = caller_of(request)
    if game:
        caller.service.game(game)  # refuses an unknown one
    limit = min(limit, caller.service.limits.page)
    caller.count_looks(looks_for(limit, game, seats))
    found = caller.service.lists.public(status, read_cursor(after), limit, game, seats)
    matches, cursor = await found
    shown = [_listed(match, caller.base) for match in matches]
    asked: dict[str, str | int] = {"status": status, "limit": limit}
    asked |= {"game": game} if game else {}
    asked |= {"seats": seats} if seats else {}
    following, headers = next_page(f"{caller.base}/v1/matches", asked, cursor)
    return answer(MatchPage(shown, following), headers=headers)


@get(
    "/v1/matches/{match_id:str}",
    opt=open_to("invited", reads=("If-None-Match",), refuses=(400,)),
    operation_id="getMatch",
    tags=["matches"],
)
async def get_match(
    request: HttpRequest,
    match_id: FromPath[str],
    seen: Seen = 0,
    wait: Annotated[
        float,
        QueryParameter(ge=0, le=LONGEST_WAIT, description="seconds to wait for a change, with If-None-Match"),
    ] = 0,
) -> Response[MatchStatus]:
    """Show the match from outside: who sits where, who is to move, how it ended.

    With If-None-Match and `wait`, the answer comes as soon as something has changed, or else is 304 after that time.
    """
    caller = caller_of(request)
    await caller.catch_up(seen)
    loaded = caller.match
    if wait and has_tag(request, tag := status_tag(caller.shown)):
        caller.check_streams()
        with caller.count_stream(), caller.service.cache.watch(loaded):
            seconds = min(wait, caller.service.limits.wait)
            await wait_while(
                loaded, lambda: status_tag(caller.shown) == tag and caller.is_still_allowed, seconds
            )
        caller.check_in_sight()
        caller.check_still_allowed()
    shown = caller.shown
    tag = check_if_none_match(request, status_tag(shown))
    return answer(match_status(shown.summary, caller.base), tag)


@post(
    "/v1/matches/{match_id:str}/start",
    opt=open_to("owner", takes=Start, reads=("Idempotency-Key",), sends=("ETag",), refuses=(409,)),
    operation_id="startMatch",
    tags=["matches"],
    status_code=200,
)
async def start_match(request: HttpRequest, match_id: FromPath[str]) -> Response[MatchStatus]:
    """Start the match without waiting for others: a bot takes each free seat."""
    caller = caller_of(request)
    start, idempotency = await caller.read(request, Start)
    await caller.service.seating.start(caller.match, start.bot, idempotency)
    return answer_status(caller)


@post(
    "/v1/matches/{match_id:str}/terms",
    opt=open_to("owner", takes=NewTerms, reads=("Idempotency-Key",), sends=("ETag",), refuses=(409,)),
    operation_id="changeTerms",
    tags=["matches"],
    status_code=200,
)
async def change_terms(request: HttpRequest, match_id: FromPath[str]) -> Response[MatchStatus]:
    """Change the terms of a match that hasn't started: its options, say. No player is ready any more then."""
    caller = caller_of(request)
    terms, idempotency = await caller.read(request, NewTerms)
    await caller.service.seating.change_terms(caller.match, terms, idempotency)
    return answer_status(caller)


@delete("/v1/matches/{match_id:str}", opt=open_to("owner"), operation_id="deleteMatch", tags=["matches"])
async def delete_match(request: HttpRequest, match_id: FromPath[str]) -> None:
    """Delete the match, its log and all its tokens, for good."""
    caller = caller_of(request)
    await caller.service.matches.delete(caller.match)


ROUTES = (create_match, list_matches, get_match, start_match, change_terms, delete_match)
