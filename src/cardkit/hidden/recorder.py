"""An `evolve` made of small functions: each class of events has one."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_args, get_type_hints

from cardkit.fields import class_of, members
from cardkit.hidden.cards import H
from cardkit.hidden.derive import Evolve
from cardkit.rejections import BrokenGame

__all__ = ["recorder"]

Truth = TypeVar("Truth")
Happened = TypeVar("Happened")
Sketch = TypeVar("Sketch")
Witnessed = TypeVar("Witnessed")


def recorder(
    events: object, *functions: Callable[[Any, Any], object]
) -> Evolve[Truth, Happened, Sketch, Witnessed]:  # pyright: ignore[reportInvalidTypeVarUse]  # where it is used says which
    """Return an `evolve` that records each event of a union by the function for its class.

    A function is annotated as `evolve` is: `def drew(state: State[H], event: Drew[H]) -> State[H]`. So type checkers
    see that it looks at no hidden face. The classes are asked for in the order of the functions, so begin with the most
    frequent ones. Raise `BrokenGame`, naming the function, if it has other annotations, or if an event of the union has
    no function or two.

    Annotate the result, because type checkers can't infer it:
    `evolve: Evolve[State[Never], Event[Never], State[Unseen], Event[Unseen]] = recorder(Event, drew, ...)`.
    """
    found, kinds = dict[type, Callable[[Any, Any], object]](), members(events)
    for function in functions:
        for kind in _recorded(function, kinds):
            cls = class_of(kind)
            if cls in found:
                both = f"{_name(found[cls])} and {_name(function)}"
                raise BrokenGame(f"{both} both record {cls.__name__}; leave one of them out")
            found[cls] = function
    for kind in kinds:
        if class_of(kind) not in found:
            raise BrokenGame(
                f"no function records {_text(kind)}; write one, def ...(state: State[H], event: {_text(kind)}) -> "
                "State[H], and hand it to recorder"
            )
    return _compiled(found)


def _compiled(found: Mapping[type, Callable[[Any, Any], object]]) -> Evolve[Any, Any, Any, Any]:
    """Compile a function that asks for one class after another.

    A lookup in a dict is slower: Python makes a call faster if it is always of the same function.
    """

    def unknown(state: object, event: object) -> object:
        known = ", ".join(sorted(cls.__name__ for cls in found))
        raise BrokenGame(
            f"no function records events of type {type(event).__name__}; these are recorded: {known}"
        )

    scope: dict[str, object] = {"unknown": unknown}
    lines = ["def evolve(state, event, /):", "    kind = type(event)"]
    for number, (cls, function) in enumerate(found.items()):
        scope |= {f"kind_{number}": cls, f"record_{number}": function}
        lines.append(f"    if kind is kind_{number}: return record_{number}(state, event)")
    made: dict[str, Evolve[Any, Any, Any, Any]] = {}
    exec("\n".join((*lines, "    return unknown(state, event)")), scope, made)
    return made["evolve"]


def _recorded(function: Callable[[Any, Any], object], kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the events that a function records. Raise `BrokenGame` unless it works for every `H`."""
    try:
        hints = get_type_hints(function)
    except NameError as error:
        raise BrokenGame(
            f"{_name(function)} is annotated with {error.name}, which isn't known at import; import or define it above "
            "the call of recorder, not only for type checkers"
        ) from error
    except TypeError as error:
        raise BrokenGame(
            f"{_name(function)} has no annotations; hand recorder functions made with def"
        ) from error
    after = hints.pop("return", None)
    if len(hints) != 2:
        raise BrokenGame(
            f"{_name(function)} must have two annotated arguments: state: State[H], event: Event[H]"
        )
    before, event = hints.values()
    if H not in getattr(before, "__parameters__", ()) or after != before:
        raise BrokenGame(
            f"{_name(function)} must take and return a state for every H, or it could look at hidden faces; annotate "
            "it with state: State[H] and -> State[H]"
        )
    for kind in members(event):
        if kind not in kinds:
            near = next((_text(one) for one in kinds if class_of(one) is class_of(kind)), None)
            remedy = f"write {near}" if near else "add it to the union, or leave the function out"
            raise BrokenGame(
                f"{_name(function)} records {_text(kind)}, which is no event of the union; {remedy}"
            )
    return members(event)


def _name(function: Callable[..., object]) -> str:
    return getattr(function, "__qualname__", type(function).__name__)


def _text(kind: Any) -> str:
    """Return a class as an author writes it: `Drew[H]`."""
    name: str = class_of(kind).__name__
    given = ", ".join(getattr(one, "__name__", str(one)) for one in get_args(kind))
    return f"{name}[{given}]" if given else name
