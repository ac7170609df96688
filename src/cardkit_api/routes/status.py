"""The status of a match, as several routes answer it."""

from typing import Final

from litestar import Response

from cardkit_api.caller import Caller
from cardkit_api.messages import MatchStatus, Outcome
from cardkit_api.responses import answer, status_tag
from cardkit_api.service.lobby import seats_of_match, takeback_of, timing_of
from cardkit_api.service.summary import Summary

__all__ = ["answer_status", "match_status"]

_LINKS: Final = (
    "seats",
    "table",
    "scene",
    "view",
    "memory",
    "moves",
    "events",
    "log",
    "undo",
    "resign",
    "reactions",
    "tickets",
    "rematch",
)
_CLOCK_LINKS: Final = ("pause", "resume", "gifts")


def match_status(seen: Summary, base: str) -> MatchStatus:
    """Return the match from outside. Everybody who may know of the match may see this."""
    info, row, outcome = seen.info, seen.row, seen.outcome
    following = info.next.match if info.next is not None and info.next.made else None
    here = f"{base}/v1/matches/{row.match}"
    return MatchStatus(
        id=row.match,
        game=info.game,
        status=row.status,
        public=row.public,
        seats=seats_of_match(info),
        options=info.options,
        commitment=info.commitment,
        version=seen.version,
        actors=[*seen.actors],
        outcome=None if outcome is None else Outcome([*outcome.totals], [*outcome.ranks], [*outcome.winners]),
        takeback=takeback_of(info, seen.version),
        timing=timing_of(seen),
        takebacks=info.takebacks,
        starts=info.starts,
        spectators=info.spectators,
        delay=info.delay,
        created=row.created,
        next=following,
        links={
            **({} if following is None else {"next": f"{base}/v1/matches/{following}"}),
            **{name: f"{here}/{name}" for name in _LINKS},
            **({} if info.timing is None else {name: f"{here}/{name}" for name in _CLOCK_LINKS}),
            "self": here,
            "game": f"{base}/v1/games/{info.game}",
        },
    )


def answer_status(caller: Caller) -> Response[MatchStatus]:
    """Return the status of the caller's match, as the answer to a request that has changed it."""
    shown = caller.shown
    return answer(match_status(shown.summary, caller.base), status_tag(shown))
