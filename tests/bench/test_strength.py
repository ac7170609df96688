"""What the docs say of strength is what the kept deals come to."""

import re
from pathlib import Path
from random import Random

import pytest

from bench.strength import KEPT, Kept, kept_figures, main, result_of, steadied

KEPT_DEALS = Kept(KEPT)
ROWS = KEPT_DEALS.rows
DOCS = (Path(__file__).parents[2] / "docs/measurements.md").read_text(encoding="utf-8")


def cell(row: str) -> str:
    """Return the cell of the table: bold if a tie is excluded."""
    result = KEPT_DEALS.result(row)
    figure = f"{result.mean:.3f} ± {result.error:.3f} ({result.deals})"
    return f"**{figure}**" if result.verdict == "better" else figure


def line(row: str) -> str:
    """Return the start of the table's line for this row, without its number of seats."""
    game, _, rest = row.partition(",")
    one, _, other = rest.rpartition(": ")[2].partition(" against ")
    first, second = one.partition(":"), other.partition(":")
    budget = "one playout" if first[2] == "1" else first[2].replace("ms", " ms")
    budget += " each" if second[2] else ""
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
        assert KEPT_DEALS.result(row).verdict in text


OLDER = re.compile(r"\| `ismcts` against `greedy`, 100 ms \| `(thirteen|friday13)`")
"""Measured before deals were kept."""


def test_no_other_figure_stands_in_that_table() -> None:
    lines = [
        text for text in DOCS.splitlines() if re.match(r"\| `\w+` against `\w+`, (\d+ ms|one playout)", text)
    ]
    figures = [
        found for text in lines if not OLDER.match(text) for found in re.findall(r"0\.\d+ ± [^|]*\)", text)
    ]
    assert sorted(figures) == sorted(cell(row).strip("*") for row in ROWS)


@pytest.mark.parametrize(
    ("deals", "told"),
    [([1.0] * 2, "no difference shown"), ([0.75] * 3, "no difference shown"), ([1.0] * 60, "better")],
)
def test_deals_that_happen_to_agree_prove_little(deals: list[float], told: str) -> None:
    """Of 60 that were all won, as many as 8 % more might be lost: one in 200 would still see none."""
    assert result_of(deals).verdict == told
    assert result_of([1.0] * 60).error == pytest.approx(1 - 0.005 ** (1 / 60))


SEARCH, RULE = (f"push, 6 seats: {bot} against greedy" for bot in ("ismcts:100ms", "ismcts:1"))


def drawn(rng: Random, deals: int, noise: float) -> tuple[dict[int, float], dict[int, float]]:
    """Return deals of a bot that stands at 0.52, and ten times as many of a similar one that stands at 0.50."""
    luck = [rng.gauss(0, 0.1) for _ in range(10 * deals)]
    control = {deal: 0.5 + there for deal, there in enumerate(luck)}
    return {deal: 0.52 + luck[deal] + rng.gauss(0, noise) for deal in range(deals)}, control


def test_what_follows_another_bot_closely_is_told_more_exactly_by_its_deals() -> None:
    few, many = drawn(Random(1), 100, 0.02)
    plainly, told = result_of([*few.values()]), steadied(few, many)
    assert told.error < plainly.error / 2
    assert abs(told.mean - 0.52) < told.error
    assert told.deals == 100


def test_what_has_nothing_to_do_with_another_bot_is_told_as_well_as_without_it() -> None:
    rng = Random(2)
    few, many = {deal: rng.random() for deal in range(200)}, {deal: rng.random() for deal in range(2000)}
    plainly, told = result_of([*few.values()]), steadied(few, many)
    assert told.mean == pytest.approx(plainly.mean, abs=0.01)
    assert told.error == pytest.approx(plainly.error, rel=0.05)


def test_what_always_fares_alike_tells_nothing_of_another_bot() -> None:
    few = {deal: deal / 10 for deal in range(10)}
    told, plainly = steadied(few, dict.fromkeys(range(20), 1.0)), result_of([*few.values()])
    assert told.mean == pytest.approx(plainly.mean)
    assert told.error > plainly.error


@pytest.mark.parametrize("noise", [0.02, 0.1])
def test_steadied_intervals_miss_as_seldom_as_they_say(noise: float) -> None:
    rng = Random(3)
    tries = [steadied(*drawn(rng, 20, noise)) for _ in range(600)]
    missed = sum(abs(told.mean - 0.52) > told.error for told in tries)
    assert missed <= 15, "one in a hundred, with some luck"


def test_packed_deals_are_the_same(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "kept.jsonl")
    for row, deal, there in ((RULE, 0, 0.5), (SEARCH, 1, 1 / 3), (SEARCH, 0, 0.25), (SEARCH, 3, 1.0)):
        kept.add(row, deal, there)
    assert Kept(kept.path).rows == kept.rows
    kept.pack(tmp_path / "packed.jsonl")
    assert Kept(tmp_path / "packed.jsonl").rows == {RULE: {0: 0.5}, SEARCH: {0: 0.25, 1: 0.333333, 3: 1.0}}
    assert len((tmp_path / "packed.jsonl").read_text().splitlines()) == 3


def test_what_was_played_can_be_packed_at_once(tmp_path: Path) -> None:
    words = ["random", "random", "--games", "push", "--seats", "2", "--deals", "2"]
    kept, packed = tmp_path / "kept.jsonl", tmp_path / "packed.jsonl"
    main([*words, "--keep", str(kept), "--pack", str(packed)])
    assert [len(file.read_text().splitlines()) for file in (kept, packed)] == [2, 1]
    assert Kept(packed).rows == Kept(kept).rows


@pytest.mark.parametrize(
    ("row", "alone"),
    [
        (SEARCH, RULE),
        ("push, 2 seats: strong:10ms against ismcts:10ms", "push, 2 seats: strong:1 against ismcts:1"),
    ],
)
def test_a_row_is_steadied_by_the_rule_alone_where_that_was_played_in_its_deals_and_more(
    row: str, alone: str, tmp_path: Path
) -> None:
    few, many = drawn(Random(4), 20, 0.02)
    kept = Kept(tmp_path / "kept.jsonl")
    for deal, there in few.items():
        kept.add(row, deal, there)
    for deal, there in many.items():
        if deal != 3:
            kept.add(alone, deal, there)
    assert kept.result(row) == result_of([*few.values()])
    assert kept.result(alone) == result_of([*kept.rows[alone].values()])
    kept.add(alone, 3, many[3])
    assert kept.result(row) == steadied(few, many)


@pytest.mark.parametrize("deals", [10, 20, 50])
def test_a_difference_that_shows_in_few_deals_is_within_the_interval(deals: int) -> None:
    """Every tenth deal ends 0.2 better: without such a deal, only a cautious interval holds the difference."""
    rng, missed = Random(6), 0
    for _ in range(400):
        few, many = drawn(rng, deals, 0)
        for deal in range(deals):
            few[deal] += (0.2 if rng.random() < 0.1 else 0.0) - 0.02
        told = steadied(few, many)
        missed += abs(told.mean - 0.52) > told.error
    assert missed <= 12
