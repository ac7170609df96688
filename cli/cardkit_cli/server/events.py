"""What a viewer sees of a match on a server: past events, and those to come."""

from collections.abc import Iterator

from cardkit.documents import Document, outcome_document
from cardkit_api.client import ApiError, MatchOver, RemoteMatch
from cardkit_api.messages import ClockLine, SeenEvent
from cardkit_cli.server.status import outcome_of

__all__ = ["event_document", "events_until_turn", "past_events"]

_PAGE = 200


def past_events(remote: RemoteMatch, since: int) -> Iterator[SeenEvent]:
    """Yield all that was seen after that version until now."""
    while True:
        page = remote.page(since, _PAGE)
        yield from page.events
        since = page.next
        if since >= page.version:
            return


def events_until_turn(remote: RemoteMatch, since: int | None = None) -> Iterator[SeenEvent | MatchOver]:
    """Yield what is seen after that version, or from now on, until the seat may move or the match is over."""
    version, may_move = _turn(remote)
    place = version if since is None else since
    if may_move and place >= version:
        return
    for told in remote.follow(place):
        match told:
            case SeenEvent(n=n):
                place = n
                yield told
            case MatchOver():
                yield told
                return
            case ClockLine(facts=facts) if facts:  # perhaps the match goes on after a pause
                pass
            case _:
                continue
        if place >= version:
            version, may_move = _turn(remote)
            if may_move and place >= version:
                return


def event_document(event: SeenEvent | MatchOver) -> Document:
    """Return the event as the same document that a match in a file has."""
    if isinstance(event, SeenEvent):
        return {"n": event.n, "glimpse": event.glimpse, "text": event.text}
    outcome = outcome_of(event.outcome)
    return {
        "type": "match_over",
        "version": event.version,
        "outcome": None if outcome is None else outcome_document(outcome),
    }


def _turn(remote: RemoteMatch) -> tuple[int, bool]:
    """Return the version, and whether the seat may move there: not in a pause, nor while a bot plays for it."""
    try:
        legal = remote.moves()
    except ApiError as error:
        if error.code == "not_started":
            return 0, False
        raise
    timing = remote.status().timing if legal.moves else None
    clock = None if timing is None else timing.clock
    kept = clock is not None and (clock.paused or bool(clock.seats[legal.seat].bot))
    return legal.version, bool(legal.moves) and not kept
