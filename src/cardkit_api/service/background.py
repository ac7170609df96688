"""Tasks that run beside the requests."""

import asyncio
from collections.abc import Coroutine

__all__ = ["Background"]


class Background:
    """Tasks that no request waits for. They end with the process."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start the work, and keep its task from being garbage-collected until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def stop(self) -> None:
        """Cancel all tasks, and wait for their end."""
        tasks = [*self.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
