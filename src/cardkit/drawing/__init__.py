"""Tables: what a viewer sees, laid out, and drawn as text, SVG or HTML.

A game's `Layout` is data beside the game: where the parts of a view lie, how a card's face looks, what is said. `scene`
lays out a view. The result, a `Scene`, is plain data for any kind of drawing, and doesn't depend on the game. `text`
draws a scene for terminals and chats, `svg` and `html` for notebooks, reports and pages. `replay` is a whole match as
one page, as one viewer saw it.

A scene is made from a view, and optionally from the viewer's own memory, moves and sentences. No function here takes a
state, so a drawing can't show more than its viewer may see.

The names here are loaded when they are first used.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardkit.lazy import lazy_names

if TYPE_CHECKING:
    from cardkit.drawing.as_html import html
    from cardkit.drawing.as_replay import replay
    from cardkit.drawing.as_svg import svg
    from cardkit.drawing.as_svg.animated import animated_svg
    from cardkit.drawing.as_svg.colours import Theme
    from cardkit.drawing.as_text import text
    from cardkit.drawing.build import (
        move_texts,
        round_of,
        scene,
        scene_of,
        scenes_of,
        translate_move,
        warnings_of,
    )
    from cardkit.drawing.layout import Arranged, Colour, Column, Face, Layout, Line, Place, Target, Told
    from cardkit.drawing.scenes import Area, Card, Cell, Heading, Player, Scene, scene_document

__all__ = [
    "Area",
    "Arranged",
    "Card",
    "Cell",
    "Colour",
    "Column",
    "Face",
    "Heading",
    "Layout",
    "Line",
    "Place",
    "Player",
    "Scene",
    "Target",
    "Theme",
    "Told",
    "animated_svg",
    "html",
    "move_texts",
    "replay",
    "round_of",
    "scene",
    "scene_document",
    "scene_of",
    "scenes_of",
    "svg",
    "text",
    "translate_move",
    "warnings_of",
]

__getattr__: Callable[[str], object] = lazy_names(
    __name__,
    {
        "as_html": "html",
        "as_replay": "replay",
        "as_svg": "svg",
        "as_svg.animated": "animated_svg",
        "as_svg.colours": "Theme",
        "as_text": "text",
        "build": "move_texts round_of scene scene_of scenes_of translate_move warnings_of",
        "layout": "Arranged Colour Column Face Layout Line Place Target Told",
        "scenes": "Area Card Cell Heading Player Scene scene_document",
    },
)
