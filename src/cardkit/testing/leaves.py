"""A state taken apart, so that it can be said which part of it differs."""

from collections.abc import Iterator
from typing import TypeGuard

import attrs

__all__ = ["fields_of", "is_row", "leaves"]


def fields_of(value: object) -> dict[str, object] | None:
    """The fields of an instance of an attrs class, by name; `None` for everything else."""
    if not attrs.has(type(value)):
        return None
    fields = attrs.fields(type(value))  # type: ignore[arg-type]  # attrs' stubs want their own bound
    return {field.name: getattr(value, field.name) for field in fields}


def is_row(value: object) -> TypeGuard[tuple[object, ...]]:
    """Whether it is a tuple, of whatever."""
    return isinstance(value, tuple)


def leaves(value: object) -> dict[str, object]:
    """Every part that has no parts, by its path: `{"hands[0][1]": "b7", ...}`."""
    return dict(_leaves(value, ""))


def _leaves(value: object, path: str) -> Iterator[tuple[str, object]]:
    if is_row(value) and value:
        for place, part in enumerate(value):
            yield from _leaves(part, f"{path}[{place}]")
    elif (fields := fields_of(value)) is not None:
        for name, part in fields.items():
            yield from _leaves(part, f"{path}.{name}" if path else name)
    else:
        yield path, value
