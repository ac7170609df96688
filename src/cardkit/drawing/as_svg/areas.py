"""Stacks, rows, and the viewer's hand, and how they lie side by side."""

from collections.abc import Iterator, Sequence
from typing import Final

from cardkit.drawing.as_svg.cards import HEIGHT, WIDTH, gap, laid, typed_for
from cardkit.drawing.as_svg.metrics import cut, width_of
from cardkit.drawing.as_svg.pen import Block, Pen, Shape, move
from cardkit.drawing.scenes import Area, Card

__all__ = ["flow", "hand", "spread"]

TILT: Final = 1.4
"""The angle between the cards of a hand, in degrees."""
LIFT: Final = 9
"""How much higher the cards lie that can be played now."""


def spread(area: Area, room: float, pen: Pen) -> Block:
    """Draw a stack, or cards side by side, below their caption."""
    stacked = area.arranged == "stack"
    caption, note = area.caption, area.note
    if stacked:
        body, width = _stack(area, pen), float(WIDTH + 16)
    else:
        step = min(WIDTH + 6, (room - WIDTH) / max(len(area.cards) - 1, 1))
        width = WIDTH + step * (len(area.cards) - 1)
        body = "".join(
            move(at * step, 0, _captioned(card, pen, of=step, centred=True))
            for at, card in enumerate(area.cards)
        )
    caption = cut(caption, max(width, room * 0.6 if note else room), 14)
    start = width_of(caption, 14) + 8 if caption else 0
    note = cut(note, room - start, 13, bold=True) if start + 30 < room else ""
    told = start + width_of(note, 13, bold=True) if note else max(start - 8, 0)
    whole = max(width, told)
    left = (whole - told) / 2
    head = pen.text(left, 15, caption, 14, "soft") if caption else ""
    if note:
        colour = "mark" if area.strong else "soft"
        head += pen.text(left + start, 15, note, 13, colour, bold=area.strong)
    foot = 20 if not stacked and any(_foot(card) for card in area.cards) else 10
    return Block(whole, 24 + HEIGHT + foot, head + move((whole - width) / 2, 24, body))


def _stack(area: Area, pen: Pen) -> str:
    """Draw the top card on those below, and how many there are."""
    count = len(area.cards)
    if not count:
        return move(4, 0, gap())
    edge = Shape("#8d9a94", "", ' stroke="#000" stroke-opacity=".35"')
    below = [
        pen.box(4.5 + 2 * at, 0.5 + 2 * at, WIDTH - 1, HEIGHT - 2, edge, 7)
        for at in range(min(count - 1, 2), 0, -1)
    ]
    wide = max(width_of(str(count), 14, bold=True) + 10, 24)
    badge = pen.box(WIDTH + 16 - wide, HEIGHT - 14, wide, 22, Shape("ink", "felt", ' stroke-width="2"'), 11)
    label = pen.text(WIDTH + 16 - wide / 2, HEIGHT + 2, str(count), 14, "page", bold=True, anchor="middle")
    return "".join(below) + move(4, 0, laid(area.cards[-1], pen)) + badge + label


def hand(area: Area, width: float, pen: Pen) -> Block:
    """Draw the viewer's hand as a fan. Cards that can be played now lie a little higher."""
    cards, count = area.cards, len(area.cards)
    step = min(WIDTH + 8, (width - WIDTH - 24) / max(count - 1, 1))
    left = (width - step * (count - 1) - WIDTH) / 2
    some = any(card.moves for card in cards)
    sink, parts = 0.0, list[str]()
    for at, card in enumerate(cards):
        off = at - (count - 1) / 2
        tilt = min(TILT, 16 / max(count, 1))
        sink = (off * tilt) ** 2 * 0.16
        lift = LIFT if some and card.moves else 0
        turn = f" rotate({off * tilt:.1f} {WIDTH // 2} {HEIGHT})" if round(off * tilt, 1) else ""
        parts.append(move(left + at * step, 12 - lift + sink, _captioned(card, pen, of=step), turn))
    foot = 20 if any(_foot(card) for card in cards) else 4
    return Block(width, 12 + HEIGHT + sink + foot, "".join(parts))


def _captioned(card: Card, pen: Pen, of: float, *, centred: bool = False) -> str:
    """Draw a card with its mark below: what to type for it, or its place."""
    foot = _foot(card)
    if not foot:
        return laid(card, pen)
    shown = min(of, WIDTH)
    colour = "mark" if card.moves and not centred else "soft"
    return laid(card, pen) + pen.text(
        shown / 2,
        HEIGHT + 15,
        cut(foot, max(shown, 20), 12),
        12,
        colour,
        bold=True,
        anchor="middle",
        mono=True,
    )


def _foot(card: Card) -> str:
    """Return what to type for a card: the only move with it, if that is short, or else its mark."""
    return typed_for(card.moves) or card.caption


def flow(blocks: Sequence[Block], width: float, gap: float = 24) -> Block:
    """Lay blocks side by side, in the middle, in as many rows as they need."""
    rows = list[list[Block]]()
    for block in blocks:
        if rows and sum(one.width + gap for one in rows[-1]) + block.width <= width:
            rows[-1].append(block)
        else:
            rows.append([block])
    y, parts = 0.0, list[str]()
    for row in rows:
        parts += _row(row, width, y, gap)
        y += max(block.height for block in row) + 14
    return Block(width, max(y - 14, 0), "".join(parts))


def _row(row: Sequence[Block], width: float, y: float, gap: float) -> Iterator[str]:
    x = (width - sum(block.width for block in row) - gap * (len(row) - 1)) / 2
    for block in row:
        yield move(x, y, block.body)
        x += block.width + gap
