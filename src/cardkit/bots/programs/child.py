"""A child process that answers line by line, and can't hang, flood or outlive its parent."""

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
"""The most bytes of an answer. A move needs far fewer."""
COMPLAINT: Final = 400
"""The bytes that are kept from the end of stderr, for error texts."""
CHUNK: Final = 16 * 1024
LEAVING: Final = 0.3
"""The seconds that a program has to end by itself."""


class ChildFailed(Exception):
    """The child ended, exceeded its time limit, or wrote too much. Its process group has been killed."""


class Child:
    """One process of a program, in a process group of its own. POSIX only."""

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
        """Write a line and return the answer, another line. Discard what was written before."""
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
            raise ChildFailed(f"it wrote more than {LONGEST} bytes for an answer")

    def _read_complaint(self) -> bool:
        """Keep the end of stderr. Return whether more may come."""
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
            raise ChildFailed(f"it closed its stdin{self._last_complaint()}") from None

    def _describe_answer(self) -> str:
        begun = _escape(self._heard[:60].decode(errors="replace"))
        if b"\n" in self._heard:
            return f'it wrote "{begun}" and didn\'t read the whole question'
        return f'it wrote "{begun}" without a newline' if begun else "it wrote nothing"

    def _last_complaint(self) -> str:
        lines = self._complaint.decode(errors="replace").strip().splitlines()
        return f"; its error output ends: {_escape(lines[-1][:200])}" if lines else ""

    def leave(self, line: str) -> None:
        """Write a last line, and let the child end by itself. Kill it if that takes too long."""
        if self._end.alive:
            with suppress(OSError, subprocess.TimeoutExpired):
                os.write(self._stdin.fileno(), line.encode() + b"\n")
                self._stdin.close()
                self._process.wait(LEAVING)
            self.kill()

    def kill(self) -> None:
        """Kill the child and its process group at once."""
        self._end()


def _escape(line: str) -> str:
    """Write out characters that a terminal would act on."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in line)


def _read(source: int) -> bytes | None:
    """Return what can be read. Return `None` if that is nothing yet, and no bytes if the other end is closed."""
    try:
        return os.read(source, CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _drain(source: int) -> None:
    """Discard what was written so far, at most as much as a pipe holds."""
    for _ in range(LONGEST // CHUNK + 1):
        if not _read(source):
            return
