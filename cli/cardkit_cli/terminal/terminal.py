"""Where a match is played: a terminal, or lines from a file or a pipe."""

import importlib
import locale
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from textwrap import wrap
from types import FrameType, ModuleType
from typing import Final, NoReturn, TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from cardkit_cli.terminal.signs import Fitting, fit_sentence

__all__ = ["Disturbed", "Script", "Stopped", "Terminal", "open_terminal"]

_COMMENT: Final = re.compile(r"\s*#(?!\d+\s*$)")
"""A line that begins with #, but isn't the number of a move."""

_COMMAND: Final = re.compile("`[^`]*`")
_KEPT: Final = "\0"
"""Stands for a space at which no line is broken."""


_TICK: Final = 0.25
"""In seconds. So often the screen is brought up to date while a question is open.

Ctrl-C is noticed then, too, if it came in the moment in which `input` begins to wait.
"""


class Stopped(Exception):
    """The player quits, or there is nothing more to read."""


class Disturbed(Exception):
    """Something has happened while a question was open. What was typed so far answers the next one."""


class Terminal:
    """A screen and a keyboard."""

    interactive = True

    def __init__(self, console: Console) -> None:
        self.console = console
        self._draw: Callable[[], RenderableType] | None = None
        """What is on the screen."""
        self._changing: Callable[[], object] | None = None
        self._shown: object = None
        self._painted: list[str] = []
        """The lines on the screen, as long as nothing else was printed below them."""
        self._everything = self._asking = self._is_writing = False
        self._leaving: BaseException | None = None
        """What a signal has raised to end `input`. Python may handle further signals before that has ended."""
        self._disturbed: Callable[[], bool] = bool
        self._typed = ""
        if self.can_tick:
            signal.signal(signal.SIGALRM, self._tick)
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
                if callable(handler := signal.getsignal(number)):
                    signal.signal(number, partial(self._end, handler))
        for name in ("SIGWINCH", "SIGCONT"):
            if self.interactive and name in signal.Signals.__members__ and _is_main():
                signal.signal(signal.Signals[name], self._changed)
        _reconfigure(sys.stdin, errors="replace")

    @property
    def can_tick(self) -> bool:
        """Whether the screen can be brought up to date while a question is open."""
        return self.interactive and hasattr(signal, "setitimer") and _is_main()

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
        with self._writing():
            self.console.print(Fitting(drawn))

    def say(self, text: str) -> None:
        """Print a text. On a terminal, break it at words, but never in a command, so that this can be copied."""
        fitting = fit_sentence(text, self.console.encoding)
        if self.interactive:
            whole = _COMMAND.sub(lambda found: found[0].replace(" ", _KEPT), fitting)
            lines = wrap(whole, self.width - 1, break_long_words=False, break_on_hyphens=False)
            fitting = "\n".join(lines).replace(_KEPT, " ")
        with self._writing():
            self.console.print(Text(fitting), soft_wrap=True)

    @contextmanager
    def _writing(self) -> Generator[None, None, None]:
        """Let no signal write to the screen in the block. A stream can't be written to twice at a time."""
        before, self._is_writing = self._is_writing, True
        try:
            yield
        finally:
            self._is_writing = before

    def clear(self, *, everything: bool) -> None:
        """Clear the screen. With `everything`, also clear what is above it, if the terminal allows that."""
        self._draw = None
        with self._writing():
            self._begin(everything=everything)
            self.console.file.flush()

    def paint(
        self,
        draw: Callable[[], RenderableType],
        *,
        everything: bool,
        changing: Callable[[], object] | None = None,
    ) -> None:
        """Clear the screen and draw on it. Draw again when its size changes, and after `fg`.

        What is drawn depends on what `changing` returns, if it is given. Else it stays the same.
        """
        self._draw, self._everything = draw, everything
        self._changing, self._shown = changing, None if changing is None else changing()
        self._paint(draw)

    def _paint(self, draw: Callable[[], RenderableType]) -> None:
        with self._writing():
            with self.console.capture() as captured:
                self.show(draw())
            self._begin(everything=self._everything)
            self.console.file.write(captured.get())
            self.console.file.flush()
            self._painted = captured.get().split("\n")

    def _tick(self, number: int, frame: FrameType | None) -> None:
        """Update the screen, or end the question if something has happened."""
        if self._leaving is not None:
            raise self._leaving
        if not self._asking or self._is_writing or self._is_ended_in(frame):
            return
        if self._disturbed():
            self._leave(_Disturbed())
        self._refresh()

    def _end(
        self, handler: Callable[[int, FrameType | None], object], number: int, frame: FrameType | None
    ) -> None:
        """Let the handler end the program, as Ctrl-C does."""
        leaving = self._leaving
        try:
            try:
                if leaving is not None:
                    raise leaving
            except BaseException:  # what is caught is on its way no more, and the handler can call functions
                pass
            handler(number, frame)
        except BaseException as error:
            if self._asking:
                self._leave(error)
            raise
        if leaving is not None:
            raise leaving

    def _is_ended_in(self, frame: FrameType | None) -> bool:
        """Return whether the program is just being ended there. No other signal may interrupt that."""
        while frame is not None and frame.f_code is not Terminal._end.__code__:
            frame = frame.f_back
        return frame is not None

    def _leave(self, error: BaseException) -> NoReturn:
        """End the question that is open.

        A signal that comes while `input` ends raises the same. If its handler returned, Python would lose the error.
        """
        self._leaving = error
        raise error

    def _refresh(self) -> None:
        """Write the lines that have changed over those on the screen. The cursor stays where it is."""
        if self._draw is None or self._changing is None or not len(self._painted) < self.height or _is_dumb():
            return
        shown = self._changing()
        if shown == self._shown:
            return
        self._shown = shown
        with self.console.capture() as captured:
            self.show(self._draw())
        lines = captured.get().split("\n")
        if len(lines) != len(self._painted):
            return
        both = zip(lines, self._painted, strict=True)
        changed = [f"\x1b[{row};1H{new}\x1b[K" for row, (new, old) in enumerate(both, 1) if new != old]
        self._painted = lines
        if changed:
            self.console.file.write(f"\x1b7{''.join(changed)}\x1b8")
            self.console.file.flush()

    def interject(self, text: str) -> None:
        """Print a notice at once, below what is on the screen, although a question may be open."""
        self._painted = []
        print(f"\n{text}" if self._asking else text, file=sys.stderr, flush=True)

    def _changed(self, number: int, frame: FrameType | None) -> None:
        """Draw the screen again. A question is asked again below it."""
        if self._leaving is not None:
            raise self._leaving
        if self._draw is None or self._is_writing or self._is_ended_in(frame):
            return
        if self._asking:
            self._leave(_Interrupted())
        self._paint(self._draw)

    def sleep(self, seconds: float) -> None:
        """Give people time to look."""
        if seconds > 0:
            time.sleep(seconds)

    def _begin(self, *, everything: bool) -> None:
        self._painted = []
        if _is_dumb():
            self.console.file.write("\n" * self.height)
            return
        # to the top left, clear the screen, clear what scrolled off
        self.console.file.write("\x1b[H\x1b[2J" + ("\x1b[3J" if everything else ""))

    def ask(
        self,
        prompt: str,
        offers: Sequence[str] = (),
        *,
        mark: str = ">",
        disturbed: Callable[[], bool] | None = None,
    ) -> str:
        """Return the line that is typed. Raise `Stopped` at the end of input. The Tab key completes the offers.

        The screen is brought up to date meanwhile. `Disturbed` is raised if `disturbed` returns true.
        """
        line, self._typed = _Line(offers, self._typed), ""
        with self._ticks(disturbed or bool):
            while True:
                try:
                    return line.read(fit_sentence(f"{prompt}{mark} ", self.console.encoding), self._input)
                except _Disturbed:
                    self._typed = line.typed
                    raise Disturbed from None
                except _Interrupted:
                    if self._draw is not None:
                        self._paint(self._draw)
                except EOFError:
                    self.show("")
                    raise Stopped from None

    def _input(self, prompt: str) -> str:
        """Return a line. A signal can end this before the line is finished, but not between that and the return."""
        lines: list[str] = []
        try:
            self._asking = True
            lines.extend(map(input, (prompt,)))  # Python handles signals before it or after it
        except _Interrupted:
            if not lines:
                raise
        finally:
            self._asking, self._leaving = False, None
        return lines[0]

    @contextmanager
    def _ticks(self, disturbed: Callable[[], bool]) -> Generator[None, None, None]:
        """Let the screen be brought up to date in the block, if that is possible."""
        if not self.can_tick:
            yield
            return
        self._disturbed = disturbed
        signal.setitimer(signal.ITIMER_REAL, _TICK, _TICK)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

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

    def paint(
        self,
        draw: Callable[[], RenderableType],
        *,
        everything: bool,
        changing: Callable[[], object] | None = None,
    ) -> None:
        """Print what is drawn."""
        self.show(draw())

    def ask(
        self,
        prompt: str,
        offers: Sequence[str] = (),
        *,
        mark: str = ">",
        disturbed: Callable[[], bool] | None = None,
    ) -> str:
        """Print and return the next line. Skip lines that are empty or comments: # and a text."""
        for line in self.lines:
            if line.strip() and not _COMMENT.match(line):
                self.show(Text(f"{prompt}{mark} {line.strip()}"))
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


class _Disturbed(_Interrupted):
    """The line isn't read on, because something has happened."""


class _Line:
    """A line while it is typed. If the system has readline, keys edit it and complete it with one of the offers."""

    def __init__(self, offers: Sequence[str], typed: str = "") -> None:
        self.typed = ""
        """What was typed before the line was interrupted."""
        self._offers = offers
        self._readline = _readline()
        if typed and self._readline is not None:
            self._readline.set_startup_hook(lambda: self._begin_with(typed))
        if self._readline is not None:
            self._readline.set_completer(self._offered)
            self._readline.set_completer_delims("")
            self._readline.parse_and_bind("tab: complete")

    def read(self, prompt: str, read: Callable[[str], str]) -> str:
        """Read the line. If that is interrupted, the next call goes on with what was typed."""
        try:
            return read(prompt)
        except _Interrupted:
            if self._readline is not None:
                typed: str = self._readline.get_line_buffer()
                self.typed = typed
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


def _is_dumb() -> bool:
    """Return whether the terminal can only print lines."""
    return os.environ.get("TERM", "dumb") == "dumb"


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
