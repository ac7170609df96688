"""Runs on more than one machine: an executor on a Dask cluster (`cardkit[dask]`).

The cluster is yours: its workers need cardkit, and whatever your bots and measures import. When one of them dies,
the scheduler gives its work to another.
"""

import re
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Final, Protocol

from cardkit.rejections import CardkitError, Invalid

__all__ = ["NoCluster", "dask"]

# Dask's client hangs for a minute when it is given something else.
_ADDRESS: Final = re.compile(r"(?:(?:tcp|tls|ucx|wss?)://)?[\w.:\[\]-]*[\w.\]]:(\d{1,5})")
HIGHEST_PORT: Final = 65535
PATIENCE = 30
"""Seconds to wait for the scheduler."""


class NoCluster(CardkitError):
    """There is no cluster to be reached, or nothing to reach it with."""

    code = "no_cluster"


class _Client(Protocol):
    """What is needed of Dask's own, which has few types."""

    def nthreads(self) -> Mapping[str, int]: ...
    def get_executor(self, *, pure: bool) -> Executor: ...
    def close(self) -> None: ...


def _connect(address: str) -> _Client:
    host_port = _ADDRESS.fullmatch(address)
    if host_port is None or int(host_port[1]) > HIGHEST_PORT:
        raise Invalid("dask", address, "the address of a scheduler, as in tcp://10.0.0.1:8786")
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise NoCluster("Dask isn't installed here: pip install 'cardkit[dask]'") from None
    client: Callable[..., _Client] = distributed.Client
    try:
        return client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise NoCluster(f"{address}: no scheduler answers there ({error})") from None


@contextmanager
def dask(address: str) -> Generator[tuple[Executor, int], None, None]:
    """An executor on the cluster whose scheduler is at this address, and how many threads it has to work with."""
    client = _connect(address)
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise NoCluster(f"{address}: the scheduler has no workers")
        # Dask gives two calls that look alike one answer unless it is told that they aren't pure.
        yield client.get_executor(pure=False), threads
    finally:
        client.close()
