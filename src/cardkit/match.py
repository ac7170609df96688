"""One playing of a game: an immutable value that holds its state, and all that led to it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Final, Generic, NoReturn, Self, TypeAlias, TypeGuard, overload

from attrs import evolve as evolved
from attrs import frozen

from cardkit.chance import Chance, mixed, new_seed
from cardkit.engine_events import Committed, EngineEvent, Undone, sentence_of
from cardkit.game import Event, Game, Glimpse, Language, Memory, Move, Options, State, View
from cardkit.guards import legal_move
from cardkit.header import Header, new_header
from cardkit.history import Log, entries_since, last_of, standing, step_at, steps_since
from cardkit.information import learned_from, move_that_brought
from cardkit.language import check_language, closest, in_language
from cardkit.options import is_mapping, made
from cardkit.quick import quick
from cardkit.rejections import (
    ENGINE_CODES,
    BrokenGame,
    Invalid,
    NoSuchVersion,
    NoSuchViewer,
    NotRevealed,
    Rejected,
    SeedMissing,
    shown,
)
from cardkit.seats import OWNER, Outcome, Owner, Seat, Viewer

__all__ = ["AnyMatch", "Match", "Undoable", "begin"]

LONGEST_TEXT: Final = 1000
"""The characters of a seed, or of what a player gives as entropy."""


@frozen
class Undoable:
    """Whether the last move can be taken back, and why not. True or false as a condition."""

    allowed: bool
    reason: str

    def __bool__(self) -> bool:
        return self.allowed


_SEAT: Final[dict[Language, str]] = {"en": "seat", "de": "Platz", "nl": "plaats"}


@quick
@frozen(eq=False, repr=False)
class Match(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """One playing of a game. A value: playing a move makes a new one, and the old one stays as it was.

    A match shares all its past with the matches it was made from, so keeping many costs what differs.
    Two matches are equal when their headers and their events are.
    """

    game: Game[Move, Event, State, View, Glimpse, Memory, Options]
    header: Header[Options]
    version: int
    """The number of events so far. A move may bring several: then the versions between them don't exist."""
    state: State
    by: Seat | None
    """Whose move came last; `None` at the start."""
    events: tuple[Event | EngineEvent, ...]
    """What the last move brought; at the start, what opened the match."""
    previous: "Match[Move, Event, State, View, Glimpse, Memory, Options] | None"
    """The match before the last move."""
    lines: tuple[str | None, ...] | None = None
    """The log lines of `events`, where the match was read from a log that has older schemas among them."""

    @property
    def actors(self) -> tuple[Seat, ...]:
        """Who may move now; nobody when the match is over."""
        return self.game.actors(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """Totals, ranks and winners, once the match is over."""
        return self.game.outcome(self.state)

    @property
    def chance(self) -> Chance:
        """What the next decision draws from. The owner's: whoever has it knows what will be drawn."""
        seed = self.header.mixed_seed
        if seed is None:
            raise SeedMissing("this match was read from a log without its seed: it can't be played on")
        for start, other in self.header.branches:
            if start <= self.version and other is not None:
                seed = other
        return Chance(seed, self.version)

    @property
    def revealed(self) -> str:
        """The seed, for everybody, once the match is over; `NotRevealed` before."""
        if self.outcome is None:
            raise NotRevealed("the seed is revealed when the match is over")
        if self.header.seed is None:
            raise SeedMissing("this match was read from a log without its seed")
        return self.header.seed

    @property
    def log(self) -> Log[Event, Options]:
        """All events so far, with the header."""
        return Log(self.header, entries_since(self, 0))

    def legal(self, seat: Seat | None = None) -> tuple[Move, ...]:
        """All moves of a seat, in a stable order; of the seat to move, when none is named and there is just one."""
        if seat is None:
            actors = self.actors
            if len(actors) > 1:
                raise self._refusal(None, actors)
            return self.game.legal(self.state, actors[0]) if actors else ()
        self._check_seat(seat)
        return self.game.legal(self.state, seat)

    def play(
        self, move: Move | str, seat: Seat | None = None, expect: int | None = None
    ) -> "Match[Move, Event, State, View, Glimpse, Memory, Options]":
        """The match after this move, or `Rejected`.

        The move is one of the game's own, or its short text (`match.play("b7")`). `seat` may be left out when just
        one may move. `expect` is the version that the mover saw: the move is refused if it is stale by then
        (`check_fresh`).
        """
        if expect is not None:
            self.check_fresh(seat, expect)
        game, state = self.game, self.state
        actors = game.actors(state)
        if seat is None and len(actors) == 1:
            seat = actors[0]
        if type(seat) is not int or seat not in actors:
            raise self._refusal(seat, actors)
        header = self.header
        legal = game.legal(state, seat)
        played = legal_move(game, header.seats, header.options, state, seat, legal, move)
        return self._after(seat, game.decide(state, seat, played, self.chance))

    def check_fresh(self, seat: Seat | None, expect: int) -> None:
        """Raise `Rejected("stale_version")` if what the seat saw at version `expect` isn't so any more.

        It is stale if the seat has moved since then, if a move of its own was taken back, or if its legal moves have
        changed. A change of its view counts too, but for what others did while it was the seat's own time to move:
        so seats can move at the same time. A version that the match never had is stale. `seat` may be left out when
        just one may move.
        """
        if expect == self.version:
            return
        now = f"the match is at version {self.version}: look again"
        try:
            then = self.at(expect)
        except NoSuchVersion:
            raise Rejected("stale_version", f"there is no version {shown(expect)}; {now}") from None
        if seat is None:
            actors = self.actors
            if len(actors) != 1:
                raise self._refusal(None, actors)
            seat = actors[0]
        self._check_seat(seat)
        if any(later.by == seat for later in steps_since(self, expect)):
            changed = f"seat {seat} has moved"
        elif self.last_of(seat, among_others=True) is not then.last_of(seat, among_others=True):
            changed = f"a move of seat {seat} was taken back"
        elif then.legal(seat) != self.legal(seat) or not (
            all(seat in match.actors for match in (self, *steps_since(self, expect), then))
            or then.view(seat) == self.view(seat)
        ):
            changed = f"what seat {seat} sees or may do has changed"
        else:
            return
        raise Rejected("stale_version", f"{changed} since version {expect}; {now}")

    def _after(
        self, by: Seat, events: tuple[Event, ...]
    ) -> "Match[Move, Event, State, View, Glimpse, Memory, Options]":
        if not events:
            raise BrokenGame(f"{self.game.key} decided on a move without any event")
        state = reduce(self.game.evolve, events, self.state)
        return Match(self.game, self.header, self.version + len(events), state, by, events, self)

    @overload
    def view(self, viewer: Viewer) -> View: ...
    @overload
    def view(self, viewer: Owner) -> State: ...
    def view(self, viewer: Viewer | Owner) -> View | State:
        """What lies before the viewer's eyes. The owner sees the state itself."""
        if viewer is OWNER:
            return self.state
        return self.game.view(self.state, self._check_viewer(viewer))

    @overload
    def glimpses(self, viewer: Viewer, since: int = 0) -> tuple[Glimpse | EngineEvent, ...]: ...
    @overload
    def glimpses(self, viewer: Owner, since: int = 0) -> tuple[Event | EngineEvent, ...]: ...
    def glimpses(self, viewer: Viewer | Owner, since: int = 0) -> tuple[Glimpse | Event | EngineEvent, ...]:
        """What the viewer saw of each event after version `since`, one for one. The owner sees the events."""
        eyes = viewer if viewer is OWNER else self._check_viewer(viewer)
        if type(since) is not int or not 0 <= since <= self.version:
            raise NoSuchVersion(
                f"since: {shown(since)} is not accepted; it takes a version from 0 to {self.version}"
            )
        events = self._events_since(since)
        if eyes is OWNER:
            return tuple(events)
        glimpse = self.game.glimpse
        return tuple([event if isinstance(event, EngineEvent) else glimpse(event, eyes) for event in events])

    def _events_since(self, version: int) -> Sequence[Event | EngineEvent]:
        if self.version - version == len(self.events):  # the last move alone, which is asked for most often
            return self.events
        events: list[Event | EngineEvent] = []
        for move in steps_since(self, version):
            events.extend(reversed(move.events))
        del events[self.version - version :]
        events.reverse()
        return events

    def memory(self, viewer: Viewer) -> Memory:
        """What the viewer knows, remembering everything they saw of the moves that stand."""
        remember, memory = self.game.remember, self.game.blank(self._check_viewer(viewer))
        glimpse = self.game.glimpse
        standing = [*self.standing()]
        for match in reversed(standing):
            for event in match.events:
                if not isinstance(event, EngineEvent):
                    memory = remember(memory, glimpse(event, viewer))
        return memory

    def tell(
        self,
        viewer: Viewer | Owner,
        language: Language = "en",
        names: Sequence[str] | None = None,
        since: int = 0,
    ) -> tuple[str, ...]:
        """What the viewer saw after version `since`, in sentences, one an event; `names` are those of the seats."""
        return self.told(self.glimpses(viewer, since), language, names)

    def told(
        self,
        glimpses: Iterable[Glimpse | Event | EngineEvent],
        language: Language = "en",
        names: Sequence[str] | None = None,
    ) -> tuple[str, ...]:
        """The sentences for these glimpses of the match, or events.

        A game that doesn't speak the language tells it in the closest that it speaks, English if in doubt. `Invalid`
        for what is no language tag.
        """
        check_language(language)
        called = tuple(
            names or (f"{in_language(_SEAT, language)} {seat}" for seat in range(self.header.seats))
        )
        if len(called) != self.header.seats:
            raise Invalid("names", names, f"{self.header.seats} names, one a seat")
        tell, spoken = self.game.tell, closest((language,), self.game.languages)
        return tuple(
            [
                sentence_of(glimpse, language)
                if isinstance(glimpse, EngineEvent)
                else tell(glimpse, spoken, called)
                for glimpse in glimpses
            ]
        )

    def undoable(self, by: Seat, common: Memory | None = None) -> Undoable:
        """Whether the seat can take its last move back: nobody may have learned anything from it.

        That is found out, not declared: a viewer has learned something when in a world that was possible, as far
        as everybody knew, they would have seen something else. What the seat itself was shown counts too. The
        answer tells nobody anything: it depends on nothing that a spectator hasn't seen. `common` is what a spectator
        remembered before the move; whoever has it already may hand it in.
        """
        self._check_seat(by)
        last = next(self.standing())
        before = last.previous
        if before is None:
            return Undoable(False, "nobody has moved yet")
        if last.by != by:
            return Undoable(False, f"the last move is that of seat {last.by}")
        events = [event for event in last.events if not isinstance(event, EngineEvent)]
        move = move_that_brought(self.game, before.state, by, events)
        if move is None:
            return Undoable(False, "chance was drawn from")
        common = before.memory(None) if common is None else common
        if learned_from(self.game, common, self.header.seats, by, move, events):
            return Undoable(False, "somebody has learned something from it")
        return Undoable(True, "nobody has learned anything from it")

    def undo(
        self, by: Seat, agreed: Iterable[Seat] = (), expect: int | None = None
    ) -> "Match[Move, Event, State, View, Glimpse, Memory, Options]":
        """The match with the seat's last move taken back, or `Rejected("not_undoable")`. The log keeps the move.

        Where all seats have `agreed`, the move may have told something, and moves of others may have followed it:
        they are taken back with it. What was seen of them is seen, but it isn't in anybody's `memory`.
        `expect` is the version that the seat saw, as in `play`.
        """
        if expect is not None:
            self.check_fresh(by, expect)
        everybody = tuple(range(self.header.seats))
        verdict = self.undoable(by)
        consent = not verdict and {by, *agreed} == {*everybody}
        last = self.last_of(by, among_others=consent)
        before = None if last is None else last.previous
        if before is None or not (verdict or consent):
            raise Rejected("not_undoable", f"the last move can't be taken back: {verdict.reason}")
        undone = (Undone(before.version, everybody if consent else ()),)
        return Match(self.game, self.header, self.version + 1, before.state, by, undone, self)

    def last_of(self, by: Seat, *, among_others: bool = False) -> Self | None:
        """Return the match after the seat's last move that stands.

        Return `None` if there is none, or if another seat's move followed it, unless that is allowed (`among_others`).
        """
        return last_of(self, by, among_others=among_others)

    def branch(self, at: int, seed: str) -> "Match[Move, Event, State, View, Glimpse, Memory, Options]":
        """The match at that version, to be played on with other chance: to find out what might have been.

        Its header says so, and so does its fairness report: nobody committed to that seed.
        """
        if not seed or not _is_text(seed):
            raise Invalid("seed", type(seed), f"a text of 1 to {LONGEST_TEXT} characters")
        match = self.at(at)
        branches = (*(branch for branch in self.header.branches if branch[0] < at), (at, seed))
        header = evolved(match.header, branches=branches)
        return Match(match.game, header, at, match.state, match.by, match.events, match.previous, match.lines)

    def standing(self) -> Iterator[Self]:
        """Yield the matches after each move that wasn't taken back, the last one first."""
        return standing(self)

    def at(self, version: int) -> Self:
        """Return the match as it was at that version. Play on from it for a fork. Nothing is replayed."""
        return step_at(self, version)

    def _check_seat(self, seat: object) -> None:
        if type(seat) is not int or not 0 <= seat < self.header.seats:
            seats = f"seats go from 0 to {self.header.seats - 1}"
            raise Rejected("no_such_seat", f"seat {shown(seat)}: {ENGINE_CODES['no_such_seat']}; {seats}")

    def _check_viewer(self, viewer: Viewer) -> Viewer:
        if viewer is None or (type(viewer) is int and 0 <= viewer < self.header.seats):
            return viewer
        seats = f"a seat from 0 to {self.header.seats - 1}, None for a spectator, or OWNER"
        raise NoSuchViewer(f"viewer: {shown(viewer)} is not accepted; it takes {seats}")

    def _refusal(self, seat: object, actors: tuple[Seat, ...]) -> Rejected:
        if seat is not None:
            self._check_seat(seat)
        if not actors:
            return Rejected("match_over", ENGINE_CODES["match_over"])
        who = f"seat {actors[0]} is" if len(actors) == 1 else f"seats {', '.join(map(str, actors))} are"
        if seat is None:
            return Rejected("seat_needed", f"{ENGINE_CODES['seat_needed']}; {who} to move")
        return Rejected("not_your_turn", f"seat {shown(seat)} can't move: {who} to move")

    def __eq__(self, other: object) -> bool:
        return self._equals(other) if _is_match(other) else NotImplemented

    def _equals(self, other: "AnyMatch") -> bool:
        if self.version != other.version or self.game.key != other.game.key or self.header != other.header:
            return False
        for mine, theirs in zip(steps_since(self, 0), steps_since(other, 0), strict=False):
            if mine is theirs:
                return True
            if mine.version != theirs.version or mine.by != theirs.by or mine.events != theirs.events:
                return False
        return True

    def __hash__(self) -> int:
        return hash((self.header.commitment, self.version, self.state))

    def __copy__(self) -> "Match[Move, Event, State, View, Glimpse, Memory, Options]":
        return self

    def __deepcopy__(self, memo: object) -> "Match[Move, Event, State, View, Glimpse, Memory, Options]":
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a match travels as its log: use cardkit.dumps and cardkit.loads")

    def __repr__(self) -> str:
        actors = self.actors
        doing = "over" if not actors else f"seat {', '.join(map(str, actors))} to move"
        return f"<Match {self.game.key}, {self.header.seats} seats, version {self.version}, {doing}>"


AnyMatch: TypeAlias = Match[object, object, object, object, object, object, object]
"""A match of a game that was looked up by its key."""


def _is_match(value: object) -> TypeGuard[AnyMatch]:
    return isinstance(value, Match)


def begin(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    seats: int,
    options: Options | Mapping[str, object] | None,
    seed: str | None,
    entropy: Mapping[Seat, str] | None,
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]:
    """A match at its start. Everything is checked before anything is made."""
    if type(seats) is not int or seats not in game.seats:
        raise Invalid("seats", seats, f"a number of players from {game.seats[0]} to {game.seats[-1]}")
    house_rules = made(game.options, options, game.key)
    if seed is None:
        seed = new_seed()
    if not seed or not _is_text(seed):
        accepted = f"a text of 1 to {LONGEST_TEXT} characters, or None for 256 bits from the system"
        raise Invalid("seed", type(seed), accepted)
    given = _checked_entropy(entropy, seats)
    header = new_header(game.key, game.rules_version, seats, house_rules, seed, given)
    opening = game.open(seats, house_rules, Chance(mixed(seed, given)))
    state = reduce(game.evolve, opening, game.initial)
    events: tuple[Event | EngineEvent, ...] = (Committed(header.commitment, header.entropy), *opening)
    return Match(game, header, len(events), state, None, events, None)


def _checked_entropy(given: object, seats: int) -> dict[Seat, str]:
    if given is None:
        return {}
    if not is_mapping(given):
        raise Invalid("entropy", given, "texts by seat")
    entropy: dict[Seat, str] = {}
    for seat, text in given.items():
        if type(seat) is not int or not 0 <= seat < seats:
            raise Invalid("entropy", seat, f"texts by seat, and seats go from 0 to {seats - 1}")
        if not isinstance(text, str) or not _is_text(text):
            raise Invalid(f"entropy[{seat}]", text, f"a text of up to {LONGEST_TEXT} characters")
        entropy[seat] = text
    return entropy


def _is_text(value: object) -> bool:
    """Whether it is text that can be written as UTF-8, and isn't longer than a line of a log may hold."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    return not any("\ud800" <= char <= "\udfff" for char in value)
