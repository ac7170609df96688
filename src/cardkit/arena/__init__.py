"""Matches of bots, up to millions: `simulate` measures a game, `rate` finds out which bot is stronger.

A `RunSpec` says what to play: `simulate(RunSpec("push", ["random"], 1000))`.

The names here are loaded when they are first used.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardkit.lazy import lazy_names

if TYPE_CHECKING:
    from cardkit.arena.arena import Arena, rate
    from cardkit.arena.execution.executors import SerialExecutor, processes
    from cardkit.arena.execution.runner import Pace
    from cardkit.arena.measures.facts import Facts, event_name, move_name
    from cardkit.arena.measures.numbers import Numbers
    from cardkit.arena.measures.tally import Tally
    from cardkit.arena.measures.values import Values
    from cardkit.arena.references import Contender
    from cardkit.arena.simulation import Simulation, simulate
    from cardkit.arena.spec import RunSpec

__all__ = [
    "Arena",
    "Contender",
    "Facts",
    "Numbers",
    "Pace",
    "RunSpec",
    "SerialExecutor",
    "Simulation",
    "Tally",
    "Values",
    "event_name",
    "move_name",
    "processes",
    "rate",
    "simulate",
]

__getattr__: Callable[[str], object] = lazy_names(
    __name__,
    {
        "arena": "Arena rate",
        "execution.executors": "SerialExecutor processes",
        "execution.runner": "Pace",
        "measures.facts": "Facts event_name move_name",
        "measures.numbers": "Numbers",
        "measures.tally": "Tally",
        "measures.values": "Values",
        "references": "Contender",
        "simulation": "Simulation simulate",
        "spec": "RunSpec",
    },
)
