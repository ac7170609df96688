"""Small cards, for lists and for the cells of players."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from cardkit.drawing.as_svg.cards import EDGE, letters
from cardkit.drawing.as_svg.colours import BACK, PAPER, SEEN
from cardkit.drawing.as_svg.metrics import cut, width_of
from cardkit.drawing.as_svg.pen import Block, Pen, Shape, number, sign_at
from cardkit.drawing.scenes import Card

__all__ = ["CHIP", "MANY", "chip", "chips", "laid_chip", "suit_chips", "widest"]

CHIP: Final = 24
"""The height of a small card."""
LABEL: Final = 110
"""The most room for a label."""
LABELS: Final = 220
"""The most room for several labels on one small card."""
MANY: Final = 6
"""If more cards than this lie face down in a row, they are counted."""


def chip(card: Card, room: float = 0) -> Block:
    """Draw a small card, at least this wide."""
    if card.colour == "none":
        return Block(16, CHIP, sign_at(8, CHIP / 2, 12, card.label, 'fill="#7d8f86"'))
    return _chip((card.label,), card.colour, card.shape, card.down, card.remembered, room)


@lru_cache(1024)
def _chip(
    labels: tuple[str, ...], colour: str, shape: str, down: bool, remembered: bool, room: float = 0
) -> Block:
    paper, ink = BACK if down else SEEN if remembered else PAPER[colour]
    fill = f'fill="{ink}"'
    texts = [cut(label, LABEL, 14, bold=True) for label in labels if label]
    parts = [(text, width_of(text, 14, bold=True)) for text in texts]
    if shape and not down:
        parts.insert(0, ("", 13.0))
    if remembered:
        parts = [("(", 5.0), *parts, (")", 5.0)]
    between = 1 if remembered else 5
    inner = sum(wide for _, wide in parts) + between * max(len(parts) - 1, 0)
    width = max(inner + 10, 20, room)
    x = (width - inner) / 2
    dashes = ' stroke-dasharray="3 2"' if remembered else ""
    edge = f'stroke="{ink}" stroke-opacity=".7"{dashes}' if remembered or down else EDGE
    body = (
        f'<rect x=".5" y=".5" width="{number(width - 1)}" height="{CHIP - 1}" rx="4" fill="{paper}" {edge}/>'
    )
    if down:
        half = number(width / 2)
        body += (
            f'<path d="M{half} 4L{number(width - 4)} 12L{half} 20L4 12Z" fill="none" stroke="{ink}"/>'
            f'<path d="M{half} 8.5L{number(width - 8)} 12L{half} 15.5L8 12Z" fill="none" stroke="{ink}"/>'
        )
        return Block(width, CHIP, body)
    for text, wide in parts:
        middle = x + wide / 2
        body += letters(middle, 17, text, 14, fill) if text else sign_at(middle, CHIP / 2, 13, shape, fill)
        x += wide + between
    return Block(width, CHIP, body)


def widest(cards: Iterable[Card]) -> float:
    """Return the width of the widest of small cards, within reason."""
    return min(max((chip(card).width for card in cards if card.colour != "none"), default=0), 60)


def chips(cards: Sequence[Card], pen: Pen, room: float = 0) -> Iterator[Block]:
    """Draw small cards, at least this wide each. Many cards face down are counted."""
    if len(cards) > MANY and all(card.down for card in cards):
        yield from suit_chips(cards, pen)
        return
    for card in cards:
        yield laid_chip(card, pen, room)


def laid_chip(card: Card, pen: Pen, room: float = 0) -> Block:
    """Draw a small card, with a strong edge if the last move brought it."""
    small = chip(card, room)
    if not card.fresh:
        return small
    edge = Shape("none", "mark", ' stroke-width="2.5"')
    return Block(small.width, CHIP, small.body + pen.box(0.5, 0.5, small.width - 1, CHIP - 1, edge, 4))


def suit_chips(cards: Sequence[Card], pen: Pen) -> Iterator[Block]:
    """Draw sorted cards, with each shape once."""
    for _, group in groupby(cards, key=lambda card: (card.down, card.shape, card.colour)):
        alike = [*group]
        first = alike[0]
        if first.colour == "none":
            yield from map(chip, alike)
        elif first.down or not first.shape or not first.label:
            small = chip(first)
            times = f"×{len(alike)}"
            wide = width_of(times, 13) + 3
            if len(alike) > 1:
                small = Block(small.width + wide, CHIP, small.body + pen.text(small.width + 3, 17, times, 13))
            yield small
        else:
            for labels in _together([card.label for card in alike]):
                yield _chip(labels, first.colour, first.shape, False, first.remembered)


def _together(labels: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield labels for one small card after the other: eight of them, or fewer that are long."""
    some, wide = list[str](), 0.0
    for label in labels:
        more = min(width_of(label, 14, bold=True), LABEL) + 5
        if some and (len(some) == 8 or wide + more > LABELS):
            yield tuple(some)
            some, wide = [], 0.0
        some.append(label)
        wide += more
    yield tuple(some)
