"""Signs, and what stands for them where a terminal's encoding doesn't have them."""

import unicodedata
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.segment import Segment

__all__ = ["Fitting", "fitted"]

_LETTERS: Final = dict(zip("■●▲✗♥✚♣◇‡✱⇄◉⇊⚅", "bygnrpcmlfsp2d", strict=True))
"""The sign of a suit gives way to the letter that the suit has in the text of a move."""
_LINES: Final = dict(zip("╭╮╰╯│─━█░▒▶…·—–’×↔→↑✓", "++++|-=#.%>.-\x2d-'x%>^v", strict=True))
_PLAIN: Final = _LETTERS | _LINES | {"ß": "s"}


def fitted(text: str, encoding: str) -> str:
    """The text as this encoding can have it: never longer, never shorter."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return "".join(_fitting(char, encoding) for char in text)
    return text


def _fitting(char: str, encoding: str) -> str:
    for candidate in (char, _PLAIN.get(char, ""), unicodedata.normalize("NFKD", char)[:1]):
        try:
            if candidate and candidate.encode(encoding):
                return candidate
        except (UnicodeEncodeError, LookupError):
            continue
    return "??" if unicodedata.east_asian_width(char) in "WF" else "?"


class Fitting:
    """Whatever is drawn, in signs that the console's encoding has."""

    def __init__(self, drawn: RenderableType) -> None:
        self.drawn = drawn

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.drawn, options):
            yield Segment(fitted(segment.text, console.encoding), segment.style, segment.control)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.drawn)
