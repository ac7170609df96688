"""Taking a state, view or memory apart, to say which part of it differs."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

import attrs

from cardkit.fields import is_tuple
from cardkit.rejections import shown

__all__ = [
    "describe_difference",
    "describe_text_difference",
    "differing_paths",
    "fields_of",
    "parts",
]

NOTHING: Final = object()
"""Stands for the part at a path that a value doesn't have."""

AROUND: Final = 40
"""The number of characters shown on each side of a difference in a long text, up to the end of a word."""

_WHOLE: Final = frozenset({str, int, bool, float, type(None)})
"""Types without parts. They are checked first, because most parts are of these types."""

_NAMES: Final[dict[type, tuple[str, ...] | None]] = {}
"""The names of each class's fields, cached. A state has few classes, and is taken apart thousands of times."""


def fields_of(value: object) -> dict[str, object] | None:
    """Return the fields of an instance of an attrs class, by name, or `None` for anything else."""
    names = _names(type(value))
    return None if names is None else {name: getattr(value, name) for name in names}


def _names(kind: type) -> tuple[str, ...] | None:
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in attrs.fields(kind)) if attrs.has(kind) else None
    return _NAMES[kind]


def parts(value: object) -> dict[str, object]:
    """Return every part that has no parts itself, by its path: `{"hands[0][1]": "b7", ...}`."""
    found: dict[str, object] = {}
    _add(found, value, "")
    return found


def has_parts(value: object) -> bool:
    """Return whether the value has parts: a tuple with items, or an instance of an attrs class with fields."""
    return bool(value) if is_tuple(value) else bool(_names(type(value)))


def varying_parts(values: Sequence[object]) -> Iterator[tuple[str, list[str]]]:
    """Yield each part that isn't the same in all values: its path, and its text in each of them.

    >>> dict(varying_parts([(1, (2, 3)), (1, (2, 4)), (1, (2,))]))
    {'[1]': ['2 items', '2 items', '1 items'], '[1][1]': ['3', '4', 'missing']}
    """
    return _varying(values, "")


def _varying(values: Sequence[object], path: str) -> Iterator[tuple[str, list[str]]]:
    present = [value for value in values if value is not NOTHING]
    if present.count(present[0]) == len(present):  # the whole column at once, and mostly by identity
        return
    kinds = dict.fromkeys(map(type, present))
    rows = [value if is_tuple(value) else () for value in values] if any(map(is_tuple, present)) else []
    if len(kinds) > 1:
        yield path, [type(value).__name__ if has_parts(value) else _shown(value) for value in values]
    elif len({*map(len, rows)}) > 1:
        yield path, [f"{len(value)} items" if is_tuple(value) else _shown(value) for value in values]
    elif not has_parts(present[0]):
        yield path, [*map(_shown if len(present) < len(values) else repr, values)]
    for place, column in enumerate(zip_longest(*rows, fillvalue=NOTHING)):
        yield from _varying(column, f"{path}[{place}]")
    for kind in kinds:
        for name in _names(kind) or ():
            column = tuple([getattr(value, name) if type(value) is kind else NOTHING for value in values])
            yield from _varying(column, f"{path}.{name}" if path else name)


def differing_paths(one: object, other: object) -> tuple[str, ...]:
    """Return the paths at which two values differ, in order."""
    mine, theirs = parts(one), parts(other)
    return tuple(path for path in {**mine, **theirs} if mine.get(path, NOTHING) != theirs.get(path, NOTHING))


def describe_difference(one: object, other: object, here: str, there: str) -> str:
    """Describe the first difference: where it is, and the two values. `here` and `there` say which is which.

    >>> describe_difference((1, (2, 3)), (1, (2, 4)), "before", "after")
    '[1][1] is 3 before and 4 after'
    """
    paths = differing_paths(one, other)
    if not paths or not paths[0]:
        return f"it is {shown(one)} {here} and {shown(other)} {there}"
    path, mine, theirs = paths[0], parts(one), parts(other)
    if isinstance(mine.get(path), list) != isinstance(theirs.get(path), list):
        return f"{path} is {_kind(mine, path)} {here} and {_kind(theirs, path)} {there}"
    return (
        f"{path} is {_shown(mine.get(path, NOTHING))} {here} and {_shown(theirs.get(path, NOTHING))} {there}"
    )


def describe_text_difference(one: str, other: str) -> str:
    """Return the words around the first difference between two texts.

    >>> describe_text_difference("Lay a nine, or pass.", "Lay a ninety, or pass.")
    "'Lay a nine, or pass.' or 'Lay a ninety, or pass.'"
    """
    pairs = zip(one, other, strict=False)
    place = next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    return f"{_around(one, place)!r} or {_around(other, place)!r}"


def _around(text: str, place: int) -> str:
    """Return some words on both sides of the place. Three dots stand for what is left out."""
    start, end = 0, len(text)
    if place > AROUND:
        start = next(
            (at for at in range(place - AROUND, place) if not text[at - 1].isalnum()), place - AROUND
        )
    if end - place > AROUND:
        end = next((at for at in range(place + AROUND, end) if not text[at].isalnum()), end)
    return f"{'...' if start else ''}{text[start:end]}{'...' if end < len(text) else ''}"


def _kind(found: dict[str, object], path: str) -> str:
    """Say whether a list or a tuple is at the path, or what else."""
    if path in found and isinstance(found[path], list):
        return "a list"
    was_tuple = found.get(path) == () or any(one.startswith(f"{path}[") for one in found)
    return "a tuple" if was_tuple else _shown(found.get(path, NOTHING))


def _shown(value: object) -> str:
    return "missing" if value is NOTHING else shown(value)


def _add(found: dict[str, object], value: object, path: str) -> None:
    if is_tuple(value) and value:
        for place, part in enumerate(value):
            if type(part) in _WHOLE:
                found[f"{path}[{place}]"] = part
            else:
                _add(found, part, f"{path}[{place}]")
    elif (names := _names(type(value))) is not None:
        for name in names:
            _add(found, getattr(value, name), f"{path}.{name}" if path else name)
    else:
        found[path] = value
