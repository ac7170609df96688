"""An executor on a Dask cluster, for runs on more than one machine (`cardkit[dask]`).

The cluster is yours. Its workers need cardkit, and whatever your bots and measures import. If a worker dies, the
scheduler gives its work to another.
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
"""The seconds to wait for the scheduler."""


class NoCluster(CardkitError):
    """The cluster can't be reached, or Dask isn't installed."""

    code = "no_cluster"


class _Client(Protocol):
    """The part of Dask's client that is used, which has few types of its own."""

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
    """Provide an executor on the cluster with this scheduler, and the number of its threads."""
    client = _connect(address)
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            raise NoCluster(f"{address}: the scheduler has no workers")
        # Without pure=False, Dask answers equal calls from its cache.
        yield client.get_executor(pure=False), threads
    finally:
        client.close()
