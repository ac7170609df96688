"""Tasks that run beside the requests."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Final

from cardkit_api.problems import trace_of
from cardkit_api.service.figures import Figures
from cardkit_api.stores.contract import StoreDown

__all__ = ["Background", "do_rounds"]

_log: Final = logging.getLogger("cardkit_api")


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


async def do_rounds(
    work: Callable[[], Awaitable[float | None]],
    period: float,
    figures: Figures,
    what: str,
    name: str,
    sooner: asyncio.Event | None = None,
) -> None:
    """Do the work again and again. It may return the seconds until the next round, in place of `period`.

    Figures count and trace it as `what`. The log of a failure calls it by the `name`. Setting `sooner` begins the next
    round at once; the work clears it.
    """
    sooner = sooner or asyncio.Event()
    while True:
        wait: float | None = None
        try:
            with figures.store(what):
                wait = await work()
        except StoreDown:
            pass  # the next round tries again, and readiness reports it
        except Exception as error:
            _log.error("%s failed: %s", name, trace_of(error))
        with suppress(TimeoutError):
            # `wait_for` may lose a cancellation
            async with asyncio.timeout(period if wait is None else wait):
                await sooner.wait()
