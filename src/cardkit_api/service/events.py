"""The events of a match as one viewer sees them, in order and as they happen."""

from collections.abc import AsyncIterator, Callable, Sequence
from time import monotonic
from typing import Final, TypeAlias

from attrs import define, frozen

from cardkit.codec import codec
from cardkit.documents import Document, glimpse_documents
from cardkit.game import known_moves
from cardkit.history import steps_since
from cardkit.language import Language, in_language
from cardkit.match import AnyMatch
from cardkit.phrases import SAYS
from cardkit.seats import Seat, Viewer
from cardkit_api.messages import (
    ClockLine,
    LegalMove,
    Lobby,
    MatchDeleted,
    MatchOver,
    OrderCode,
    OrderEnded,
    Outcome,
    Players,
    Presence,
    Reaction,
    ReactionKey,
    SeenEvent,
)
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.lobby import lobby_of, players_of
from cardkit_api.service.match_info import Agreement, MatchInfo
from cardkit_api.service.spectators import Shown, shown_match, shown_to

__all__ = [
    "EventCursor",
    "StreamLine",
    "Wanted",
    "end_in_words",
    "in_words",
    "legal_moves",
    "open_cursor",
    "seen_events",
    "wait_while",
]

StreamLine: TypeAlias = (
    SeenEvent | Lobby | Players | ClockLine | Presence | Reaction | OrderEnded | MatchOver | MatchDeleted
)
"""What a stream sends."""

_Beside: TypeAlias = ClockLine | Players | Presence | Reaction | OrderEnded

_CHUNK: Final = 100
"""Events that a stream reads at a time."""
_NEWS: Final = 8
"""The most events that all streams of a kind share once they are made: those of one move, or of a few."""


def seen_events(
    match: AnyMatch,
    viewer: Viewer,
    since: int,
    language: Language,
    names: Sequence[str],
    limit: int | None = None,
    *,
    legal: bool = False,
) -> list[SeenEvent]:
    """Return what the viewer saw after version `since`, with who may move after it. `legal` adds the viewer's moves."""
    documents = glimpse_documents(match, viewer, since, language, names, limit)
    last = since + len(documents)
    events: list[SeenEvent] = []
    for step in steps_since(match, since):  # the last one first
        begin = step.version - len(step.events)
        if begin >= last:
            continue
        actors = [*step.actors]
        for n in range(min(step.version, last), max(begin, since), -1):
            shown = legal and n == step.version
            moves = _moves_of(step, viewer, actors) if shown else None
            events.append(_seen_event(documents[n - since - 1], step.version, actors, moves))
    events.reverse()
    return events


def _moves_of(match: AnyMatch, viewer: Viewer, actors: Sequence[Seat]) -> list[LegalMove] | None:
    if viewer is None:
        return None
    return legal_moves(match, viewer) if viewer in actors else []


def legal_moves(match: AnyMatch, seat: Seat) -> list[LegalMove]:
    """Return the legal moves of a seat."""
    game, header = match.game, match.header
    numbers, out = known_moves(game, header.seats, header.options).numbers, codec(game).move_out
    return [LegalMove(numbers[move], game.say(move), out(move)) for move in match.legal(seat)]


def _seen_event(
    document: Document, version: int, actors: list[Seat], moves: list[LegalMove] | None
) -> SeenEvent:
    n, glimpse, text = document["n"], document["glimpse"], document["text"]
    if not isinstance(n, int) or not isinstance(glimpse, dict) or not isinstance(text, str):
        raise TypeError("a glimpse's document has n, glimpse and text")
    return SeenEvent(n, version, glimpse, text, actors, moves)


def in_words(seat: Seat, key: ReactionKey, language: Language) -> Reaction:
    """Return what a player says, in the language."""
    return Reaction(seat=seat, reaction=key, text=in_language(SAYS[f"reaction, {key}"], language))


def end_in_words(code: OrderCode, language: Language) -> str:
    """Return what became of a standing order, in the language."""
    return in_language(SAYS[f"order, {code}"], language)


@frozen(kw_only=True)
class Wanted:
    """What is told besides events."""

    legal: bool
    """The viewer's legal moves."""
    lobby: bool
    """The match before its start."""
    players: bool
    """While the match runs, who sits where and who wants a move back."""
    presence: bool
    """Who follows the match."""
    reactions: bool
    """What players say."""
    orders: bool
    """What becomes of the viewer's own standing orders."""


async def open_cursor(
    cache: MatchCache,
    loaded: LoadedMatch,
    viewer: Viewer,
    language: Language,
    place: int,
    wanted: Wanted,
    allowed: Callable[[], bool],
) -> "EventCursor":
    """Return a cursor after event `place`. Refuse if the match hasn't got there; another process may know more.

    `allowed` returns whether the viewer may still see the match.
    """
    if place > shown_to(viewer, loaded).version:
        await cache.refresh(loaded)
    version = shown_to(viewer, loaded).version
    if place > version:
        raise HttpRefusal(
            404, "no_such_version", f"after: there is no event {place}; the match is at version {version}"
        )
    return EventCursor(loaded, viewer, language, place, wanted, allowed)


async def wait_while(loaded: LoadedMatch, unchanged: Callable[[], bool], seconds: float) -> None:
    """Wait until the match has changed or is lost from sight, for that time at most. Refuse if it was deleted."""
    until = monotonic() + seconds
    while unchanged() and not loaded.gone and not loaded.lost and (left := until - monotonic()) > 0:
        await loaded.wait(left)
    if loaded.gone:
        raise HttpRefusal(404, "no_such_match", SAYS["no_such_match"])


@define
class _Told:
    """What a stream has told besides events: the number of reactions, of the clock's facts, of changes of presence.

    `orders` is the number of the viewer's orders that have ended. `asked` is what players have asked for: a pause, or a
    bot on a late seat.
    """

    reactions: int
    orders: int
    facts: int = 0
    asked: tuple[Agreement | None, Agreement | None] = None, None
    presences: int = -1
    info: MatchInfo | None = None
    players: Players | None = None


@frozen
class EventCursor:
    """A place in the events of a match, for one viewer, in one language."""

    loaded: LoadedMatch
    viewer: Viewer
    language: Language
    place: int
    """The number of the last event that the viewer has seen."""
    wanted: Wanted
    allowed: Callable[[], bool]
    """Whether the viewer may still see the match. Somebody may lose a seat while they wait."""

    @property
    def shown(self) -> Shown:
        """The match as the viewer is shown it."""
        return shown_to(self.viewer, self.loaded)

    @property
    def match(self) -> AnyMatch | None:
        """The match that the viewer is shown."""
        return shown_match(self.viewer, self.loaded)

    @property
    def closed(self) -> bool:
        """Whether the viewer may not see what happens now. A match can start while somebody waits."""
        return self.viewer is None and self.shown.closed != ""

    def _is_last(self, place: int) -> bool:
        match = self.match
        return match is None or place >= match.version

    def read(self, place: int, limit: int) -> list[SeenEvent]:
        """Return the events after that place, `limit` at most."""
        match = self.match
        if match is None or place >= match.version:
            return []
        loaded, names = self.loaded, self.loaded.info.names
        if match.version - place > min(limit, _NEWS):
            return seen_events(
                match, self.viewer, place, self.language, names, limit, legal=self.wanted.legal
            )
        if loaded.news_of is not loaded.match:
            loaded.news_of, loaded.news = loaded.match, {}
        kind = self.viewer, self.language, self.wanted.legal, place, match.version, names
        found = loaded.news.get(kind)
        if found is None:
            found = loaded.news[kind] = seen_events(
                match, self.viewer, place, self.language, names, legal=self.wanted.legal
            )
        return [*found]

    @property
    def _order_end(self) -> tuple[int, OrderCode, int] | None:
        """The last order of the viewer's own seat that has ended. Nobody is told of another's."""
        return None if self.viewer is None else self.loaded.order_ends.get(self.viewer)

    def _lines_beside(self, place: int, told: _Told) -> list[_Beside]:
        """Return what there is to tell besides events, and note that it is told. It may tell of what is withheld."""
        loaded, shown, wanted, heard = self.loaded, self.shown, self.wanted, told.reactions
        told.reactions = loaded.reacted
        if not shown.whole:
            return []
        lines: list[_Beside] = []
        timed = shown.timed
        timing = loaded.info.timing
        asked = (None, None) if timing is None else (timing.pause, timing.replace)
        changed = timed is not None and (timed.clock.facts, asked) != (told.facts, told.asked)
        if timed is not None and changed and self._is_last(place):
            lines.append(timed.line(told.facts))
            told.facts, told.asked = timed.clock.facts, asked
        same = told.info is loaded.info and loaded.info.takeback is None  # as after most moves
        if wanted.players and not same and loaded.row.status == "running" and self._is_last(place):
            told.info, players = loaded.info, players_of(shown)
            if players != told.players:
                told.players = players
                lines.append(players)
        if wanted.presence and told.presences != loaded.presences.changes:
            told.presences = loaded.presences.changes
            lines.append(loaded.presences.shown(len(loaded.info.chairs)))
        if wanted.reactions and heard < told.reactions:
            said = (one for one in loaded.reactions if one[0] > heard)
            lines.extend(in_words(seat, key, self.language) for _, seat, key in said)
        ended = self._order_end if wanted.orders else None
        if ended is not None and ended[0] != told.orders:
            told.orders, code, version = ended
            lines.append(OrderEnded(code=code, version=version, text=end_in_words(code, self.language)))
        return lines

    def _ending(self, place: int) -> MatchOver | MatchDeleted | None:
        """Return the last line of a stream, if no event can follow."""
        match = self.match
        if self.loaded.gone:
            return MatchDeleted()
        outcome = None if match is None or place < match.version else match.outcome
        if outcome is None:
            return None
        shown = Outcome([*outcome.totals], [*outcome.ranks], [*outcome.winners])
        return MatchOver(version=place, outcome=shown)

    @property
    def at_end(self) -> bool:
        """Whether there is nothing to read yet, but more may come."""
        loaded = self.loaded
        return self._is_last(self.place) and not (loaded.lost or self.ended or self.closed) and self.allowed()

    @property
    def ended(self) -> bool:
        """Whether no event can follow."""
        return self._ending(self.place) is not None

    async def wait(self, seconds: float) -> None:
        """Wait for something to read, for that time at most, unless the match is lost from sight."""
        await wait_while(self.loaded, lambda: self.at_end, seconds)

    async def follow(self, heartbeat: float) -> AsyncIterator[tuple[int, StreamLine] | None]:
        """Yield all further events with their numbers, as they happen, and then how the match ended.

        If that is wanted, the match before its start comes first, now and after each change. It has no number. After
        all events so far, yield what the match's clock shows, now and whenever something happens to it. Yield `None`
        after `heartbeat` seconds without a line, whatever else happened meanwhile. If there is no ending, the client
        should come back.
        """
        loaded, place, ended = self.loaded, self.place, self._order_end
        beside = _Told(self.loaded.reacted, 0 if ended is None else ended[0])
        told: int | None = 0 if self.wanted.lobby and loaded.row.status == "open" else None  # a revision
        due = monotonic() + heartbeat
        while self.allowed():
            if told is not None and told < loaded.row.revision:
                told = loaded.row.revision if loaded.row.status == "open" else None
                yield place, lobby_of(self.shown)
                due = monotonic() + heartbeat
            for event in self.read(place, _CHUNK):
                place += 1
                yield place, event
                due = monotonic() + heartbeat
            lines = self._lines_beside(place, beside)
            for line in lines:
                yield place, line
                due = monotonic() + heartbeat
            if ending := self._ending(place):
                yield place, ending
                return
            if loaded.lost or self.closed:
                return
            behind = told is not None and told < loaded.row.revision
            if lines or behind or not self._is_last(place) or loaded.gone:
                continue
            left = due - monotonic()
            if left <= 0 or not await loaded.wait(left):
                yield None
                due = monotonic() + heartbeat
