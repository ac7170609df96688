"""A state taken apart, so that it can be said which part of it differs."""

from typing import Final, TypeGuard

import attrs

__all__ = ["fields_of", "is_row", "leaves"]

_NAMES: Final[dict[type, tuple[str, ...] | None]] = {}
"""The names of a class's fields. A state has few classes, and is taken apart thousands of times."""


def fields_of(value: object) -> dict[str, object] | None:
    """The fields of an instance of an attrs class, by name; `None` for everything else."""
    kind = type(value)
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in attrs.fields(kind)) if attrs.has(kind) else None
    names = _NAMES[kind]
    return None if names is None else {name: getattr(value, name) for name in names}


def is_row(value: object) -> TypeGuard[tuple[object, ...]]:
    """Whether it is a tuple, of whatever."""
    return isinstance(value, tuple)


def leaves(value: object) -> dict[str, object]:
    """Every part that has no parts, by its path: `{"hands[0][1]": "b7", ...}`."""
    found: dict[str, object] = {}
    _add(found, value, "")
    return found


def _add(found: dict[str, object], value: object, path: str) -> None:
    if is_row(value) and value:
        for place, part in enumerate(value):
            _add(found, part, f"{path}[{place}]")
    elif (fields := fields_of(value)) is not None:
        for name, part in fields.items():
            _add(found, part, f"{path}.{name}" if path else name)
    else:
        found[path] = value
