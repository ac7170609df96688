"""`python -m bench.evenness` measures what `docs/measurements.md` states."""

from pathlib import Path
from typing import Final

from bench.evenness import CASES, figures

PAGE: Final = Path(__file__).parents[2] / "docs" / "measurements.md"


def test_each_case_is_measured_and_on_the_page() -> None:
    rows = PAGE.read_text(encoding="utf-8").splitlines()

    head, *lines = figures(60)

    assert head.startswith("60 imagined states")
    for line, case in zip(lines, CASES, strict=True):
        assert line.startswith(case)
        ways = line.removeprefix(case).split()[0]
        assert any(row.startswith(f"| {case} | {ways} | ") for row in rows)
