"""Where is played: a terminal with somebody before it, or lines that come from somewhere."""

import importlib
import locale
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from cardkit_cli.signs import Fitting, fitted

__all__ = ["Script", "Stopped", "Terminal", "open_place"]


class Stopped(Exception):
    """Somebody stops, or there is nothing more to read."""


class Terminal:
    """A screen and a keyboard."""

    interactive = True

    def __init__(self, console: Console) -> None:
        self.console = console
        _reconfigure(sys.stdin, errors="replace")

    @property
    def width(self) -> int:
        """Columns."""
        return self.console.width

    @property
    def height(self) -> int:
        """Lines."""
        return self.console.height

    def show(self, drawn: RenderableType) -> None:
        """Print it, in signs that the terminal has."""
        self.console.print(Fitting(drawn))

    def say(self, text: str) -> None:
        """A line of text, as it is."""
        self.console.print(Fitting(Text(text)), soft_wrap=True)

    def clear(self, *, everything: bool) -> None:
        """An empty screen; with `everything`, nothing is left to scroll back to either, as far as terminals obey."""
        if os.environ.get("TERM", "dumb") == "dumb":
            self.console.print("\n" * self.height)
            return
        # to the top left, clear the screen, clear what scrolled off
        self.console.file.write("\x1b[H\x1b[2J" + ("\x1b[3J" if everything else ""))
        self.console.file.flush()

    def ask(self, prompt: str, offers: Sequence[str] = ()) -> str:
        """A line that is typed; `Stopped` at the end of input. The Tab key completes what is offered."""
        _complete(offers)
        try:
            return input(fitted(f"{prompt}> ", self.console.encoding))
        except EOFError:
            self.show("")
            raise Stopped from None

    def leaf_through(self, lines: Sequence[Text], more: str, last: str, *, everything: bool) -> None:
        """Lines to read, a screenful at a time, until they end or anything but Enter is typed."""
        size = max(self.height - 2, 5)
        for start in range(0, len(lines), size):
            self.clear(everything=everything)
            self.show(Text("\n").join(lines[start : start + size]))
            if self.ask(last if start + size >= len(lines) else more).strip():
                return


class Script(Terminal):
    """Lines that come from a file or a pipe, and nobody who must not see something."""

    interactive = False

    def __init__(self, console: Console, lines: TextIO) -> None:
        super().__init__(console)
        self.lines: Iterator[str] = iter(lines)

    def clear(self, *, everything: bool) -> None:
        """Nothing is cleared."""

    def ask(self, prompt: str, offers: Sequence[str] = ()) -> str:
        """The next line, which is repeated; lines that are empty or begin with # are passed over."""
        for line in self.lines:
            if line.strip() and not line.lstrip().startswith("#"):
                self.show(Text(f"{prompt}> {line.strip()}"))
                return line
        raise Stopped

    def leaf_through(self, lines: Sequence[Text], more: str, last: str, *, everything: bool) -> None:
        """All of them at once."""
        self.show(Text("\n").join(lines))


def open_place(actions: TextIO | None) -> Terminal:
    """The terminal, if stdin and stdout are one and no actions are given; else a script of those, or of stdin."""
    seen = sys.stdout.isatty()
    if seen:
        _reconfigure(sys.stdout, encoding=_encoding(), errors="replace")
    console = Console(highlight=False, markup=False, emoji=False)
    if actions is None and seen and sys.stdin.isatty():
        return Terminal(console)
    return Script(console, actions or sys.stdin)


def _complete(offers: Sequence[str]) -> None:
    """Let `input` edit its line, and complete it with one of these, where the system has what that takes."""
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
    """What the terminal understands, as the environment says: a terminal, unlike a file, can't be read again."""
    return os.environ.get("PYTHONIOENCODING", "").partition(":")[0] or locale.getencoding()
