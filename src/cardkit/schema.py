"""JSON Schema of a game's documents, derived from its types."""

from collections.abc import Mapping
from types import MappingProxyType, NoneType
from typing import Final, Literal, get_args, get_origin, get_type_hints

import attrs

from cardkit.codec import ENGINE_EVENTS, current_version
from cardkit.fields import class_of, field_types, is_union
from cardkit.game import Json, SomeGame, any_game
from cardkit.options import Choice, Flag, SeatOrRandom, Whole
from cardkit.rejections import BrokenGame

__all__ = ["options_schema", "schema"]


_PLAIN: Final[dict[object, dict[str, Json]]] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    NoneType: {"type": "null"},
}


def schema(game: SomeGame) -> dict[str, Json]:
    """Return a JSON Schema (2020-12) of the game's documents, under `$defs`: move, event, glimpse, view and options.

    Each message also has a definition under its wire name, which its `type` gives. If cards may be unseen in a glimpse,
    but not in the event of that name, the glimpse's definition ends in `.glimpse`.
    """
    rules = any_game(game)
    wire = rules.wire
    kinds = {
        "move": wire.moves,
        "event": {**ENGINE_EVENTS, **wire.events},
        "glimpse": {**ENGINE_EVENTS, **wire.glimpses},
    }
    messages: dict[str, Json] = {}
    unions: dict[str, Json] = {}
    for kind, classes in kinds.items():
        references: list[Json] = []
        for name, cls in classes.items():
            version = None if kind == "move" else current_version(name, wire.upcasters)
            message = _message(name, version, cls, wire.fields.get(name, {}))
            key = name if messages.setdefault(name, message) == message else f"{name}.{kind}"
            messages[key] = message
            references.append({"$ref": f"#/$defs/{key}"})
        unions[kind] = {"oneOf": references}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": rules.title,
        "$defs": {**unions, "view": _object(wire.view), "options": options_schema(rules), **messages},
    }


def options_schema(game: SomeGame) -> dict[str, Json]:
    """Return a JSON Schema of the game's options. None of them is required."""
    return _options(any_game(game).options)


def _message(name: str, version: int | None, cls: type, names: Mapping[str, str | None]) -> dict[str, Json]:
    head: dict[str, Json] = {"type": {"const": name}}
    if version is not None:
        head["v"] = {"const": version}
    return _object(cls, head, names)


def _object(
    cls: object, head: dict[str, Json] | None = None, names: Mapping[str, str | None] = MappingProxyType({})
) -> dict[str, Json]:
    """Return the schema of an object: all fields are required, and no others are allowed."""
    properties: dict[str, Json] = dict(head or {})
    for field, kind in field_types(cls).items():
        name = names.get(field, field)
        if name is not None:
            properties[name] = type_schema(kind)
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


def _options(cls: type) -> dict[str, Json]:
    """Return the schema of options. None is required: null, or a missing key, means the rules of the sheet."""
    hints = get_type_hints(cls)
    properties: dict[str, Json] = {}
    for field in attrs.fields(cls):
        match field.validator:
            case Whole(least, most, _):
                kind: dict[str, Json] = {"type": "integer", "minimum": least, "maximum": most}
            case Choice(texts):
                kind = {"enum": [*texts]}
            case SeatOrRandom():
                kind = {"anyOf": [{"type": "integer", "minimum": 0}, {"const": "random"}]}
            case Flag():
                kind = {"type": "boolean"}
            case _:
                kind = type_schema(hints[field.name])
        properties[field.name] = {"anyOf": [kind, {"type": "null"}], "default": field.default}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def type_schema(kind: object) -> dict[str, Json]:
    """Return the schema of a type that a message may contain."""
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    items = get_args(kind)
    origin = get_origin(kind)
    if origin is Literal:
        return {"enum": [*items]}
    if is_union(kind):
        return {"anyOf": [type_schema(item) for item in items]}
    if origin is tuple and len(items) == 2 and items[1] is ...:
        return {"type": "array", "items": type_schema(items[0])}
    if origin is tuple:
        fixed: list[Json] = [type_schema(item) for item in items]
        return {
            "type": "array",
            "prefixItems": fixed,
            "items": False,
            "minItems": len(items),
            "maxItems": len(items),
        }
    if attrs.has(class_of(kind)):
        return _object(kind)
    from cardkit.hidden.cards import FACE_DOWN, Unseen  # loads the whole layer, which few schemas need

    if kind is Unseen:
        return {"const": FACE_DOWN}
    raise BrokenGame(f"{kind!r} has no JSON form: use numbers, texts, literals, tuples and attrs classes")
