"""Pages of the site fit 1280 pixels without a wrapped line of code, and 400 without a broken drawing.

Both widths were measured in a browser, with `docs/static/pages.css`: 98 columns of code fit at 1280 pixels, and 80
columns of a drawing at 400, where it shrinks. Data and output may be longer. They wrap, so nothing is cut.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = sorted(
    {ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")}
    - {*(ROOT / "docs" / "_build").rglob("*.md")}
)
CODE: Final = 98
DRAWING: Final = 80
COLUMNS: Final = 8
"""A table with more columns needs to scroll at 1280 pixels, if they are numbers."""

BLOCK: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SESSION: Final = re.compile(r"^(?:\$|>|>>>|\.\.\.) ")
PROGRAMS: Final = {"python", "js", "ts", "sh", "toml"}


def lines_of_code(language: str, block: str) -> Iterator[str]:
    """Yield the lines of a block that somebody writes. The rest is what is printed, or data."""
    lines = block.splitlines()
    if any(map(SESSION.match, lines)):
        yield from filter(SESSION.match, lines)
    elif language in PROGRAMS:
        yield from lines


def drawings(block: str) -> Iterator[str]:
    yield from (line for line in block.splitlines() if {*"│╭╰━"} & {*line})


def rows(page: str) -> Iterator[str]:
    yield from re.findall(r"^\|.*\|$", BLOCK.sub("", page), re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_fits_wide_and_narrow_screens(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)

    assert [line for kind, block in blocks for line in lines_of_code(kind, block) if len(line) > CODE] == []
    assert [line for _, block in blocks for line in drawings(block) if len(line) > DRAWING] == []
    assert [row for row in rows(text) if len(re.split(r"(?<!\\)\|", row)) - 2 > COLUMNS] == []


def test_what_is_too_wide_is_found() -> None:
    wide = "x" * CODE
    session = f"$ {wide}\n{wide}y"

    assert [*lines_of_code("python", f"{wide}\n{wide}y")] == [wide, f"{wide}y"]
    assert [*lines_of_code("console", session)] == [f"$ {wide}"]
    assert [*lines_of_code("json", wide)] == []
    assert [*drawings("│ a │\nb\n")] == ["│ a │"]
    assert [*rows("| a | b |\n\n```text\n| c |\n```\n")] == ["| a | b |"]
