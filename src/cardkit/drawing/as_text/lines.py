"""Lines of text with styles, laid out below and beside each other."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from cardkit.drawing.as_text.colours import CODES
from cardkit.drawing.as_text.signs import cells

__all__ = [
    "Block",
    "Line",
    "beside",
    "cut",
    "filled",
    "flowing",
    "joined",
    "padded",
    "printed",
    "size",
    "width_of",
    "wrapped",
]

Line: TypeAlias = tuple[tuple[str, str], ...]
"""Texts, each with its style."""
Block: TypeAlias = Sequence[Line]
"""Lines, the first on top."""

_END: Final = "\x1b[0m"


def printed(line: Line, *, colour: bool) -> str:
    """Return the line as text. If colours are wanted, add the codes that switch its styles on and off."""
    if not colour:
        return "".join([text for text, _ in line]).rstrip()
    parts = [
        (f"\x1b[{CODES[style]}m{text}{_END}" if style in CODES else text) for text, style in line if text
    ]
    return "".join(parts).rstrip(" ")


def size(line: Line) -> int:
    """Return the width of a line in columns."""
    return sum([cells(text) for text, _ in line])


def width_of(block: Block) -> int:
    """Return the width of the longest line in columns."""
    return max(map(size, block), default=0)


def padded(line: Line, width: int, *, left: bool = False) -> Line:
    """Return the line with spaces at its end, or at its beginning."""
    room = width - size(line)
    if room <= 0:
        return line
    space = ((" " * room, ""),)
    return space + line if left else line + space


def cut(line: Line, width: int, end: str = "…") -> Line:
    """Return as much of the line as fits."""
    if size(line) <= width:
        return line
    kept, room = list[tuple[str, str]](), width - cells(end)
    for text, style in line:
        if cells(text) <= room:
            kept.append((text, style))
            room -= cells(text)
            continue
        fit = ""
        for char in text:
            if cells(fit + char) > room:
                break
            fit += char
        return (*kept, (fit + end, style))
    return tuple(kept)


def joined(parts: Iterable[Line], gap: str) -> Line:
    """Return one line made of several."""
    found = list[tuple[str, str]]()
    for number, part in enumerate(parts):
        if number and gap:
            found.append((gap, ""))
        found += part
    return tuple(found)


def filled(parts: Iterable[Line], width: int, indent: int = 0) -> list[Line]:
    """Lay out parts in lines. A part without room begins a new line, after an indent. No part is cut in two."""
    lines, used = list[list[Line]]([[]]), 0
    for part in parts:
        wide = size(part)
        if lines[-1] and used + 1 + wide > width:
            lines.append([((" " * (indent - 1), ""),)] if indent else [])
            used = max(indent - 1, 0)
        used += wide + bool(lines[-1])
        lines[-1].append(part)
    return [joined(line, " ") for line in lines]


def beside(blocks: Sequence[Block], gap: int = 0, indent: int = 1) -> Block:
    """Lay out blocks side by side, aligned at the top."""
    widths = [width_of(block) for block in blocks]
    lines = list[Line]()
    for row in range(max(map(len, blocks), default=0)):
        parts = [
            padded(block[row] if row < len(block) else (), width)
            for block, width in zip(blocks, widths, strict=True)
        ]
        lines.append(((" " * indent, ""), *joined(parts, " " * gap)))
    return lines


def flowing(blocks: Sequence[Block], width: int, gap: int = 0, indent: int = 1) -> Block:
    """Lay out blocks side by side, as many as fit, then the others below."""
    lines, begun, used = list[Line](), list[Block](), indent
    for block in blocks:
        wide = width_of(block) + (gap if begun else 0)
        if begun and used + wide > width:
            lines.extend(beside(begun, gap, indent))
            begun, used, wide = [], indent, width_of(block)
        begun.append(block)
        used += wide
    return [*lines, *beside(begun, gap, indent)]


def wrapped(text: str, width: int) -> Iterator[str]:
    """Break a text at spaces, so that each line fits. Cut a word that is too long for a line."""
    line = ""
    for word in text.split():
        while cells(word) > width:
            fit = max(at for at in range(1, len(word)) if cells(word[:at]) <= width)
            if line:
                yield line
            line, word = word[:fit], word[fit:]
        if line and cells(line) + 1 + cells(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line
