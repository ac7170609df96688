"""Faster ways to create and change frozen attrs classes.

A frozen attrs class sets its fields through `object.__setattr__`. That takes most of the time of creating a state or an
event, which happens on every move. Here an instance is filled while its class is a subclass of the same layout that
isn't frozen. Then it gets its own class. The class itself stays frozen and unchanged. `make bench` measures the gain.

- `quick` gives a class a faster constructor.
- `maker` returns a function that does the same as the constructor, faster still. It is for what is created most often.
- `fastest` returns the maker of a quick class, and any other class itself.
- `lone` returns a table of events that are created once, each alone in a tuple, as `decide` returns it.
- `changed` copies a value with some fields changed, for any attrs class: `attrs.evolve`, but faster.
- `changer` returns a function that changes the same fields each time, faster still. Some may always get the same value.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final, Generic, ParamSpec, Protocol, TypeVar, overload

import attrs

from cardkit.rejections import nearest_of

__all__ = ["Changer", "Lookup", "changed", "changer", "fastest", "lone", "maker", "quick"]

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
P = ParamSpec("P")
Key = TypeVar("Key", contravariant=True)
Found = TypeVar("Found", covariant=True)

_MAKERS: Final[dict[object, Callable[..., object]]] = {}
_THAWED: Final[dict[type, type]] = {}


class Changer(Protocol):
    """A function that copies a value with certain fields changed."""

    def __call__(self, value: T, /, *new: object, **named: object) -> T:
        """Return a copy of the value with these new values of the fields, by name or in their order."""
        ...


class Lookup(Protocol[Key, Found]):
    """A table, as `lone` returns it."""

    def __getitem__(self, key: Key, /) -> Found:
        """Return what stands at a value."""
        ...


_CHANGES: Final[dict[tuple[object, ...], Changer]] = {}


def quick(cls: type[T]) -> type[T]:
    """Give a frozen attrs class a faster constructor. Use it as a decorator, above `attrs.frozen`.

    The class must be slotted and have plain fields: no converters, validators, factories or hooks.
    """
    fields = attrs.fields(cls)  # type: ignore[arg-type]  # attrs' stubs want an AttrsInstance bound
    special = any(field.kw_only or field.alias != field.name for field in fields)
    if special or not _is_plain(cls):
        raise TypeError(
            f"{cls.__name__} has more than plain fields, and quick can't replace its constructor; leave quick out"
        )
    defaults = {
        f"default_{field.name}": field.default for field in fields if field.default is not attrs.NOTHING
    }
    if any(isinstance(default, attrs.Factory) for default in defaults.values()):  # type: ignore[arg-type]  # a stub calls it a function
        raise TypeError(
            f"{cls.__name__} has a default factory, and quick can't replace its constructor; leave quick out"
        )
    parameters = ", ".join(
        f"{field.name}=default_{field.name}" if f"default_{field.name}" in defaults else field.name
        for field in fields
    )
    filled = [*(f"    self.{field.name} = {field.name}" for field in fields), "    self.__class__ = _cls"]
    become = object.__dict__["__class__"].__set__
    names = {"_become": become, "_thawed": _thawed(cls), "_cls": cls, **defaults}
    init = f"def __init__(self, {parameters}):", "    _become(self, _thawed)", *filled
    make = f"def make({parameters}):", "    self = _thawed()", *filled, "    return self"
    exec("\n".join((*init, *make)), names)
    names["__init__"].__annotations__ = cls.__init__.__annotations__
    names["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    setattr(cls, "__init_subclass__", classmethod(_no_subclass))  # noqa: B010  # type checkers refuse the assignment
    setattr(cls, "__init__", names["__init__"])  # noqa: B010  # type checkers keep the constructor that attrs promises
    _MAKERS[cls] = names["make"]
    return cls


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """Return a function that does what the constructor of a `quick` class does, faster still."""
    if cls not in _MAKERS:
        raise TypeError(f"{getattr(cls, '__qualname__', cls)} has no maker; decorate the class with quick")
    return _MAKERS[cls]  # type: ignore[return-value]  # made for this class, with its parameters


def fastest(cls: Callable[P, T]) -> Callable[P, T]:
    """Return the `maker` of a quick class, and any other class itself."""
    return maker(cls) if cls in _MAKERS else cls


@overload
def lone(create: Callable[[A], T], first: Iterable[A], /) -> Lookup[A, tuple[T]]: ...
@overload
def lone(
    create: Callable[[A, B], T], first: Iterable[A], second: Iterable[B], /
) -> Lookup[A, Lookup[B, tuple[T]]]: ...
@overload
def lone(
    create: Callable[[A, B, C], T], first: Iterable[A], second: Iterable[B], third: Iterable[C], /
) -> Lookup[A, Lookup[B, Lookup[C, tuple[T]]]]: ...
def lone(create: Callable[..., T], /, *values: Iterable[object]) -> object:
    """Return a table of all events that a function or a class creates from these values, each alone in a tuple.

    After `drew = lone(Drew, range(6), CARDS)`, `drew[seat][card]` is `(Drew(seat, card),)`. So the most frequent
    events of `decide` are created once. Looking one up takes half the time of creating it. Values that count from 0, as
    seats do, are looked up in a tuple, which is faster than a dict.
    """
    return _nested(create, *map(tuple, values))


def _nested(create: Callable[..., object], first: tuple[object, ...], *rest: tuple[object, ...]) -> object:
    made = tuple([_nested(partial(create, value), *rest) if rest else (create(value),) for value in first])
    counts = all(type(value) is int and value == place for place, value in enumerate(first))
    return made if counts else dict(zip(first, made, strict=True))


def changer(cls: type[object], *names: str, **same: object) -> Changer:
    """Return a function that copies a value with these fields changed.

    After `advance = changer(State, "turn", drawn=None)`, `advance(state, turn=2)` does what `changed(state, turn=2,
    drawn=None)` does, in a third of the time: `drawn` gets the same value each time. `advance(state, 2)` is a little
    faster still. Use it for what happens on every move. The value must be of exactly this class, which isn't checked.
    Raise `TypeError` for a field that the class doesn't have.
    """
    if same:
        return _change(cls, names, same)
    key = cls, *names
    if key not in _CHANGES:
        _CHANGES[key] = _change(cls, names, same)
    return _CHANGES[key]


def changed(value: T, /, **fields: object) -> T:
    """Return a copy of an attrs value with these fields changed: `changed(state, turn=2)`.

    It does what `attrs.evolve` does. Fields with validators or converters are validated and converted. Raise
    `TypeError` for a field that the class doesn't have; type checkers don't check the fields' types.
    """
    key = type(value), *fields
    try:
        change = _CHANGES[key]
    except KeyError:
        change = changer(type(value), *fields)
    return change(value, *fields.values())


def _change(cls: type, names: tuple[str, ...], same: Mapping[str, object]) -> Changer:
    """Compile a function that takes a value of the class, then the new values of the fields with these names."""
    fields = [field for field in attrs.fields(cls) if field.init]
    known = [str(field.alias) for field in fields]
    unknown = next((name for name in (*names, *same) if name not in known), None)
    if unknown is not None:
        raise TypeError(f"unknown field {unknown!r}; {nearest_of(cls.__name__, unknown, known, 'fields')}")
    new = {name: name for name in names} | {name: f"_same_{name}" for name in same}
    values = {field.name: new.get(str(field.alias), f"_old.{field.name}") for field in fields}
    scope: dict[str, object] = {"_cls": cls, **{f"_same_{name}": value for name, value in same.items()}}
    made: dict[str, Changer] = {}
    if _is_plain(cls):
        scope["_thawed"] = _thawed(cls)
        filled = [f"    _new.{name} = {value}" for name, value in values.items()]
        body = ["    _new = _thawed()", *filled, "    _new.__class__ = _cls", "    return _new"]
    else:
        given = ", ".join(f"{alias}={values[field.name]}" for alias, field in zip(known, fields, strict=True))
        body = [f"    return _cls({given})"]
    exec("\n".join((f"def change({', '.join(('_old', '/', *names))}):", *body)), scope, made)
    return made["change"]


def _is_plain(cls: type) -> bool:
    """Return whether an instance is just its fields, in slots, and nothing else happens when one is created."""
    fields = attrs.fields(cls)
    bases = [base for base in cls.__mro__ if base not in (object, Generic, Protocol)]
    names = {field.name for field in fields}
    slots = {name for base in bases for name in _slots(base)}
    made_by_hand = "__attrs_attrs__" not in vars(cls) or hasattr(cls, "__attrs_init__")
    hooks = ("__attrs_pre_init__", "__attrs_post_init__")
    return not (
        made_by_hand
        or slots - {"__weakref__"} != names  # a `__dict__`, or something kept that follows from the fields
        or any(field.converter or field.validator or not field.init for field in fields)
        or any(hasattr(cls, hook) for hook in hooks)
        or any("__new__" in vars(base) for base in bases)
        or (cls not in _THAWED and any("__init_subclass__" in vars(base) for base in bases))
    )


def _slots(cls: type) -> tuple[str, ...]:
    slots: str | tuple[str, ...] = vars(cls).get("__slots__", "__dict__")
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _thawed(cls: type) -> type:
    """Return a subclass that isn't frozen. It is created once."""
    if cls not in _THAWED:
        without = {
            "__init__": object.__init__,
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
        }
        _THAWED[cls] = type(cls.__name__, (cls,), {"__slots__": (), **without})
    return _THAWED[cls]


def _no_subclass(cls: type) -> None:
    raise TypeError(
        f"{cls.__bases__[0].__name__} is final: its constructor makes instances of just that class"
    )
