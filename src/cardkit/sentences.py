"""Sentences for a game without words of its own. They are made from the names of classes and fields."""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Final, get_args, get_type_hints

import attrs

from cardkit.fields import is_tuple, members
from cardkit.language import Language
from cardkit.seats import is_seat

__all__ = ["field_texts", "plain_sentence", "seat_fields", "value_text"]

NOTHING: Final = "–"
ACTORS: Final = ("seat", "by", "player")
"""Names of a field that holds the seat who did it. The sentence begins with that player's name."""
MOST_UNSEEN: Final = 6
"""Up to this many unseen cards in a row are shown one by one."""
_CAPITAL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def plain_sentence(event: object, language: Language, names: Sequence[str]) -> str:
    """Return an English sentence about an event, such as "Ann: played, card 7, points 0".

    It is made from the names of the class and its fields. Players' names replace seats (`cardkit.Seat`). A card is
    written by its `__str__`. A field that is `None` is left out.
    """
    kind = type(event)
    if not attrs.has(kind):
        return str(event)
    hints = _hints(kind)
    parts = [_CAPITAL.sub(" ", kind.__name__.strip("_")).lower()]
    subject = ""
    for field in attrs.fields(kind):
        value: object = getattr(event, field.name)
        hint = hints.get(field.name)
        if not subject and field.name in ACTORS and isinstance(value, int) and _has_seat(hint):
            subject = value_text(value, hint, names)
        elif value is not None:
            parts.append(_part(field.name, value, value_text(value, hint, names)))
    said = ", ".join(parts)
    return f"{subject}: {said}." if subject else f"{said[:1].upper()}{said[1:]}."


def field_texts(value: object, names: Sequence[str]) -> dict[str, str]:
    """Return the names and texts of an attrs object's fields. For any other value, return its type and text."""
    kind = type(value)
    if not attrs.has(kind):
        return {_words(kind.__name__): value_text(value, kind, names)}
    hints = _hints(kind)
    return {
        _words(field.name): value_text(getattr(value, field.name), hints.get(field.name), names)
        for field in attrs.fields(kind)
    }


@cache
def seat_fields(kind: type) -> frozenset[str]:
    """Return the names of the fields of an attrs class that hold a seat, or a tuple of seats."""
    return frozenset(
        name
        for name, hint in _hints(kind).items()
        if _has_seat(hint) or any(map(_has_seat, _item_kinds(hint, 1)))
    )


def _words(name: str) -> str:
    return name.strip("_").replace("_", " ")


def _part(name: str, value: object, text: str) -> str:
    """Return a field as a part of a sentence."""
    if isinstance(value, bool):
        return _words(name) if value else f"not {_words(name)}"
    return f"no {_words(name)}" if text == NOTHING else f"{_words(name)} {text}"


@cache
def _hints(kind: type) -> Mapping[str, object]:
    """Return the types of the fields, with the marks of seats. Return none if the types of the class can't be found."""
    try:
        return get_type_hints(kind, include_extras=True)
    except NameError:
        return {}


def value_text(value: object, hint: object, names: Sequence[str]) -> str:
    """Return a value as text. `hint` is the type of its field."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and _has_seat(hint):
        return names[value] if 0 <= value < len(names) else f"seat {value}"
    if isinstance(value, Enum) and not isinstance(value, str):
        return _words(value.name).lower()
    if is_tuple(value):
        return _listed(value, hint, names)
    if _has_fields(value):
        return ", ".join(f"{name} {text}" for name, text in field_texts(value, names).items())
    return str(value)


def _listed(items: Sequence[object], hint: object, names: Sequence[str]) -> str:
    """Return the items in a row. A bar separates items of several words. Many unseen cards are counted."""
    kinds = _item_kinds(hint, len(items))
    texts = [value_text(item, kind, names) for item, kind in zip(items, kinds, strict=True)]
    if len(texts) > MOST_UNSEEN and {*texts} == {"?"}:
        return f"{len(texts)} face down"
    return (" | " if any(" " in text for text in texts) else " ").join(texts) or NOTHING


def _has_fields(value: object) -> bool:
    """Return whether it is an attrs object without a `__str__` of its own."""
    return attrs.has(type(value)) and type(value).__str__ is object.__str__


def _item_kinds(hint: object, number: int) -> Sequence[object]:
    """Return the type of each item of a tuple."""
    for kind in members(hint):
        items = get_args(kind)
        if items and (len(items) == 1 or items[1:] == (...,)):
            return [items[0]] * number
        if len(items) == number:
            return items
    return [None] * number


def _has_seat(hint: object) -> bool:
    return any(is_seat(kind) for kind in members(hint))
