"""The events of a match as the caller saw them: pages, long polls and endless streams. All of them can be resumed."""

import re
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.limits import LONGEST_PAGE, LONGEST_WAIT
from cardkit_api.messages import EventPage
from cardkit_api.problems import HttpRefusal
from cardkit_api.requests import (
    OWN,
    AsSeat,
    HttpRequest,
    InLanguage,
    Legal,
    TellLobby,
    TellOrders,
    TellPlayers,
    TellPresence,
    TellReactions,
    accepted_media,
    header,
)
from cardkit_api.responses import answer, check_if_none_match, view_tag
from cardkit_api.service.events import Wanted, open_cursor
from cardkit_api.streams import NDJSON, OVER, SSE, EndedStream, Stream, StreamResponse

__all__ = ["ROUTES"]


@get(
    "/v1/matches/{match_id:str}/events",
    opt=open_to(
        "watchers",
        reads=("If-None-Match", "Accept-Language", "Last-Event-ID"),
        refuses=(400, 406, 409, 422),
        streams=True,
        token_in_url=True,
    ),
    operation_id="getEvents",
    tags=["play"],
)
async def get_events(
    request: HttpRequest,
    match_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0, le=2**31, description="the last event seen")] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE)] = 100,
    wait: Annotated[float, QueryParameter(ge=0, le=LONGEST_WAIT, description="seconds to wait for news")] = 0,
    legal: Legal = False,
    lobby: TellLobby = False,
    players: TellPlayers = False,
    presence: TellPresence = False,
    reactions: TellReactions = False,
    orders: TellOrders = False,
    language: InLanguage = "",
    as_: AsSeat = OWN,
) -> Response[EventPage]:
    """List what the caller saw of the events, in order: as a page or an endless stream, by Accept.

    `application/x-ndjson` and `text/event-stream` go on until the match is over; their last line is `match_over`.
    Resume them by `after` or Last-Event-ID. A browser that has had `match_over` gets 204, and stops.
    """
    caller = caller_of(request)
    viewer = await caller.viewer(request, as_)
    loaded, service = caller.match, caller.service
    spoken = caller.language(request, language)
    media = accepted_media(request, ("application/json", NDJSON, SSE))
    place, had_all = _place(request, after)
    orders = orders and viewer == caller.seat  # nobody is told of the orders of others
    wanted = Wanted(
        legal=legal, lobby=lobby, players=players, presence=presence, reactions=reactions, orders=orders
    )
    cursor = await open_cursor(
        service.cache, loaded, viewer, spoken, place, wanted, lambda: caller.is_still_allowed
    )
    if media == SSE and had_all and cursor.ended:
        return StreamResponse(EndedStream())
    if media != "application/json":
        caller.check_streams()
        return StreamResponse(Stream(caller, cursor, media))
    if wait and cursor.at_end:
        caller.check_streams()
        with caller.count_stream(), service.cache.watch(loaded, caller.seat):
            await cursor.wait(min(wait, service.limits.wait))
        caller.check_in_sight()
        caller.check_still_watches()
    shown = caller.shown
    facts = f"{shown.facts}." if shown.facts else ""
    tag = check_if_none_match(request, view_tag(shown.version, viewer, f"{facts}{spoken}"))
    events = cursor.read(cursor.place, min(limit, service.limits.page))
    reached = cursor.place + len(events)
    over = shown.over and reached == shown.version
    clock = None if shown.timed is None else shown.timed.status()
    return answer(EventPage(events, reached, shown.version, over, clock), tag)


def _place(request: HttpRequest, after: int) -> tuple[int, bool]:
    """Return the last event seen, and whether the client knows that the match is over then.

    A browser resumes a stream by the same URL, so Last-Event-ID comes first.
    """
    given = header(request, b"last-event-id")
    if given is None:
        return after, False
    found = re.fullmatch(rf"([0-9]{{1,9}})({re.escape(OVER)})?", given)
    if found is None:
        raise HttpRefusal(400, "bad_last_event_id", "Last-Event-ID takes the id of an event of this stream")
    return int(found[1]), found[2] is not None


ROUTES = (get_events,)
