"""The fields of a message class, with their types. The class may be generic in what a hidden card is."""

from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Never, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

__all__ = ["class_of", "field_types"]


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
    if origin in (Union, UnionType):
        kinds = [_filled(item, given) for item in items]
        return Union[tuple(kind for kind in kinds if kind is not Never)]  # noqa: UP007  # the members are known when it runs
    if origin is tuple:
        return tuple.__class_getitem__(tuple(item if item is ... else _filled(item, given) for item in items))
    parameters = getattr(hint, "__parameters__", ())
    return hint[tuple(given.get(one, Never) for one in parameters)] if parameters and items else hint
