"""What the simulator costs beyond the playing, and what a second process brings."""

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from functools import partial
from time import perf_counter, process_time
from typing import ParamSpec, TypeVar

from bench.measure import compare
from cardkit.arena import SerialExecutor, Simulation, processes
from cardkit.arena.execution.chunks import Chunk, run_chunk
from cardkit.arena.execution.runner import Workers, run
from cardkit.arena.plan import Plan
from cardkit.arena.simulation import simulation
from cardkit.bots import bot, play_out
from cardkit.bots.chance import RunningChance
from cardkit.game import Json
from cardkit.registry import game

SEATS = 4
MATCHES = 300
MANY = 6000
OPTIONS: Mapping[str, dict[str, Json]] = {
    "thirteen": {},
    "friday13": {},
    "push": {},
    "biberbande": {"turn_limit": 20},
}

P = ParamSpec("P")
T = TypeVar("T")


def spec_of(key: str) -> Plan:
    return Plan(key, SEATS, OPTIONS[key], ("random",), "bench", False, True, ())


def bare(key: str) -> int:
    """Let random bots play in the bare loop, where nothing is counted. Return the number of matches."""
    rules = game(key)
    options, bots = rules.options(**OPTIONS[key]), [bot("random", rules)] * SEATS
    chance, own = RunningChance("deals"), [RunningChance("moves")] * SEATS
    for _ in range(MATCHES):
        play_out(rules, options, bots, chance, own)
    return MATCHES


def simulated(key: str) -> int:
    """Play as many matches in the simulator, with seeds, records and all standard measures. Return their number."""
    return run_chunk(spec_of(key), 0, MATCHES).count


class Timed(Executor):
    """Another executor, and the processor time that its tasks took."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.cpu = 0.0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future = self.executor.submit(fn, *args, **kwargs)
        future.add_done_callback(self.add)
        return future

    def add(self, future: Future[T]) -> None:
        chunk = future.result()
        if isinstance(chunk, Chunk):
            self.cpu += chunk.cpu


def timed(spec: Plan, executor: Executor, ahead: int) -> tuple[float, float, Simulation]:
    """Return the seconds by the clock, those of processors' time, and what was counted."""
    run(spec, 1000, Workers(executor, ahead), chunk_size=500)  # so that all processes are there
    counting = Timed(executor)
    began, worked = perf_counter(), process_time()
    counted = run(spec, MANY, Workers(counting, ahead), chunk_size=500)
    clock, own = perf_counter() - began, process_time() - worked
    cpu = own if isinstance(executor, SerialExecutor) else own + counting.cpu
    return clock, cpu, simulation(spec, counted)


def simulating() -> Iterator[str]:
    """Measure the simulator."""
    for key in OPTIONS:
        _, _, ratio = compare(partial(simulated, key), partial(bare, key))
        yield f"{f'simulator over bare loop, random, {key}':46}{ratio:12.2f}   wanted    0.80"
    spec = spec_of("thirteen")
    one_clock, one_cpu, one = timed(spec, SerialExecutor(), 1)
    with processes(2) as executor:
        two_clock, two_cpu, two = timed(spec, executor, 4)
    if one.exact() != two.exact():
        raise AssertionError("two processes don't count what one counts")
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    clock, cpu = one_clock / two_clock, 2 * one_cpu / two_cpu
    yield f"{f'two processes over one, by the clock (load {busy:.1f})':46}{clock:12.2f}   wanted    1.80"
    yield f"{'two processes over one, by processor time':46}{cpu:12.2f}   wanted    1.80"
