"""Requests to PostgreSQL that share statements. Those that arrive while others run are in the next one."""

import asyncio
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from cardkit_api.stores.contract import StoreDown
from cardkit_api.stores.postgres.connection import connect, disconnect

if TYPE_CHECKING:
    from cardkit_api.stores.postgres.connection import Connection

__all__ = ["MOST", "Queue", "Request"]

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")

Request: TypeAlias = tuple[Asked, asyncio.Future[Answered]]
"""What is asked, and where the answer goes."""

MOST: Final = 100
"""The most requests that share a statement."""


class Queue(ABC, Generic[Asked, Answered]):
    """A queue of requests, over a connection of its own."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._waiting: list[Request[Asked, Answered]] = []
        self._task: asyncio.Task[None] | None = None
        self._connection: Connection | None = None

    async def open(self) -> None:
        """Open the connection."""
        self._connection = await connect(self._url)

    async def close(self) -> None:
        """Answer the waiting requests, and disconnect."""
        if self._task is not None:
            await self._task
        if self._connection is not None:
            await disconnect(self._connection)

    async def ask(self, asked: Asked) -> Answered:
        """Wait for the answer to a request."""
        future: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, future))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await future

    async def connection(self) -> "Connection":
        """Return the connection. It is opened anew if it was lost."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._url)
        return self._connection

    @abstractmethod
    def pick(
        self, waiting: list[Request[Asked, Answered]]
    ) -> tuple[list[Request[Asked, Answered]], list[Request[Asked, Answered]]]:
        """Return the requests for the next statement, and the rest."""

    @abstractmethod
    async def answer(self, batch: list[Request[Asked, Answered]]) -> None:
        """Answer these requests. What is raised becomes the answer to those that have none yet."""

    async def _run(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(0)  # so that requests that have arrived by now come along
                batch, self._waiting = self.pick(self._waiting)
                try:
                    await self.answer(batch)
                except Exception as error:
                    for _, future in batch:
                        if not future.done():
                            future.set_exception(
                                StoreDown(str(error)) if isinstance(error, StoreDown) else error
                            )
        finally:
            self._task = None
