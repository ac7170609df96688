"""A match as people see it on a terminal or on paper."""

from collections.abc import Sequence

from rich.console import Group, RenderableType

from cardkit.codec import codec
from cardkit.documents import Document
from cardkit.game import AnyGame, Json
from cardkit.language import Language
from cardkit_cli.table import table

__all__ = ["draw_match"]


def draw_match(
    game: AnyGame, seen: Document, language: Language, names: Sequence[str], width: int
) -> RenderableType:
    """Draw the view in a viewer's document of a match; in the owner's document, the view of each seat."""
    viewer, views = seen["seat"], seen.get("views")
    if not isinstance(views, list):
        seat = viewer if isinstance(viewer, int) else None
        return table(game, _view(game, seen["view"]), seat, names, language, width)
    drawn: list[RenderableType] = []
    for seat, (name, view) in enumerate(zip(names, views, strict=True)):
        drawn += [f"--- {name}", table(game, _view(game, view), seat, names, language, width)]
    return Group(*drawn)


def _view(game: AnyGame, document: Json) -> object:
    return codec(game).view_in(document)
