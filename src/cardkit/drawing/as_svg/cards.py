"""Cards: their faces and their backs."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cardkit.drawing.as_svg.colours import BACK, PAPER, SEEN
from cardkit.drawing.as_svg.metrics import cut, width_of
from cardkit.drawing.as_svg.pen import Pen, Shape, number, sign_at, words
from cardkit.drawing.scenes import Card

__all__ = ["EDGE", "HEIGHT", "WIDTH", "face", "gap", "laid", "letters", "typed_for"]

WIDTH: Final = 60
HEIGHT: Final = 84
EDGE: Final = 'stroke="#000" stroke-opacity=".35"'
"""The edge of a card. It can be seen on any ground."""
RING: Final = Shape("none", "mark", ' stroke-width="3.5"')
"""The edge of a card that the last move brought."""
SHORT: Final = 8
"""The longest text of a move that is written below a card or a pile."""


def typed_for(moves: Sequence[str]) -> str:
    """Return what to type for a card or a pile: the text of its only move, if that is short."""
    return moves[0] if len(moves) == 1 and len(moves[0]) <= SHORT else ""


def face(card: Card) -> str:
    """Draw a card: its face, its back, or a face that the viewer remembers. It is `WIDTH` by `HEIGHT`."""
    if card.colour == "none":
        return _sign_between(card.label)
    return _face(card.label, card.colour, card.shape, card.down, card.remembered)


def laid(card: Card, pen: Pen) -> str:
    """Draw a card, with a strong edge if the last move brought it."""
    return face(card) + (pen.box(0, 0, WIDTH, HEIGHT, RING, 8) if card.fresh else "")


def gap() -> str:
    """Draw the place of a card where none lies."""
    return (
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="7" fill="none" stroke="#7d8f86" '
        'stroke-width="1.5" stroke-dasharray="5 4"/>'
    )


@lru_cache(1024)
def _face(label: str, colour: str, shape: str, down: bool, remembered: bool) -> str:
    paper, ink = BACK if down else SEEN if remembered else PAPER[colour]
    shadow = f'<rect x="1" y="2.5" width="{WIDTH - 2}" height="{HEIGHT - 3}" rx="7" fill-opacity=".22"/>'
    edge = f'stroke="{ink}" stroke-opacity=".6"' if down else EDGE
    sheet = f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 2}" rx="7" fill="{paper}" {edge}/>'
    if down:
        return shadow + sheet + _back(ink)
    dashes = ' stroke-dasharray="4 3"' if remembered else ""
    rim = (
        f'<rect x="3.5" y="3.5" width="{WIDTH - 7}" height="{HEIGHT - 8}" rx="4.5" fill="none" '
        f'stroke="{ink}" stroke-opacity="{".7" if remembered else ".28"}"{dashes}/>'
    )
    fill = f'fill="{ink}"'
    return shadow + sheet + rim + (_doubt if remembered else _print)(label, shape, fill)


def _back(ink: str) -> str:
    frame = (
        f'<rect x="5" y="5" width="{WIDTH - 10}" height="{HEIGHT - 11}" rx="4" fill="none" stroke="{ink}"/>'
    )
    weave = "M5 26L30 5L55 26L30 47ZM5 57.5L30 36.5L55 57.5L30 78Z"
    inner = "M17 26L30 15L43 26L30 37ZM17 57.5L30 46.5L43 57.5L30 68Z"
    return f'{frame}<path d="{weave}{inner}" fill="none" stroke="{ink}" stroke-opacity=".75"/>'


def _print(label: str, shape: str, fill: str) -> str:
    """Print a face: label and shape in the corner, and large in the middle."""
    middle, centre = WIDTH / 2, HEIGHT / 2 - 0.5
    if not label:
        return sign_at(15, 16, 14, shape, fill) + sign_at(middle, centre + 6, 34, shape, fill)
    small, large = _fitting(label, 18, 24), _fitting(label, 34, 46)
    index = cut(label, 24, small, bold=True)
    wide = max(width_of(index, small, bold=True), 11)
    corner = letters(5.5 + wide / 2, 21, index, small, fill)
    if not shape:
        return corner + letters(middle, centre + 17, cut(label, 46, large, bold=True), large, fill)
    corner += sign_at(5.5 + wide / 2, 31, 11.5, shape, fill)
    large = _fitting(label, 36, 34)
    big = letters(middle + 7, centre + 12, cut(label, 38, large, bold=True), large, fill)
    return corner + big + sign_at(middle + 7, 68, 17, shape, fill)


def _doubt(label: str, shape: str, fill: str) -> str:
    """Print a face that is remembered: in brackets."""
    middle, line = WIDTH / 2, HEIGHT / 2 + 8
    size = _fitting(label, 26, 28)
    inside = letters(middle, line, cut(label, 30, size, bold=True), size, fill) if label else ""
    sign = (
        sign_at(middle, line + 16 if label else line - 8, 14 if label else 22, shape, fill) if shape else ""
    )
    return (
        letters(middle - 19, line, "(", 26, fill) + inside + sign + letters(middle + 19, line, ")", 26, fill)
    )


def _fitting(label: str, size: float, room: float) -> float:
    """Return the size at which the label fits."""
    wide = width_of(label, size, bold=True)
    return size if wide <= room else max(size * room / wide, 9)


def letters(x: float, y: float, label: str, size: float, fill: str) -> str:
    """Write the label of a card, with its middle at x."""
    where = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
    return f'<text {where} font-weight="700" text-anchor="middle" {fill}>{words(label)}</text>'


def _sign_between(label: str) -> str:
    return sign_at(WIDTH / 2, HEIGHT / 2, 22, label, 'fill="#7d8f86"')
