"""Where a match is played: a terminal, or lines from a file or a pipe."""

import importlib
import locale
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from cardkit_cli.terminal.signs import Fitting, fit_text

__all__ = ["Script", "Stopped", "Terminal", "open_terminal"]


class Stopped(Exception):
    """The player quits, or there is nothing more to read."""


class Terminal:
    """A screen and a keyboard."""

    interactive = True

    def __init__(self, console: Console) -> None:
        self.console = console
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
        """Print a line of text, as it is."""
        self.console.print(Fitting(Text(text)), soft_wrap=True)

    def clear(self, *, everything: bool) -> None:
        """Clear the screen. With `everything`, also clear what is above it, if the terminal allows that."""
        if os.environ.get("TERM", "dumb") == "dumb":
            self.console.print("\n" * self.height)
            return
        # to the top left, clear the screen, clear what scrolled off
        self.console.file.write("\x1b[H\x1b[2J" + ("\x1b[3J" if everything else ""))
        self.console.file.flush()

    def ask(self, prompt: str, offers: Sequence[str] = ()) -> str:
        """Return the line that is typed. Raise `Stopped` at the end of input. The Tab key completes the offers."""
        _complete(offers)
        try:
            return input(fit_text(f"{prompt}> ", self.console.encoding))
        except EOFError:
            self.show("")
            raise Stopped from None

    def leaf_through(self, lines: Sequence[Text], more: str, last: str, *, everything: bool) -> None:
        """Show lines a screenful at a time, until they end or anything but Enter is typed."""
        size = max(self.height - 2, 5)
        for start in range(0, len(lines), size):
            self.clear(everything=everything)
            self.show(Text("\n").join(lines[start : start + size]))
            if self.ask(last if start + size >= len(lines) else more).strip():
                return


class Script(Terminal):
    """Lines that come from a file or a pipe. Nothing has to be hidden from anybody."""

    interactive = False

    def __init__(self, console: Console, lines: TextIO) -> None:
        super().__init__(console)
        self.lines: Iterator[str] = iter(lines)

    def clear(self, *, everything: bool) -> None:
        """Do nothing."""

    def ask(self, prompt: str, offers: Sequence[str] = ()) -> str:
        """Print and return the next line. Skip lines that are empty or begin with #."""
        for line in self.lines:
            if line.strip() and not line.lstrip().startswith("#"):
                self.show(Text(f"{prompt}> {line.strip()}"))
                return line
        raise Stopped

    def leaf_through(self, lines: Sequence[Text], more: str, last: str, *, everything: bool) -> None:
        """Show all lines at once."""
        self.show(Text("\n").join(lines))


def open_terminal(actions: TextIO | None) -> Terminal:
    """Return the terminal if stdin and stdout are one and no actions are given, else a script of those or of stdin."""
    seen = sys.stdout.isatty()
    if seen:
        _reconfigure(sys.stdout, encoding=_encoding(), errors="replace")
    console = Console(highlight=False, markup=False, emoji=False)
    if actions is None and seen and sys.stdin.isatty():
        return Terminal(console)
    return Script(console, actions or sys.stdin)


def _complete(offers: Sequence[str]) -> None:
    """Let `input` edit its line and complete it with one of these, if the system has readline."""
    try:
        readline = importlib.import_module("readline")
    except ImportError:
        return

    def offered(text: str, number: int) -> str | None:
        fitting = [offer for offer in offers if offer.startswith(text.lower())]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer(offered)
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")


def _reconfigure(stream: TextIO, **settings: str) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(**settings)


def _encoding() -> str:
    """Return the terminal's encoding, as the environment says."""
    return os.environ.get("PYTHONIOENCODING", "").partition(":")[0] or locale.getencoding()
