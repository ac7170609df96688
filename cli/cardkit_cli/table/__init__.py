"""Tables: what lies before a viewer's eyes, drawn for a terminal.

Everything is drawn from a view alone, and from the viewer's own memory where it is given, so a table can show
nothing that its viewer may not see. Suits differ in sign as well as in colour.
"""

from collections.abc import Sequence
from typing import TypeGuard

from rich.console import Group, RenderableType

from cardkit.fields import class_of
from cardkit.game import AnyGame, Language
from cardkit.parts import load_part
from cardkit.seats import Viewer
from cardkit_cli.table import generic
from cardkit_cli.table.drawing import Block, Scene, TableDrawing
from cardkit_cli.table.signs import Fitting

__all__ = ["height", "needs_time", "table"]

WIDEST = 100
"""No table is wider than this: the eye has to find its way back."""


def table(
    game: AnyGame,
    view: object,
    viewer: Viewer,
    names: Sequence[str],
    language: Language = "en",
    width: int = 80,
    memory: object = None,
) -> RenderableType:
    """Draw all that the viewer's view shows; `names` are those of the seats.

    `memory` is what the viewer remembers (`match.memory`), for a game whose drawing shows it. A view of a game
    without a drawing is shown field by field.
    """
    return Fitting(Group(*_block(game, view, viewer, names, language, width, memory)))


def height(
    game: AnyGame,
    view: object,
    viewer: Viewer,
    names: Sequence[str],
    language: Language,
    width: int,
    memory: object = None,
) -> int:
    """Count the lines of the table."""
    return len(_block(game, view, viewer, names, language, width, memory))


def needs_time(game: AnyGame, view: object) -> bool:
    """Whether the viewer looks at cards just now that the next event hides, so that they need time to look."""
    drawing = _drawing(game, view)
    return drawing is not None and drawing.needs_time(view)


def _block(
    game: AnyGame,
    view: object,
    viewer: Viewer,
    names: Sequence[str],
    language: Language,
    width: int,
    memory: object,
) -> Block:
    scene = Scene(tuple(names), language, min(width, WIDEST), viewer)
    drawing = _drawing(game, view)
    return generic.draw(game.title, view, scene) if drawing is None else drawing.draw(view, scene, memory)


def _drawing(game: AnyGame, view: object) -> TableDrawing[object, object] | None:
    """The game's own drawing, if it has one and this is one of its views."""
    if game.table is None or not isinstance(view, class_of(game.wire.view)):
        return None
    return load_part(game.key, "table", game.table, _is_drawing, "a cardkit_cli.table.drawing.TableDrawing")


def _is_drawing(part: object) -> TypeGuard[TableDrawing[object, object]]:
    return isinstance(part, TableDrawing)
