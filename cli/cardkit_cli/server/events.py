"""What a viewer sees of a match on a server: past events, and those to come."""

from collections.abc import Iterator

from attrs import frozen

from cardkit.documents import Document, outcome_document
from cardkit_api.client import ApiError, MatchOver, RemoteMatch
from cardkit_api.messages import ClockLine, OrderEnded, SeenEvent
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


def events_until_turn(
    remote: RemoteMatch, since: int | None = None
) -> Iterator[SeenEvent | OrderEnded | MatchOver]:
    """Yield what is seen after that version, or from now on, until the seat may move or the match is over.

    Also yield what becomes of the seat's own order.
    """
    now = _turn(remote)
    place, told_until = now.version if since is None else since, now.version
    if now.may_move and place >= now.version:
        return
    for told in remote.follow(place):
        match told:
            case SeenEvent(n=n):
                place = n
                yield told
            case MatchOver():
                yield told
                return
            case OrderEnded(version=version):
                told_until = version
                yield told
            case ClockLine(facts=facts) if facts:  # perhaps the match goes on after a pause
                pass
            case _:
                continue
        if place >= now.version:
            now = _turn(remote)
            if now.may_move and place >= now.version:
                if (
                    now.ended is not None and now.ended.version > told_until
                ):  # the stream tells it a moment later
                    yield now.ended
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


@frozen
class _Turn:
    version: int
    may_move: bool
    """Whether the seat may move there: not in a pause, nor while a bot plays for it."""
    ended: OrderEnded | None = None
    """What became of the seat's last order, if it may move."""


def _turn(remote: RemoteMatch) -> _Turn:
    """Return whether it's the seat's turn. An order of the seat is played or dropped before."""
    try:
        legal = remote.moves()
        last = remote.order().last if legal.moves else None
        if last is not None and last.version > legal.version:
            legal = remote.moves()
    except ApiError as error:
        if error.code == "not_started":
            return _Turn(0, may_move=False)
        raise
    timing = remote.status().timing if legal.moves else None
    clock = None if timing is None else timing.clock
    kept = clock is not None and (clock.paused or bool(clock.seats[legal.seat].bot))
    ended = None if last is None else OrderEnded(code=last.code, version=last.version, text=last.text)
    return _Turn(legal.version, bool(legal.moves) and not kept, ended)
