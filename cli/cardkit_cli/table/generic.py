"""The table of a game that has no drawing: what its view says, field by field."""

from rich.text import Text

from cardkit.sentences import field_texts
from cardkit_cli.table.drawing import DIM, Block, Scene, title_line

__all__ = ["draw"]


def draw(title: str, view: object, scene: Scene) -> Block:
    """Names and values; what doesn't fit in a line goes on in the next."""
    lines = [title_line(scene, title, ())]
    fields = field_texts(view, scene.names)
    room = max((Text(name).cell_len for name in fields), default=0)
    for name, value in fields.items():
        words = Text.assemble((f" {name.ljust(room)}  ", DIM), value)
        lines.extend(_hanging(words, room + 3, scene.width))
    return lines


def _hanging(line: Text, indent: int, width: int) -> list[Text]:
    lines: list[Text] = []
    while line.cell_len > width:
        cut = line.plain.rfind(" ", indent + 1, width)
        cut = width - 1 if cut < 0 else cut
        lines.append(line[:cut])
        line = Text.assemble(" " * indent, line[cut:].plain.lstrip())
    return [*lines, line]
