"""Small cards in HTML: the cells of players, and lists of cards."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from cardkit.drawing.as_html.cards import name_of, small
from cardkit.drawing.as_svg.chips import MANY, laid_chip, suit_chips, widest
from cardkit.drawing.as_svg.pen import Pen, words
from cardkit.drawing.scenes import Area, Card, Player, Scene

__all__ = ["cell", "lists"]


def cell(scene: Scene, player: Player, place: int, pen: Pen) -> Iterator[str]:
    """Yield the contents of a player's cell."""
    entry, heading = player.cells[place], scene.headings[place]
    if not entry.cards:
        yield words(entry.text)
        return
    room = widest(card for other in scene.players for card in other.cells[place].cards)
    yield '<span class="ck-run">'
    yield from _row(entry.cards, scene, pen, room, sorted=heading.told == "suits")
    yield "</span>"


def lists(areas: Sequence[Area], scene: Scene, pen: Pen) -> Iterator[str]:
    """Yield a list of cards, or one for each seat."""
    first = areas[0]
    named = any(area.seat != scene.viewer for area in areas if area.seat is not None)
    count = "" if named else f" ({len(first.cards)})"
    yield f'<section class="ck-list" data-part="{words(first.part)}"><h3>{words(first.caption)}{count}</h3>'
    room = widest(card for area in areas for card in area.cards)
    for area in areas:
        yield f"<p><span>{words(scene.players[area.seat or 0].name)}</span>" if named else "<p>"
        yield '<span class="ck-run">'
        yield from _row(area.cards, scene, pen, room, sorted=area.arranged == "suits")
        yield "</span></p>" if area.sum is None else f"<b>= {area.sum}</b></span></p>"
    yield "</section>"


def _row(cards: Sequence[Card], scene: Scene, pen: Pen, room: float, *, sorted: bool) -> Iterator[str]:
    """Yield cards, or groups of sorted ones. Many cards face down are counted."""
    if not sorted and not (len(cards) > MANY and all(card.down for card in cards)):
        for card in cards:
            yield small(laid_chip(card, pen, room), name_of(card, scene.language))
        return
    for _, group in groupby(cards, key=lambda card: (card.down, card.shape, card.colour)):
        alike = [*group]
        name = ", ".join(name_of(card, scene.language) for card in alike)
        if alike[0].down:
            name = f"{name_of(alike[0], scene.language)}: {len(alike)}"
        for block in suit_chips(alike, pen):
            yield small(block, name)
