"""What the docs say of strength is what the kept deals come to."""

import re
from pathlib import Path

import pytest

from bench.strength import KEPT, Kept, kept_figures, result_of

ROWS = {row: [*deals.values()] for row, deals in Kept(KEPT).rows.items()}
DOCS = (Path(__file__).parents[2] / "docs/bots.md").read_text(encoding="utf-8")


def cell(row: str) -> str:
    """How the table has it: bold where a tie is excluded."""
    result = result_of(ROWS[row])
    figure = f"{result.mean:.3f} ± {result.error:.3f} ({result.deals})"
    return f"**{figure}**" if result.verdict == "better" else figure


def line(row: str) -> str:
    """The line of the table that the row belongs to, but for its number of seats."""
    game, _, rest = row.partition(",")
    one, _, other = rest.rpartition(": ")[2].partition(" against ")
    first, second = one.partition(":"), other.partition(":")
    budget = first[2].replace("ms", " ms") + (" each" if second[2] else "")
    return f"| `{first[0]}` against `{second[0]}`, {budget} | `{game}` |"


@pytest.mark.parametrize("row", ROWS)
def test_the_table_of_the_docs_has_it(row: str) -> None:
    lines = [text for text in DOCS.splitlines() if text.startswith(line(row))]
    assert len(lines) == 1, f"no line, or more than one, begins with {line(row)}"
    seats = int(row.split(",")[1].split()[0])
    assert lines[0].split(" | ")[seats].strip(" |") == cell(row)


def test_each_row_is_printed_once_with_its_verdict() -> None:
    heading, *printed = kept_figures()
    assert "kept" in heading
    assert len(printed) == len(ROWS)
    for row, text in zip(sorted(ROWS), printed, strict=True):
        assert text.startswith(row)
        assert result_of(ROWS[row]).verdict in text


OLDER = re.compile(r"\| `ismcts` against `greedy`, 100 ms \| `(thirteen|friday13)`")
"""Measured before deals were kept."""


def test_no_other_figure_stands_in_that_table() -> None:
    lines = [text for text in DOCS.splitlines() if re.match(r"\| `\w+` against `\w+`, \d+ ms", text)]
    figures = [
        found for text in lines if not OLDER.match(text) for found in re.findall(r"0\.\d+ ± [^|]*\)", text)
    ]
    assert sorted(figures) == sorted(cell(row).strip("*") for row in ROWS)
