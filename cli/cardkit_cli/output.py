"""What commands print: text for people, or documents for programs. Data goes to stdout, and nothing else does."""

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from rich.console import Console

    from cardkit.documents import Document

__all__ = [
    "Format",
    "columns",
    "console",
    "emit",
    "emit_all",
    "emit_each",
    "is_terminal",
    "jsonl",
    "note",
    "say",
    "say_sentence",
]

Format: TypeAlias = Literal["table", "json", "jsonl"]


def emit(document: "Document", format: Format, table: Callable[[], None]) -> None:
    """Print one document, or let `table` print it for people."""
    match format:
        case "table":
            table()
        case "json":
            say(_pretty(document))
        case "jsonl":
            say(jsonl(document))


def emit_all(documents: Iterable["Document"], format: Format, table: Callable[[], None]) -> None:
    """Print documents as a JSON array or one a line, or let `table` print them for people."""
    match format:
        case "table":
            table()
        case "json":
            say(_pretty([*documents]))
        case "jsonl":
            for document in documents:
                say(jsonl(document))


def emit_each(
    documents: Iterable["Document"], format: Format, table: Callable[["Document"], None]
) -> list["Document"]:
    """Print each document as it comes, and return them. A JSON array comes at the end.

    If an error ends them early, those before it are printed.
    """
    printed: list[Document] = []
    complete = False
    try:
        for document in documents:
            printed.append(document)
            if format == "table":
                table(document)
            elif format == "jsonl":
                say(jsonl(document))
        complete = True
    finally:
        if format == "json" and (printed or complete):
            say(_pretty(printed))
    return printed


def _pretty(value: "Document | Sequence[Document]") -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def jsonl(document: "Document") -> str:
    """Return the document on one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def say(text: str) -> None:
    """Print a line of data. It is flushed, for those who read along."""
    print(text, flush=True)


def say_sentence(text: str, head: str = "") -> None:
    """Print a sentence after its head. On a terminal, break its lines at words, below the first one."""
    if is_terminal():
        from shutil import get_terminal_size  # imports compression, too

        from cardkit.drawing.as_text.lines import wrapped

        lines = wrapped(text, max(get_terminal_size().columns - len(head), 20))
        text = f"\n{' ' * len(head)}".join(lines)
    say(head + text)


def note(text: str) -> None:
    """Print a line that isn't data."""
    print(text, file=sys.stderr, flush=True)


def columns(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows under their heads, each column as wide as it must be."""
    lines = [[*head], *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def is_terminal() -> bool:
    """Return whether stdout is a terminal."""
    return sys.stdout.isatty()


def console() -> "Console":
    """Return where drawings go: stdout, with colours if it is a terminal and NO_COLOR isn't set."""
    from rich.console import Console  # takes longer to import than most commands take

    return Console(highlight=False, markup=False, emoji=False)
