"""The drawing of a scene's areas: the middle of the table, the lists, and the viewer's hand."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from cardkit.drawing.as_text.lines import Block, Line, beside, cut, filled, flowing, padded, size, width_of
from cardkit.drawing.as_text.pen import LONGEST_NAME, Pen
from cardkit.drawing.as_text.signs import cells
from cardkit.drawing.scenes import Area, Scene

__all__ = ["below", "middle"]

GAUGE: Final = 13
LIMITED: Final = 24
UNLIMITED: Final = 20
"""The width inside a frame, in columns, if the pile has no limit."""


def middle(scene: Scene, width: int, pen: Pen) -> Block:
    """Draw what lies on the table between the players, in this many columns."""
    blocks = [_block(area, pen) for area in scene.areas if area.arranged in ("pile", "stack", "row")]
    whole = sum(map(width_of, blocks)) + 1
    fitting = [gap for gap in (3, 1, 0) if whole + gap * (len(blocks) - 1) <= width]
    return flowing(blocks, width, fitting[0] if fitting else 1)


def below(scene: Scene, width: int, pen: Pen) -> Iterator[Line]:
    """Draw the lists, seat by seat where they belong to seats, then the viewer's hand."""
    for _, group in groupby(scene.areas, key=lambda area: (area.part, area.caption)):
        areas = [*group]
        if areas[0].arranged in ("list", "suits"):
            yield from _lists(areas, scene, width, pen)
    for area in scene.areas:
        if area.arranged == "hand":
            yield from flowing(pen.boxes(area.cards), width)


def _block(area: Area, pen: Pen) -> Block:
    match area.arranged:
        case "pile":
            return _pile(area, pen)
        case "stack":
            return [_caption(area, pen), *_stack(area, pen)]
        case _:
            return [_caption(area, pen), *beside(pen.boxes(area.cards), indent=0)]


def _caption(area: Area, pen: Pen) -> Line:
    """Return the line above cards."""
    note = f" {pen.word(area.note)}" if area.note else ""
    return ((pen.word(area.caption), "dim"), (note, "bold" if area.strong else ""))


def _stack(area: Area, pen: Pen) -> Block:
    """Return the top card, and the number of cards."""
    card = area.cards[-1] if area.cards else None
    inner = max(4, 0 if card is None else cells(pen.label(card, " ")))
    return pen.box(card, str(len(area.cards)), inner)


def _pile(area: Area, pen: Pen) -> Block:
    """Draw cards in a frame: a caption, the cards, their sum, how near it is to the limit, and a note at the foot."""
    side, rule, corners = pen.fit("│"), pen.fit("─"), pen.fit("╭╮╰╯")
    inner = UNLIMITED if area.limit is None else LIMITED
    edge = "" if area.strong else "dim" if area.head is None else f"edge {area.head.colour}"
    rows: list[Line] = [((" ", ""), *line) for line in filled(pen.chips(area.cards), inner - 2) or [()]]
    foot = f" {pen.word(area.note)} " if area.note and area.limit is None else ""
    if area.limit is not None:
        rows.append(_gauge(area, area.limit, pen))
    head: Line = ((corners[0] + rule, edge),)
    if area.head is not None:
        head += ((f" {pen.label(area.head)} ", area.head.colour),)
    strong = area.strong and area.head is None
    head += ((" ", ""), (pen.word(area.caption), "bold" if strong else ""), (" ", ""))
    told = area.sum is not None and (bool(area.cards) or area.limit is not None)
    number = f" {area.sum} " if told else ""
    head = cut(head, inner - cells(number), pen.fit("…"))
    foot = pen.short(foot, inner - 1)
    return [
        (*head, (rule * (inner - size(head) - cells(number)), edge), (number, ""), (rule + corners[1], edge)),
        *(((side, edge), *padded(row, inner), (side, edge)) for row in rows),
        ((corners[2] + rule, edge), (foot, ""), (rule * (inner - 1 - cells(foot)) + corners[3], edge)),
    ]


def _gauge(area: Area, limit: int, pen: Pen) -> Line:
    """Return a bar that shows how much of the limit is reached."""
    full = min(area.sum or 0, limit) * GAUGE // max(limit, 1)
    return (
        (" ", ""),
        (pen.fit("█") * full, "" if area.head is None else f"edge {area.head.colour}"),
        (pen.fit("░") * (GAUGE - full), "dim"),
        (f" {pen.word(area.note)}", "bold" if area.strong else ""),
    )


def _lists(areas: Sequence[Area], scene: Scene, width: int, pen: Pen) -> Iterator[Line]:
    """Yield a list of cards, or one for each seat."""
    caption, heads = pen.word(areas[0].caption), list[Line]()
    if any(area.seat != scene.viewer for area in areas if area.seat is not None):
        names = [pen.short(scene.players[area.seat or 0].name, LONGEST_NAME) for area in areas]
        room = max(map(cells, names)) + 2
        yield ((f" {caption}:", "dim"),)
        heads += [padded(((f" {name}", ""),), room) for name in names]
    else:
        heads += [((f" {caption} ({len(area.cards)}):", "dim"),) for area in areas]
    for area, head in zip(areas, heads, strict=True):
        cards = pen.suits(area.cards) if area.arranged == "suits" else pen.listed(area.cards)
        total: list[Line] = [] if area.sum is None else [((f"= {area.sum}", ""),)]
        yield from filled([head, *cards, *total], width, 3)
