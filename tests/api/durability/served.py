"""The real server, as a process of its own that can be killed."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import httpx
from attrs import frozen

from tests.api.processes.running import Running, start
from tests.patience import PATIENCE

__all__ = ["KEY", "Served", "served"]

KEY: Final = bytes(range(32))
"""The server's key, so that seeds are known to the tests."""


@frozen
class Served:
    """A server that listens."""

    process: Running
    base: str

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self.process.kill()

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.base, timeout=PATIENCE, trust_env=False, verify=False)


@asynccontextmanager
async def served(url: str) -> AsyncGenerator[Served]:
    """Run `python -m cardkit_api` over that database, on a free port, for as long as the block runs."""
    environment = {**os.environ, "CARDKIT_KEY": KEY.hex()}
    process = start("--db", url, "--port", "0", environment=environment)
    with process.stderr:
        try:
            async with asyncio.timeout(PATIENCE):
                base = await asyncio.to_thread(process.address, [])
            yield Served(process, base)
        finally:
            process.kill()
