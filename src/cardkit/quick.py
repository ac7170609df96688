"""A quicker constructor for frozen attrs classes.

A frozen attrs class writes its fields through `object.__setattr__`, which takes most of the time of making a
state or an event, and those are made on every move. `quick` gives a class a constructor that fills an instance
while it is of a subclass without the freeze, of the same layout, and then makes it one of its own: about half
the time, measured by `make bench`. The class stays frozen; nothing else of it changes.

`maker` gives a function for what is made most often. It begins with an instance of that subclass, and doesn't
go through the calling of a class: about half the time once more.
"""

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

import attrs

__all__ = ["maker", "quick"]

T = TypeVar("T")
P = ParamSpec("P")

_MAKERS: Final[dict[object, Callable[..., object]]] = {}


def quick(cls: type[T]) -> type[T]:
    """Class decorator, above `attrs.frozen`.

    For slotted classes of plain fields: without converters, validators, factories and hooks.
    """
    fields = attrs.fields(cls)  # type: ignore[arg-type]  # attrs' stubs want an AttrsInstance bound
    special = any(field.kw_only or not field.init or field.alias != field.name for field in fields)
    hooked = hasattr(cls, "__attrs_pre_init__") or hasattr(cls, "__attrs_post_init__")
    if special or hooked or any(field.converter or field.validator for field in fields):
        raise TypeError(f"{cls.__name__} has more than plain fields: its constructor must stay")
    thawed: type = type(
        cls.__name__,
        (cls,),
        {
            "__slots__": (),
            "__init__": object.__init__,
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
        },
    )
    defaults = {
        f"default_{field.name}": field.default for field in fields if field.default is not attrs.NOTHING
    }
    if any(isinstance(default, attrs.Factory) for default in defaults.values()):  # type: ignore[arg-type]  # a stub calls it a function
        raise TypeError(f"{cls.__name__} has a default factory: its constructor must stay")
    parameters = ", ".join(
        f"{field.name}=default_{field.name}" if f"default_{field.name}" in defaults else field.name
        for field in fields
    )
    filled = [*(f"    self.{field.name} = {field.name}" for field in fields), "    self.__class__ = _cls"]
    become = object.__dict__["__class__"].__set__
    names = {"_become": become, "_thawed": thawed, "_cls": cls, **defaults}
    init = f"def __init__(self, {parameters}):", "    _become(self, _thawed)", *filled
    make = f"def make({parameters}):", "    self = _thawed()", *filled, "    return self"
    exec("\n".join((*init, *make)), names)
    names["__init__"].__annotations__ = cls.__init__.__annotations__
    names["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    setattr(cls, "__init_subclass__", classmethod(_no_subclass))  # noqa: B010
    setattr(cls, "__init__", names["__init__"])  # noqa: B010  # type checkers keep the constructor that attrs promises
    _MAKERS[cls] = names["make"]
    return cls


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """A function that does what calling a `quick` class does, quicker still."""
    if cls not in _MAKERS:
        raise TypeError(f"{cls!r} is not a class made quick: it has no maker")
    return _MAKERS[cls]  # type: ignore[return-value]  # made for this class, with its parameters


def _no_subclass(cls: type) -> None:
    raise TypeError(
        f"{cls.__bases__[0].__name__} is final: its constructor makes instances of just that class"
    )
