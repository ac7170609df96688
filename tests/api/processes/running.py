"""A server in a process of its own, which starts as `python -m cardkit_api` does, only quickly."""

import os
import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL
from typing import TextIO

from attrs import define

from tests.cli.forking import Forked, fork_api
from tests.patience import PATIENCE

__all__ = ["Running", "running", "start", "started"]


@define
class Running:
    """A process, and what it writes."""

    process: Forked
    stderr: TextIO
    code: int | None = None
    """How it ended."""

    def send_signal(self, number: int) -> None:
        if self.code is None:
            self.process.send_signal(number)

    def wait(self, seconds: float = PATIENCE) -> int:
        """Wait until it has ended. Return its exit code, or minus the signal that ended it."""
        if self.code is None:
            self.code = self.process.wait(seconds)
        return self.code

    def address(self, said: list[str]) -> str:
        """Wait until it serves. Return where, and add what it has written by then to `said`."""
        while not (said and "Stop it with" in said[-1]):
            line = self.stderr.readline()
            assert line, said
            said.append(line)
        found = re.search(r"serves on (http://\S+),", "".join(said))
        assert found is not None, said
        return found[1]

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self.send_signal(SIGKILL)
        self.wait()


def start(*words: str, environment: Mapping[str, str], folder: Path | None = None) -> Running:
    """Start `python -m cardkit_api` with these words."""
    reading, writing = os.pipe()
    process = fork_api(*words, folder=folder or Path.cwd(), stderr=writing, environment=environment)
    os.close(writing)
    return Running(process, os.fdopen(reading, encoding="utf-8"))


@contextmanager
def running(
    *arguments: str, key: str = "11" * 32, said: list[str] | None = None
) -> Generator[tuple[str, Running]]:
    """Run a server on a free port. Yield its address and its process. What it prints first is added to `said`."""
    process = start("--port", "0", *arguments, environment={**os.environ, "CARDKIT_KEY": key})
    with process.stderr:
        try:
            yield process.address([] if said is None else said), process
        finally:
            process.kill()


def started(*arguments: str, key: str = "11" * 32, folder: Path | None = None) -> tuple[int, str]:
    """Start a server that can't start. Return its exit code, and what it wrote."""
    environment = {**os.environ, "CARDKIT_KEY": key}
    process = start("--port", "0", *arguments, environment=environment, folder=folder)
    with process.stderr:
        return process.wait(), process.stderr.read()
