"""Work that goes on beside the requests."""

import asyncio
from collections.abc import Coroutine

__all__ = ["Background"]


class Background:
    """Tasks of this process that nobody waits for, until it ends."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Begin the work; it is kept from being collected until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def stop(self) -> None:
        """Break off what is going on."""
        going_on = [*self.tasks]
        for task in going_on:
            task.cancel()
        await asyncio.gather(*going_on, return_exceptions=True)
