"""The parts of a view, by their names, and the cards in them."""

from enum import Enum
from typing import Final, Literal

from cardkit.fields import is_tuple

__all__ = ["MISSING", "at", "listed", "part_of"]


class _Missing(Enum):
    MISSING = "missing"


MISSING: Final[Literal[_Missing.MISSING]] = _Missing.MISSING
"""Stands for a part that the view doesn't have at this moment, because it belongs to another phase."""


def part_of(value: object, part: str) -> object:
    """Return a part by its name, or `MISSING` if the value doesn't have it."""
    for name in part.split("."):
        value = getattr(value, name, MISSING)
    return value


def listed(value: object) -> tuple[object, ...]:
    """Return the cards there. One card becomes a tuple, and a gap an empty one."""
    if is_tuple(value):
        return value
    return () if value is None or value is MISSING else (value,)


def at(value: object, place: int) -> object:
    """Return the item at this place of a tuple, or `MISSING` if the tuple is too short."""
    return value[place] if is_tuple(value) and place < len(value) else MISSING
