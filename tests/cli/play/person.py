"""Somebody at a terminal: a real pseudo-terminal, its screen, and keys."""

import os
import re
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final

import pexpect
import pyte

__all__ = ["Person"]

COLUMNS: Final = 80
LINES: Final = 24
PATIENCE: Final = 20.0


class Person:
    """Runs `cardkit` and sees what is on the screen; waits after each line until something is asked again."""

    def __init__(
        self, folder: Path, *words: str, environment: Mapping[str, str] | None = None, asked: bool = True
    ) -> None:
        kept = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")
        }
        plain = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "INPUTRC": "/dev/null"}
        self.screen = pyte.HistoryScreen(COLUMNS, LINES, history=1000)
        self.stream = pyte.Stream(self.screen)
        self.raw = ""
        self.program: pexpect.spawn[str] = pexpect.spawn(
            sys.executable,
            ["-m", "cardkit_cli.main", *words],
            cwd=str(folder),
            env={**kept, **plain, **(environment or {})},
            dimensions=(LINES, COLUMNS),
            encoding="utf-8",
            codec_errors="replace",
            timeout=PATIENCE,
        )
        self.program.delaybeforesend = None
        self.over = False
        if asked:
            self.wait()

    def __enter__(self) -> "Person":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.program.close(force=True)

    # --- hands

    def types(self, *lines: str) -> None:
        """Type lines, each when it is asked for."""
        for line in lines:
            self.program.send(f"{line}\r")
            self._read()
            self.wait()

    def presses(self, key: str) -> None:
        """Press a key that isn't answered with a question, such as Ctrl-C."""
        self.program.send(key)
        self.wait()

    def is_killed(self) -> None:
        """The process is gone from one moment to the next."""
        self.program.kill(signal.SIGKILL)
        self.wait()

    # --- eyes

    @property
    def lines(self) -> list[str]:
        """The screen, without what is blank at the right."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """The screen."""
        return "\n".join(self.lines).rstrip("\n")

    @property
    def question(self) -> str:
        """What is asked."""
        return self.lines[self.screen.cursor.y]

    @property
    def scrolled_off(self) -> str:
        """What can be scrolled back to."""
        return "\n".join(
            "".join(row[column].data for column in range(COLUMNS)).rstrip() for row in self.screen.history.top
        )

    @property
    def moves(self) -> dict[int, str]:
        """The legal moves that are listed, by number."""
        found = re.findall(r"(?:^ |   )(\d+) ([a-z]\S*(?: [a-z0-9>.]+)?)(?=   |$)", self.text, re.MULTILINE)
        return {int(number): text for number, text in found}

    # --- waiting

    def wait(self) -> None:
        """Until something is asked, or the program is over."""
        deadline = time.monotonic() + PATIENCE
        while not self.over and not self._is_asked():
            assert time.monotonic() < deadline, f"nothing was asked:\n{self.text}"
            self._read()

    def sees(self, text: str) -> None:
        """Until this is on the screen."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.text:
            assert time.monotonic() < deadline, f"nobody saw {text!r}:\n{self.text}"
            assert not self.over, self.text
            self._read()

    def ends(self) -> int:
        """The exit code."""
        while not self.over:
            self._read()
        self.program.close()
        code: int | None = self.program.exitstatus
        return -int(self.program.signalstatus or 0) if code is None else code

    def _is_asked(self) -> bool:
        cursor = self.screen.cursor
        return self.screen.display[cursor.y][: cursor.x].endswith("> ")

    def _read(self) -> None:
        try:
            part: str = self.program.read_nonblocking(65536, timeout=PATIENCE)
        except pexpect.EOF:
            self.over = True
            return
        self.raw += part
        self.stream.feed(part)
