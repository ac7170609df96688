"""The search for a game's layout. A game without one gets a layout made from its declarations."""

from functools import cache
from typing import TypeGuard

import attrs

from cardkit.drawing.build.generic import generic_layout
from cardkit.drawing.layout import Layout
from cardkit.fields import class_of, field_types, members
from cardkit.game import AnyGame
from cardkit.parts import load_part
from cardkit.rejections import BrokenGame

__all__ = ["layout_of", "own_layout"]


def layout_of(game: AnyGame, view: object, seats: int) -> Layout[object]:
    """Return the game's own layout, or one made from the fields of the view and their marks.

    Raise `BrokenGame` if it isn't a layout, or names a part that the view doesn't have.
    """
    return own_layout(game) or generic_layout(game, view, seats)


@cache
def own_layout(game: AnyGame) -> Layout[object] | None:
    """Return the layout that the game names, if it names one."""
    reference = game.layout
    if reference is None:
        return None
    layout = load_part(game.key, "layout", reference, _is_layout, "a cardkit.drawing.Layout")
    named = (
        *(("place", place.part) for place in layout.places),
        *(("column", column.part) for column in layout.columns),
        *(("detail", part) for part in layout.details),
        *(
            ("target", target.part)
            for given in layout.targets.values()
            for target in (given if isinstance(given, tuple) else (given,))
        ),
    )
    for what, part in named:
        if part not in layout.computed:
            _check(f"game {game.key}: {what} {part!r} of its layout", game.wire.view, part)
    return layout


def _is_layout(part: object) -> TypeGuard[Layout[object]]:
    return isinstance(part, Layout)


def _check(what: str, kind: object, part: str) -> None:
    """Raise `BrokenGame` if no value of this type has such a part."""
    kinds = [kind]
    for name in part.split("."):
        fields = [field_types(arm) for kind in kinds for arm in members(kind) if attrs.has(class_of(arm))]
        kinds = [types[name] for types in fields if name in types]
        if not kinds:
            known = ", ".join(dict.fromkeys(name for types in fields for name in types)) or "none"
            raise BrokenGame(f"{what}: no field {name!r}; the fields there: {known}")
