"""Names that a package loads when they are first used, so that importing one of its modules doesn't load the others."""

import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from importlib import import_module

from cardkit.extras import needs_extra

__all__ = ["lazy_names"]


def lazy_names(package: str, names: Mapping[str, str], extra: str | None = None) -> Callable[[str], object]:
    """Return the package's `__getattr__`, and let `dir` list the names. `names` are those that each module defines.

    Without the `extra` that the modules need, the error says how to install it.
    """
    rooms = {name: room for room, defined in names.items() for name in defined.split()}

    def load(name: str) -> object:
        if name not in rooms:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with nullcontext() if extra is None else needs_extra(extra):
            value: object = getattr(import_module(f"{package}.{rooms[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    vars(sys.modules[package])["__dir__"] = lambda: sorted(rooms)
    return load
