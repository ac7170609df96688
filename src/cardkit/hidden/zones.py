"""The fields of a class that hold cards. They are read from types and marks, and checked when a game is created."""

from enum import Enum
from inspect import isclass
from types import NoneType
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from cardkit.fields import is_union
from cardkit.hidden.cards import FACE_DOWN, H
from cardkit.hidden.marks import ByPlace, Everybody, Mark, Named, Nobody, SeenIf, Sorted
from cardkit.rejections import BrokenGame, shown

__all__ = ["NO_QUESTION_MARK", "Zone", "is_face_down", "mentions", "zones_of"]

_MARKS: Final = (Everybody, Nobody, ByPlace, Named, SeenIf)
DEEPEST: Final = 2
"""Cards lie in a field, in a tuple, or in a tuple of tuples."""
NO_QUESTION_MARK: Final = "unseen cards are written so in JSON: give the face another name"


@frozen
class Zone:
    """A field that holds cards."""

    name: str
    depth: int
    """The number of nested tuples around a card."""
    gaps: bool
    """Whether a place may hold `None` instead of a card."""
    hidden: bool
    """Whether cards may lie face down in it."""
    mark: Mark[Any]
    sorted: bool = False


@frozen
class _Shape:
    depth: int
    gaps: bool
    hidden: bool


def zones_of(cls: type) -> tuple[Zone, ...]:
    """Return the zones of a state's or an event's class. Raise `BrokenGame` if a field or its mark makes no sense."""
    if not isclass(cls) or not attrs.has(cls):
        raise BrokenGame(f"{_named(cls)} isn't an attrs class; decorate it with attrs.frozen")
    try:
        hints = get_type_hints(cls, include_extras=True)
    except NameError as error:
        raise BrokenGame(
            f"the types of the fields of {cls.__name__} can't be read: {error}; define {error.name} in the module"
        ) from error
    fields = attrs.fields(cls)
    for field in fields:
        if not field.init:
            raise BrokenGame(
                f"{cls.__name__}.{field.name} isn't an argument of the class (init=False), so the class can't be made "
                "again with cards hidden; use a property"
            )
    names = [field.name for field in fields]
    found = [_zone(cls, name, hints[name]) for name in names]
    zones = tuple(zone for zone in found if zone is not None)
    for zone in zones:
        _check(cls, zone, names)
    return zones


def _zone(cls: type, name: str, hint: object) -> Zone | None:
    kind, extras = _unwrapped(hint)
    marks: list[Mark[Any]] = [extra for extra in extras if isinstance(extra, _MARKS)]
    is_sorted = any(isinstance(extra, Sorted) for extra in extras)
    where = f"{cls.__name__}.{name}"
    if len(marks) > 1:
        raise BrokenGame(f"{where} has {len(marks)} marks that say who sees it; keep one of them")
    if _is_marked_within(kind):
        raise BrokenGame(
            f"{where} has a mark inside its type; put it around the whole type: Annotated[..., OWNER]"
        )
    if not marks and not mentions(kind):
        if is_sorted:
            raise BrokenGame(
                f"{where} is SORTED, but not marked as a zone; say who sees it too: OWNER, or ALL"
            )
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
        raise BrokenGame(f"{where} is one card: SORTED has no meaning there; remove the mark")
    if zone.sorted and zone.gaps:
        raise BrokenGame(f"{where} has gaps (None), so its order tells something; remove SORTED, or None")
    if zone.sorted and zone.depth == 1 and isinstance(zone.mark, ByPlace):
        raise BrokenGame(f"{where} has one card for each seat, so its order tells whose it is; remove SORTED")


def _unwrapped(hint: object) -> tuple[object, tuple[object, ...]]:
    if get_origin(hint) is Annotated:
        kind, *extras = get_args(hint)
        return kind, tuple(extras)
    return hint, ()


def _is_marked_within(kind: object) -> bool:
    """Return whether a mark is deeper in the type, where it would have no effect."""
    return any(
        isinstance(extra, (*_MARKS, Sorted)) for item in get_args(kind) for extra in _unwrapped(item)[1]
    ) or any(_is_marked_within(_unwrapped(item)[0]) for item in get_args(kind))


def mentions(kind: Any) -> bool:
    """Return whether the type is generic in what a hidden card may be."""
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
    if is_union(kind):
        faces = [item for item in items if item is not NoneType and item is not H]
        if not any(mentions(face) or get_origin(face) is tuple for face in faces):
            if any(is_face_down(face) for kind in faces for face in _listed(kind)):
                raise BrokenGame(f"{where} may hold a face {FACE_DOWN!r}; {NO_QUESTION_MARK}")
            return _Shape(0, NoneType in items, H in items)
    elif kind is H:
        raise BrokenGame(f"{where} has the type H alone; say what lies there when it is seen: Card | H")
    elif not mentions(kind):
        return _Shape(0, gaps=False, hidden=False)
    raise BrokenGame(
        f"{where}: {_named(kind)} can't hold cards; a zone is Card | H, a tuple of these, or a tuple of such tuples, "
        "and is a field of the state or event itself, not of a class within it"
    )


def _listed(kind: Any) -> tuple[object, ...]:
    """Return the faces that the type itself lists, as a literal or an enum does."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(kind) if isinstance(kind, type) and issubclass(kind, Enum) else ()


def is_face_down(face: object) -> bool:
    """Return whether the face is written in JSON like an unseen card."""
    return (face.value if isinstance(face, Enum) else face) == FACE_DOWN


def _named(kind: Any) -> str:
    """Return a type as an author writes it: `tuple[int | H, ...]`."""
    items, origin = get_args(kind), get_origin(kind)
    if kind is ... or kind is NoneType:
        return "..." if kind is ... else "None"
    if is_union(kind):
        return " | ".join(map(_named, items))
    name: str = getattr(origin or kind, "__name__", None) or shown(kind)
    return f"{name}[{', '.join(map(_named, items))}]" if items else name
