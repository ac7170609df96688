"""A quicker constructor for frozen attrs classes.

A frozen attrs class writes its fields through `object.__setattr__`, which takes most of the time of making a
state or an event, and those are made on every move. `quick` gives a class a constructor that fills an instance
while it is of a subclass without the freeze, of the same layout, and then makes it one of its own: about half
the time, measured by `make bench`. The class stays frozen; nothing else of it changes.
"""

from typing import TypeVar

import attrs

__all__ = ["quick"]

T = TypeVar("T")


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
        {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__},
    )
    defaults = {
        f"default_{field.name}": field.default for field in fields if field.default is not attrs.NOTHING
    }
    if any(isinstance(default, attrs.Factory) for default in defaults.values()):  # type: ignore[arg-type]
        raise TypeError(f"{cls.__name__} has a default factory: its constructor must stay")
    parameters = [
        f"{field.name}=default_{field.name}" if f"default_{field.name}" in defaults else field.name
        for field in fields
    ]
    lines = [
        f"def __init__(self, {', '.join(parameters)}):",
        "    _become(self, _thawed)",
        *(f"    self.{field.name} = {field.name}" for field in fields),
        "    self.__class__ = _cls",
    ]
    become = object.__dict__["__class__"].__set__
    names = {"_become": become, "_thawed": thawed, "_cls": cls, **defaults}
    exec("\n".join(lines), names)
    init = names["__init__"]
    init.__annotations__ = cls.__init__.__annotations__
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    setattr(cls, "__init_subclass__", classmethod(_no_subclass))  # noqa: B010
    setattr(cls, "__init__", init)  # noqa: B010  # type checkers keep the constructor that attrs promises
    return cls


def _no_subclass(cls: type) -> None:
    raise TypeError(
        f"{cls.__bases__[0].__name__} is final: its constructor makes instances of just that class"
    )
