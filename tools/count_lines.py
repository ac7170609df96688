"""Count the lines of code in Python files: `python tools/count_lines.py examples/games/*.py`.

A line counts if code stands on it. Blank lines, comments and docstrings don't.
"""

import ast
import sys
import tokenize
from collections.abc import Iterable
from pathlib import Path

__all__ = ["lines_of_code", "table"]

NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def lines_of_code(path: Path) -> int:
    """Return how many lines hold code."""
    with path.open("rb") as file:
        tokens = [token for token in tokenize.tokenize(file.readline) if token.type not in NO_CODE]
    held = {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}
    return len(held - _docstring_lines(path))


def _docstring_lines(path: Path) -> set[int]:
    """The lines of texts that stand alone as a statement, as docstrings do."""
    return {
        line
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def table(paths: Iterable[Path]) -> str:
    """Return one row for each file: how many lines of code, and its name."""
    return "\n".join(f"{lines_of_code(path):5} {path}" for path in paths)


if __name__ == "__main__":
    print(table(map(Path, sys.argv[1:])))
