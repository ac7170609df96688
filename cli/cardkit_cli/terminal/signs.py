"""Texts in the characters that a terminal's encoding has."""

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.segment import Segment

from cardkit.drawing.as_text.signs import cells, in_ascii

__all__ = ["Fitting", "fit_sentence", "fit_text"]


def fit_text(text: str, encoding: str) -> str:
    """Return the text in characters that this encoding has, as wide as before."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return "".join(_fitting(char, encoding) for char in text)
    return text


def fit_sentence(text: str, encoding: str) -> str:
    """Return the text in characters that this encoding has. It may become longer: `züge` is `zuege`."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return in_ascii(text)
    return text


def _fitting(char: str, encoding: str) -> str:
    try:
        char.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return in_ascii(char)[: cells(char)]
    return char


class Fitting:
    """A drawing in characters that the console's encoding has."""

    def __init__(self, drawn: RenderableType) -> None:
        self.drawn = drawn

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.drawn, options):
            yield Segment(fit_text(segment.text, console.encoding), segment.style, segment.control)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.drawn)
