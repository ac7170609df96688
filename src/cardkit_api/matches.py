"""Routes about matches from outside: making, finding, joining, starting and deleting them."""

import re
from typing import Annotated, Final

from litestar import Response, delete, get, post
from litestar.params import FromPath, FromQuery, QueryParameter

from cardkit.rejections import CardkitError
from cardkit_api.access import HttpRequest, caller_of, open_to
from cardkit_api.http import answer, parsed, status_tag, unless_known
from cardkit_api.live import Live
from cardkit_api.messages import (
    Created,
    Invitation,
    Joined,
    MatchPage,
    MatchStatus,
    NewMatch,
    NewPlayer,
    Outcome,
    SeatStatus,
    Start,
    Status,
    TakebackStatus,
)
from cardkit_api.problems import Trouble

__all__ = ["ROUTES", "status_of"]

_CURSOR: Final = r"^([0-9]{1,12}(\.[0-9]{1,9})?(-[\s\S]*)?)?$"


def status_of(live: Live, base: str) -> MatchStatus:
    """The match as everybody sees it who may know of it."""
    table, match, row = live.table, live.match, live.row
    outcome = None if match is None else match.outcome
    asked = table.takeback
    here = f"{base}/v1/matches/{row.match}"
    return MatchStatus(
        id=row.match,
        game=table.game,
        status=row.status,
        public=row.public,
        seats=[
            SeatStatus(seat, chair.holder, chair.name, chair.bot, chair.resigned)
            for seat, chair in enumerate(table.chairs)
        ],
        options=table.options,
        commitment=table.commitment,
        version=live.version,
        actors=[] if match is None else [*match.actors],
        outcome=None if outcome is None else Outcome([*outcome.totals], [*outcome.ranks], [*outcome.winners]),
        takeback=None
        if asked is None or asked.version != live.version
        else TakebackStatus(asked.by, asked.version, [*asked.agreed]),
        created=row.created,
        links={
            name: f"{here}/{name}" for name in ("seats", "view", "moves", "events", "log", "undo", "resign")
        }
        | {"self": here, "game": f"{base}/v1/games/{table.game}"},
    )


@post(
    "/v1/matches",
    opt=open_to("anyone", takes=NewMatch),
    operation_id="createMatch",
    tags=["matches"],
)
async def create_match(request: HttpRequest) -> Response[Created]:
    """A new match. The tokens are shown in this answer alone; with an Idempotency-Key it can be had again."""
    caller = caller_of(request)
    body = await caller.body(request)
    house = caller.house
    new = parsed(body, NewMatch)
    once = caller.once(request, body, "new match")
    if once is None or await house.store.answer(once.scope, once.key) is None:
        caller.may_make_matches()
    live, seat = await house.create(new, caller.user, once)
    played = {seat, *(bot.seat for bot in new.bots)}
    created = Created(
        status_of(live, caller.base),
        house.token(live, "owner"),
        house.token(live, "watcher"),
        [
            Invitation(other, house.token(live, f"invitation {other}"))
            for other in range(new.seats)
            if other not in played
        ],
        seat,
        None if seat is None else house.token(live, f"seat {seat}"),
    )
    location = f"{caller.base}/v1/matches/{live.row.match}"
    return answer(created, status_tag(live), status=201, headers={"Location": location})


@get("/v1/matches", opt=open_to("anyone"), operation_id="listMatches", tags=["matches"])
async def list_matches(
    request: HttpRequest,
    status: FromQuery[Status] = "open",
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    after: Annotated[
        str,
        QueryParameter(
            description="`next` of the page before", max_length=80, schema_extra={"pattern": _CURSOR}
        ),
    ] = "",
) -> Response[MatchPage]:
    """Public matches that can be joined (open), watched (running) or checked (over), the newest first."""
    caller = caller_of(request)
    house = caller.house
    before = _cursor(after)
    limit = min(limit, house.limits.page)
    records = await house.store.list_matches(status, before, limit + 1)
    shown: list[MatchStatus] = []
    for row in records[:limit]:
        try:
            live = await house.following.live(row.match)
        except (CardkitError, Trouble):
            continue  # of a game, or made with a key, that this server doesn't have
        if live is not None:
            shown.append(status_of(live, caller.base))
    last = records[limit - 1] if len(records) > limit else None
    return answer(MatchPage(shown, None if last is None else f"{last.created!r}-{last.match}"))


def _cursor(after: str) -> tuple[float, str] | None:
    if not after:
        return None
    created, _, match = after.partition("-")
    if not re.fullmatch(_CURSOR, after):
        raise Trouble(400, "bad_cursor", "after takes what `next` of the page before was")
    return float(created), match


@get("/v1/matches/{match_id:str}", opt=open_to("invited"), operation_id="getMatch", tags=["matches"])
async def get_match(request: HttpRequest, match_id: FromPath[str]) -> Response[MatchStatus]:
    """The match from outside: who sits where, who is to move, how it ended."""
    caller = caller_of(request)
    live = caller.match
    tag = unless_known(request, status_tag(live))
    return answer(status_of(live, caller.base), tag)


@post(
    "/v1/matches/{match_id:str}/seats",
    opt=open_to("anyone", takes=NewPlayer),
    operation_id="joinMatch",
    tags=["matches"],
)
async def join_match(request: HttpRequest, match_id: FromPath[str]) -> Response[Joined]:
    """Take a seat: any free one of a public match, or that of an invitation. The token is shown here alone."""
    caller = caller_of(request)
    body = await caller.body(request)
    live = caller.match
    once = caller.once(request, body, f"{match_id} join")
    seat = await caller.house.join(live, parsed(body, NewPlayer), caller.user, once)
    joined = Joined(seat, caller.house.token(live, f"seat {seat}"), status_of(live, caller.base))
    return answer(joined, status_tag(live), status=201)


@post(
    "/v1/matches/{match_id:str}/start",
    opt=open_to("owner", takes=Start),
    operation_id="startMatch",
    tags=["matches"],
    status_code=200,
)
async def start_match(request: HttpRequest, match_id: FromPath[str]) -> Response[MatchStatus]:
    """Start the match without waiting for others: a bot takes each free seat."""
    caller = caller_of(request)
    live = caller.match
    body = await caller.body(request)
    await caller.house.start(live, parsed(body, Start).bot, caller.once(request, body, match_id))
    return answer(status_of(live, caller.base), status_tag(live))


@delete("/v1/matches/{match_id:str}", opt=open_to("owner"), operation_id="deleteMatch", tags=["matches"])
async def delete_match(request: HttpRequest, match_id: FromPath[str]) -> None:
    """Remove the match, its log and all tokens, for good."""
    caller = caller_of(request)
    await caller.house.delete(caller.match)


ROUTES = (create_match, list_matches, get_match, join_match, start_match, delete_match)
