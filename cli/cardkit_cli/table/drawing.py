"""What tables are drawn with: lines of text, laid below and beside each other."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Generic, TypeAlias

from attrs import frozen
from rich.text import Text

from cardkit.game import Memory, View
from cardkit.language import Language, in_language
from cardkit.seats import Seat

__all__ = [
    "DIM",
    "HIDDEN",
    "INK",
    "MARK",
    "Block",
    "Scene",
    "TableDrawing",
    "beside",
    "card_box",
    "chips",
    "flowing",
    "grid",
    "panel",
    "seat_cells",
    "title_line",
]

Block: TypeAlias = Sequence[Text]
"""Lines, the first on top."""

DIM: Final = "bright_black"
MARK: Final = "bold"
HIDDEN: Final = "▒▒"
INK: Final = {
    "blue": "bold white on #1d4ed8",
    "yellow": "bold black on #facc15",
    "green": "bold black on #22c55e",
    "red": "bold white on #c81e1e",
    "purple": "bold white on #9333ea",
    "grey": "bold white on #475569",
    "plain": "bold black on #e2e8f0",
}
"""How a card of a colour is printed."""

_LONGEST_NAME: Final = 16
_YOU: Final[dict[Language, str]] = {"en": " (you)", "de": " (du)", "nl": " (jij)"}


@frozen
class Scene:
    """Who sits where, who looks, and how much room there is."""

    names: tuple[str, ...]
    language: Language
    width: int
    you: Seat | None = None

    def name(self, seat: Seat, room: int = _LONGEST_NAME) -> str:
        """What the seat is called, shortened where there is no room."""
        text = Text(self.names[seat] if seat < len(self.names) else str(seat))
        text.truncate(room, overflow="ellipsis")
        return text.plain


def _never(view: object) -> bool:
    return False


@frozen(eq=False)
class TableDrawing(Generic[View, Memory]):
    """How a terminal draws a game's table. `Game.table` names one."""

    draw: Callable[[View, Scene, Memory | None], Block]
    """Draw what the view shows, and of the viewer's memory, where it is given, what is worth showing."""
    needs_time: Callable[[View], bool] = _never
    """Whether the viewer looks at cards just now that the next event hides, so that they need time to look."""


def title_line(scene: Scene, title: str, parts: Iterable[str]) -> Text:
    """The line on top: the game at the left, where the match stands at the right."""
    left, right = f"━━ {title} ", "".join(f" {part} ━━" for part in parts)
    fill = "━" * max(1, scene.width - Text(left + right).cell_len - 1)
    line = Text(left + fill + right, no_wrap=True)
    line.stylize(MARK, 3, 3 + len(title))
    line.truncate(scene.width)
    return line


def card_box(face: str, label: str, ink: str, inner: int = 3) -> Block:
    """A card of three lines: its face, and below it what to type for it."""
    style = INK[ink]
    edge = style.rpartition(" on ")[2] if ink != "plain" else ""
    middle = Text.assemble(("│", edge), (face.center(inner)[:inner], style), ("│", edge))
    foot = f"─{label}" if len(label) < inner else label
    return (
        Text(f"╭{'─' * inner}╮", edge),
        middle,
        Text.assemble(("╰", edge), (foot, ""), ("─" * (inner - len(foot)) + "╯", edge)),
    )


def panel(
    title: Text | str, right: str, lines: Iterable[Text], inner: int, foot: str = "", edge: str = ""
) -> Block:
    """Lines in a frame with a title, something at its upper right and something at its foot."""
    head = Text.assemble(("╭─", edge), title, " ")
    tail = Text.assemble(f" {right}" if right else "", (" ─╮" if right else "─╮", edge))
    head.append("─" * (inner + 2 - head.cell_len - tail.cell_len), edge)
    head.append_text(tail)
    below = Text.assemble(("╰─", edge), f" {foot} " if foot else "")
    below.append("─" * (inner + 1 - below.cell_len) + "╯", edge)
    return (head, *(Text.assemble(("│", edge), _padded(line, inner), ("│", edge)) for line in lines), below)


def chips(cards: Iterable[tuple[str, str]]) -> Text:
    """Cards in a row, as face and colour."""
    return Text(" ").join(Text(face, INK[ink]) for face, ink in cards)


def beside(blocks: Sequence[Block], gap: int = 0, indent: int = 1) -> Block:
    """Blocks side by side, their tops in line."""
    widths = [max((line.cell_len for line in block), default=0) for block in blocks]
    lines: list[Text] = []
    for row in range(max(map(len, blocks), default=0)):
        line = Text(" " * indent, no_wrap=True)
        for place, (block, width) in enumerate(zip(blocks, widths, strict=True)):
            line.append(" " * gap if place else "")
            line.append_text(_padded(block[row] if row < len(block) else Text(), width))
        line.rstrip()
        lines.append(line)
    return lines


def flowing(blocks: Sequence[Block], width: int, gap: int = 0, indent: int = 1) -> Block:
    """Blocks side by side, as many as fit, then more below."""
    lines: list[Text] = []
    begun: list[Block] = []
    used = indent
    for block in blocks:
        wide = max((line.cell_len for line in block), default=0) + (gap if begun else 0)
        if begun and used + wide > width:
            lines.extend(beside(begun, gap, indent))
            begun, used = [], indent
        begun.append(block)
        used += wide
    return [*lines, *beside(begun, gap, indent)]


def grid(rows: Sequence[Sequence[Text]], rights: frozenset[int], width: int, gap: int = 2) -> Block:
    """Cells in columns; those of the columns in `rights` end in line, the others begin in line."""
    widths = [max(cell.cell_len for cell in column) for column in zip(*rows, strict=True)]
    lines: list[Text] = []
    for row in rows:
        cells = [
            _padded(cell, wide, left=place in rights)
            for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ]
        line = Text(" " * gap, no_wrap=True).join(cells)
        line.rstrip()
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def seat_cells(scene: Scene, seat: Seat, *, to_move: bool, mark: str = "") -> tuple[Text, Text]:
    """Whether the seat is to move, its number, and who sits there."""
    you = in_language(_YOU, scene.language) if seat == scene.you else ""
    name = f"{scene.name(seat, _LONGEST_NAME - len(you))}{you}"
    ink = MARK if to_move or you else ""
    return Text.assemble(" ", ("▶" if to_move else " ", MARK), f" {seat}"), Text.assemble((name, ink), mark)


def _padded(line: Text, width: int, *, left: bool = False) -> Text:
    padded = line.copy()
    room = max(0, width - padded.cell_len)
    if left:
        padded.pad_left(room)
    else:
        padded.pad_right(room)
    return padded
