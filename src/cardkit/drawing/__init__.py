"""Tables: what a viewer sees, laid out, and drawn as text.

A game's `Layout` is data beside the game: which parts of a view lie where, how a card's face looks, what is said.
`scene` lays a view out by it: a `Scene` is plain data, ready to be drawn by anything, and knows no game any more.
`text` draws a scene for terminals and chats.

A scene is made from a view, and from the viewer's own memory, moves and sentences where they are given. Nothing here is
ever handed a state, so a drawing can't show more than its viewer may see.
"""

from cardkit.drawing.as_text import text
from cardkit.drawing.build import scene, scene_of
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
    "Told",
    "scene",
    "scene_document",
    "scene_of",
    "text",
]
