"""`cardkit serve` as a process that can be killed and brought back."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Final

__all__ = ["COMMAND", "KEY", "Served", "free_port"]

COMMAND: Final = str(Path(sys.executable).with_name("cardkit"))
KEY: Final = bytes(range(32))
"""The server's key, so that seeds are known to the tests."""


class Served:
    """`cardkit serve` as a process of its own; it doesn't outlive the block."""

    def __init__(self, folder: Path, *before: str) -> None:
        """`before` are options that come before the command."""
        self.folder, self.before = folder, before
        self.port = 0
        self.begin()

    def begin(self) -> None:
        """Serve; on the same port as the last time, if there was one."""
        self.process = subprocess.Popen(
            [
                COMMAND,
                *self.before,
                "serve",
                "--db",
                f"sqlite:{self.folder / 'matches.db'}",
                "--port",
                str(self.port),
            ],
            stderr=subprocess.PIPE,
            env={**os.environ, "CARDKIT_KEY": KEY.hex()},
            encoding="utf-8",
        )
        assert self.process.stderr is not None
        said = ""
        while line := self.process.stderr.readline():
            said += line
            if found := re.search(r"serves on (http://127\.0\.0\.1:(\d+)),", said):
                self.base, self.port = found[1], int(found[2])
                return
        raise AssertionError(f"the server didn't begin: {said}")

    def kill(self) -> None:
        """It is gone from one moment to the next."""
        self.process.kill()
        self._buried()

    def is_interrupted(self) -> int:
        """Somebody presses Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        self._buried()
        return self.process.returncode

    def _buried(self) -> None:
        self.process.communicate(timeout=30)

    def __enter__(self) -> "Served":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        port: int = tried.getsockname()[1]
        return port
