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

__all__ = ["SIGNALS", "Terminated", "end", "hold_signals", "kill", "spawn"]

SIGNALS: Final = tuple(
    signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP") if name in signal.Signals.__members__
)
"""What asks a process to end."""

_programs: Final[set[subprocess.Popen[bytes]]] = set()
_starting: Final = threading.RLock()
"""Held by a thread that starts a program, or ends the process; a second signal may find the same thread at it."""


class Terminated(SystemExit):
    """A signal asks this process to end. It is no fault of the code that it comes up in."""


def spawn(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    """The program, with pipes, in a group of processes of its own. To be called `undisturbed`."""
    pipe = subprocess.PIPE
    with _starting:
        process = subprocess.Popen(
            arguments, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
        )
        _programs.add(process)
    return process


GONE: Final = 2.0
"""Seconds in which a killed program should be gone. One that runs as another user can't be killed."""


def kill(process: subprocess.Popen[bytes]) -> None:
    """End it at once, and all processes of its group, as far as they may be killed."""
    _kill(process)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(GONE)
    _programs.discard(process)


def end(code: int) -> NoReturn:
    """End this process at once, and all its programs."""
    with _starting:  # what is just being started is among them then, and nothing follows
        _kill_all()
        os._exit(code)


@contextmanager
def hold_signals() -> Generator[None, None, None]:
    """Signals to end wait meanwhile: they would come between the start of a program and its being known."""
    if threading.current_thread() is not threading.main_thread():  # no other is ever disturbed
        yield
        return
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    with _block_signals():
        before = {number: signal.signal(number, note) for number in SIGNALS if _is_handled(number)}
    try:
        yield
    finally:
        with _block_signals():
            for number, handler in before.items():
                signal.signal(number, handler)
            for one in came:
                signal.raise_signal(one)


def _is_handled(number: signal.Signals) -> bool:
    """Whether a handler may come between. Those of asyncio's loops do nothing but wake the loop."""
    handler = signal.getsignal(number)
    return (
        handler not in (signal.SIG_IGN, None) and getattr(handler, "__module__", "") != "asyncio.unix_events"
    )


@contextmanager
def _block_signals() -> Generator[None, None, None]:
    """No handler runs meanwhile: one that raises would leave half of them changed. What comes is heard at the end."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@atexit.register
def _kill_all() -> None:
    for process in tuple(_programs):
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):  # gone already, or another user's
        os.killpg(process.pid, signal.SIGKILL)
