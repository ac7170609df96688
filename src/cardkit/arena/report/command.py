"""The command line that repeats a run."""

import shlex
from collections.abc import Iterator
from json import dumps

from cardkit.arena.measures.choices import Choices
from cardkit.arena.measures.leads import Leads
from cardkit.arena.references import name_of, reference_of
from cardkit.arena.simulation import Simulation
from cardkit.arena.statistics.intervals import CONFIDENCE
from cardkit.game import Json

__all__ = ["command_line"]


def command_line(run: Simulation, confidence: float | None = None) -> str:
    """Return the command that plays the run's matches again; with a confidence, an arena's."""
    return f"cardkit {shlex.join(_words(run, confidence))}"


def _words(run: Simulation, confidence: float | None) -> Iterator[str]:
    plan = run.plan
    yield from ("simulate" if confidence is None else "arena", plan.game_name)
    for name in map(name_of, plan.bots):
        yield from ("--bots", name)
    yield from ("-n", str(run.matches), "--seats", str(plan.seats), f"--seed={plan.seed}")
    for option, value in sorted(plan.options.items()):
        yield from ("--option", f"{option}={_option(value)}")
    for measure in plan.measures:
        own = ("--measure", reference_of(measure))
        yield from ((f"--{measure.name}",) if measure in (Choices, Leads) else own)
    if confidence is None and not plan.rotate:
        yield "--fixed"
    if confidence is not None and confidence != CONFIDENCE:
        yield from ("--confidence", f"{confidence:g}")


def _option(value: Json) -> str:
    """Write an option's value so that `--option` reads the same one."""
    return value if isinstance(value, str) and value.isidentifier() else dumps(value, ensure_ascii=False)
