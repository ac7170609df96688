"""Signs, their replacements in ASCII, and their width on a terminal."""

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

__all__ = ["cells", "in_ascii", "printable"]

JOINER: Final = "\u200d"
"""Joins two pictures into one, as in names with emoji."""
_ASCII: Final[Mapping[str, str]] = {
    **dict(zip("╭╮╰╯│─━█░▒▶★…·•—–’‘„“”×→←↑↓↔✓", '++++|-=#.%>*.-*-\x2d\'\'"""x><^v-v', strict=True)),
    **dict.fromkeys("┏┓┗┛┃", "#"),
    "ß": "ss",
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "…": "...",
}


def in_ascii(text: str) -> str:
    """Return the text in ASCII: letters lose their accents, other signs are replaced, unknown ones become `?`."""
    return text if text.isascii() else "".join(map(_ascii, text))


@cache
def _ascii(char: str) -> str:
    if char.isascii():
        return char
    near = _ASCII.get(char) or unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    return near or ("" if _cell(char) == 0 else "?" * _cell(char))


def printable(text: str) -> str:
    """Return the text without anything that could control a terminal. So a name can't move the cursor."""
    return text if text.isprintable() else "".join(char if _is_harmless(char) else "?" for char in text)


def _is_harmless(char: str) -> bool:
    return char.isprintable() or char == JOINER


@lru_cache(4096)  # the same texts are measured again and again
def cells(text: str) -> int:
    """Return the number of columns that a terminal needs for the text."""
    if text.isascii():
        return len(text)
    wide = sum(map(_cell, text))
    if JOINER not in text:
        return wide
    return wide - sum(_cell(after) for before, after in pairwise(text) if before == JOINER)


@cache
def _cell(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
