"""The numbers of a run as rows, for CSV files and tables."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

from cardkit.arena.arena import Arena
from cardkit.arena.measures.tally import Tally, summarize
from cardkit.arena.references import name_of, unique_names
from cardkit.arena.report.phrases import ENGLISH, Say
from cardkit.arena.simulation import BY_BOT, Simulation
from cardkit.game import Json

__all__ = ["csv_text", "measure_rows", "rating_rows", "shorten", "simulation_rows"]

DECIMAL: Final = re.compile(r"-?\d+\.\d+(e-?\d+)?")


def rating_rows(arena: Arena) -> list[list[str]]:
    """Return ratings and the table of pairs, as rows under a head."""
    names = arena.run.bots
    order = [rating.bot for rating in arena.ratings]
    failed = arena.run.faults.failed_moves(unique_names([*map(name_of, arena.run.plan.bots)]))
    head = ["bot", "rating", "low", "high", "bound", "failed moves"]
    terms = arena.terms
    rows = [[*head, *(f"{terms.title} {names[bot]}" for bot in order)]]
    for rating in arena.ratings:
        shares = [arena.share(rating.bot, other) for other in order]
        cells = ["" if share is None else f"{terms.of(share).value:.6f}" for share in shares]
        values = (f"{value:.3f}" for value in (rating.value, rating.low, rating.high))
        rows.append([names[rating.bot], *values, str(rating.bound), str(failed[rating.bot]), *cells])
    return rows


def simulation_rows(run: Simulation) -> list[list[str]]:
    """Return all numbers of a run, one a row: the measure, what it is of, its name, its value."""
    bots = ([BY_BOT, *row] for row in _flat(run.by_bot()))
    faults = ([run.faults.name, *row] for bot in sorted(run.faults.found) for row in _of_faults(run, bot))
    return [["measure", "of", "number", "value"], *measure_rows(run.tallies), *bots, *faults]


def _of_faults(run: Simulation, bot: str) -> list[list[str]]:
    found = run.faults.found[bot]
    return [[bot, "count", str(found.count)], [bot, "failed_moves", str(found.failed_moves)]]


def measure_rows(tallies: Iterable[Tally]) -> list[list[str]]:
    """Return all numbers of some measures, one a row."""
    return [[tally.name, *row] for tally in tallies for row in _flat(summarize(tally))]


def csv_text(rows: Iterable[Sequence[str]]) -> str:
    """Return the rows as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def shorten(value: str, say: Say = ENGLISH) -> str:
    """Format a number without unnecessary digits."""
    return say.number(float(value), ".6g") if DECIMAL.fullmatch(value) else value


def _flat(summary: Json) -> list[list[str]]:
    match summary:
        case dict():
            nested = {name: value for name, value in summary.items() if isinstance(value, dict)}
            plain = [["", name, str(value)] for name, value in summary.items() if name not in nested]
            return plain + [
                [of, name, str(value)] for of, row in nested.items() for name, value in row.items()
            ]
        case list():
            return [
                [str(place), name, str(value)]
                for place, row in enumerate(summary)
                for name, value in (row.items() if isinstance(row, dict) else {"": row}.items())
            ]
        case _:
            return [["", "", str(summary)]]
