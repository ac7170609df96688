"""The fields of a class that hold cards, read from their types and marks, and checked when a game is made."""

from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from cardkit.hidden.cards import H
from cardkit.hidden.marks import ByPlace, Everybody, Named, Nobody, SeenIf, Sorted
from cardkit.rejections import BrokenGame

__all__ = ["Zone", "zones_of"]

_MARKS: Final = (Everybody, Nobody, ByPlace, Named, SeenIf)
DEEPEST: Final = 2
"""Cards lie in a field, in a tuple, or in a tuple of tuples."""


@frozen
class Zone:
    """A field that holds cards."""

    name: str
    depth: int
    """How many tuples deep the cards lie."""
    gaps: bool
    """Whether `None` may lie in the place of a card."""
    hidden: bool
    """Whether cards may lie face down in it."""
    mark: Everybody | Nobody | ByPlace | Named | SeenIf[Any]
    sorted: bool = False


@frozen
class _Shape:
    depth: int
    gaps: bool
    hidden: bool


def zones_of(cls: type) -> tuple[Zone, ...]:
    """Return the zones of a state's or an event's class. Raise `BrokenGame` if a field or its mark makes no sense."""
    if not attrs.has(cls):
        raise BrokenGame(f"{cls.__name__} is no attrs class: decorate it with attrs.frozen")
    hints = get_type_hints(cls, include_extras=True)
    names = [field.name for field in attrs.fields(cls)]
    found = [_zone(cls, name, hints[name]) for name in names]
    zones = tuple(zone for zone in found if zone is not None)
    for zone in zones:
        _check(cls, zone, names)
    return zones


def _zone(cls: type, name: str, hint: object) -> Zone | None:
    kind, extras = _unwrapped(hint)
    marks: list[Any] = [extra for extra in extras if isinstance(extra, _MARKS)]
    where = f"{cls.__name__}.{name}"
    if len(marks) > 1:
        raise BrokenGame(f"{where} has {len(marks)} marks that say who sees it; keep one of them")
    if not marks and not _mentions(kind):
        return None
    shape = _shape(kind, where)
    if shape.hidden and not marks:
        raise BrokenGame(
            f"{where} holds cards that may lie face down, but nothing says who sees them; "
            "mark its type: Annotated[..., OWNER] (or NOBODY, SEAT, OTHERS, ALL)"
        )
    mark = marks[0] if marks else Everybody()
    if not shape.hidden and not isinstance(mark, Everybody):
        raise BrokenGame(
            f"{where} is marked as hidden, but its cards can't lie face down; give them the type Card | H"
        )
    if shape.depth > DEEPEST:
        raise BrokenGame(
            f"{where} nests tuples {shape.depth} deep; cards lie at most {DEEPEST} deep: split the field"
        )
    is_sorted = any(isinstance(extra, Sorted) for extra in extras)
    return Zone(name, shape.depth, shape.gaps, shape.hidden, mark, is_sorted)


def _check(cls: type, zone: Zone, names: list[str]) -> None:
    where = f"{cls.__name__}.{zone.name}"
    if isinstance(zone.mark, ByPlace) and not zone.depth:
        raise BrokenGame(
            f"{where} is one card, so it has no place for each seat; "
            "mark it with the seat that sees it (SEAT, or Named with the name of a field)"
        )
    if isinstance(zone.mark, Named) and zone.mark.field not in names:
        raise BrokenGame(
            f"{where} is seen by the seat in {zone.mark.field!r}, but {cls.__name__} has no such field; "
            f"its fields are {', '.join(names)}"
        )
    if zone.sorted and not zone.depth:
        raise BrokenGame(f"{where} is one card: SORTED says nothing of it; remove the mark")


def _unwrapped(hint: object) -> tuple[object, tuple[object, ...]]:
    if get_origin(hint) is Annotated:
        kind, *extras = get_args(hint)
        return kind, tuple(extras)
    return hint, ()


def _mentions(kind: Any) -> bool:
    """Whether the type is generic in what a hidden card may be."""
    return kind is H or H in getattr(kind, "__parameters__", ())


def _shape(kind: object, where: str) -> _Shape:
    items = get_args(kind)
    if get_origin(kind) is tuple:
        if len(items) != 2 or items[1] is not ...:
            raise BrokenGame(
                f"{where} is a tuple of fixed length; zones are tuples of any length: tuple[Card | H, ...]"
            )
        inner = _shape(items[0], where)
        return _Shape(inner.depth + 1, inner.gaps, inner.hidden)
    if get_origin(kind) in (Union, UnionType):
        faces = [item for item in items if item is not NoneType and item is not H]
        if not any(_mentions(face) or get_origin(face) is tuple for face in faces):
            return _Shape(0, NoneType in items, H in items)
    elif kind is H:
        raise BrokenGame(f"{where} has the type H alone; say what lies there when it is seen: Card | H")
    elif not _mentions(kind):
        return _Shape(0, gaps=False, hidden=False)
    raise BrokenGame(
        f"{where}: {_named(kind)} can't hold cards; a zone is Card | H, a tuple of these, or a tuple of such tuples, "
        "and stands in the state or event itself, not in a class within it"
    )


def _named(kind: object) -> str:
    return (
        kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind).replace("typing.", "")
    )
