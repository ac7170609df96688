"""What the docs say of strength is what the kept deals come to."""

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
    budget = one.partition(":")[2]
    each = " each" if ":" in other else ""
    return f"| `{one.partition(':')[0]}` against `{other.partition(':')[0]}`, {budget}".removesuffix(", ") + (
        f"{each} | `{game}` |"
    )


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
