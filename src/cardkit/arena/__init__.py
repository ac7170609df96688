"""Bots against bots, a million times: simulations that measure a game, and arenas that rate players."""

from cardkit.arena.executors import SerialExecutor, processes
from cardkit.arena.facts import Facts, event_name, move_name
from cardkit.arena.named import Contender
from cardkit.arena.numbers import Numbers
from cardkit.arena.running import Pace
from cardkit.arena.simulation import Simulation, simulate
from cardkit.arena.standard import Values
from cardkit.arena.standings import Arena, arena
from cardkit.arena.tally import Tally

__all__ = [
    "Arena",
    "Contender",
    "Facts",
    "Numbers",
    "Pace",
    "SerialExecutor",
    "Simulation",
    "Tally",
    "Values",
    "arena",
    "event_name",
    "move_name",
    "processes",
    "simulate",
]
