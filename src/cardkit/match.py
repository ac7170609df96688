"""One match of a game: an immutable value that holds its state and its history."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from typing import Generic, NoReturn, Self, TypeAlias, TypeGuard, overload

from attrs import evolve as evolved
from attrs import frozen

from cardkit.chance import LONGEST_TEXT, SeededChance, is_text
from cardkit.checks import check_listed, check_recorded, check_seat, check_viewer, legal_move, turn_refusal
from cardkit.engine_events import EngineEvent, Undone
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View, any_game
from cardkit.game_checks import check_events, check_outcome, check_tuple_of
from cardkit.header import Header
from cardkit.history import Log, entries_since, events_since, last_of, same_history, standing, step_at
from cardkit.language import Language, Name, Sentence
from cardkit.phrases import SAYS
from cardkit.quick import quick
from cardkit.rejections import Invalid, NoSuchVersion, NotRevealed, Rejected, SeedMissing, shown
from cardkit.seats import OWNER, Outcome, Owner, Seat, Viewer
from cardkit.stale import check_fresh
from cardkit.telling import sentences
from cardkit.undo import Undoable, undoable

__all__ = ["AnyMatch", "Match"]


@quick
@frozen(eq=False, repr=False)
class Match(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """One match of a game. It is a value: playing a move returns a new match and leaves this one unchanged.

    A match shares its history with the matches it was made from, so keeping many is cheap. Two matches are equal if
    their headers and their events are.
    """

    game: Game[Move, Event, State, View, Glimpse, Memory, Options]
    header: Header[Options]
    version: int
    """The number of events so far. If a move brings several, the versions between them don't exist."""
    state: State
    by: Seat | None
    """The seat that moved last; `None` at the start."""
    events: tuple[Event | EngineEvent, ...]
    """The events of the last move; at the start, those of the opening."""
    previous: "Match[Move, Event, State, View, Glimpse, Memory, Options] | None"
    """The match before the last move."""
    lines: tuple[str | None, ...] | None = None
    """The log lines of `events`, if the match was read from a log in which some have an older schema."""

    @property
    def actors(self) -> tuple[Seat, ...]:
        """The seats that may move now. Empty when the match is over."""
        actors = self.game.actors(self.state)
        if type(actors) is not tuple:
            check_tuple_of(self.game.key, "actors", actors)
        return actors

    @property
    def outcome(self) -> Outcome | None:
        """Totals, ranks and winners, once the match is over."""
        outcome = self.game.outcome(self.state)
        if outcome is not None:
            check_outcome(self.game.key, outcome, self.header.seats)
        return outcome

    @property
    def chance(self) -> SeededChance:
        """The chance that the next decision draws from. It is the owner's secret: it shows what will be drawn."""
        seed = self.header.mixed_seed
        if seed is None:
            raise SeedMissing("this match was read from a log without its seed: it can't be played on")
        for start, other in self.header.branches:
            if start <= self.version and other is not None:
                seed = other
        return SeededChance(seed, self.version)

    @property
    def revealed(self) -> str:
        """The seed, which is public once the match is over. Raise `NotRevealed` before that."""
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
        """Return all legal moves of a seat, in a stable order. `seat` is optional if only one seat may move."""
        if seat is None:
            actors = self.actors
            if len(actors) > 1:
                raise turn_refusal(None, actors, self.header.seats)
            if not actors:
                return ()
            seat = actors[0]
        else:
            check_seat(seat, self.header.seats)
        legal = self.game.legal(self.state, seat)
        if type(legal) is not tuple:
            check_tuple_of(self.game.key, "legal", legal)
        return legal

    def play(
        self, move: Move | str, seat: Seat | None = None, expect: int | None = None
    ) -> "Match[Move, Event, State, View, Glimpse, Memory, Options]":
        """Play a move and return the match after it. Raise `Rejected` if the move isn't legal.

        The move is one of the game's own, or its short text (`match.play("b7")`). `seat` is optional if only one seat
        may move. `expect` is the version that the mover saw: a move that is stale by now is refused (`check_fresh`).
        """
        if expect is not None:
            self.check_fresh(seat, expect)
        game, state, header = self.game, self.state, self.header
        try:
            actors = game.actors(state)
            if seat is None and len(actors) == 1:
                seat = actors[0]
            if type(seat) is not int or seat not in actors:
                raise turn_refusal(seat, actors, header.seats)
            legal = game.legal(state, seat)
            played = legal_move(any_game(game), header.seats, header.options, state, seat, legal, move)
            events = game.decide(state, seat, played, self.chance)
        except Rejected:
            raise
        except Exception:
            for actor in self.actors:  # if these are the cause, they say what is wrong
                check_listed(any_game(game), header.seats, header.options, self.legal(actor))
            raise
        return self._after(seat, events)

    def check_fresh(self, seat: Seat | None, expect: int) -> None:
        """Raise `Rejected("stale_version")` if what the seat saw at version `expect` is out of date.

        It is if the seat has moved since then, if a move of its own was taken back, or if its legal moves have changed.
        A change of its view counts too, except for what others did while the seat itself could move. So seats can move
        at the same time. A version that the match never had is stale. `seat` is optional if only one seat may move.
        """
        check_fresh(self, self.header.seats, seat, expect)

    def _after(
        self, by: Seat, events: tuple[Event, ...]
    ) -> "Match[Move, Event, State, View, Glimpse, Memory, Options]":
        if type(events) is not tuple or not events:
            check_events(self.game.key, events)
        try:
            state = reduce(self.game.evolve, events, self.state)
        except Exception:
            check_recorded(any_game(self.game), "decide", self.state, events)
            raise
        if state is None:
            check_recorded(any_game(self.game), "decide", self.state, events)
        return Match(self.game, self.header, self.version + len(events), state, by, events, self)

    @overload
    def view(self, viewer: Viewer) -> View: ...
    @overload
    def view(self, viewer: Owner) -> State: ...
    def view(self, viewer: Viewer | Owner) -> View | State:
        """Return what the viewer sees now. The owner sees the state itself."""
        if viewer is OWNER:
            return self.state
        return self.game.view(self.state, check_viewer(viewer, self.header.seats))

    @overload
    def glimpses(self, viewer: Viewer, since: int = 0) -> tuple[Glimpse | EngineEvent, ...]: ...
    @overload
    def glimpses(self, viewer: Owner, since: int = 0) -> tuple[Event | EngineEvent, ...]: ...
    def glimpses(self, viewer: Viewer | Owner, since: int = 0) -> tuple[Glimpse | Event | EngineEvent, ...]:
        """Return what the viewer saw of each event after version `since`, one glimpse an event. The owner sees the
        events.
        """
        eyes = viewer if viewer is OWNER else check_viewer(viewer, self.header.seats)
        if type(since) is not int or not 0 <= since <= self.version:
            raise NoSuchVersion(
                f"since: unknown version {shown(since)}; expected one from 0 to {self.version}"
            )
        events = events_since(self, since)
        if eyes is OWNER:
            return events
        glimpse = self.game.glimpse
        return tuple([event if isinstance(event, EngineEvent) else glimpse(event, eyes) for event in events])

    def memory(self, viewer: Viewer) -> Memory:
        """Return what the viewer knows: all that they saw of the moves that weren't taken back."""
        remember, memory = self.game.remember, self.game.blank(check_viewer(viewer, self.header.seats))
        glimpse = self.game.glimpse
        standing = [*self.standing()]
        for match in reversed(standing):
            for event in match.events:
                if not isinstance(event, EngineEvent):
                    memory = remember(memory, glimpse(event, viewer))
        return memory

    def sentences(
        self,
        viewer: Viewer | Owner,
        language: Language = "en",
        names: Sequence[str] | None = None,
        since: int = 0,
    ) -> tuple[str, ...]:
        """Return what the viewer saw after version `since`, one sentence an event. `names` are those of the seats.

        If the game doesn't speak the language, the closest that it speaks is used, English if in doubt. Raise `Invalid`
        if `language` isn't a language tag.
        """
        return sentences(
            any_game(self.game), self.header.seats, self.glimpses(viewer, since), language, names
        )

    def undoable(self, by: Seat, common: Memory | None = None) -> Undoable:
        """Return whether the seat can take its last move back. It can if nobody has learned anything from it.

        A viewer has learned something if they would have seen something else in another world. That world must have
        been possible as far as everybody knew. What the seat itself was shown counts too. The verdict depends on
        nothing that a spectator hasn't seen. `common` is what a spectator remembered before the move; pass it if you
        have it.
        """
        check_seat(by, self.header.seats)
        last = next(self.standing())
        before = last.previous
        if before is None:
            return Undoable(False, Sentence(SAYS["not moved"]))
        if last.by is not None and last.by != by:
            return Undoable(False, Sentence(SAYS["not the last"], {"seat": Name(last.by)}))
        events = tuple([event for event in last.events if not isinstance(event, EngineEvent)])
        remembered = partial(before.memory, None) if common is None else lambda: common
        return undoable(any_game(self.game), before.state, by, events, self.header.seats, remembered)

    def undo(
        self,
        by: Seat,
        agreed: Iterable[Seat] = (),
        expect: int | None = None,
        verdict: Undoable | None = None,
    ) -> "Match[Move, Event, State, View, Glimpse, Memory, Options]":
        """Take the seat's last move back. Raise `Rejected("not_undoable")` if that isn't possible. The log keeps the
        move.

        If all seats have `agreed`, somebody may have learned something from the move, and moves of others may have
        followed it. These are taken back with it. Viewers saw them, but nobody's `memory` holds them. `expect` is the
        version that the seat saw, as in `play`. `verdict` is what `undoable` says of this seat; pass it if you have
        it.
        """
        if expect is not None:
            self.check_fresh(by, expect)
        everybody = tuple(range(self.header.seats))
        verdict = self.undoable(by) if verdict is None else verdict
        consent = not verdict and {by, *agreed} == {*everybody}
        last = self.last_of(by, among_others=consent)
        before = None if last is None else last.previous
        if before is None or not (verdict or consent):
            raise Rejected("not_undoable", SAYS["not_undoable"], reason=verdict.says)
        undone = (Undone(before.version, everybody if consent else ()),)
        return Match(self.game, self.header, self.version + 1, before.state, by, undone, self)

    def last_of(self, by: Seat, *, among_others: bool = False) -> Self | None:
        """Return the match after the seat's last move that wasn't taken back.

        Return `None` if there is none. Unless `among_others`, return `None` too if another seat's move followed it.
        """
        return last_of(self, by, among_others=among_others)

    def branch(self, at: int, seed: str) -> Self:
        """Return the match at that version, to be played on with another seed. It shows what might have been.

        Its header and its fairness report say so: nobody committed to that seed.
        """
        if not seed or not is_text(seed):
            raise Invalid("seed", type(seed), f"a text of 1 to {LONGEST_TEXT} characters")
        match = self.at(at)
        branches = (*(branch for branch in self.header.branches if branch[0] < at), (at, seed))
        return evolved(match, header=evolved(match.header, branches=branches))

    def standing(self) -> Iterator[Self]:
        """Yield the matches after each move that wasn't taken back, the last one first."""
        return standing(self)

    def at(self, version: int) -> Self:
        """Return the match as it was at that version. Nothing is replayed. Playing on from it makes a fork."""
        return step_at(self, version)

    def __eq__(self, other: object) -> bool:
        if not _is_match(other):
            return NotImplemented
        same = (
            self.version == other.version and self.game.key == other.game.key and self.header == other.header
        )
        return same and same_history(self, other)

    def __hash__(self) -> int:
        return hash((self.header.commitment, self.version, self.state))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a match travels as its log: use cardkit.dumps and cardkit.loads")

    def __repr__(self) -> str:
        actors = self.actors
        doing = "over" if not actors else f"seat {', '.join(map(str, actors))} to move"
        return f"<Match {self.game.key}, {self.header.seats} seats, version {self.version}, {doing}>"

    def _repr_svg_(self) -> str:
        """Draw the spectator's table. A notebook shows it, and notebooks are shared."""
        from cardkit.drawing import scene_of, svg  # only who looks at a match needs to draw

        return svg(scene_of(self, None))

    def _repr_html_(self) -> str:
        """Draw the spectator's table for a notebook of any width."""
        from cardkit.drawing import html, scene_of

        return html(scene_of(self, None))


AnyMatch: TypeAlias = Match[object, object, object, object, object, object, object]
"""A match of a game that was looked up by its key."""


def _is_match(value: object) -> TypeGuard[AnyMatch]:
    return isinstance(value, Match)
