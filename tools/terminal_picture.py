"""A picture of a terminal: what Rich draws, as SVG."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.terminal_theme import SVG_EXPORT_THEME

__all__ = ["terminal_picture"]

ACROSS, DOWN, MARGIN, SIZE = 8.4, 17, 14, 14
GROUND, INK = "#16191c", "#dfe5e1"
FONT: Final = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace"


def terminal_picture(title: str, lines: Sequence[Sequence[Segment]], columns: int) -> str:
    """Draw the lines of a terminal with this many columns. Each run of text is as wide as its cells, in any font."""
    width, height = columns * ACROSS + 2 * MARGIN, len(lines) * DOWN + 2 * MARGIN
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    body = "\n".join(part for row, line in enumerate(lines) for part in _line(line, MARGIN + row * DOWN))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONT}" font-size="{SIZE}" '
        f'style="max-width:100%;height:auto"><title>{escape(title)}</title>\n'
        f'<rect width="100%" height="100%" rx="10" fill="{GROUND}"/>\n{body}\n</svg>\n'
    )


def _line(line: Sequence[Segment], y: float) -> Iterator[str]:
    column = 0
    for text, style, _ in line:
        cells, x = cell_len(text), MARGIN + column * ACROSS
        column += cells
        wide = f"{cells * ACROSS:.1f}"
        ink = _colour(style.color if style else None, INK)
        paper = _colour(style.bgcolor if style else None, "")
        if paper:
            yield f'<rect x="{x:.1f}" y="{y:g}" width="{wide}" height="{DOWN}" fill="{paper}"/>'
        if text.strip():
            bold = ' font-weight="700"' if style and style.bold else ""
            fit = f'textLength="{wide}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"'
            yield f'<text x="{x:.1f}" y="{y + 13:g}" {fit} fill="{ink}"{bold}>{escape(text)}</text>'


def _colour(colour: Color | None, usual: str) -> str:
    if colour is None or colour.is_default:
        return usual
    return colour.get_truecolor(SVG_EXPORT_THEME).hex
