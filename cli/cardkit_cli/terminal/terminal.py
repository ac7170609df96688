"""Where a match is played: a terminal, or lines from a file or a pipe."""

import importlib
import locale
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from textwrap import wrap
from types import FrameType, ModuleType
from typing import Final, TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from cardkit_cli.terminal.signs import Fitting, fit_sentence

__all__ = ["Script", "Stopped", "Terminal", "open_terminal"]

_COMMENT: Final = re.compile(r"\s*#(?!\d+\s*$)")
"""A line that begins with #, but isn't the number of a move."""

_COMMAND: Final = re.compile("`[^`]*`")
_KEPT: Final = "\0"
"""Stands for a space at which no line is broken."""


class Stopped(Exception):
    """The player quits, or there is nothing more to read."""


class Terminal:
    """A screen and a keyboard."""

    interactive = True

    def __init__(self, console: Console) -> None:
        self.console = console
        self._draw: Callable[[], RenderableType] | None = None
        """What is on the screen."""
        self._everything = self._asking = self._painting = False
        for name in ("SIGWINCH", "SIGCONT"):
            if self.interactive and name in signal.Signals.__members__ and _is_main():
                signal.signal(signal.Signals[name], self._changed)
        _reconfigure(sys.stdin, errors="replace")

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.console.width

    @property
    def height(self) -> int:
        """The number of lines."""
        return self.console.height

    def show(self, drawn: RenderableType) -> None:
        """Print it, in characters that the terminal has."""
        self.console.print(Fitting(drawn))

    def say(self, text: str) -> None:
        """Print a text. On a terminal, break it at words, but never in a command, so that this can be copied."""
        fitting = fit_sentence(text, self.console.encoding)
        if self.interactive:
            whole = _COMMAND.sub(lambda found: found[0].replace(" ", _KEPT), fitting)
            lines = wrap(whole, self.width - 1, break_long_words=False, break_on_hyphens=False)
            fitting = "\n".join(lines).replace(_KEPT, " ")
        self.console.print(Text(fitting), soft_wrap=True)

    def clear(self, *, everything: bool) -> None:
        """Clear the screen. With `everything`, also clear what is above it, if the terminal allows that."""
        self._draw = None
        self._begin(everything=everything)
        self.console.file.flush()

    def paint(self, draw: Callable[[], RenderableType], *, everything: bool) -> None:
        """Clear the screen and draw on it. Draw again when its size changes, and after `fg`."""
        self._draw, self._everything = draw, everything
        self._paint(draw)

    def _paint(self, draw: Callable[[], RenderableType]) -> None:
        self._painting = True
        with self.console.capture() as captured:
            self.show(draw())
        self._begin(everything=self._everything)
        self.console.file.write(captured.get())
        self.console.file.flush()
        self._painting = False

    def _changed(self, number: int, frame: FrameType | None) -> None:
        """Draw the screen again. A question is asked again below it."""
        if self._draw is None or self._painting:
            return
        if self._asking:
            self._asking = False  # only once for each question
            raise _Interrupted
        self._paint(self._draw)

    def sleep(self, seconds: float) -> None:
        """Give people time to look."""
        if seconds > 0:
            time.sleep(seconds)

    def _begin(self, *, everything: bool) -> None:
        if os.environ.get("TERM", "dumb") == "dumb":
            self.console.file.write("\n" * self.height)
            return
        # to the top left, clear the screen, clear what scrolled off
        self.console.file.write("\x1b[H\x1b[2J" + ("\x1b[3J" if everything else ""))

    def ask(self, prompt: str, offers: Sequence[str] = ()) -> str:
        """Return the line that is typed. Raise `Stopped` at the end of input. The Tab key completes the offers."""
        line = _Line(offers)
        while True:
            try:
                self._asking = True
                return line.read(fit_sentence(f"{prompt}> ", self.console.encoding))
            except _Interrupted:
                if self._draw is not None:
                    self._paint(self._draw)
            except EOFError:
                self.show("")
                raise Stopped from None
            finally:
                self._asking = False

    def leaf_through(self, lines: Sequence[Text], more: str, last: str, *, everything: bool) -> str:
        """Show lines a screenful at a time, until they end or something is typed. Return what is typed, if not q."""
        size = max(self.height - 2, 5)
        for start in range(0, len(lines), size):
            self.paint(partial(Text("\n").join, lines[start : start + size]), everything=everything)
            typed = self.ask(last if start + size >= len(lines) else more).strip()
            if typed:
                return "" if typed.lower() == "q" else typed
        return ""


class Script(Terminal):
    """Lines that come from a file or a pipe. Nothing has to be hidden from anybody."""

    interactive = False

    def __init__(self, console: Console, lines: TextIO) -> None:
        super().__init__(console)
        self.lines: Iterator[str] = iter(lines)

    def clear(self, *, everything: bool) -> None:
        """Do nothing."""

    def sleep(self, seconds: float) -> None:
        """Do nothing."""

    def paint(self, draw: Callable[[], RenderableType], *, everything: bool) -> None:
        """Print what is drawn."""
        self.show(draw())

    def ask(self, prompt: str, offers: Sequence[str] = ()) -> str:
        """Print and return the next line. Skip lines that are empty or comments: # and a text."""
        for line in self.lines:
            if line.strip() and not _COMMENT.match(line):
                self.show(Text(f"{prompt}> {line.strip()}"))
                return line
        raise Stopped

    def leaf_through(self, lines: Sequence[Text], more: str, last: str, *, everything: bool) -> str:
        """Show all lines at once."""
        self.show(Text("\n").join(lines))
        return ""


def open_terminal(actions: TextIO | None) -> Terminal:
    """Return the terminal if stdin and stdout are one and no actions are given, else a script of those or of stdin."""
    seen = sys.stdout.isatty()
    if seen:
        _reconfigure(sys.stdout, encoding=_encoding(), errors="replace")
    console = Console(highlight=False, markup=False, emoji=False)
    if actions is None and seen and sys.stdin.isatty():
        return Terminal(console)
    return Script(console, actions or sys.stdin)


class _Interrupted(Exception):
    """The screen must be drawn again before a line is read on."""


class _Line:
    """A line while it is typed. If the system has readline, keys edit it and complete it with one of the offers."""

    def __init__(self, offers: Sequence[str]) -> None:
        self._offers = offers
        self._readline = _readline()
        if self._readline is not None:
            self._readline.set_completer(self._offered)
            self._readline.set_completer_delims("")
            self._readline.parse_and_bind("tab: complete")

    def read(self, prompt: str) -> str:
        """Read the line. If that is interrupted, the next call goes on with what was typed."""
        try:
            return input(prompt)
        except _Interrupted:
            if self._readline is not None:
                typed: str = self._readline.get_line_buffer()
                self._readline.set_startup_hook(lambda: self._begin_with(typed))
            raise

    def _begin_with(self, typed: str) -> None:
        if self._readline is not None:
            self._readline.insert_text(typed)
            self._readline.set_startup_hook()

    def _offered(self, text: str, number: int) -> str | None:
        fitting = [offer for offer in self._offers if offer.startswith(text.lower())]
        return fitting[number] if number < len(fitting) else None


def _readline() -> ModuleType | None:
    try:
        return importlib.import_module("readline")
    except ImportError:
        return None


def _is_main() -> bool:
    """Return whether this is the main thread, in which alone signals can be handled."""
    return threading.current_thread() is threading.main_thread()


def _reconfigure(stream: TextIO, **settings: str) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(**settings)


def _encoding() -> str:
    """Return the terminal's encoding, as the environment says."""
    return os.environ.get("PYTHONIOENCODING", "").partition(":")[0] or locale.getencoding()
