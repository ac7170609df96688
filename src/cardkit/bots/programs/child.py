"""A child process that is spoken to in lines, and that can't hang, flood or outlive whoever speaks to it."""

import os
import selectors
import subprocess
import weakref
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

from cardkit.bots.programs.cleanup import hold_signals, kill, spawn

__all__ = ["Child", "ChildFailed"]

LONGEST: Final = 64 * 1024
"""The bytes that a child may say for one question; nobody needs more to name a move."""
COMPLAINT: Final = 400
"""So much of the end of what it writes to its error output is kept, to be repeated in errors."""
CHUNK: Final = 16 * 1024
LEAVING: Final = 0.3
"""Seconds that it has to end by itself."""


class ChildFailed(Exception):
    """It ended, was silent for too long, or said too much. Its group of processes has been killed."""


class Child:
    """One run of a program, in a process group of its own. POSIX only."""

    def __init__(self, arguments: Sequence[str]) -> None:
        try:
            with hold_signals():
                process = spawn(arguments)
                self._end = weakref.finalize(self, kill, process)
        except OSError as error:
            raise ChildFailed(f"it can't be started: {error}") from None
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._process = process
        self._stdin, self._stdout, self._stderr = process.stdin, process.stdout, process.stderr
        for stream in (process.stdin, process.stdout, process.stderr):
            os.set_blocking(stream.fileno(), False)
        self._heard = b""
        self._complaint = b""

    def ask(self, line: str, seconds: float) -> str:
        """Say a line, and hear one. What was said unasked before is not heard."""
        self._heard = b""
        _drain(self._stdout.fileno())
        try:
            return self._exchange(line.encode() + b"\n", monotonic() + seconds, seconds)
        except ChildFailed:
            self.kill()
            raise

    def _exchange(self, unsent: bytes, deadline: float, seconds: float) -> str:
        said, complains = self._stdout.fileno(), self._stderr.fileno()
        with selectors.DefaultSelector() as selector:
            selector.register(said, selectors.EVENT_READ)
            selector.register(complains, selectors.EVENT_READ)
            selector.register(self._stdin.fileno(), selectors.EVENT_WRITE)
            while True:
                left = deadline - monotonic()
                if left <= 0:
                    raise ChildFailed(
                        f"{self._describe_answer()} for {seconds:g} seconds{self._last_complaint()}"
                    )
                for key, _ in selector.select(left):
                    if key.fd == said:
                        self._listen()
                    elif key.fd == complains:
                        if not self._read_complaint():
                            selector.unregister(complains)
                    else:
                        unsent = self._send(unsent)
                        if not unsent:
                            selector.unregister(key.fd)
                if b"\n" in self._heard and not unsent:
                    answer, _, self._heard = self._heard.partition(b"\n")
                    return answer.decode(errors="replace")

    def _listen(self) -> None:
        data = _read(self._stdout.fileno())
        if data == b"":
            self._read_complaint()
            raise ChildFailed(f"it ended{self._last_complaint()}")
        self._heard += data or b""
        if len(self._heard) > LONGEST:
            raise ChildFailed(f"it said more than {LONGEST} bytes")

    def _read_complaint(self) -> bool:
        """Keep the end of it; whether more may come."""
        data = _read(self._stderr.fileno())
        self._complaint = (self._complaint + (data or b""))[-COMPLAINT:]
        return data != b""

    def _send(self, unsent: bytes) -> bytes:
        try:
            return unsent[os.write(self._stdin.fileno(), unsent) :]
        except BlockingIOError:
            return unsent
        except OSError:
            self._read_complaint()
            raise ChildFailed(f"it doesn't listen any more{self._last_complaint()}") from None

    def _describe_answer(self) -> str:
        begun = self._heard[:60].decode(errors="replace")
        if b"\n" in self._heard:
            return f"it said {begun!r} and didn't read the whole question"
        return f"it said {begun!r} and ended no line" if begun else "it said nothing"

    def _last_complaint(self) -> str:
        lines = self._complaint.decode(errors="replace").strip().splitlines()
        return f"; its error output ends: {_escape(lines[-1][:200])}" if lines else ""

    def leave(self, line: str) -> None:
        """Say a last line, and let it end by itself; soon it is ended."""
        if self._end.alive:
            with suppress(OSError, subprocess.TimeoutExpired):
                os.write(self._stdin.fileno(), line.encode() + b"\n")
                self._stdin.close()
                self._process.wait(LEAVING)
            self.kill()

    def kill(self) -> None:
        """End it at once, and all that it started and that stayed in its group."""
        self._end()


def _escape(line: str) -> str:
    """Signs that a terminal would act on are written out."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in line)


def _read(source: int) -> bytes | None:
    """What is there to be read; nothing at all where the other end is closed, `None` where there is nothing yet."""
    try:
        return os.read(source, CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _drain(source: int) -> None:
    """Read what was said already, but no more than a pipe holds: who floods is found out when asked."""
    for _ in range(LONGEST // CHUNK + 1):
        if not _read(source):
            return
