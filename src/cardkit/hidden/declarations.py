"""Checks of what an author declares with marks: that they are marks, and that the class is generic in `H`."""

from inspect import isclass
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from cardkit.fields import class_of
from cardkit.hidden import marks
from cardkit.hidden.cards import H
from cardkit.hidden.marks import ByPlace, Everybody, Named, Nobody, SeenIf, Sorted
from cardkit.hidden.zones import mentions
from cardkit.rejections import BrokenGame, shown
from cardkit.seats import Owner

__all__ = ["check_marks"]

_CLASSES: Final = (Everybody, Nobody, ByPlace, Named, SeenIf, Sorted)
_NAMES: Final = frozenset(marks.__all__)


def check_marks(kind: Any) -> None:
    """Raise `BrokenGame` if a field is annotated with what is no mark, or has an `H` that the class lacks."""
    cls = class_of(kind)
    try:
        hints = get_type_hints(cls, include_extras=True)
    except NameError:  # `zones_of` says which name
        return
    for name, hint in hints.items():
        if mentions(hint) and H not in getattr(cls, "__parameters__", ()):
            raise BrokenGame(
                f"{cls.__name__}.{name} may hold hidden cards, but {cls.__name__} isn't generic in H; "
                f"write class {cls.__name__}(Generic[H])"
            )
        for extra in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
            if mistake := _mistake(extra):
                raise BrokenGame(f"{cls.__name__}.{name} is annotated with {mistake}")


def _mistake(extra: object) -> str:
    if isinstance(extra, str) and extra in _NAMES:
        return f"the text {shown(extra)}, which is no mark; import {extra} from cardkit.hidden"
    if isinstance(extra, Owner) or extra is Owner:
        return "OWNER of cardkit.seats, which is the owner of a match; import OWNER from cardkit.hidden"
    if isclass(extra) and extra in _CLASSES:
        return f"the class {extra.__name__}; write {extra.__name__}(...), or one of the marks OWNER, SEAT, NOBODY, ALL"
    return ""
