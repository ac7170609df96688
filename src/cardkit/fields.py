"""The fields of a message class, with their types. The class may be generic in what a hidden card is."""

from collections.abc import Mapping
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Never,
    TypeGuard,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs

from cardkit.rejections import BrokenGame

__all__ = ["RESERVED", "check_fields", "class_of", "field_types", "is_tuple", "is_union", "members"]

RESERVED: Final = ("n", "by", "more", "type", "v", "seal")
"""Names that a field of a message can't have, because a line of a log uses them."""


def is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    """Return whether the value is a tuple, of any items."""
    return isinstance(value, tuple)


def is_union(kind: object) -> bool:
    """Return whether the type is a union, written with `|` or not."""
    return get_origin(kind) in (Union, UnionType)


def members(kind: object) -> tuple[object, ...]:
    """Return the types in a union, or the one type."""
    return get_args(kind) if is_union(kind) else (kind,)


def class_of(kind: Any) -> type:
    """Return the class of a parametrised type: `Dealt` for `Dealt[Unseen]`."""
    origin = get_origin(kind)
    return origin if isinstance(origin, type) else kind


def field_types(kind: Any) -> dict[str, object]:
    """Return the types of an attrs class's fields by name, with type parameters filled in and marks removed."""
    cls = class_of(kind)
    given = dict(zip(getattr(cls, "__parameters__", ()), get_args(kind), strict=False))
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: _filled(hints[field.name], given) for field in attrs.fields(cls)}


def _filled(hint: Any, given: Mapping[Any, object]) -> Any:
    items, origin = get_args(hint), get_origin(hint)
    if origin is Annotated:
        return _filled(items[0], given)
    if isinstance(hint, TypeVar):
        return given.get(hint, Never)
    if is_union(hint):
        kinds = [_filled(item, given) for item in items]
        return Union[tuple(kind for kind in kinds if kind is not Never)]  # noqa: UP007  # the members are known when it runs
    if origin is tuple:
        return tuple.__class_getitem__(tuple(item if item is ... else _filled(item, given) for item in items))
    parameters = getattr(hint, "__parameters__", ())
    return hint[tuple(given.get(one, Never) for one in parameters)] if parameters and items else hint


def check_fields(what: str, cls: type, names: Mapping[str, str | None]) -> None:
    """Raise `BrokenGame` if a message of this class, with these other names of fields, can't be written as JSON."""
    if not attrs.has(class_of(cls)):
        raise BrokenGame(f"{what}: {cls.__name__} isn't an attrs class; decorate it with attrs.frozen")
    fields = [field.name for field in attrs.fields(class_of(cls))]
    for field in names:
        if field not in fields:
            raise BrokenGame(f"{what}: {class_of(cls).__name__} has no field {field!r} that could be renamed")
    written = [name for name in (names.get(field, field) for field in fields) if name is not None]
    for name in written:
        if name in RESERVED:
            raise BrokenGame(
                f"{what}: a field can't be called {name!r}, because a line of a log uses that name; rename the field, "
                "or give it another name in JSON (`field_names`)"
            )
        if written.count(name) > 1:
            raise BrokenGame(f"{what}: two fields are called {name!r} in JSON")
