"""On a Dask cluster, made of real processes: a scheduler and workers, one of which is killed."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from cardkit.arena import Pace, RunSpec, Simulation, simulate
from cardkit.arena.execution.dask_cluster import NoCluster, dask
from cardkit.arena.execution.executors import SerialExecutor
from cardkit.rejections import Invalid

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="needs cardkit[dask]")

MATCHES = 60
LOCAL = "127.0.0.1"
QUIET = {
    **os.environ,
    "PYTHONWARNINGS": "ignore",
    "DASK_DISTRIBUTED__DASHBOARD__LINK": "",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}


@contextmanager
def process(*words: str) -> Generator[subprocess.Popen[str], None, None]:
    """Provide a process of its own, which is gone afterwards."""
    child = subprocess.Popen(
        [sys.executable, "-m", *words],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env=QUIET,
    )
    try:
        yield child
    finally:
        child.kill()
        child.wait()
        if child.stderr is not None:
            child.stderr.close()


def address_of(scheduler: subprocess.Popen[str]) -> str:
    """Return the address on which it listens, as it says itself."""
    assert scheduler.stderr is not None
    for line in scheduler.stderr:
        if found := re.search(rf"tcp://{LOCAL}:\d+", line):
            return found[0]
    raise AssertionError("the scheduler ended")


@contextmanager
def cluster(workers: int, folder: Path) -> Generator[tuple[str, list[subprocess.Popen[str]]], None, None]:
    """Provide a scheduler's address, and its workers. All of them listen on this machine only."""
    with ExitStack() as stack:
        scheduler = stack.enter_context(
            process("distributed.cli.dask_scheduler", "--host", LOCAL, "--port", "0", "--no-dashboard")
        )
        address = address_of(scheduler)
        flags = (
            "--nthreads",
            "1",
            "--no-dashboard",
            "--no-nanny",
            "--host",
            LOCAL,
            "--local-directory",
            str(folder),
        )
        running = [
            stack.enter_context(process("distributed.cli.dask_worker", address, *flags))
            for _ in range(workers)
        ]
        yield address, running


def wait_for(workers: int, address: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with suppress(NoCluster), dask(address) as (_, threads):
            if threads == workers:
                return
        time.sleep(0.1)
    raise TimeoutError("the workers don't come")


def simulated(executor: Executor, watch: Callable[[Pace], None] | None = None) -> Simulation:
    return simulate(
        RunSpec(
            "push",
            ["random", "greedy"],
            MATCHES,
            seats=3,
            seed="dask",
            chunk_size=2,
            executor=executor,
            in_flight=6,
            watch=watch,
        )
    )


def test_it_is_the_same_on_a_cluster_even_if_a_worker_is_killed(tmp_path: Path) -> None:
    """Chunks that it worked on go to the other, and nothing is counted twice."""
    with cluster(2, tmp_path) as (address, workers):
        wait_for(2, address)

        def kill(pace: Pace) -> None:
            if pace.matches >= 10 and workers[0].poll() is None:
                workers[0].send_signal(signal.SIGKILL)
                workers[0].wait()

        with dask(address) as (executor, threads):
            found = simulated(executor, kill)

    assert threads == 2
    assert workers[0].returncode == -signal.SIGKILL
    assert json.dumps(found.exact()) == json.dumps(simulated(SerialExecutor()).exact())


@pytest.mark.parametrize(
    "address", ["", "nix", "10.0.0.1", "tcp://", "nix://h:1", "tcp://h:99999", "h:x", "tcp://h:1\n"]
)
def test_what_is_no_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(Invalid, match="tcp://") as refused, dask(address):
        pass
    assert refused.value.field == "dask"


def test_a_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardkit.arena.execution.dask_cluster.PATIENCE", 0.2)

    with pytest.raises(NoCluster, match="no scheduler answers"), dask("tcp://127.0.0.1:9"):
        pass
