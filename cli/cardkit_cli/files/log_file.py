"""Log files. A file only grows, by complete moves, and only if it is still what was read.

Readers share a lock and a writer has it alone, so nobody sees half a move. If two processes move at once, both have
read the same version. The first to write wins. The other makes its move on what the first one left, unless the move is
stale by then.

A process that is killed while it writes may leave a file without its end. The next reader reports that. Nothing is
removed from such a file, and nothing is added to it.
"""

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from attrs import frozen

import cardkit
from cardkit.log import TAIL, ByteLines, LogReader, Recovered, lines_since, recover_from, seal_of
from cardkit.match import AnyMatch
from cardkit.rejections import LogError, NoSuchVersion, Rejected
from cardkit_cli.errors import CutOff, UsageError, file_error
from cardkit_cli.files.locks import lock
from cardkit_cli.games import find_game
from cardkit_cli.phrases import PHRASES

__all__ = [
    "STDIN",
    "AnyRecovered",
    "Change",
    "LogFile",
    "append_moves",
    "change_match",
    "create_log",
    "open_log",
    "read_bytes",
    "read_match",
    "recover_match",
]

STDIN: Final = "-"
"""The file name that stands for stdin or stdout."""
AnyRecovered: TypeAlias = Recovered[AnyMatch]
"""The complete part of a log, and the lines that were dropped."""
Change: TypeAlias = Callable[[AnyMatch, int | None], AnyMatch]
"""`change(match, expect)` returns the match with more moves, or raises `Rejected` if they are stale since `expect`."""


@frozen
class LogFile:
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


def read_match(path: str) -> AnyMatch:
    """Read the match of a log file. Raise `CutOff` if its end is missing, `LogError` for any other damage."""
    with _open(path) as stream:
        return _complete(stream, path)


def open_log(path: str) -> LogFile:
    """Read the match of a log file in order to change it."""
    if path == STDIN:
        raise UsageError("-: a match that comes from stdin can't be changed; name its file")
    with _open(path) as stream:
        match = _complete(stream, path)
        return LogFile(path, match, *_end(stream))


def read_bytes(path: str) -> bytes:
    """Read a file, whatever it holds."""
    with _open(path) as stream:
        return stream.read()


def recover_match(path: str) -> AnyRecovered:
    """Read the complete part of a log whose end may be missing. Raise `LogError` for any other damage."""
    with _open(path) as stream:
        return _recover(stream)[0]


def append_moves(log: LogFile, match: AnyMatch) -> LogFile:
    """Write the moves of the match that the file lacks. They are on the disk when this returns.

    Raise `Rejected` ("stale_version") and write nothing if the file isn't what was read any more.
    """
    lines = lines_since(match, log.match.version, log.seal).encode()
    if not log.tail.endswith(b"\n"):
        lines = b"\n" + lines
    try:
        with Path(log.path).open("r+b", buffering=0) as stream, lock(stream.fileno(), log.path):
            _check_unchanged(stream, log)
            _write(stream.fileno(), lines, log.size)
    except OSError as error:
        raise file_error(error, log.path, writing=True) from error
    return LogFile(log.path, match, log.size + len(lines), lines[-TAIL:])


def change_match(log: LogFile, change: Change, expect: int | None = None) -> tuple[AnyMatch, LogFile]:
    """Change the match and append what is new. Return the match before the change, and the file after it.

    If another process writes first, make the change again on what that process left, and expect the version that was
    read before. Raise `Rejected` ("stale_version") if it is stale there, or if the file now holds another match.
    """
    while True:
        after = change(log.match, expect)
        if after is log.match:
            return log.match, log
        try:
            return log.match, append_moves(log, after)
        except Rejected:
            read_before, log = log.match, open_log(log.path)
            if not _continues(log.match, read_before):
                raise
            expect = read_before.version if expect is None else expect


def create_log(path: str, match: AnyMatch) -> None:
    """Write the match to a new file that only its owner can read. A file that exists already must be empty."""
    if path == STDIN:
        sys.stdout.write(cardkit.dumps(match))
        return
    text = cardkit.dumps(match).encode()
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        try:
            with lock(descriptor, path):
                if os.fstat(descriptor).st_size:
                    raise FileExistsError(path)
                _write(descriptor, text, 0)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise file_error(error, path, writing=True) from error


@contextmanager
def _open(path: str) -> Generator[BinaryIO, None, None]:
    """Open a file to read it, under a shared lock."""
    if path == STDIN:
        yield sys.stdin.buffer
        return
    try:
        with Path(path).open("rb") as stream, lock(stream.fileno(), path, shared=True):
            yield stream
    except OSError as error:
        raise file_error(error, path) from error
    except LogError as error:
        error.args = (f"{path}: {error}",)
        raise


def _continues(match: AnyMatch, before: AnyMatch) -> bool:
    try:
        return match.at(before.version) == before
    except NoSuchVersion:
        return False


def _complete(stream: ByteLines, path: str) -> AnyMatch:
    found, line = _recover(stream)
    if found.reason:
        raise CutOff(line, found.reason, path, found.match.version)
    return found.match


def _recover(stream: ByteLines) -> tuple[AnyRecovered, int]:
    """Return the complete part, and the number of the line that was read last."""
    reader = LogReader(stream, find_game)
    return recover_from(reader), reader.lines.number


def _end(stream: BinaryIO) -> tuple[int, bytes]:
    """Return the size of the file, and its tail."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - TAIL))
    return size, stream.read()


def _check_unchanged(stream: BinaryIO, log: LogFile) -> None:
    same_file = os.path.samestat(os.fstat(stream.fileno()), Path(log.path).stat())
    if not same_file or _end(stream) != (log.size, log.tail):
        says = {language: phrases["file changed"] for language, phrases in PHRASES.items()}
        raise Rejected("stale_version", says, file=log.path, version=log.match.version)


def _write(descriptor: int, data: bytes, end: int) -> None:
    """Append all of the data or nothing, unless this process dies."""
    rest = memoryview(data)
    os.lseek(descriptor, end, os.SEEK_SET)
    try:
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)
    except BaseException:
        os.ftruncate(descriptor, end)
        raise
