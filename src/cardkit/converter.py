"""Conversion between JSON and attrs classes by cattrs, made strict. `codec` loads it on first use."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from types import MappingProxyType, NoneType
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeGuard, TypeVar, Union, get_args, get_origin

import attrs
from cattrs import ClassValidationError, Converter, IterableValidationError, transform_error
from cattrs.errors import AttributeValidationNote, ForbiddenExtraKeysError, IterableValidationNote
from cattrs.gen import (
    make_dict_structure_fn,
    make_dict_unstructure_fn,
    mapping_structure_factory,  # pyright: ignore[reportUnknownVariableType]  # two of its parameters have no type in cattrs
    override,
)

from cardkit.fields import class_of, field_types, is_union
from cardkit.game import Json
from cardkit.hidden.cards import FACE_DOWN, UNSEEN, Unseen
from cardkit.rejections import WireError, shown

__all__ = ["FAST", "OPEN", "hooks_for", "structured"]

T = TypeVar("T")

Names: TypeAlias = Mapping[str, str | None]
"""Names in JSON, by field; `None` for a field that isn't written."""
NO_NAMES: Final[Names] = MappingProxyType({})


class _Mismatch(ValueError):
    """A value of the wrong kind. Its text says what was expected."""


def hooks_for(
    cls: type[T], names: Names = NO_NAMES
) -> tuple[Callable[[T], dict[str, Json]], Callable[[object, type[T]], T]]:
    """Return functions from a message of the class to its fields in JSON, and back."""
    if not names:
        return FAST.get_unstructure_hook(cls), FAST.get_structure_hook(cls)
    back: Any = _attrs_hook(FAST, True, False, cls, names)
    there: Any = _attrs_out_hook(FAST, cls, names)
    return there, back


def structured(document: Json, cls: type[T], names: Names = NO_NAMES) -> T:
    """Return the message of a document. Raise `WireError`, with the path, if it is malformed. This is slow."""
    if not isinstance(document, dict):
        raise WireError("expected an object")
    hook: Any = _attrs_hook(_DETAILED, True, True, cls, names) if names else _DETAILED.get_structure_hook(cls)
    try:
        made: T = hook(document, cls)
    except (ClassValidationError, IterableValidationError, ValueError, TypeError, KeyError) as error:
        explained = partial(_explained, names)
        message, _, path = transform_error(error, format_exception=explained)[0].rpartition(" @ ")
        raise WireError(message, _in_json(path, names)) from None
    return made


def _in_json(path: str, names: Names) -> str:
    """Return the path with the first field's name as JSON has it."""
    for field, name in names.items():
        if path == f"$.{field}" or path.startswith((f"$.{field}.", f"$.{field}[")):
            return f"$.{name}{path[len(field) + 2 :]}"
    return path


def _explained(names: Names, error: BaseException, kind: type | None) -> str:
    match error:
        case _Mismatch():
            return str(error)
        case KeyError():
            return "missing"
        case ForbiddenExtraKeysError():
            unknown = sorted(map(str, error.extra_fields))
            told = ", ".join(map(shown, unknown[:5]))
            if len(unknown) > 1:
                return f"unknown keys {told}"
            known = [name for field in field_types(error.cl) if (name := names.get(field, field)) is not None]
            near = get_close_matches(unknown[0], known, n=1)
            return f"unknown key {told}" + (f"; did you mean {shown(near[0])}?" if near else "")
        case _:
            return "expected an object" if kind is not None and attrs.has(kind) else "invalid value"


def _primitive(kind: type[T], name: str, value: object, _: object) -> T:
    if type(value) is kind:
        return value
    raise _Mismatch(f"expected {name}, found {_JSON_NAMES.get(type(value), 'something else')}")


_JSON_NAMES: Final[dict[type, str]] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number with a fraction",
    str: "a text",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def _tuple_hook(converter: Converter, kind: Any) -> Callable[[object, object], object]:
    items = get_args(kind)
    endless = len(items) == 2 and items[1] is ...
    sequence: Any = list.__class_getitem__(items[0]) if endless else list
    inner: Callable[[object, object], list[object]] = converter.get_structure_hook(sequence)

    def many(value: object, _: object) -> object:
        if not _is_list(value):
            raise _Mismatch(f"expected a list, found {_JSON_NAMES.get(type(value), 'something else')}")
        return tuple(inner(value, sequence))

    def fixed(value: object, _: object) -> object:
        found: list[object] = value if _is_list(value) else []
        if len(found) != len(items):
            raise _Mismatch(f"expected a list of {len(items)}")
        done: list[object] = []
        for index, (item, item_kind) in enumerate(zip(found, items, strict=True)):
            try:
                done.append(converter.structure(item, item_kind))
            except Exception as error:
                error.add_note(IterableValidationNote(f"at index {index}", index, item_kind))
                raise IterableValidationError("in a list", [error], kind) from None  # pyright: ignore[reportCallIssue]  # it looks at ExceptionGroup's constructor
        return tuple(done)

    return many if endless else fixed


def _dict_hook(converter: Converter, detailed: bool, kind: Any) -> Callable[[object, object], object]:
    inner: Any = mapping_structure_factory(kind, converter, detailed_validation=detailed)

    def named(value: object, _: object) -> object:
        if not _is_object(value):
            raise _Mismatch(f"expected an object, found {_JSON_NAMES.get(type(value), 'something else')}")
        mapped: object = inner(value, kind)
        return mapped

    return named


def _is_object(value: object) -> TypeGuard[dict[object, object]]:
    return type(value) is dict


def _is_list(value: object) -> TypeGuard[list[object]]:
    return type(value) is list


def _literal_hook(kind: Any) -> Callable[[object, object], object]:
    values = {value: value for value in get_args(kind) if type(value) is str}
    others: dict[object, object] = {
        (type(value), value): value for value in get_args(kind) if type(value) is not str
    }
    wanted = ", ".join("null" if value is None else str(value) for value in get_args(kind))

    def one_of(value: object, _: object) -> object:
        if type(value) is str and value in values:
            return values[value]
        if others and isinstance(value, int | None) and (type(value), value) in others:
            return others[type(value), value]
        raise _Mismatch(f"expected one of {wanted}")

    return one_of


def _is_plain_union(kind: object) -> bool:
    """Return whether it is a union of several kinds of JSON values, such as `Json`, or a number or a word."""
    kinds = [item for item in get_args(kind) if item is not NoneType]
    return (
        is_union(kind)
        and len(kinds) > 1
        and all(_plain(item) in _JSON_NAMES or get_origin(item) is Literal for item in kinds)
    )


def _is_json(kind: object) -> bool:
    """Return whether it is `Json` inside another type, where the alias isn't resolved."""
    return kind == Json


def _as_it_is(value: object, _: object) -> object:
    return value


def _plain(kind: Any) -> Any:
    origin = get_origin(kind)
    return get_args(kind)[0] if origin is Annotated else origin or kind


def _plain_union_hook(kind: Any) -> Callable[[object, object], object]:
    kinds = {_plain(item) for item in get_args(kind)}
    words = [word for item in get_args(kind) if get_origin(item) is Literal for word in get_args(item)]
    wanted = " or ".join([*[_JSON_NAMES[item] for item in _JSON_NAMES if item in kinds], *map(shown, words)])

    def one_of(value: object, _: object) -> object:
        if type(value) in kinds or any(type(value) is type(word) and value == word for word in words):
            return value
        raise _Mismatch(f"expected {wanted}")

    return one_of


def _is_optional(kind: object) -> bool:
    """Return whether it is one type or `None`."""
    items = get_args(kind)
    return is_union(kind) and len(items) == 2 and NoneType in items


def _optional_hook(converter: Converter, kind: Any) -> Callable[[object, object], object]:
    """Return a hook that looks up that of the type once. Cattrs' own looks it up again for each value."""
    (inner,) = (item for item in get_args(kind) if item is not NoneType)
    found: list[Callable[[object, object], object]] = []

    def structure(value: object, _: object) -> object:
        if value is None:
            return None
        if not found:  # not before: the type may be the class that is being read
            found.append(converter.get_structure_hook(inner))
        return found[0](value, inner)

    return structure


def _has_origin(origin: object, kind: object) -> bool:
    return get_origin(kind) is origin


def _may_be_unseen(kind: object) -> bool:
    return is_union(kind) and Unseen in get_args(kind)


def _seen(kind: Any) -> Any:
    """Return the type without `Unseen`."""
    return Union[tuple(item for item in get_args(kind) if item is not Unseen)]  # noqa: UP007  # the members are known when it runs


def _unseen_hook(converter: Converter, kind: Any) -> Callable[[object, object], object]:
    seen = _seen(kind)
    inner = converter.get_structure_hook(seen)

    def structure(value: object, _: object) -> object:
        return UNSEEN if value == FACE_DOWN else inner(value, seen)

    return structure


def _unseen_out_hook(converter: Converter, kind: Any) -> Callable[[object], object]:
    inner = converter.get_unstructure_hook(_seen(kind))

    def unstructure(value: object) -> object:
        return FACE_DOWN if type(value) is Unseen else inner(value)

    return unstructure


def _is_parametrised(kind: object) -> bool:
    return get_origin(kind) is not None and attrs.has(class_of(kind))


def _attrs_hook(
    converter: Converter, closed: bool, detailed: bool, kind: Any, names: Names = NO_NAMES
) -> Callable[[object, object], object]:
    hooks = {
        name: override(
            struct_hook=_for_type(converter.get_structure_hook(field), field), **_renamed(name, names)
        )
        for name, field in field_types(kind).items()
    }
    made: Any = make_dict_structure_fn(
        kind,
        converter,
        _cattrs_forbid_extra_keys=closed,
        _cattrs_detailed_validation=detailed,
        **hooks,  # type: ignore[arg-type]  # one override a field, beside the other arguments
    )
    structure: Callable[[object, object], object] = made
    optional = [
        name
        for field in attrs.fields(class_of(kind))
        if field.default is not attrs.NOTHING and (name := names.get(field.name, field.name)) is not None
    ]
    return _demanding(structure, optional, kind) if closed and optional else structure


def _demanding(
    structure: Callable[[object, object], object], fields: list[str], kind: Any
) -> Callable[[object, object], object]:
    """Return the hook of a class with defaults, made to require these fields. JSON has all of them."""

    def demand(value: object, to: object) -> object:
        if _is_object(value):
            for name in fields:
                if name not in value:
                    missing = KeyError(name)
                    missing.add_note(AttributeValidationNote(f"at attribute {name}", name, object))
                    raise ClassValidationError("a field is missing", [missing], kind)  # pyright: ignore[reportCallIssue]  # it looks at ExceptionGroup's constructor
        return structure(value, to)

    return demand


def _renamed(field: str, names: Names) -> dict[str, Any]:
    """Return cattrs' overrides for the field's name in JSON."""
    if field not in names:
        return {}
    name = names[field]
    return {"omit": True} if name is None else {"rename": name}


def _for_type(hook: Callable[[object, Any], object], kind: object) -> Callable[[object, object], object]:
    """Return the hook, called with the field's true type. Cattrs would pass the type as it is written in the class."""

    def structure(value: object, _: object) -> object:
        return hook(value, kind)

    return structure


def _attrs_out_hook(converter: Converter, kind: Any, names: Names = NO_NAMES) -> Callable[[object], Any]:
    hooks = {
        name: override(unstruct_hook=converter.get_unstructure_hook(field), **_renamed(name, names))
        for name, field in field_types(kind).items()
    }
    made: Any = make_dict_unstructure_fn(kind, converter, **hooks)  # type: ignore[arg-type]  # one override a field
    unstructure: Callable[[object], object] = made
    return unstructure


def _converter(*, detailed: bool, closed: bool = True) -> Converter:
    converter = Converter(
        forbid_extra_keys=closed, detailed_validation=detailed, unstruct_collection_overrides={tuple: list}
    )
    for kind, name in (
        (int, "a whole number"),
        (str, "a text"),
        (bool, "true or false"),
        (float, "a number"),
    ):
        converter.register_structure_hook(kind, partial(_primitive, kind, name))
    converter.register_structure_hook_factory(partial(_has_origin, tuple), partial(_tuple_hook, converter))
    converter.register_structure_hook_factory(
        partial(_has_origin, dict), partial(_dict_hook, converter, detailed)
    )
    converter.register_structure_hook_factory(partial(_has_origin, Literal), _literal_hook)
    converter.register_structure_hook_factory(_is_optional, partial(_optional_hook, converter))
    converter.register_structure_hook_factory(_is_plain_union, _plain_union_hook)
    converter.register_structure_hook_func(_is_json, _as_it_is)
    converter.register_structure_hook_factory(_may_be_unseen, partial(_unseen_hook, converter))
    converter.register_unstructure_hook_factory(_may_be_unseen, partial(_unseen_out_hook, converter))
    converter.register_structure_hook_factory(
        _is_parametrised, partial(_attrs_hook, converter, closed, detailed)
    )
    converter.register_unstructure_hook_factory(_is_parametrised, partial(_attrs_out_hook, converter))
    return converter


FAST: Final = _converter(detailed=False)
_DETAILED: Final = _converter(detailed=True)
OPEN: Final = _converter(detailed=False, closed=False)
"""Ignores unknown keys. It is for documents of a newer cardkit that are only read."""
