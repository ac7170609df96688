"""Kept runs, read again: what they counted, and their matches line by line."""

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from attrs import frozen

from cardkit.arena.execution.runner import Counts
from cardkit.arena.plan import PAIRS, Plan
from cardkit.arena.references import load_measure
from cardkit.arena.simulation import Simulation, simulation
from cardkit.arena.storage.folder import MATCHES, RUN, Progress, locate_damage, read
from cardkit.arena.storage.json_values import Damaged, to_int, to_list, to_object, to_text
from cardkit.game import Json
from cardkit.rejections import Invalid
from cardkit.seats import Seat

__all__ = ["Record", "deals", "load_run"]

_FLAGS: Final = ("paired", "rotate", "records", "moves")


@frozen
class Record:
    """A match of a kept run."""

    deal: int
    bots: tuple[str, ...]
    length: int
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]


def load_run(folder: Path) -> Simulation:
    """Return the run that a folder holds, as far as it is. Raise `Invalid` if it holds none."""
    try:
        saved = read(folder)
    except (FileNotFoundError, NotADirectoryError):
        raise Invalid("folder", str(folder), "a folder of a run, as --out makes it") from None
    with locate_damage(folder / RUN):
        spec = to_object(saved.get("spec"))
        progress = Progress(to_int(saved.get("deals")), to_object(saved.get("counted")))
        plan = _plan(spec)
        return simulation(plan, Counts.from_progress(plan.all_measures, progress))


def _plan(spec: dict[str, Json]) -> Plan:
    flags = {name: spec.get(name) is True for name in _FLAGS}
    measures = [to_text(name) for name in to_list(spec.get("measures"))]
    return Plan(
        to_text(spec.get("game")),
        to_int(spec.get("seats")),
        to_object(spec.get("options")),
        tuple(to_text(bot) for bot in to_list(spec.get("bots"))),
        to_text(spec.get("seed")),
        flags["paired"],
        flags["rotate"],
        tuple(load_measure(name) for name in measures if name != PAIRS),
        flags["records"],
        flags["moves"],
    )


def deals(folder: Path, matches: int) -> Iterator[tuple[int, list[Record]]]:
    """Yield the first matches that a folder has lines for, deal by deal."""
    path = folder / MATCHES
    with locate_damage(path), path.open(encoding="utf-8") as lines:
        records = (_record(line) for _, line in zip(range(matches), lines, strict=False))
        for deal, group in groupby(records, key=lambda record: record.deal):
            yield deal, [*group]


def _record(line: str) -> Record:
    try:
        found = to_object(json.loads(line))
    except ValueError as error:
        raise Damaged(f"isn't JSON ({error})") from None
    totals, ranks, winners = (
        tuple(map(to_int, to_list(found.get(name)))) for name in ("totals", "ranks", "winners")
    )
    bots = tuple(map(to_text, to_list(found.get("bots"))))
    return Record(to_int(found.get("deal")), bots, to_int(found.get("length")), totals, ranks, winners)
