"""Names that a package loads when they are first used, so that importing one of its modules doesn't load the others."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["lazy_names"]


def lazy_names(package: str, rooms: Mapping[str, str]) -> Callable[[str], object]:
    """Return the package's `__getattr__`. `rooms` are the package's modules, by the names that they define."""

    def load(name: str) -> object:
        if name not in rooms:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{package}.{rooms[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return load
