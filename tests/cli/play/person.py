"""Somebody at a terminal: a real pseudo-terminal, its screen, and keys."""

import codecs
import os
import re
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from select import select
from types import TracebackType
from typing import Final

import pyte

from tests.cli.forking import COMMAND, fork_cardkit
from tests.patience import PATIENCE

__all__ = ["Person"]

COLUMNS: Final = 80
LINES: Final = 24
AT_TERMINAL: Final = "import os, sys; os.login_tty(0); os.execv(sys.argv[1], sys.argv[1:])"
"""A process whose terminal is its stdin becomes a command."""


class Screen(pyte.Screen):
    """A screen that remembers what has scrolled off. `pyte.HistoryScreen` does so too, and takes twice as long."""

    def __init__(self) -> None:
        self.gone: list[str] = []
        super().__init__(COLUMNS, LINES)

    def row(self, y: int, columns: int) -> str:
        """Return the beginning of that row."""
        cells = self.buffer[y]
        return "".join(cells[column].data for column in range(columns))

    def index(self) -> None:
        """Go to the next row. At the last one, all rows move up."""
        top, bottom = self.margins or (0, self.lines - 1)
        if self.cursor.y == bottom:
            self.gone.append(self.row(top, self.columns).rstrip())
        super().index()

    def erase_in_display(self, how: int = 0, *args: object, **kwargs: object) -> None:
        """Erase a part of the screen, or what has scrolled off, too."""
        super().erase_in_display(how, *args, **kwargs)
        if how == 3:
            self.gone.clear()

    def reset(self) -> None:
        super().reset()
        self.gone.clear()


class Person:
    """Runs `cardkit` and sees what is on the screen; waits after each line until something is asked again.

    It is forked by a server, unless a `fresh` process is wanted.
    """

    def __init__(
        self,
        folder: Path,
        *words: str,
        environment: Mapping[str, str] | None = None,
        asked: bool = True,
        fresh: bool = False,
    ) -> None:
        kept = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")
        }
        plain = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "INPUTRC": "/dev/null", "CARDKIT_PACE": "0"}
        around = {**kept, **plain, **(environment or {})}
        self.screen = Screen()
        self.stream = pyte.Stream(self.screen)
        self._lines: dict[int, str] = {}
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.raw = ""
        self.terminal, end = os.openpty()
        termios.tcsetwinsize(end, (LINES, COLUMNS))
        self.program = (
            subprocess.Popen(
                [sys.executable, "-ISc", AT_TERMINAL, COMMAND, *words],
                cwd=folder,
                env=around,
                stdin=end,
                stdout=end,
                stderr=end,
            )
            if fresh
            else fork_cardkit(*words, folder=folder, environment=around, stdin=end, stdout=end, stderr=end)
        )
        os.close(end)
        self.over = self.ended = False
        self.looked_at = 0
        if asked:
            self.wait()

    def __enter__(self) -> "Person":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self.ended:
            with suppress(ProcessLookupError):
                self.program.send_signal(signal.SIGKILL)
            self.program.wait(PATIENCE)
        os.close(self.terminal)

    # --- hands

    def types(self, *lines: str) -> None:
        """Type lines, each when it is asked for."""
        for line in lines:
            before = len(self.raw)
            self.sends(f"{line}\r")
            while not self.over and "\n" not in self.raw[before:]:  # what shows that the line was read
                self._read()
            self.wait()

    def presses(self, key: str) -> None:
        """Press a key that isn't answered with a question, such as Ctrl-C."""
        self.sends(key)
        self.wait()

    def sends(self, keys: str) -> None:
        """Press keys without looking at what follows."""
        os.write(self.terminal, keys.encode())

    def is_killed(self) -> None:
        """Kill the process: it is gone from one moment to the next."""
        self.gets(signal.SIGKILL)
        self.wait()

    def gets(self, number: signal.Signals) -> None:
        """Send the process a signal."""
        self.program.send_signal(number)

    # --- eyes

    @property
    def lines(self) -> list[str]:
        """The screen, without what is blank at the right."""
        for y in self.screen.dirty:  # to draw all lines each time took most of a test
            self._lines[y] = self.screen.row(y, self.screen.columns).rstrip()
        self.screen.dirty.clear()
        return [self._lines[y] for y in range(self.screen.lines)]

    @property
    def text(self) -> str:
        """The screen."""
        return "\n".join(self.lines).rstrip("\n")

    @property
    def told(self) -> str:
        """The screen as one line: where a sentence is broken depends on what is told before it."""
        return " ".join(self.text.split())

    @property
    def question(self) -> str:
        """What is asked."""
        return self.lines[self.screen.cursor.y]

    @property
    def scrolled_off(self) -> str:
        """What can be scrolled back to."""
        return "\n".join(self.screen.gone)

    @property
    def moves(self) -> list[str]:
        """The legal moves that are listed, in order. Of many alike, these are the first and the last."""
        found = re.search(
            r"^ (?:Moves|Züge|Zuege|Zetten):((?: .*(?:\n|\Z))(?:^ {6,}.*(?:\n|\Z))*)", self.text, re.MULTILINE
        )
        entries = re.split(r"\s*\n\s*| {3,}", found[1].strip()) if found else []
        return [move for entry in entries for move in entry.partition(" (")[0].split(" … ")]

    # --- waiting

    def wait(self) -> None:
        """Wait until something is asked, or the program is over."""
        deadline = time.monotonic() + PATIENCE
        while not self.over and not self._is_asked():
            assert time.monotonic() < deadline, f"nothing was asked:\n{self.text}"
            self._read()

    def sees(self, text: str) -> None:
        """Wait until this is on the screen, perhaps broken into lines."""
        self.sees_that(lambda: text in self.text or text in self.told, repr(text))

    def sees_that(self, is_so: Callable[[], bool], what: str = "that") -> None:
        """Wait until the screen shows that it is so."""
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < deadline, f"nobody saw {what}:\n{self.text}"
            assert not self.over, self.text
            self._read()

    def looks(self, seconds: float = 0) -> None:
        """See what is printed within that time, or there already."""
        until = time.monotonic() + seconds
        while not self.over and select([self.terminal], [], [], max(0, until - time.monotonic()))[0]:
            self._read()

    def sees_next(self, text: str) -> None:
        """Wait until this is printed, after what was looked for last."""
        while (found := self.raw.find(text, self.looked_at)) < 0:
            assert not self.over, self.text
            self._read()
        self.looked_at = found + len(text)

    def ends(self) -> int:
        """Return the exit code."""
        while not self.over:
            self._read()
        self.ended = True
        return self.program.wait(PATIENCE)

    def _is_asked(self) -> bool:
        cursor = self.screen.cursor
        return self.screen.row(cursor.y, cursor.x).endswith("> ")

    def _read(self) -> None:
        assert select([self.terminal], [], [], PATIENCE)[0], f"nothing happened:\n{self.text}"
        try:
            data = os.read(self.terminal, 65536)
        except OSError:  # Linux says so that nobody writes any more
            data = b""
        self.over = not data
        part = self.decoder.decode(data)
        self.raw += part
        self.stream.feed(part)
