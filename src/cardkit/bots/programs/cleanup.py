"""The cleanup of child programs: none outlives this process, whatever ends it, except `kill -9`."""

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
"""The signals that ask a process to end."""

_programs: Final[set[subprocess.Popen[bytes]]] = set()
_starting: Final = threading.RLock()
"""Held while a program starts or the process ends. Reentrant, because a second signal may interrupt the same thread."""


class Terminated(SystemExit):
    """A signal asks this process to end. It isn't an error of the code that it interrupts."""


def spawn(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start the program with pipes, in a process group of its own. Call it within `hold_signals`."""
    pipe = subprocess.PIPE
    with _starting:
        process = subprocess.Popen(
            arguments, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
        )
        _programs.add(process)
    return process


GONE: Final = 2.0
"""The seconds to wait for a killed program. A program of another user can't be killed."""


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and its group at once, as far as that is allowed."""
    _kill(process)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(GONE)
    _programs.discard(process)


def end(code: int) -> NoReturn:
    """End this process and all its programs at once."""
    with _starting:  # a program that is just starting is known then, and no other starts
        _kill_all()
        os._exit(code)


@contextmanager
def hold_signals() -> Generator[None, None, None]:
    """Hold signals back, so that none comes between the start of a program and its registration."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread gets signals
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
    """Return whether the signal has a handler that could interrupt. Handlers of asyncio only wake its loop."""
    handler = signal.getsignal(number)
    return (
        handler not in (signal.SIG_IGN, None) and getattr(handler, "__module__", "") != "asyncio.unix_events"
    )


@contextmanager
def _block_signals() -> Generator[None, None, None]:
    """Block signals, because a handler that raises would leave the change half done. They arrive at the end."""
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
