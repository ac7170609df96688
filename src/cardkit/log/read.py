"""The reader of logs. Every fault is named by its line and its place in it."""

import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import overload

from cardkit import registry
from cardkit.codec import codec
from cardkit.engine_events import Committed, EngineEvent, Undone
from cardkit.game import AnyGame, Event, Game, Glimpse, Json, Memory, Move, Options, State, View, any_game
from cardkit.header import Header
from cardkit.history import Entry
from cardkit.log.format import event_body, is_seal, next_seal, split_line
from cardkit.log.lines import ByteLines, Lines, as_stream
from cardkit.log.read_header import read_header
from cardkit.match import AnyMatch, Match
from cardkit.rejections import LogError, WireError, failure, shown
from cardkit.seats import Seat
from cardkit.some_match import SomeMatch, any_match, match_of

__all__ = ["EndsInsideMove", "LogReader", "load", "loads", "read_on"]


class EndsInsideMove(LogError):
    """The log has no faults, but its last move is incomplete."""


class LogReader:
    """Reads one log from a stream, line by line."""

    def __init__(self, stream: ByteLines, find: Callable[[str], AnyGame]) -> None:
        self.lines: Lines = Lines(stream)
        self.latest: AnyMatch | None = None
        """The match after the last complete move."""
        self._find = find

    def match(self) -> AnyMatch:
        """Return the match of the whole log."""
        for _ in self.matches():
            pass
        return self.finish()

    def finish(self) -> AnyMatch:
        """Return the match of the whole log, once all of it is read."""
        if self.latest is None:
            line = self.lines.number
            due = "the events of the opening" if line else "its header"
            raise LogError(line + 1, f"missing: the log ends here, but {due} must follow")
        return self.latest

    def matches(self) -> Iterator[AnyMatch]:
        """Yield the match after each move of the log."""
        line = self.lines.next()
        if line is not None:
            game, header, seal = read_header(self.lines, line, self._find)
            yield from self._matches(game, header, seal, None)

    def read_on(self, match: AnyMatch, seal: str) -> AnyMatch:
        """Return the match with the moves of these lines, which follow the line with that seal."""
        self.lines.number = match.version + 1
        self.latest = match
        for _ in self._matches(match.game, match.header, bytes.fromhex(seal), match):
            pass
        return self.finish()

    def _matches(
        self, game: AnyGame, header: Header[object], seal: bytes, previous: AnyMatch | None
    ) -> Iterator[AnyMatch]:
        """Yield the match after each move of the lines that follow the one with that seal."""
        state = game.initial if previous is None else previous.state
        move: list[Entry[object]] = []
        for entry in self._entries(game, header, seal, previous):
            state = self._state_after(entry, state, game, header, previous)
            move.append(entry)
            if not entry.more:
                events = tuple([each.event for each in move])
                older = tuple([each.line for each in move])
                lines = older if any(older) else None
                previous = Match(game, header, entry.n, state, entry.by, events, previous, lines)
                self.latest = previous
                yield previous
                move.clear()
                self.lines.pending.clear()
        if move:
            goes_on = f"the log ends inside a move: {move[-1].more} more of its events must follow"
            raise EndsInsideMove(self.lines.number, goes_on)

    def _entries(
        self, game: AnyGame, header: Header[object], seal: bytes, previous: AnyMatch | None
    ) -> Iterator[Entry[object]]:
        """Yield the event of each line, checked by itself and against the line before."""
        family, lines, key = codec(game), self.lines, header.seal_key
        n, opening = (0, True) if previous is None else (previous.version, False)
        before: Entry[object] | None = None  # the line before, if its move goes on
        while (line := lines.next()) is not None:
            n += 1
            body, fields, seal = self._unseal(line, key, seal, n)
            actor, more = fields.pop("by", None), fields.pop("more", 0)
            by, more = self._place(actor, more, before, None if opening else header.seats)
            try:
                event = family.event_in(fields)
            except WireError as error:
                lines.fail(error.message, error.path)
            current = family.is_current(fields)
            document = family.event_out(event) if current else fields
            lines.check_written(partial(event_body, n, by, more, document), body)
            entry = Entry(n, by, more, event, None if current else body.decode())
            yield entry
            before = entry if more else None
            opening = opening and more > 0

    def _state_after(
        self,
        entry: Entry[object],
        state: object,
        game: AnyGame,
        header: Header[object],
        previous: AnyMatch | None,
    ) -> object:
        event = entry.event
        if isinstance(event, Committed):
            if entry.n != 1 or (event.commitment, event.entropy) != (header.commitment, header.entropy):
                self.lines.fail("commits to another seed or entropy than the header")
            return state
        if entry.n == 1:
            self.lines.fail("the first event must be the commitment to the seed")
        if isinstance(event, Undone):
            return self._state_before(previous, entry.by, event)
        try:
            return game.evolve(state, event)
        except Exception as error:
            reason = f"the event doesn't fit the match so far ({failure(error)})"
            raise LogError(self.lines.number, reason) from error

    def _state_before(self, match: AnyMatch | None, by: Seat | None, event: Undone) -> object:
        """Return the state that an undo restores: the state before the seat's last move."""
        last = None if match is None or by is None else match.last_of(by, among_others=bool(event.agreed))
        before = None if last is None else last.previous
        if before is None or before.version != event.to:
            self.lines.fail("takes back what isn't the seat's last move", "$.to")
        if event.agreed and event.agreed != tuple(range(before.header.seats)):
            self.lines.fail("expected all seats, or none", "$.agreed")
        return before.state

    def _unseal(self, line: bytes, key: bytes, before: bytes, n: int) -> tuple[bytes, dict[str, Json], bytes]:
        """Return the line without its seal, its fields without the number, and its seal."""
        body, rest = split_line(line)
        fields = self.lines.fields(body + b"}" if rest else line)
        number = fields.pop("n", None)
        if type(number) is not int:
            self.lines.fail("expected the number of the event", "$.n")
        if number != n:
            what = "doubled" if number < n else "missing"
            due = f"event {shown(number)} where event {n} is due: a line is {what} or out of order"
            self.lines.fail(due, "$.n")
        seal = next_seal(key, before, body)
        if not is_seal(rest, seal):
            changed = "its seal doesn't match: it was changed, or it doesn't follow the line before it"
            self.lines.fail(changed, "$.seal")
        return body, fields, seal

    def _place(
        self, actor: Json, more: Json, before: Entry[object] | None, seats: int | None
    ) -> tuple[Seat | None, int]:
        """Return the seat whose move the event belongs to, and how many of its events follow. No seat moves in the
        opening.
        """
        fail = self.lines.fail
        if seats is None:
            if actor is not None:
                fail("expected null: nobody moves in the opening", "$.by")
        elif type(actor) is not int or not 0 <= actor < seats:
            fail(f"expected a seat from 0 to {seats - 1}", "$.by")
        if type(more) is not int or more < 0:
            fail("expected a whole number from 1, or nothing", "$.more")
        if before is not None:
            due = before.more - 1
            if actor != before.by:
                fail("the line before belongs to a move that goes on, of another seat", "$.by")
            if more != due:
                fail(f"expected {due or 'nothing'}: the line before says so", "$.more")
        return actor, more


@overload
def loads(text: str | bytes, game: None = None) -> AnyMatch: ...
@overload
def loads(
    text: str | bytes, game: Game[Move, Event, State, View, Glimpse, Memory, Options]
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]: ...
def loads(
    text: str | bytes, game: Game[Move, Event, State, View, Glimpse, Memory, Options] | None = None
) -> Match[Move, Event, State, View, Glimpse, Memory, Options] | AnyMatch:
    """Return the match of a log. Raise `LogError`, naming the line and the place, if anything is wrong with it.

    The game is looked up by its key. Pass it if it isn't registered, or for a typed result.
    """
    if game is None:
        return LogReader(as_stream(text), registry.game).match()
    return match_of(LogReader(as_stream(text), lambda _: any_game(game)).match(), game)


@overload
def load(path: str | os.PathLike[str], game: None = None) -> AnyMatch: ...
@overload
def load(
    path: str | os.PathLike[str], game: Game[Move, Event, State, View, Glimpse, Memory, Options]
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]: ...
def load(
    path: str | os.PathLike[str], game: Game[Move, Event, State, View, Glimpse, Memory, Options] | None = None
) -> Match[Move, Event, State, View, Glimpse, Memory, Options] | AnyMatch:
    """Return the match of a log file, as `loads` does. Reading needs bounded memory, whatever the file holds."""
    with Path(path).open("rb") as stream:
        if game is None:
            return LogReader(stream, registry.game).match()
        return match_of(LogReader(stream, lambda _: any_game(game)).match(), game)


def read_on(match: SomeMatch, lines: str | bytes, seal: str, *, genuine: bool = False) -> AnyMatch:
    """Return the match with the moves of these lines, which follow the line with that seal.

    Raise `LogError`, as `loads` does. If it is proven already that the lines are `genuine`, and follow that line, their
    seals needn't be checked.
    """
    known = any_match(match)
    after = _after_one_event(known, lines, seal, genuine=genuine)
    return LogReader(as_stream(lines), lambda _: known.game).read_on(known, seal) if after is None else after


def _after_one_event(match: AnyMatch, line: str | bytes, seal: str, *, genuine: bool) -> AnyMatch | None:
    """Return the match after a move of one event, the most frequent case, in two thirds of the time.

    Return `None` if it is anything else, or if anything is wrong with the line. `LogReader` then finds out what.
    """
    game, header, n = match.game, match.header, match.version + 1
    try:
        written = line.encode() if isinstance(line, str) else line
        body, rest = split_line(written.removesuffix(b"\n"))
        fields: dict[str, Json] = json.loads(body + b"}")
        by = fields.pop("by")
        if fields.pop("n") != n or type(by) is not int or not 0 <= by < header.seats:
            return None
        family = codec(game)
        event = family.event_in(fields)
        if isinstance(event, EngineEvent) or not (
            family.is_current(fields) if genuine else _is_sealed(match, n, by, event, body, rest, seal)
        ):
            return None
        state = game.evolve(match.state, event)
    except Exception:  # of a game, too
        return None
    return Match(game, header, n, state, by, (event,), match)


def _is_sealed(
    match: AnyMatch, n: int, by: Seat, event: object, body: bytes, rest: bytes, before: str
) -> bool:
    """Return whether the line is as cardkit writes it, and follows the line with the seal `before`."""
    if event_body(n, by, 0, codec(match.game).event_out(event)).encode() != body:
        return False
    return is_seal(rest, next_seal(match.header.seal_key, bytes.fromhex(before), body))
