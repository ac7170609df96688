"""Matches in files. A file only ever grows, by whole moves, and only if it is still what was read.

Whoever reads shares a lock, whoever writes has it alone; so nobody sees half a move. Two processes that move at once
have both read the same version. The first to write wins. The other makes its move on what the first one left, unless
it is stale by then: then it is told so.
A process that is killed while it writes may leave a file without its end. That is found by the next reader and said;
nothing is thrown away, and nothing is added to such a file.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from attrs import frozen

import cardkit
from cardkit.log import TAIL, ByteLines, LogReader, lines_since, recover_from, seal_of
from cardkit.match import AnyMatch
from cardkit.rejections import LogError, NoSuchVersion, Rejected
from cardkit_cli.failures import CutOff, file_trouble
from cardkit_cli.locks import locked
from cardkit_cli.own_code import find_game

__all__ = ["STDIN", "Change", "Kept", "Saved", "append", "changed", "create", "held", "read", "saved"]

STDIN: Final = "-"
"""The name of a file that stands for what comes in, or goes out."""
Change: TypeAlias = Callable[[AnyMatch, int | None], AnyMatch]
"""`change(match, expect)`: the match with more moves, or `Rejected` if the first is stale since version `expect`."""


@frozen
class Kept:
    """A match as it was read from a file, and how the file ended then."""

    path: str
    match: AnyMatch
    size: int
    tail: bytes
    """The last line's seal, which depends on every line before it, and the line break, if there is one."""

    @property
    def seal(self) -> str:
        """The seal of the last line."""
        return seal_of(self.tail)


@frozen
class Saved:
    """The whole part of a log: the match, the lines that don't belong to it, and why."""

    match: AnyMatch
    dropped: tuple[str, ...]
    reason: str


def read(path: str) -> AnyMatch:
    """The match of a log file, `-` for stdin. `CutOff` where its end is missing, `LogError` for any other fault."""
    if path == STDIN:
        return _whole(sys.stdin.buffer, path)
    try:
        with Path(path).open("rb") as stream, locked(stream.fileno(), path, shared=True):
            return _whole(stream, path)
    except OSError as error:
        raise file_trouble(error, path) from error
    except LogError:
        _check_log(path)
        raise


def held(path: str) -> Kept:
    """The match of a log file, read in order to be changed."""
    try:
        with Path(path).open("rb") as stream, locked(stream.fileno(), path, shared=True):
            match = _whole(stream, path)
            return Kept(path, match, *_end(stream))
    except OSError as error:
        raise file_trouble(error, path) from error


def saved(path: str) -> Saved:
    """What can be saved of a log file whose end is missing. `LogError` for any other fault."""
    if path == STDIN:
        return _saved(sys.stdin.buffer)[0]
    try:
        with Path(path).open("rb") as stream, locked(stream.fileno(), path, shared=True):
            return _saved(stream)[0]
    except OSError as error:
        raise file_trouble(error, path) from error


def append(kept: Kept, match: AnyMatch) -> Kept:
    """Add the moves that the match has more than the one that was read. They are on the disk when this returns.

    `Rejected` ("stale_version") when the file isn't what was read any more; then it stays as it is.
    """
    lines = lines_since(match, kept.match.version, kept.seal).encode()
    if not kept.tail.endswith(b"\n"):
        lines = b"\n" + lines
    try:
        with Path(kept.path).open("r+b", buffering=0) as stream, locked(stream.fileno(), kept.path):
            _check_unchanged(stream, kept)
            _write(stream.fileno(), lines, kept.size)
    except OSError as error:
        raise file_trouble(error, kept.path, writing=True) from error
    return Kept(kept.path, match, kept.size + len(lines), lines[-TAIL:])


def changed(kept: Kept, change: Change, expect: int | None = None) -> tuple[AnyMatch, Kept]:
    """Change the match and append what is new; return the match before the change, and what is kept now.

    If another process writes first, the change is made again on what that process left, with the version that was
    read before as the expected one. `Rejected` ("stale_version") if it is stale there, or if the file now holds
    another match.
    """
    while True:
        after = change(kept.match, expect)
        if after is kept.match:
            return kept.match, kept
        try:
            return kept.match, append(kept, after)
        except Rejected:
            read_before, kept = kept.match, held(kept.path)
            if not _goes_on(kept.match, read_before):
                raise
            expect = read_before.version if expect is None else expect


def _goes_on(match: AnyMatch, before: AnyMatch) -> bool:
    try:
        return match.at(before.version) == before
    except NoSuchVersion:
        return False


def create(path: str, match: AnyMatch) -> None:
    """A new file with the match, for its owner alone to read. A file that is there already must be empty."""
    if path == STDIN:
        sys.stdout.write(cardkit.dumps(match))
        return
    text = cardkit.dumps(match).encode()
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        try:
            with locked(descriptor, path):
                if os.fstat(descriptor).st_size:
                    raise FileExistsError(path)
                _write(descriptor, text, 0)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise file_trouble(error, path, writing=True) from error


def _whole(stream: ByteLines, path: str) -> AnyMatch:
    found, line = _saved(stream)
    if found.reason:
        raise CutOff(line, found.reason, path, found.match.version)
    return found.match


def _check_log(path: str) -> None:
    from cardkit_cli.remote.tickets import check_log

    check_log(path)


def _saved(stream: ByteLines) -> tuple[Saved, int]:
    """And the number of the line that was read last."""
    reader = LogReader(stream, find_game)
    found = recover_from(reader)
    return Saved(found.match, found.dropped, found.reason), reader.lines.number


def _end(stream: BinaryIO) -> tuple[int, bytes]:
    """The size of the file, and its tail."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - TAIL))
    return size, stream.read()


def _check_unchanged(stream: BinaryIO, kept: Kept) -> None:
    same_file = os.path.samestat(os.fstat(stream.fileno()), Path(kept.path).stat())
    if not same_file or _end(stream) != (kept.size, kept.tail):
        version = kept.match.version
        raise Rejected(
            "stale_version",
            f"{kept.path}: somebody else has changed it since version {version} was read; look again",
        )


def _write(descriptor: int, data: bytes, end: int) -> None:
    """Add the data at the end, or nothing of it, whatever happens short of this process's death."""
    rest = memoryview(data)
    os.lseek(descriptor, end, os.SEEK_SET)
    try:
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)
    except BaseException:
        os.ftruncate(descriptor, end)
        raise
