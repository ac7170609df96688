"""The sources, as tests read them."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["imported", "statements"]

INNER: Final = ("body", "handlers", "orelse", "finalbody", "cases")
"""Where a statement has others in it."""


def statements(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield all statements, and what is in them. No import and no docstring is inside an expression."""
    for node in nodes:
        yield node
        for name in INNER:
            if inner := getattr(node, name, ()):
                yield from statements(inner)


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Return all that a module imports, wherever in it. Of `from a import b`, `a.b` too, for b may be a module."""
    found: list[str] = []
    for node in statements(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports from a relative place"
            assert node.module is not None
            found += (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
    return tuple(found)
