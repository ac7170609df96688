"""Count the lines of code of each game: `python tools/count_lines.py`. With paths, count these files and folders.

A line counts if code stands on it. Blank lines, comments and docstrings don't. A folder counts with the Python files
that lie in it, but not with the folders within: bots are counted on their own.
"""

import ast
import sys
import tokenize
from collections.abc import Iterable
from pathlib import Path

__all__ = ["LIMITS", "games", "lines_of_code", "one_family", "table"]

ROOT = Path(__file__).parents[1]

LIMITS = {
    "examples/games/goofspiel.py": 110,
    "examples/games/leduc.py": 140,
    "examples/games/hanabi.py": 180,
    "examples/games/crazy_eights.py": 200,
}
"""The most lines that an example game may have, without its layout and its bots."""

NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def games() -> list[Path]:
    """Return where the games are: the examples are files, a family or a game of the package is a folder."""
    places = ("examples/games/*.py", "src/cardkit/families/*/", "src/cardkit/games/*/")
    found = (path for place in places for path in sorted(ROOT.glob(place)))
    return [path.relative_to(ROOT) for path in found if path.is_file() or (path / "__init__.py").exists()]


def lines_of_code(path: Path) -> int:
    """Return how many lines hold code, in a file or in all files of a folder."""
    if path.is_dir():
        return sum(map(lines_of_code, path.glob("*.py")))
    with path.open("rb") as file:
        tokens = [token for token in tokenize.tokenize(file.readline) if token.type not in NO_CODE]
    held = {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}
    return len(held - _docstring_lines(path))


def one_family() -> int:
    """Return the lines of 13 and Friday 13 with their family: the rules and all words, but no bots and no layouts."""
    folders = (
        ROOT / "src" / "cardkit" / part
        for part in ("families/limited_piles", "games/thirteen", "games/friday13")
    )
    files = (
        file for folder in folders for file in folder.glob("*.py") if file.stem not in ("bots", "layout")
    )
    return sum(map(lines_of_code, files))


def _docstring_lines(path: Path) -> set[int]:
    """Return the lines of texts that stand alone as a statement, as docstrings do."""
    return {
        line
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def table(paths: Iterable[Path]) -> str:
    """Return one row for each path: how many lines of code, and its name."""
    return "\n".join(f"{lines_of_code(path):5} {path}" for path in paths)


if __name__ == "__main__":
    print(table(map(Path, sys.argv[1:]) if sys.argv[1:] else games()))
