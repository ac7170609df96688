"""Parts of a view, by their names; and the cards in them."""

from enum import Enum
from typing import Final, Literal, TypeGuard

__all__ = ["MISSING", "at", "is_tuple", "listed", "part_of"]


class _Missing(Enum):
    MISSING = "missing"


MISSING: Final[Literal[_Missing.MISSING]] = _Missing.MISSING
"""What a part is that the view doesn't have at this moment: one that belongs to another phase."""


def part_of(value: object, part: str) -> object:
    """Return a part by its name; `MISSING`, if the value doesn't have it."""
    for name in part.split("."):
        value = getattr(value, name, MISSING)
    return value


def is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    """Return whether it is a tuple, of whatever."""
    return isinstance(value, tuple)


def listed(value: object) -> tuple[object, ...]:
    """Return the cards there: one card is a tuple of it, a gap is none."""
    if is_tuple(value):
        return value
    return () if value is None or value is MISSING else (value,)


def at(value: object, place: int) -> object:
    """Return what is there in a tuple; `MISSING`, if it is too short."""
    return value[place] if is_tuple(value) and place < len(value) else MISSING
