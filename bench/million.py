"""A long simulation, killed in its midst: `python -m bench.million 1000000` prints how fast it was and its memory.

`cardkit simulate` is killed with `kill -9` at half of its matches and started once more. The run is then played again
in this process, without a break and in chunks of another size; unless both have counted the same to the last bit, and
written the same lines, it fails.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from filecmp import cmp
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from attrs import Factory, define

from cardkit.arena import RunSpec, simulate
from cardkit.arena.storage.folder import MATCHES, RUN

GAME, BOT, SEATS, ROUNDS, SEED = "thirteen", "random", 4, 1, "million"
CHUNK = 777
OFTEN = 0.2
"""Seconds between two looks at the processes."""


@define
class Seen:
    """The most memory that a run's processes ever had, in bytes: the one that counts, and the largest worker."""

    parent: int = 0
    workers: dict[int, int] = Factory(dict[int, int])
    seconds: float = 0.0

    def look(self, pid: int) -> None:
        self.parent = max(self.parent, most_memory(pid))
        for worker in descendants(pid):
            self.workers[worker] = max(self.workers.get(worker, 0), most_memory(worker))


def most_memory(pid: int) -> int:
    """Return the most memory that the process ever had; 0 if it is gone."""
    with suppress(FileNotFoundError, ProcessLookupError):
        status = Path(f"/proc/{pid}/status").read_text()
        return int((status.partition("VmHWM:")[2].split() or ["0"])[0]) * 1024
    return 0


def descendants(pid: int) -> Iterator[int]:
    """Yield what the process has started, and what that has started."""
    for child in children(pid):
        yield child
        yield from descendants(child)


def children(pid: int) -> list[int]:
    with suppress(FileNotFoundError, ProcessLookupError):
        tasks = Path(f"/proc/{pid}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return []


def command(folder: Path, matches: int, workers: int) -> list[str]:
    return [
        *(sys.executable, "-m", "cardkit_cli.main", "simulate", GAME, "--bots", BOT, "-n", str(matches)),
        *("--seats", str(SEATS), "--option", f"rounds={ROUNDS}", "--seed", SEED),
        *("--workers", str(workers), "--out", str(folder)),
    ]


def watched(words: list[str], folder: Path, until: int | None) -> Seen:
    """Watch the run until it ends, or kill it when this number of deals is counted."""
    seen, began = Seen(), perf_counter()
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while child.poll() is None:
        seen.look(child.pid)
        if until is not None and counted_in(folder) >= until:
            child.kill()
            child.wait()
        sleep(OFTEN)
    seen.seconds = perf_counter() - began
    if child.returncode != (0 if until is None else -9):
        raise SystemExit(f"{' '.join(words)}: ended with {child.returncode}")
    return seen


def counted_in(folder: Path) -> int:
    with suppress(FileNotFoundError):
        return int(json.loads((folder / RUN).read_text())["deals"])
    return 0


def same(one: Path, other: Path) -> bool:
    """Return whether two runs have counted the same, and written the same lines."""
    counts = [json.loads((folder / RUN).read_text())["counted"] for folder in (one, other)]
    return counts[0] == counts[1] and cmp(one / MATCHES, other / MATCHES, shallow=False)


def shown(what: str, seen: Seen, matches: int) -> str:
    parent, worker = seen.parent / 2**20, max(seen.workers.values(), default=0) / 2**20
    return (
        f"{what:32}{matches:>12,} matches {seen.seconds:8.0f} s {matches / seen.seconds:8,.0f} a second"
        f"{parent:8.0f} MiB, a worker {worker:.0f} MiB"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("matches", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    matches, workers = int(asked.matches), int(asked.workers)
    with TemporaryDirectory() as room:
        killed, whole = Path(room, "killed"), Path(room, "whole")
        words = command(killed, matches, workers)
        first = watched(words, killed, matches // 2)
        half = counted_in(killed)
        print(shown("killed with kill -9", first, half), flush=True)
        print(shown("gone on", watched(words, killed, None), matches - half), flush=True)
        began = perf_counter()
        simulate(
            RunSpec(
                GAME,
                [BOT],
                matches,
                seats=SEATS,
                options={"rounds": ROUNDS},
                seed=SEED,
                workers=workers,
                chunk_size=CHUNK,
                out=whole,
            )
        )
        clock = perf_counter() - began
        print(f"{f'without a break, chunks of {CHUNK}':32}{matches:>12,} matches {clock:8.0f} s", flush=True)
        if not same(killed, whole):
            raise SystemExit("the run that was killed doesn't count what the other counts")
    print(f"the same to the last bit; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
