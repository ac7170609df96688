"""How long tests wait for what another process, thread, task or page does. They never wait for a time alone."""

import asyncio
from collections.abc import Callable
from typing import Final

__all__ = ["PATIENCE", "SOON", "wait_until"]

PATIENCE: Final = 60.0
"""In seconds. It only keeps a test from hanging: on a busy machine, everything takes twenty times as long."""
SOON: Final = 25.0
"""In seconds. A long poll that has ended within this time had news: without any, it waits for 30 seconds."""


async def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until that is so."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.002)
