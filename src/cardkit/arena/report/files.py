"""The files of a report: a page, tables, and the result as JSON."""

import json
from pathlib import Path

from cardkit.arena.arena import Arena
from cardkit.arena.report.page import arena_page, ratings_chart, simulation_page
from cardkit.arena.report.tables import csv_text, rating_rows, simulation_rows
from cardkit.arena.simulation import Simulation
from cardkit.arena.storage.folder import hold, write_file
from cardkit.arena.storage.parquet import write_parquet
from cardkit.language import Language

__all__ = ["write_report"]


def write_report(result: Simulation | Arena, folder: Path, language: Language = "en") -> list[Path]:
    """Write the report and the numbers into the folder, and the matches as Parquet if PyArrow is installed.

    Raise `OtherRun` if the folder holds another run, or one that has gone on.
    """
    run = result.run if isinstance(result, Arena) else result
    with hold(folder, run.plan.identity(), run.matches // run.plan.matches_per_deal):
        return _write(result, folder, language)


def _write(result: Simulation | Arena, folder: Path, language: Language) -> list[Path]:
    if isinstance(result, Arena):
        files = {
            "report.html": arena_page(result, language),
            "ratings.svg": ratings_chart(result, language).svg(),
            "ratings.csv": csv_text(rating_rows(result)),
            "counts.csv": csv_text(simulation_rows(result.run)),
        }
    else:
        files = {
            "report.html": simulation_page(result, language),
            "counts.csv": csv_text(simulation_rows(result)),
        }
    files["result.json"] = json.dumps(result.document(), ensure_ascii=False, indent=2) + "\n"
    for name, text in files.items():
        write_file(folder / name, text)
    table = write_parquet(folder)
    return [*(folder / name for name in files), *([] if table is None else [table])]
