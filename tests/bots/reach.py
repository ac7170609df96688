"""Whatever can be reached from an object by attributes, items, closures and bound methods."""

from collections.abc import Iterable, Mapping
from types import CellType, FunctionType, MethodType, ModuleType
from typing import Any

SKIPPED = (type, ModuleType)
"""Classes and modules belong to everybody; what a match holds hangs on none of them."""


def reachable(start: object) -> list[object]:
    """Return each object once."""
    found: dict[int, object] = {}
    todo = [start]
    while todo:
        thing = todo.pop()
        if id(thing) not in found and not isinstance(thing, SKIPPED):
            found[id(thing)] = thing
            todo.extend(_parts(thing))
    return list(found.values())


def _parts(thing: object) -> Iterable[object]:
    if isinstance(thing, str | bytes | int | float):
        return
    yield from _items(thing)
    yield from _of_function(thing)
    yield from getattr(thing, "__dict__", {}).values()
    for kind in type(thing).__mro__:
        for slot in getattr(kind, "__slots__", ()):
            if slot != "__weakref__" and hasattr(thing, slot):
                yield getattr(thing, slot)


def _items(thing: Any) -> Iterable[object]:
    if isinstance(thing, Mapping):
        yield from thing.keys()
        yield from thing.values()
    elif isinstance(thing, tuple | list | set | frozenset):
        yield from thing


def _of_function(thing: object) -> Iterable[object]:
    if isinstance(thing, FunctionType):
        yield from thing.__closure__ or ()
        yield from thing.__defaults__ or ()
    elif isinstance(thing, CellType):
        yield thing.cell_contents
    elif isinstance(thing, MethodType):
        yield thing.__self__
        yield thing.__func__
