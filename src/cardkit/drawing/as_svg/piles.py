"""Piles: cards in a frame, with their sum and how near it is to the limit."""

from typing import Final

from cardkit.drawing.as_svg.cards import EDGE, HEIGHT, WIDTH, gap, laid, typed_for
from cardkit.drawing.as_svg.colours import PAPER
from cardkit.drawing.as_svg.metrics import cut, width_of
from cardkit.drawing.as_svg.pen import Block, Pen, Shape, move, sign_at
from cardkit.drawing.scenes import Area

__all__ = ["NARROWEST_PILE", "is_pile", "pile"]

NARROWEST_PILE: Final = 150
SMALL: Final = 0.8
"""The size of cards on a pile, compared with others."""
MONO_WIDTH: Final = 0.61
"""The width of a character in fonts for what is typed."""


def is_pile(area: Area) -> bool:
    """Return whether the area is drawn in a frame, as wide as there is room."""
    return area.arranged == "pile"


def pile(area: Area, width: float, pen: Pen, *, footed: bool) -> Block:
    """Draw cards in a frame: caption, cards, sum, how near it is to the limit, a note, and what to type for it.

    With `footed`, there is a line at the foot even if there is nothing to write there.
    """
    foot = 26 if footed or area.moves else 6
    cards = 34 + 8
    height = cards + HEIGHT * SMALL + 8 + foot
    edge = Shape("panel", "mark", ' stroke-width="2.5"') if area.strong else Shape("panel", "line")
    parts = [pen.box(1, 1, width - 2, height - 2, edge, 9), _head(area, width, pen)]
    inner = width - 28
    step = min(WIDTH * SMALL + 5, (inner - WIDTH * SMALL) / max(len(area.cards) - 1, 1))
    drawn = [move(at * step, 0, laid(card, pen), f" scale({SMALL})") for at, card in enumerate(area.cards)]
    parts.append(move(14, cards, "".join(drawn) or move(0, 0, gap(), f" scale({SMALL})")))
    if typed := typed_for(area.moves):
        inner -= 13 * MONO_WIDTH * len(typed) + 10
        parts.append(pen.text(width - 14, height - 14, typed, 13, "mark", bold=True, anchor="end", mono=True))
    if area.limit is not None:
        parts.append(move(14, height - 27, _gauge(area, inner, area.limit, pen)))
    elif area.note:
        parts.append(_note(14, height - 14, area, inner, pen))
    return Block(width, height, "".join(parts))


def _head(area: Area, width: float, pen: Pen) -> str:
    """Draw the line on top of a pile."""
    x, parts = 14.0, list[str]()
    if area.head is not None:
        paper, ink = PAPER[area.head.colour] if area.head.colour in PAPER else PAPER["plain"]
        tile = Shape(paper, "", f" {EDGE}")
        parts.append(pen.box(x, 10, 24, 24, tile, 6))
        parts.append(sign_at(x + 12, 22, 14, area.head.shape or area.head.label, f'fill="{ink}"'))
        x += 33
    told = area.sum is not None and (bool(area.cards) or area.limit is not None)
    total = str(area.sum) if told else ""
    limit = f" / {area.limit}" if told and area.limit is not None else ""
    right = width - 14
    if total:
        parts.append(pen.text(right - width_of(limit, 14), 31, total, 24, bold=True, anchor="end"))
        parts.append(pen.text(right, 31, limit.strip(), 14, "soft", anchor="end") if limit else "")
        right -= width_of(limit, 14) + width_of(total, 24, bold=True) + 6
    size = 16 if width_of(area.caption, 16, bold=True) <= right - x else 13
    parts.append(pen.text(x, 28, cut(area.caption, right - x, size, bold=True), size, bold=True))
    return "".join(parts)


def _gauge(area: Area, width: float, limit: int, pen: Pen) -> str:
    """Draw a bar that shows how much of the limit is reached, and what is said about that."""
    room = width_of(area.note, 13, bold=area.strong) + 10 if area.note else 0
    long = max(width - room, 30)
    full = min(area.sum or 0, limit) / max(limit, 1) * long
    head = "soft" if area.head is None else PAPER.get(area.head.colour, PAPER["grey"])[0]
    parts = [pen.box(0, 5, long, 9, Shape("track"), 4.5)]
    if full:
        parts.append(pen.box(0, 5, max(full, 9), 9, Shape(head, "", f" {EDGE}"), 4.5))
    return "".join(parts) + _note(long + 10, 14, area, width - long - 10, pen)


def _note(x: float, y: float, area: Area, room: float, pen: Pen) -> str:
    text = cut(area.note, room, 13, bold=area.strong)
    return pen.text(x, y, text, 13, "mark" if area.strong else "soft", bold=area.strong) if text else ""
