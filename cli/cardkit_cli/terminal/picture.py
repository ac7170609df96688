"""A match as people see it on a terminal or on paper."""

from collections.abc import Sequence
from typing import Final

from rich.ansi import AnsiDecoder
from rich.console import Console, Group, RenderableType
from rich.text import Text

from cardkit.codec import codec
from cardkit.documents import Document
from cardkit.drawing import Scene, scene, text
from cardkit.game import AnyGame, Json
from cardkit.language import Language
from cardkit.seats import Viewer
from cardkit_cli.terminal.signs import fit_text

__all__ = ["WIDEST", "draw_match", "draw_scene"]

WIDEST: Final = 160
"""The greatest width of a drawing. The lines of a wider one are hard to follow."""


def draw_match(
    game: AnyGame,
    seen: Document,
    language: Language,
    names: Sequence[str],
    console: Console,
    before: Document | None = None,
) -> RenderableType:
    """Draw the view in a viewer's document of a match; in the owner's document, the view of each seat.

    `before` is the document before the last move. Cards that have come since are marked.
    """

    def draw(viewer: Viewer, view: Json, former: Json) -> Text:
        read = codec(game).view_in
        known = None if former is None else read(former)
        return draw_scene(scene(game, read(view), viewer, names, language, before=known), console)

    former = before or {}
    viewer, views, past = seen["seat"], seen.get("views"), former.get("views")
    if not isinstance(views, list):
        return draw(viewer if isinstance(viewer, int) else None, seen["view"], former.get("view"))
    drawn: list[RenderableType] = []
    for seat, (name, view) in enumerate(zip(names, views, strict=True)):
        drawn += [f"--- {name}", draw(seat, view, past[seat] if isinstance(past, list) else None)]
    return Group(*drawn)


def draw_scene(scene: Scene, console: Console, width: int | None = None) -> Text:
    """Draw a scene in the width and the colours of the console; in ASCII if it has no other characters."""
    width = min(width or console.width, WIDEST)
    drawn = text(scene, width, colour=True)
    if fit_text(drawn, console.encoding) != drawn:
        drawn = text(scene, width, colour=True, ascii=True)
    return Text("\n", no_wrap=True, overflow="ignore").join(AnsiDecoder().decode(drawn))
