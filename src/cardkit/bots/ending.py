"""Programs that run for this process, so that none outlives it: whatever ends it, but for `kill -9`."""

import atexit
import os
import signal
import subprocess
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, NoReturn

__all__ = ["SIGNALS", "end", "killed", "started", "undisturbed"]

SIGNALS: Final = tuple(
    signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP") if name in signal.Signals.__members__
)
"""What asks a process to end."""

_programs: Final[set[subprocess.Popen[bytes]]] = set()
_starting: Final = threading.Lock()


def started(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    """The program, with pipes, in a group of processes of its own. To be called `undisturbed`."""
    pipe = subprocess.PIPE
    with _starting:
        process = subprocess.Popen(
            arguments, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
        )
        _programs.add(process)
    return process


def killed(process: subprocess.Popen[bytes]) -> None:
    """End it at once, and all processes of its group."""
    _kill(process)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()
    process.wait()
    _programs.discard(process)


def end(code: int) -> NoReturn:
    """End this process at once, and all its programs."""
    with _starting:  # what is just being started is among them then, and nothing follows
        _kill_all()
        os._exit(code)


@contextmanager
def undisturbed() -> Generator[None, None, None]:
    """Signals to end wait meanwhile: they would come between the start of a program and its being known."""
    if threading.current_thread() is not threading.main_thread():  # no other is ever disturbed
        yield
        return
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    heeded = [number for number in SIGNALS if signal.getsignal(number) not in (signal.SIG_IGN, None)]
    before = [(number, signal.signal(number, note)) for number in heeded]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
    for one in came:
        signal.raise_signal(one)


@atexit.register
def _kill_all() -> None:
    for process in tuple(_programs):
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):  # gone already, as far as we may know
        os.killpg(process.pid, signal.SIGKILL)
