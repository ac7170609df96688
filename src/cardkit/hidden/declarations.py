"""Checks of marks that look like marks of `cardkit.hidden`, but aren't."""

from inspect import isclass
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from cardkit.fields import class_of
from cardkit.hidden import marks
from cardkit.hidden.marks import ByPlace, Everybody, Named, Nobody, SeenIf, Sorted
from cardkit.rejections import BrokenGame, shown
from cardkit.seats import Owner

__all__ = ["check_marks"]

_CLASSES: Final = (Everybody, Nobody, ByPlace, Named, SeenIf, Sorted)
_NAMES: Final = frozenset(marks.__all__)


def check_marks(kind: Any) -> None:
    """Raise `BrokenGame` if a field of the class is annotated with something that is taken for a mark."""
    cls = class_of(kind)
    try:
        hints = get_type_hints(cls, include_extras=True)
    except NameError:  # `zones_of` says which name
        return
    for name, hint in hints.items():
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
