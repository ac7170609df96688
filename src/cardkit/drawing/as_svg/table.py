"""The whole table, from top to bottom."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from cardkit.drawing.as_svg.areas import flow, hand, spread
from cardkit.drawing.as_svg.chips import CHIP, chips, suit_chips, widest
from cardkit.drawing.as_svg.metrics import cut, width_of, wrapped
from cardkit.drawing.as_svg.pen import Block, Pen, Shape, move
from cardkit.drawing.as_svg.piles import NARROWEST_PILE, is_pile, pile
from cardkit.drawing.as_svg.players import players, run
from cardkit.drawing.scenes import Area, Scene

__all__ = ["table"]

MARGIN: Final = 16
INSET: Final = 14
NAME: Final = 120


def table(scene: Scene, width: float, pen: Pen) -> Block:
    """Draw everything: title, players, what lies on the table, the hand, lists, and what just happened."""
    room = width - 2 * MARGIN
    y, parts = float(MARGIN), list[str]()
    for block in _blocks(scene, room, pen):
        parts.append(move(MARGIN, y, block.body))
        y += block.height + 12
    return Block(width, y - 12 + MARGIN, "".join(parts))


def _blocks(scene: Scene, room: float, pen: Pen) -> Iterator[Block]:
    yield _title(scene, room, pen)
    yield players(scene, room, pen)
    middle = [area for area in scene.areas if area.arranged in ("pile", "stack", "row")]
    if middle or scene.prompt:
        yield _felt(scene, middle, room, pen)
    for area in scene.areas:
        if area.arranged == "hand":
            yield hand(area, room, pen)
    for _, group in groupby(scene.areas, key=lambda area: (area.part, area.caption)):
        areas = [*group]
        if areas[0].arranged in ("list", "suits"):
            yield _lists(areas, scene, room, pen)
    if scene.details:
        yield _details(scene, room, pen)
    if scene.story:
        yield _story(scene, room, pen)


def _title(scene: Scene, room: float, pen: Pen) -> Block:
    """Draw the title, and the notes at the right or below."""
    title = cut(scene.title, room, 24, bold=True)
    head = pen.text(0, 24, title, 24, bold=True)
    notes = [cut(note, room - 20, 14) for note in scene.notes]
    wides = [width_of(note, 14) + 20 for note in notes]
    pills = [
        Block(
            wide,
            26,
            pen.box(0, 0, wide, 26, Shape("panel", "line"), 13)
            + pen.text(wide / 2, 18, note, 14, anchor="middle"),
        )
        for note, wide in zip(notes, wides, strict=True)
    ]
    whole = sum(wides) + 8 * max(len(wides) - 1, 0)
    if width_of(title, 24, bold=True) + 20 + whole <= room:
        return Block(room, 30, head + move(room - whole, 3, run(pills, room, 8).body))
    below = run(pills, room, 8)
    return Block(room, 38 + below.height + 2, head + move(0, 38, below.body))


def _felt(scene: Scene, areas: Sequence[Area], room: float, pen: Pen) -> Block:
    """Draw what lies between the players, and who moves now."""
    inner = room - 2 * INSET
    blocks = [*_middle(areas, inner, pen)]
    laid = flow(blocks, inner, 12) if blocks else Block(inner, 0, "")
    y, parts = INSET + laid.height, [move(INSET, INSET, laid.body)]
    for at, sentence in enumerate(scene.prompt):
        strong, size = at == 0, 17 if at == 0 else 14
        y += 12 if strong and blocks else 2
        for line in wrapped(sentence, inner - 24, size, bold=strong):
            y += size + 6
            colour = "mark" if strong else "soft"
            parts.append(pen.text(room / 2, y - 3, line, size, colour, bold=strong, anchor="middle"))
    height = y + INSET
    return Block(room, height, pen.box(0, 0, room, height, Shape("felt"), 14) + "".join(parts))


def _middle(areas: Sequence[Area], inner: float, pen: Pen) -> Iterator[Block]:
    """Draw areas side by side. Piles share the room that others leave them, if it suffices."""
    others = {at: spread(area, inner, pen) for at, area in enumerate(areas) if not is_pile(area)}
    piles = len(areas) - len(others)
    left = inner - sum(block.width + 12 for block in others.values())
    wide = (left + 12) / max(piles, 1) - 12
    if wide < NARROWEST_PILE:
        across = max(1, min(piles, int((inner + 12) // (NARROWEST_PILE + 12))))
        wide = (inner + 12) / across - 12
    footed = any(area.limit is not None or area.note for area in areas if is_pile(area))
    for at, area in enumerate(areas):
        yield others[at] if at in others else pile(area, min(wide, 320), pen, footed=footed)


def _lists(areas: Sequence[Area], scene: Scene, room: float, pen: Pen) -> Block:
    """Draw a list of cards, or one for each seat."""
    first = areas[0]
    named = any(area.seat != scene.viewer for area in areas if area.seat is not None)
    caption = first.caption if named else f"{first.caption} ({len(first.cards)})"
    y, parts = 20.0, [pen.text(0, 14, cut(caption, room, 14, bold=True), 14, "soft", bold=True)]
    least = widest(card for area in areas for card in area.cards)
    for area in areas:
        blocks = [
            *(suit_chips(area.cards, pen) if area.arranged == "suits" else chips(area.cards, pen, least))
        ]
        if named:
            name = cut(scene.players[area.seat or 0].name, NAME - 6, 14)
            blocks.insert(0, Block(NAME, CHIP, pen.text(0, 17, name, 14)))
        if area.sum is not None:
            total = f"= {area.sum}"
            blocks.append(Block(width_of(total, 15), CHIP, pen.text(4, 17, total, 15, bold=True)))
        laid = run(blocks, room, hang=NAME + 4 if named else 0)
        parts.append(move(0, y, laid.body))
        y += laid.height + 6
    return Block(room, y - 6, "".join(parts))


def _details(scene: Scene, room: float, pen: Pen) -> Block:
    """Draw what else is known, by name and value."""
    longest = max(width_of(name, 14) for name, _ in scene.details)
    left = min(longest, room / 2) + 14
    y, parts = 0.0, list[str]()
    for name, value in scene.details:
        parts.append(pen.text(0, y + 15, cut(name, left - 14, 14), 14, "soft"))
        for line in wrapped(value, room - left, 14) or [""]:
            parts.append(pen.text(left, y + 15, line, 14))
            y += 20
    return Block(room, y, "".join(parts))


def _story(scene: Scene, room: float, pen: Pen) -> Block:
    """Draw what just happened."""
    y, parts = 12.0, list[str]()
    for sentence in scene.story:
        for line in wrapped(sentence, room - 32, 15):
            parts.append(pen.text(18, y + 16, line, 15))
            y += 21
        y += 4
    height = y + 6
    bar = pen.box(0, 0, 5, height, Shape("mark"), 2.5)
    return Block(room, height, pen.box(0, 0, room, height, Shape("panel"), 6) + bar + "".join(parts))
