"""`cardkit serve` as a process that can be killed and brought back."""

import os
import re
import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final

from tests.cli.forking import COMMAND, Forked, fork_cardkit
from tests.patience import PATIENCE
from tests.ports import held_port

__all__ = ["KEY", "Served"]

KEY: Final = bytes(range(32))
"""The server's key, so that seeds are known to the tests."""


class Served:
    """`cardkit serve` as a process of its own; it doesn't outlive the block."""

    def __init__(self, folder: Path, *before: str, fresh: bool = False) -> None:
        """Put `before` in front of the command. A `fresh` process isn't forked from a warm one."""
        self.folder, self.before = folder, before
        self.block = ExitStack()
        self.port = self.block.enter_context(held_port())
        self.begin(fresh=fresh)

    def begin(self, *, fresh: bool = False) -> None:
        """Serve, on the same port each time."""
        database = f"sqlite:{self.folder / 'matches.db'}"
        words = (*self.before, "serve", "--db", database, "--port", str(self.port))
        around = {**os.environ, "CARDKIT_KEY": KEY.hex()}
        reading, writing = os.pipe()
        self.process: subprocess.Popen[bytes] | Forked = (
            subprocess.Popen([COMMAND, *words], stderr=writing, env=around)
            if fresh
            else fork_cardkit(*words, folder=Path.cwd(), environment=around, stderr=writing)
        )
        os.close(writing)
        self.said = os.fdopen(reading, encoding="utf-8")
        said = ""
        while line := self.said.readline():
            said += line
            if found := re.search(r"serves on (http://127\.0\.0\.1:\d+),", said):
                self.base = found[1]
                return
        raise AssertionError(f"the server didn't begin: {said}")

    def kill(self) -> None:
        """Kill it: it is gone from one moment to the next."""
        if not self.said.closed:
            self._end(signal.SIGKILL)

    def is_interrupted(self) -> int:
        """Press Ctrl-C, and return the exit code."""
        return self._end(signal.SIGINT)

    def _end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        with self.said:
            self.said.read()
        return self.process.wait(PATIENCE)

    def __enter__(self) -> "Served":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self.block:
            self.kill()
