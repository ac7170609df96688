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
        "Area": "scenes",
        "Arranged": "layout",
        "Card": "scenes",
        "Cell": "scenes",
        "Colour": "layout",
        "Column": "layout",
        "Face": "layout",
        "Heading": "scenes",
        "Layout": "layout",
        "Line": "layout",
        "Place": "layout",
        "Player": "scenes",
        "Scene": "scenes",
        "Target": "layout",
        "Theme": "as_svg.colours",
        "Told": "layout",
        "animated_svg": "as_svg.animated",
        "html": "as_html",
        "move_texts": "build",
        "replay": "as_replay",
        "round_of": "build",
        "scene": "build",
        "scene_document": "scenes",
        "scene_of": "build",
        "scenes_of": "build",
        "svg": "as_svg",
        "text": "as_text",
        "translate_move": "build",
        "warnings_of": "build",
    },
)


def __dir__() -> list[str]:
    """Return the names of the package, loaded or not."""
    return __all__
