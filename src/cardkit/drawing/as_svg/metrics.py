"""The width of text, as far as it is known without the reader's fonts, and lines that fit."""

import unicodedata
from functools import cache
from typing import Final

__all__ = ["cut", "width_of", "wrapped"]

_WIDTHS: Final = {
    **dict.fromkeys("ijl.,;:'’‘|!I·", 0.28),
    **dict.fromkeys("frt()[]{}/\\- ", 0.36),
    **dict.fromkeys("mwMW@%—…×", 0.9),
}
BOLD: Final = 1.07
ROUNDING: Final = 0.01


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Estimate the width of a line of text. It is a little more than most fonts take."""
    return sum(map(_width, text)) * size * (BOLD if bold else 1)


@cache
def _width(char: str) -> float:
    if (width := _WIDTHS.get(char)) is not None:
        return width
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(char) in "WF":
        return 1.1
    return 0.7 if char.isupper() else 0.64 if char.isdigit() else 0.6


def cut(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """Return as much of the text as fits."""
    if width_of(text, size, bold=bold) <= room + ROUNDING:
        return text
    while text and width_of(f"{text}…", size, bold=bold) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def wrapped(text: str, room: float, size: float, *, bold: bool = False) -> list[str]:
    """Return the text in lines that fit. A word that is too long goes on in the next line."""
    lines, line = list[str](), ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, size, bold=bold) > room:
            lines.append(line)
            longer = word
        while (fits := _fitting(longer, room, size, bold=bold)) < len(longer):
            lines.append(longer[:fits])
            longer = longer[fits:]
        line = longer
    return [*lines, line] if line else lines


def _fitting(text: str, room: float, size: float, *, bold: bool) -> int:
    """Return how many characters fit: one at least."""
    wide = 0.0
    for at, char in enumerate(text):
        wide += width_of(char, size, bold=bold)
        if at and wide > room + ROUNDING:
            return at
    return len(text)
