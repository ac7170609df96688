"""A program that says hello and then nothing more, and commands that it plays in."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from attrs import frozen

from tests.patience import PATIENCE

HEEDFUL = """
import signal, sys
from cardkit_cli.main import main
signal.signal(signal.SIGTERM, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
sys.exit(main())
"""
"""The command, with its signals restored: `nohup` and the like ignore them."""


@frozen
class Hanging:
    """The program, and the runs of it there have been."""

    path: Path
    noted: Path

    def pids(self) -> list[int]:
        """Return all its processes so far."""
        return [*map(int, self.noted.read_text().split())] if self.noted.exists() else []

    def wait_for(self, runs: int) -> None:
        """Wait until it has been started this many times."""
        deadline = time.monotonic() + PATIENCE
        while len(self.pids()) < runs:
            assert time.monotonic() < deadline, "it isn't started"
            time.sleep(0.02)

    def left(self, of: int | None = None) -> list[int]:
        """Return its processes that don't end, or those of the first `of`."""
        deadline = time.monotonic() + PATIENCE
        while (left := [*filter(running, self.pids()[:of])]) and time.monotonic() < deadline:
            time.sleep(0.02)
        return left


@contextmanager
def hanging(folder: Path) -> Generator[Hanging, None, None]:
    """Provide such a program, of which no process is left afterwards."""
    path, noted = folder / "hangs.sh", folder / "pids"
    path.write_text(
        f"#!/bin/sh\necho $$ >> '{noted}'\nread line\necho '{{\"protocol\": 1}}'\nexec sleep 600\n"
    )
    path.chmod(0o755)
    program = Hanging(path, noted)
    try:
        yield program
    finally:
        for pid in filter(running, program.pids()):
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)


@contextmanager
def command(*words: str) -> Generator[subprocess.Popen[bytes], None, None]:
    """Run `cardkit` with these words, in a group of processes that is gone afterwards."""
    child = subprocess.Popen(
        [sys.executable, "-c", HEEDFUL, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield child
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.communicate()


def running(pid: int) -> bool:
    """Return whether the process is there and isn't dead already, waiting to be noticed."""
    try:
        return _stat(pid)[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def parent(pid: int) -> int:
    """Return the process that started it."""
    return int(_stat(pid)[1])


def _stat(pid: int) -> list[str]:
    """Return what the system knows about it, after its name."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
