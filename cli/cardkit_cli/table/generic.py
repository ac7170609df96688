"""The table of a game that this package has no drawing for: what its view says, field by field."""

from collections.abc import Mapping
from typing import TypeGuard

import attrs
from rich.text import Text

from cardkit_cli.table.drawing import DIM, Block, Scene, title_line

__all__ = ["draw"]


def draw(title: str, view: object, scene: Scene) -> Block:
    """Names and values; what doesn't fit in a line goes on in the next."""
    lines = [title_line(scene, title, ())]
    fields = _fields(view)
    room = max((Text(name).cell_len for name in fields), default=0)
    for name, value in fields.items():
        words = Text.assemble((f" {name.replace('_', ' ').ljust(room)}  ", DIM), _shown(value, scene))
        lines.extend(_hanging(words, room + 3, scene.width))
    return lines


def _fields(view: object) -> Mapping[str, object]:
    kind = type(view)
    return (
        {field.name: getattr(view, field.name) for field in attrs.fields(kind)}
        if attrs.has(kind)
        else {"view": view}
    )


def _shown(value: object, scene: Scene) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "–"
    if _is_sequence(value):
        nested = any(_is_sequence(item) for item in value)
        return (" | " if nested else " ").join(_shown(item, scene) for item in value) or "–"
    if attrs.has(type(value)):
        return ", ".join(f"{name} {_shown(item, scene)}" for name, item in _fields(value).items())
    return str(value)


def _is_sequence(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple | list | frozenset)


def _hanging(line: Text, indent: int, width: int) -> list[Text]:
    lines: list[Text] = []
    while line.cell_len > width:
        cut = line.plain.rfind(" ", indent + 1, width)
        cut = width - 1 if cut < 0 else cut
        lines.append(line[:cut])
        line = Text.assemble(" " * indent, line[cut:].plain.lstrip())
    return [*lines, line]
