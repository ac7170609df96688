"""What commands print: a text for people, or documents for programs. Data goes to stdout, and nothing else does."""

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from cardkit.documents import Document

__all__ = [
    "FORMATS",
    "Format",
    "columns",
    "console",
    "draw",
    "emit",
    "emit_all",
    "is_terminal",
    "jsonl",
    "note",
    "say",
]

Format: TypeAlias = Literal["table", "json", "jsonl"]
FORMATS: Final[tuple[Format, ...]] = ("table", "json", "jsonl")


def emit(document: "Document", format: Format, table: Callable[[], None]) -> None:
    """One document: as it is, or drawn for people by `table`."""
    match format:
        case "table":
            table()
        case "json":
            say(json.dumps(document, ensure_ascii=False, indent=2))
        case "jsonl":
            say(jsonl(document))


def emit_all(documents: Iterable["Document"], format: Format, table: Callable[[], None]) -> None:
    """Many documents: a JSON array of them, one a line, or drawn for people by `table`."""
    match format:
        case "table":
            table()
        case "json":
            say(json.dumps([*documents], ensure_ascii=False, indent=2))
        case "jsonl":
            for document in documents:
                say(jsonl(document))


def jsonl(document: "Document") -> str:
    """The document on one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def say(text: str) -> None:
    """A line of data. It is gone out when this returns, for those who read along."""
    print(text, flush=True)


def note(text: str) -> None:
    """A word besides the data."""
    print(text, file=sys.stderr, flush=True)


def columns(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows under their heads, each column as wide as it must be."""
    lines = [[*head], *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def is_terminal() -> bool:
    """Whether somebody looks at stdout."""
    return sys.stdout.isatty()


def console() -> "Console":
    """Where drawings go: stdout, with colours if it is a terminal and NO_COLOR isn't set."""
    from rich.console import Console  # takes longer to import than most commands take

    return Console(highlight=False, markup=False, emoji=False)


def draw(drawing: "RenderableType") -> None:
    """A drawing for people."""
    console().print(drawing)
