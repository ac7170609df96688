"""The real server, as a process of its own that can be killed."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Final

import httpx
from attrs import define

from tests.patience import PATIENCE

__all__ = ["KEY", "Served", "served"]

KEY: Final = bytes(range(32))
"""The server's key, so that seeds are known to the tests."""


@define
class Served:
    """A server that listens."""

    process: asyncio.subprocess.Process
    base: str = ""
    killed: bool = False

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        if not self.killed:
            self.killed = True
            with suppress(ProcessLookupError):
                self.process.kill()

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.base, timeout=PATIENCE, trust_env=False, verify=False)


@asynccontextmanager
async def served(url: str) -> AsyncGenerator[Served]:
    """Run `python -m cardkit_api` over that database, on a free port, for as long as the block runs."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cardkit_api", "--db", url, "--port", "0"),
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "CARDKIT_KEY": KEY.hex()},
    )
    server = Served(process)
    try:
        async with asyncio.timeout(PATIENCE):
            server.base = await _address(process)
        yield server
    finally:
        server.kill()
        await process.wait()


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stderr is not None
    said = b""
    while line := await process.stderr.readline():
        said += line
        if found := re.search(rb"serves on (http://\S+?),", said):
            return found[1].decode()
    raise AssertionError(f"the server didn't start: {said.decode()}")
