"""Reading a log line by line: every fault is named by its line and its place in it."""

import hmac
import json
from collections.abc import Callable, Iterator
from typing import Final, Generic, NoReturn, Protocol

import attrs
from attrs import frozen

from cardkit.chance import commitment
from cardkit.codec import Codec, codec
from cardkit.game import Event, Game, Glimpse, Json, Memory, Move, Options, State, View
from cardkit.lines import FORMAT, LONGEST_LINE, SEAL, SEAL_MARK, START, encoded, event_fields, header_fields
from cardkit.match import Match
from cardkit.options import exactly
from cardkit.record import Committed, Header, Mark, Undone, sealed_header
from cardkit.rejections import Invalid, LogError, UnknownGame, UnknownOption, WireError, shown
from cardkit.seats import Seat

__all__ = ["ByteLines", "LogReader", "Recovered"]


_HEADER_KEYS: Final = ("format", "game", "rules_version", "seats", "options", "commitment", "entropy")


class _NoNumber(ValueError):
    """`NaN` or an infinity, which Python's reader would take."""


def _refuse(constant: str) -> NoReturn:
    raise _NoNumber(f"{constant} is no JSON")


_decode: Final = json.JSONDecoder(parse_constant=_refuse).decode


class ByteLines(Protocol):
    """What a log is read from: a binary file, or what behaves like it."""

    def readline(self, size: int, /) -> bytes:
        """The next line with its line break, or so many bytes of it; nothing at the end."""
        ...

    def read(self, size: int, /) -> bytes:
        """So many bytes, or fewer at the end."""
        ...


class _EndsInsideMove(LogError):
    """The log is whole as far as it goes, but its last move isn't."""


@frozen
class Recovered(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """What could be saved of a log whose end was lost, and what was dropped."""

    match: Match[Move, Event, State, View, Glimpse, Memory, Options]
    dropped: tuple[str, ...]
    """The lines that are not in the match, as far as they can be read."""
    reason: str
    """Why they were dropped; empty when nothing was."""


class LogReader(Generic[Move, Event, State, View, Glimpse, Memory, Options]):
    """Reads one log from a stream, line by line."""

    def __init__(
        self,
        stream: ByteLines,
        find: Callable[[str], Game[Move, Event, State, View, Glimpse, Memory, Options]],
    ) -> None:
        self.stream = stream
        self.find = find
        self.number: int = 0  # of the line read last
        self.whole: bool = True  # whether it ended in a line break
        self.latest: Match[Move, Event, State, View, Glimpse, Memory, Options] | None = None
        self.pending: list[bytes] = []  # lines of the move that isn't complete yet

    def match(self) -> Match[Move, Event, State, View, Glimpse, Memory, Options]:
        """The match of the whole log."""
        for _ in self.matches():
            pass
        return self.finish()

    def finish(self) -> Match[Move, Event, State, View, Glimpse, Memory, Options]:
        """The match of the whole log, once all of it is read."""
        if self.latest is None:
            due = "its header" if self.number == 0 else "the events of the opening"
            raise LogError(self.number + 1, f"missing: here the log ends, and {due} must follow")
        return self.latest

    def recovered(self) -> Recovered[Move, Event, State, View, Glimpse, Memory, Options]:
        """The match up to the last move that is whole, where just the end of the log is missing."""
        try:
            return Recovered(self.match(), (), "")
        except LogError as error:
            at_end = not self.stream.read(1) and (not self.whole or isinstance(error, _EndsInsideMove))
            if self.latest is None or not at_end:
                raise
            dropped = tuple(line.decode(errors="replace") for line in self.pending)
            return Recovered(self.latest, dropped, str(error))

    def matches(self) -> Iterator[Match[Move, Event, State, View, Glimpse, Memory, Options]]:
        """The match after each move of the log."""
        line = self._line()
        if line is None:
            return
        game, header, seal = self._header(line)
        yield from self._moves(game, header, seal, None)

    def continued(
        self, match: Match[Move, Event, State, View, Glimpse, Memory, Options], seal: str
    ) -> Match[Move, Event, State, View, Glimpse, Memory, Options]:
        """The match with the moves of these lines, which follow its last one; `seal` is that of its last line."""
        self.number = match.version + 1
        self.latest = match
        for _ in self._moves(match.game, match.header, bytes.fromhex(seal), match):
            pass
        return self.finish()

    def _moves(
        self,
        game: Game[Move, Event, State, View, Glimpse, Memory, Options],
        header: Header[Options],
        seal: bytes,
        previous: Match[Move, Event, State, View, Glimpse, Memory, Options] | None,
    ) -> Iterator[Match[Move, Event, State, View, Glimpse, Memory, Options]]:
        """The match after each move of the lines that follow the one with that seal."""
        family, evolve, key = codec(game), game.evolve, header.seal_key
        state, version = (game.initial, 0) if previous is None else (previous.state, previous.version)
        by: Seat | None = None
        due = -1  # how many events of this move follow the one that is due; -1 between moves
        events: list[Event | Mark] = []
        older: list[str | None] = []
        while (line := self._line()) is not None:
            version += 1
            body, fields, seal = self._sealed(line, key, seal, version)
            actor, more = fields.pop("by", None), fields.pop("more", 0)
            by, due = self._place(actor, more, by, due, None if previous is None else header.seats)
            event = self._event(family, fields)
            current = family.is_current(fields)
            document = family.event_out(event) if current else fields
            self._check_written(event_fields(version, by, due, document), body + b"}")
            if isinstance(event, Committed):
                if version != 1 or (event.commitment, event.entropy) != (header.commitment, header.entropy):
                    self._fail("commits to another seed or entropy than the header")
            elif version == 1:
                self._fail("the first event must be the commitment to the seed")
            elif isinstance(event, Undone):
                state = self._stood(previous, by, event)
            else:
                try:
                    state = evolve(state, event)
                except Exception as error:
                    raise LogError(
                        self.number, f"the event doesn't fit the match so far ({shown(error)})"
                    ) from error
            events.append(event)
            older.append(None if current else body.decode())
            due -= 1
            if due < 0:
                lines = tuple(older) if any(older) else None
                previous = Match(game, header, version, state, by, tuple(events), previous, lines)
                self.latest = previous
                yield previous
                events, older = [], []
                self.pending.clear()
        if due >= 0:
            raise _EndsInsideMove(
                self.number, f"here the log ends, but its last move goes on: {due + 1} more to come"
            )

    def _stood(
        self,
        match: Match[Move, Event, State, View, Glimpse, Memory, Options] | None,
        by: Seat | None,
        event: Undone,
    ) -> State:
        """The state that an undone move brings back: that before the seat's last move, which nobody else's follows."""
        last = None if match is None or by is None else match.last_of(by, among_others=bool(event.agreed))
        before = None if last is None else last.previous
        if before is None or before.version != event.to:
            self._fail("takes back what isn't the seat's last move", "$.to")
        if event.agreed and event.agreed != tuple(range(before.header.seats)):
            self._fail("expected all seats, or none", "$.agreed")
        return before.state

    # --- one line

    def _line(self) -> bytes | None:
        line = self.stream.readline(LONGEST_LINE + 1)
        if not line:
            return None
        self.number += 1
        self.whole = line.endswith(b"\n")
        if len(line) > LONGEST_LINE:
            self.whole = True  # whatever comes after it
            self._fail(f"longer than {LONGEST_LINE} bytes: this is no log")
        self.pending.append(line)
        if line.endswith(b"\r\n"):
            self._fail("ends in CR LF; the lines of a log end in LF alone")
        return line.rstrip(b"\n")

    def _fail(self, message: str, path: str = "$") -> NoReturn:
        raise LogError(self.number, message if self.whole else f"cut off, or {message}", path)

    def _fields(self, text: bytes) -> dict[str, Json]:
        try:
            fields: Json = _decode(text.decode())
        except UnicodeDecodeError as error:
            self._fail(f"invalid UTF-8 at byte {error.start}")
        except json.JSONDecodeError as error:
            bom = text.startswith(b"\xef\xbb\xbf")
            self._fail(
                "begins with a byte order mark" if bom else f"no JSON: {error.msg} at character {error.pos}"
            )
        except _NoNumber as error:
            self._fail(str(error))
        except ValueError:  # Python's bound on the digits of a number
            self._fail("a number in it has too many digits")
        except RecursionError:
            self._fail("nested too deeply")
        if not isinstance(fields, dict):
            self._fail("expected an object")
        return fields

    def _check_written(self, fields: dict[str, Json], text: bytes) -> None:
        try:
            same = encoded(fields).encode() == text
        except (ValueError, RecursionError):  # an infinity, half a character, too deep a nest
            same = False
        if not same:
            self._fail(
                "isn't written as a log is: no spaces, keys in order and each once, plain numbers and texts"
            )

    def _sealed(
        self, line: bytes, key: bytes, before: bytes, version: int
    ) -> tuple[bytes, dict[str, Json], bytes]:
        """The line without its seal, what it says but for its number, and its seal."""
        body, tail = line[:-SEAL], line[-SEAL:]
        fields = self._fields(body + b"}" if tail.startswith(SEAL_MARK) else line)
        self._check_number(fields.pop("n", None), version)
        seal = hmac.digest(key, before + body, "sha256")
        if tail != b'%b%b"}' % (SEAL_MARK, seal.hex().encode()):
            self._fail(
                "its seal doesn't match: it was changed, or it doesn't follow the line before it", "$.seal"
            )
        return body, fields, seal

    def _check_number(self, number: Json, version: int) -> None:
        if type(number) is not int:
            self._fail("expected the number of the event", "$.n")
        if number != version:
            what = "doubled" if number < version else "missing"
            self._fail(
                f"event {shown(number)} where event {version} is due: a line is {what} or out of order", "$.n"
            )

    def _place(
        self, actor: Json, more: Json, by: Seat | None, due: int, seats: int | None
    ) -> tuple[Seat | None, int]:
        """Whose move the event belongs to, and how many events of it follow. No seats: it is the opening."""
        if seats is None:
            if actor is not None:
                self._fail("expected null: nobody moves in the opening", "$.by")
        elif type(actor) is not int or not 0 <= actor < seats:
            self._fail(f"expected a seat from 0 to {seats - 1}", "$.by")
        if type(more) is not int or more < 0:
            self._fail("expected a whole number from 1, or nothing", "$.more")
        if due >= 0 and actor != by:
            self._fail("the line before belongs to a move that goes on, of another seat", "$.by")
        if due >= 0 and more != due:
            self._fail(f"expected {due or 'nothing'}: the line before says so", "$.more")
        return actor, more

    def _event(self, family: Codec[Move, Event, View, Glimpse], fields: dict[str, Json]) -> Event | Mark:
        try:
            return family.event_in(fields)
        except WireError as error:
            self._fail(error.message, error.path)

    # --- the header

    def _header(
        self, line: bytes
    ) -> tuple[Game[Move, Event, State, View, Glimpse, Memory, Options], Header[Options], bytes]:
        body = line.rpartition(SEAL_MARK)[0]  # no text can hold the mark: in a text, quotes are escaped
        fields = self._fields(line)
        self._check_format(fields)
        game = self._game(fields)
        header = self._read_header(game, fields)
        self._check_written(fields, line)
        seal = hmac.digest(header.seal_key, START + body, "sha256")
        if fields["seal"] != seal.hex():
            self._fail("its seal doesn't match: the header was changed", "$.seal")
        if (
            encoded(header_fields(header)).encode() != body + b"}"
        ):  # an option was added to the game since then
            header = attrs.evolve(header, line=body.decode())
        return game, header, seal

    def _check_format(self, fields: dict[str, Json]) -> None:
        version = fields.get("format")
        if version != FORMAT:
            if isinstance(version, str) and version.startswith("cardkit/"):
                newer = f"format {shown(version)} is not known here, only {FORMAT}: a newer cardkit wrote it"
                self._fail(newer, "$.format")
            self._fail(f'expected "{FORMAT}": this is no log of cardkit', "$.format")
        branched = ["branched"] if "branched" in fields else []
        secret = ["seed", *(["branch_seeds"] if branched else [])] if "seed" in fields else ["seal_key"]
        wanted = [*_HEADER_KEYS, *branched, "seal", *secret]
        if list(fields) != wanted:
            self._fail(f"expected the keys {', '.join(wanted)} in this order")

    def _game(self, fields: dict[str, Json]) -> Game[Move, Event, State, View, Glimpse, Memory, Options]:
        key, rules = fields["game"], fields["rules_version"]
        if not isinstance(key, str):
            self._fail("expected the key of a game", "$.game")
        try:
            game = self.find(key)
        except UnknownGame as error:
            self._fail(str(error), "$.game")
        if key != game.key:
            self._fail(f"is a log of {shown(key)}, not of {game.key}", "$.game")
        if type(rules) is not int or rules < 1:
            self._fail("expected a whole number from 1", "$.rules_version")
        if rules > game.rules_version:
            newer = f"version {shown(rules)} of the rules; only {game.rules_version} is known here"
            self._fail(newer, "$.rules_version")
        return game

    def _read_header(
        self, game: Game[Move, Event, State, View, Glimpse, Memory, Options], fields: dict[str, Json]
    ) -> Header[Options]:
        rules, seats, committed = fields["rules_version"], fields["seats"], fields["commitment"]
        if type(seats) is not int or seats not in game.seats:
            self._fail(f"expected a number of players from {game.seats[0]} to {game.seats[-1]}", "$.seats")
        options = self._options(game, fields["options"])
        entropy = self._entropy(fields["entropy"], seats)
        if not isinstance(committed, str) or not _is_hash(committed):
            self._fail("expected 64 hexadecimal digits", "$.commitment")
        assert isinstance(rules, int)
        if "seed" in fields:
            seed = fields["seed"]
            if not isinstance(seed, str) or not _is_unicode(seed):
                self._fail("expected a text", "$.seed")
            if commitment(seed) != committed:
                self._fail("isn't the seed that the match is committed to", "$.seed")
            header = sealed_header(game.key, rules, seats, options, seed, entropy)
            return attrs.evolve(header, branches=self._branches(fields))
        key = fields["seal_key"]
        if not isinstance(key, str) or not _is_hash(key):
            self._fail("expected 64 hexadecimal digits", "$.seal_key")
        given = tuple(entropy.items())
        branches = self._branches(fields)
        return Header(
            game.key, rules, seats, options, committed, given, None, bytes.fromhex(key), None, branches
        )

    def _branches(self, fields: dict[str, Json]) -> tuple[tuple[int, str | None], ...]:
        versions = fields.get("branched", [])
        seeds = fields.get("branch_seeds")
        if not isinstance(versions, list):
            self._fail("expected a list", "$.branched")
        if seeds is None:
            seeds = [None] * len(versions)
        elif not isinstance(seeds, list) or len(seeds) != len(versions):
            self._fail(f"expected a list of {len(versions)}", "$.branch_seeds")
        branches: list[tuple[int, str | None]] = []
        for index, (version, seed) in enumerate(zip(versions, seeds, strict=True)):
            if type(version) is not int or version <= (branches[-1][0] if branches else 0):
                self._fail("expected versions, ascending", f"$.branched[{index}]")
            if "seed" in fields and not (isinstance(seed, str) and _is_unicode(seed)):
                self._fail("expected a text", f"$.branch_seeds[{index}]")
            branches.append((version, seed if isinstance(seed, str) else None))
        if "branched" in fields and not branches:
            self._fail("expected a version", "$.branched")
        return tuple(branches)

    def _options(
        self, game: Game[Move, Event, State, View, Glimpse, Memory, Options], given: Json
    ) -> Options:
        if not isinstance(given, dict):
            self._fail("expected an object", "$.options")
        try:
            return exactly(game.options, given, game.key)
        except Invalid as error:
            whole = error.field == "options"
            reason = str(error) if isinstance(error, UnknownOption) else f"it takes {error.accepted}"
            self._fail(reason, "$.options" if whole else f"$.options.{error.field}")

    def _entropy(self, pairs: Json, seats: int) -> dict[Seat, str]:
        if not isinstance(pairs, list):
            self._fail("expected a list", "$.entropy")
        entropy: dict[Seat, str] = {}
        for index, pair in enumerate(pairs):
            match pair:
                case [int(seat), str(text)] if (
                    type(seat) is int and max(entropy, default=-1) < seat < seats and _is_unicode(text)
                ):
                    entropy[seat] = text
                case _:
                    self._fail("expected a seat and a text, seats ascending", f"$.entropy[{index}]")
        return entropy


def _is_hash(text: str) -> bool:
    return len(text) == 64 and not set(text) - set("0123456789abcdef")


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)
