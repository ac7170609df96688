"""Law 3: nothing that a match holds can change."""

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from typing import Final, TypeGuard

from cardkit.fields import is_tuple
from cardkit.match import AnyMatch
from cardkit.rejections import OTHERS
from cardkit.testing.differences import describe_text_difference, fields_of
from cardkit.testing.report import Breach
from cardkit.testing.trial import Trial, spread

__all__ = ["changeable", "check"]

STEPS: Final = 40
PLAIN: Final = (type(None), bool, int, float, complex, str, bytes, range)
PROBE: Final = "cardkit_probe"
FROZEN: Final = "decorate its class with attrs.frozen"
INSTEAD: Final[dict[type, str]] = {
    list: "keep a tuple there: tuple(...)",
    dict: "keep a tuple of pairs there: tuple(....items())",
    set: "keep a frozenset there: frozenset(...)",
    bytearray: "keep bytes there: bytes(...)",
}
"""What to write in place of a collection that can change."""


def check(trial: Trial) -> Iterator[Breach]:
    """Yield what can be changed of all that the match holds and returns, and old states that have changed."""
    looked_at: dict[int, object] = {}
    for step, match in spread(trial.steps, STEPS):
        for name, value in _held(trial, step, match):
            found = changeable(value, looked_at=looked_at)
            if found is not None:
                yield Breach(step, f"{name}{found}")
                return
    for step, (match, before) in enumerate(zip(trial.steps, trial.prints, strict=True)):
        if repr(match.state) != before:
            difference = describe_text_difference(before, repr(match.state))
            yield Breach(
                step,
                f"an old state has changed: {difference}; let `evolve` return a new one: changed(state, ...)",
            )
            return
        try:
            same = match.state == match.state and hash(match.state) == hash(match.state)
        except TypeError as error:
            yield Breach(step, f"the state has no hash ({error}); keep only tuples and frozen classes in it")
            return
        if not same:
            yield Breach(step, "the state doesn't equal itself, or its hash varies")
            return


def _held(trial: Trial, step: int, match: AnyMatch) -> Iterator[tuple[str, object]]:
    game = match.game
    yield "the state", match.state
    yield "the header", match.header
    for event in match.events:
        yield f"the event {type(event).__name__}", event
    yield "the outcome", game.outcome(match.state)
    yield "the value of `actors`", game.actors(match.state)
    for viewer in (*range(match.header.seats), None):
        yield "the view", match.view(viewer)
        if viewer is not None:
            yield "the value of `legal`", game.legal(match.state, viewer)
    for viewer in (0, None):
        yield "the memory", trial.memory(step, viewer)
        yield "the glimpses", match.glimpses(viewer, match.previous.version if match.previous else 0)


def changeable(value: object, path: str = "", looked_at: dict[int, object] | None = None) -> str | None:
    """Return where the value can be changed and what is there, or `None` if all of it is immutable.

    `looked_at` holds the parts that were checked before, by their ids. The states of a match share most of their parts.
    """
    kind = type(value)
    looked_at = {} if looked_at is None else looked_at
    if kind in PLAIN or isinstance(value, Enum) or id(value) in looked_at:
        return None
    parts = _attributes(value)
    if parts is None or isinstance(value, list | dict | set | bytearray):
        return f"{path} is a {kind.__name__}; {_instead_of(kind)}"
    name = _writable(value, parts)
    if name is not None:
        return f"{path}.{name} can be written: a {kind.__name__} isn't frozen; {FROZEN}"
    looked_at[id(value)] = value
    inside = [(f".{name}", part) for name, part in parts.items()]
    if is_tuple(value) or _is_fixed_set(value):
        inside += [(f"[{place}]", item) for place, item in enumerate(value) if type(item) not in PLAIN]
    return next((found for name, part in inside if (found := changeable(part, path + name, looked_at))), None)


def _instead_of(kind: type) -> str:
    """Return what to write in place of a value of this class."""
    foreign = kind.__module__.partition(".")[0] in OTHERS
    return INSTEAD.get(kind, "keep a tuple, a frozenset or a frozen class there" if foreign else FROZEN)


def _is_fixed_set(value: object) -> TypeGuard[frozenset[object]]:
    return isinstance(value, frozenset)


def _attributes(value: object) -> dict[str, object] | None:
    """Return the attributes of an instance, or `None` if its type doesn't declare them."""
    names = _declared_names(value)
    if names is None:
        return None
    return {name: getattr(value, name, None) for name in (*names, *getattr(value, "__dict__", ()))}


def _declared_names(value: object) -> list[str] | None:
    fields = fields_of(value)
    if fields is not None:
        return [*fields]
    if is_dataclass(value):
        return [field.name for field in dataclasses.fields(value)]
    if isinstance(value, (*PLAIN, tuple, frozenset)):
        return []
    kinds = type(value).__mro__
    if not any("__slots__" in vars(kind) for kind in kinds[:-1]):
        return None
    slots = [vars(kind).get("__slots__", ()) for kind in kinds]
    return [name for some in slots for name in ([some] if isinstance(some, str) else some)]


def _writable(value: object, names: Iterable[str]) -> str | None:
    """Return the first attribute that can be set (to its own value), or `anything` if a new one can be."""
    for name in names:
        try:
            setattr(value, name, getattr(value, name))
        except (AttributeError, TypeError):
            continue
        return name
    try:
        setattr(value, PROBE, None)
    except (AttributeError, TypeError):
        return None
    delattr(value, PROBE)
    return "anything"
