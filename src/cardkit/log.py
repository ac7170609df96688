"""The log of a match as text: JSON Lines, each sealed. The format is described in `docs/log-format.md`.

The first line is the header. Each line ends with its seal, a keyed hash over the seal before it and the rest of
the line, so that a line changed, missing or moved is found and named. Whoever holds the log knows everything.
"""

import hmac
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from stat import S_IMODE
from tempfile import mkstemp
from typing import TypeAlias, overload

from cardkit import registry
from cardkit.codec import codec
from cardkit.game import Event, Game, Glimpse, Memory, Move, Options, State, View
from cardkit.lines import LONGEST_LINE, START, encoded, event_fields, header_fields, secret_fields
from cardkit.match import AnyMatch, Match
from cardkit.reading import ByteLines, LogReader, Recovered
from cardkit.record import Entry, Log, Mark
from cardkit.rejections import Invalid
from cardkit.seats import Seat

__all__ = [
    "Recovered",
    "as_stream",
    "continued",
    "dump",
    "dumps",
    "lines_since",
    "load",
    "loads",
    "receipts",
    "recover",
    "written",
]


_AnyRecovered: TypeAlias = Recovered[object, object, object, object, object, object, object]


# --- writing


def dumps(match: Match[Move, Event, State, View, Glimpse, Memory, Options], *, with_seed: bool = True) -> str:
    """The match as the text of its log. It holds the seed and every card: it is the owner's.

    Without the seed the log can be read and checked, but not played on.
    """
    return "".join(_lines(match.game, match.log, with_seed=with_seed))


def written(game: Game[Move, Event, State, View, Glimpse, Memory, Options], log: Log[Event, Options]) -> str:
    """The text of a log that is held as a value."""
    return "".join(_lines(game, log, with_seed=True))


def dump(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    path: str | os.PathLike[str],
    *,
    with_seed: bool = True,
) -> None:
    """Write the log to a file, all or nothing: whatever happens, the file holds the old log or the new one.

    A new file is its owner's alone to read, for it holds secrets; a file that is there keeps its permissions.
    """
    target = Path(path).resolve()  # through a symbolic link, as writing a file does
    descriptor, name = mkstemp(dir=target.parent, prefix=".cardkit-")
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.writelines(line.encode() for line in _lines(match.game, match.log, with_seed=with_seed))
            stream.flush()
            os.fsync(descriptor)
        if target.exists():
            draft.chmod(S_IMODE(target.stat().st_mode))
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def lines_since(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options],
    version: int = 0,
    seal: str | None = None,
) -> str:
    """The log's lines of the events after that version, to be appended to what is kept already.

    `seal` is that of the line before them. It may be left out: then the lines before are made again to find it.
    """
    if version == 0:
        seal = next(_lines(match.game, Log(match.header, ()), with_seed=True)).partition('"seal":"')[2][:64]
    elif seal is None:
        seal = receipts(match.at(version))[-1]
    game, key = match.game, match.header.seal_key
    moves: list[Match[Move, Event, State, View, Glimpse, Memory, Options]] = []
    earlier: Match[Move, Event, State, View, Glimpse, Memory, Options] | None = match
    while earlier is not None and earlier.version > version:
        moves.append(earlier)
        earlier = earlier.previous
    added: list[str] = []
    chained = bytes.fromhex(seal)
    for move in reversed(moves):
        more = len(move.events)
        for event, line in zip(move.events, move.lines or (None,) * more, strict=True):
            more -= 1
            text, chained = _event_line(game, key, chained, move.version - more, move.by, more, event, line)
            added.append(text)
    return "".join(added)


def continued(
    match: Match[Move, Event, State, View, Glimpse, Memory, Options], lines: str | bytes, seal: str
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]:
    """The match with the moves of these lines, which follow the line with that seal. `LogError` as in `loads`."""
    return LogReader(as_stream(lines), lambda _: match.game).continued(match, seal)


def receipts(match: Match[Move, Event, State, View, Glimpse, Memory, Options]) -> tuple[str, ...]:
    """The seals of the match's events, in order: what players may be shown while it runs.

    They tell nothing of what is hidden. After the seed is revealed, anybody who kept one can check with the log
    that the history up to there was never rewritten.
    """
    return tuple(line[-67:-3] for line in _lines(match.game, match.log, with_seed=True))[1:]


def _lines(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    log: Log[Event, Options],
    *,
    with_seed: bool,
) -> Iterator[str]:
    header = log.header
    key = header.seal_key
    body = encoded(header_fields(header))[:-1] if header.line is None else header.line
    seal = hmac.digest(key, START + body.encode(), "sha256")
    secret = encoded(secret_fields(header, with_seed=with_seed))
    yield f'{body},"seal":"{seal.hex()}",{secret[1:]}\n'
    yield from _event_lines(game, key, seal, log.entries)


def _event_lines(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    key: bytes,
    seal: bytes,
    entries: Iterable[Entry[Event]],
) -> Iterator[str]:
    for entry in entries:
        line, seal = _event_line(game, key, seal, entry.n, entry.by, entry.more, entry.event, entry.line)
        yield line


def _event_line(
    game: Game[Move, Event, State, View, Glimpse, Memory, Options],
    key: bytes,
    seal: bytes,
    n: int,
    by: Seat | None,
    more: int,
    event: Event | Mark,
    line: str | None,
) -> tuple[str, bytes]:
    """The line of an event, and its seal."""
    body = encoded(event_fields(n, by, more, codec(game).event_out(event)))[:-1] if line is None else line
    seal = hmac.digest(key, seal + body.encode(), "sha256")
    return f'{body},"seal":"{seal.hex()}"}}\n', seal


# --- reading


@overload
def loads(text: str | bytes, game: None = None) -> AnyMatch: ...
@overload
def loads(
    text: str | bytes, game: Game[Move, Event, State, View, Glimpse, Memory, Options]
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]: ...
def loads(
    text: str | bytes, game: Game[Move, Event, State, View, Glimpse, Memory, Options] | None = None
) -> Match[Move, Event, State, View, Glimpse, Memory, Options] | AnyMatch:
    """The match of a log. `LogError` names the line and the place of whatever is wrong.

    The game is looked up by its key, or given, for games that aren't registered and for typed results.
    """
    if game is None:
        return LogReader(as_stream(text), registry.game).match()
    return LogReader(as_stream(text), lambda _: game).match()


@overload
def load(path: str | os.PathLike[str], game: None = None) -> AnyMatch: ...
@overload
def load(
    path: str | os.PathLike[str], game: Game[Move, Event, State, View, Glimpse, Memory, Options]
) -> Match[Move, Event, State, View, Glimpse, Memory, Options]: ...
def load(
    path: str | os.PathLike[str], game: Game[Move, Event, State, View, Glimpse, Memory, Options] | None = None
) -> Match[Move, Event, State, View, Glimpse, Memory, Options] | AnyMatch:
    """The match of a log file, as `loads` does. A reader's memory is bounded, whatever the file holds."""
    with Path(path).open("rb") as stream:
        if game is None:
            return LogReader(stream, registry.game).match()
        return LogReader(stream, lambda _: game).match()


@overload
def recover(text: str | bytes, game: None = None) -> _AnyRecovered: ...
@overload
def recover(
    text: str | bytes, game: Game[Move, Event, State, View, Glimpse, Memory, Options]
) -> Recovered[Move, Event, State, View, Glimpse, Memory, Options]: ...
def recover(
    text: str | bytes, game: Game[Move, Event, State, View, Glimpse, Memory, Options] | None = None
) -> Recovered[Move, Event, State, View, Glimpse, Memory, Options] | _AnyRecovered:
    """The match of a log that a crash may have cut off: up to its last whole move.

    Only an end that is missing can be recovered from. Damage anywhere else is a `LogError`, as in `loads`.
    """
    if game is None:
        return LogReader(as_stream(text), registry.game).recovered()
    return LogReader(as_stream(text), lambda _: game).recovered()


def as_stream(text: str | bytes) -> ByteLines:
    """The text as a stream that a `LogReader` reads."""
    match text:
        case bytes():
            return BytesIO(text)
        case str():
            return _TextLines(text)
    raise Invalid("text", text, "the text of a log, or its bytes")


class _TextLines:
    """A text as lines of bytes, without a copy of all of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def readline(self, size: int = LONGEST_LINE, /) -> bytes:
        """The next line, or so many characters of it."""
        end = self.text.find("\n", self.place, self.place + size) + 1
        return self.read(end - self.place if end else size)

    def read(self, size: int, /) -> bytes:
        """So many characters, as bytes; what is no UTF-8 is refused by who reads them."""
        part = self.text[self.place : self.place + size]
        self.place += len(part)
        return part.encode(errors="surrogatepass")
