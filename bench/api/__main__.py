"""`python -m bench.api` prints all figures of the HTTP API, measured in one run on this machine.

`python -m bench.api processes` prints only those of several processes over one PostgreSQL, `... clocks` only what
clocks cost, `... flags` only how late flags are noticed.

Each comparison is run in rounds, one of each kind in turns; the medians are printed. Wall times tell what a client
sees; the CPU time of the server's process is the steadier guide where a machine is shared.
"""

import os
import platform
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Final

from attrs import evolve, frozen

from bench.api.flags import of_flags
from bench.api.games import LONG, USUAL, Plan, Prepared
from bench.api.hostile import by_hostility
from bench.api.processes import asked, cpu, serving
from bench.api.rooms import Rooms, postgres_rooms, sqlite_rooms
from bench.api.watchers import of_streams
from cardkit.bots.observation import ALL_NEEDS

MATCHES: Final = 100
ROUNDS: Final = 3
AT_ONCE: Final = 50
WATCHERS: Final = 2000


@frozen
class Run:
    """One run of the client against servers."""

    per_second: float
    p50: float
    p99: float
    cpu: float
    """Microseconds of the servers' processes for a move."""


def run(kind: str, url: str) -> Run:
    """Play all matches on a server that is started for it."""
    with serving(kind, url, MATCHES, USUAL) as (matches, pid):
        return played(matches, [pid])


def played(matches: list[Prepared], pids: list[int]) -> Run:
    """Play the matches, 50 at once, on servers that run already."""
    before = sum(map(cpu, pids))
    figures = asked("client", "together", AT_ONCE, given=matches)
    used = sum(map(cpu, pids)) - before
    return Run(figures["per_second"], figures["p50"], figures["p99"], used / figures["moves"] * 1e6)


def middle(runs: list[Run]) -> Run:
    """Return the median of each figure."""
    return Run(
        median(run.per_second for run in runs),
        median(run.p50 for run in runs),
        median(run.p99 for run in runs),
        median(run.cpu for run in runs),
    )


def row(name: str, run: Run) -> str:
    return f"{name:44}{run.per_second:>10,.0f}{run.p50:>10.1f}{run.p99:>10.1f}{run.cpu:>10.0f}"


def against_bare(store: str, rooms: Rooms) -> Iterator[str]:
    """Compare the API with the bare endpoint over the same kind of store."""
    runs: dict[str, list[Run]] = {"api": [], "bare": []}
    for _ in range(ROUNDS):
        for kind, seen in runs.items():
            seen.append(run(kind, rooms()))
    api, bare = middle(runs["api"]), middle(runs["bare"])
    yield row(f"{store}: the API", api)
    yield row(f"{store}: the bare endpoint", bare)
    yield (
        f"{'':2}ratio: {api.per_second / bare.per_second:.2f} in moves a second, "
        f"{bare.cpu / api.cpu:.2f} in CPU a move (wanted: 0.5)"
    )


def by_processes(rooms: Rooms) -> Iterator[str]:
    """Measure what more server processes bring on PostgreSQL.

    The servers run on from round to round. So the runs of a comparison are close to each other in time.
    """
    runs: dict[str, list[Run]] = {"one process": [], "two, each match at one": [], "two, in turns": []}
    with ExitStack() as running:
        alone, pid = running.enter_context(serving("api", rooms(), ROUNDS * AT_ONCE, USUAL))
        url = rooms()
        pair = [running.enter_context(serving("api", url, ROUNDS * AT_ONCE, USUAL)) for _ in range(2)]
        pids = [each for _, each in pair]
        ports = [port for matches, _ in pair for port in matches[0]["ports"]]
        shared = [
            match for matches in zip(*(matches for matches, _ in pair), strict=True) for match in matches
        ]
        for start in range(0, ROUNDS * AT_ONCE, AT_ONCE):
            own, turns = (shared[2 * start + part : 2 * start + part + AT_ONCE] for part in (0, AT_ONCE))
            runs["one process"].append(played(alone[start : start + AT_ONCE], [pid]))
            runs["two, each match at one"].append(played(own, pids))
            for match in turns:
                match["ports"] = ports
            runs["two, in turns"].append(played(turns, pids))
    one = middle(runs["one process"])
    for name, seen in runs.items():
        yield f"{row(f'postgresql: {name}', middle(seen))}{middle(seen).per_second / one.per_second:>8.2f}"
    dearer = middle(runs["two, in turns"]).cpu / one.cpu
    yield f"{'':2}a move of a match that is played at two processes in turns: {dearer:.2f} x the CPU (wanted: 1.5)"


def by_clocks(rooms: Rooms) -> Iterator[str]:
    """Measure what a clock costs a move, at one process and in turns at two. The runs are as in `by_processes`."""
    timed = evolve(USUAL, timed=True)
    with ExitStack() as running:
        alone: dict[str, list[Prepared]] = {}
        shared: dict[str, list[Prepared]] = {}
        pids: dict[str, list[int]] = {}
        for name, plan in (("without a clock", USUAL), ("with a clock", timed)):
            alone[name], pid = running.enter_context(serving("api", rooms(), ROUNDS * AT_ONCE, plan))
            url = rooms()
            pair = [running.enter_context(serving("api", url, ROUNDS * AT_ONCE, plan)) for _ in range(2)]
            ports = [port for matches, _ in pair for port in matches[0]["ports"]]
            shared[name], _ = pair[0]
            for match in shared[name]:
                match["ports"] = ports
            pids[name] = [pid, *(each for _, each in pair)]
        runs: dict[str, list[Run]] = {}
        for start in range(0, ROUNDS * AT_ONCE, AT_ONCE):
            for name, (pid, *both) in pids.items():
                one = played(alone[name][start : start + AT_ONCE], [pid])
                two = played(shared[name][start : start + AT_ONCE], both)
                runs.setdefault(f"one process, {name}", []).append(one)
                runs.setdefault(f"two, in turns, {name}", []).append(two)
    for name, seen in sorted(runs.items(), reverse=True):
        yield row(f"postgresql: {name}", middle(seen))


def by_version(url: str) -> Iterator[str]:
    """Measure a move early and late in a long match."""
    plan = Plan(LONG.game, LONG.seats, LONG.options, most_moves=2300, without=LONG.without)
    with serving("api", url, 8, plan) as (matches, _):
        figures = asked("client", "long", 2000, given=matches)
    store, early, late = url.partition(":")[0], figures["early"], figures["late"]
    yield (
        f"{store}: a move from version 20 on {early:.0f} us, from version 2,000 on {late:.0f} us: "
        f"{late / early:.2f} (wanted: 1.0)"
    )


def by_bots() -> Iterator[str]:
    """Measure a bot's move early and late in a long match, by the processor time of all but its thinking."""
    for what, needs in {
        "view and memory": ("view", "memory"),
        "all glimpses, too": sorted(ALL_NEEDS),
    }.items():
        runs = [asked("bots", 20, 2000, *needs) for _ in range(ROUNDS)]
        early, late = (median(run[when] for run in runs) for when in ("early", "late"))
        yield (
            f"a bot that needs {what}: a move after 20 moves {early:.0f} us of CPU, after 2,000 {late:.0f} us: "
            f"{late / early:.2f} (wanted: 1.0)"
        )


def by_memory(url: str) -> Iterator[str]:
    """Measure what a match costs in memory."""
    cost = asked("memory", url, 300, 100)
    begun, played = cost["begun"] / 1000, cost["played"] / 1000
    yield f"a live match: {begun:.1f} kB when it begins, {played:.1f} kB after 100 moves"


def by_watchers(url: str) -> Iterator[str]:
    """Measure what a stream costs in memory, and how long an event takes to reach all streams."""
    yield from of_streams(url, WATCHERS, ROUNDS)


def by_first_paint(url: str) -> Iterator[str]:
    """Measure how long a page waits for all that it shows first."""
    with serving("api", url, 1, USUAL) as (matches, _):
        seen = asked("paint", 60, given=matches)
    one, parts = seen["one"], seen["parts"]
    yield f"the first paint of a table after 60 moves: {one:.1f} ms by one request, {parts:.1f} ms by four"


def figures(sqlite: Rooms, postgres: Rooms) -> Iterator[str]:
    """Yield all figures."""
    yield f"{'durable moves of 13, 50 matches at once':44}{'a second':>10}{'p50 ms':>10}{'p99 ms':>10}{'CPU us':>10}"
    yield from against_bare("sqlite", sqlite)
    yield from against_bare("postgresql", postgres)
    yield ""
    yield from by_processes(postgres)
    yield from by_clocks(postgres)
    yield from of_flags("sqlite", sqlite)
    yield from of_flags("postgresql", postgres)
    yield ""
    yield from by_version("memory:")
    yield from by_version(sqlite())
    yield from by_bots()
    yield from by_memory(sqlite())
    yield from by_watchers(sqlite())
    yield from by_first_paint(sqlite())
    yield ""
    yield from by_hostility()


def main() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    load = os.getloadavg()[0]
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f}\n"
    )
    with tempfile.TemporaryDirectory() as name, postgres_rooms() as postgres:
        sqlite = sqlite_rooms(Path(name))
        chosen: dict[str, Callable[[], Iterator[str]]] = {
            "processes": lambda: by_processes(postgres),
            "clocks": lambda: by_clocks(postgres),
            "flags": lambda: chain(of_flags("sqlite", sqlite), of_flags("postgresql", postgres)),
        }
        for line in chosen.get(" ".join(sys.argv[1:]), lambda: figures(sqlite, postgres))():
            print(line, flush=True)


if __name__ == "__main__":
    main()
