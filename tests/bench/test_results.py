"""The page of measurements shows what the files of results hold."""

import csv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RESULTS = sorted((ROOT / "bench/results").glob("*.csv"))
ROWS = [
    [cell.strip().replace("`", "") for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs/measurements.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("|")
]


@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.stem)
def test_the_table_of_the_page_is_the_file(path: Path) -> None:
    head, *rows = csv.reader(path.read_text(encoding="utf-8").splitlines())
    first = ROWS.index(head)

    assert rows
    assert ROWS[first + 2 : first + 2 + len(rows)] == rows
