"""Reading moves from PostgreSQL. Reads that arrive while others run share the next statement."""

import asyncio
from typing import TYPE_CHECKING, Final, TypeAlias

from cardkit_api.stores.contract import StoreDown
from cardkit_api.stores.postgres.connection import ERRORS, connect, disconnect, store_errors

if TYPE_CHECKING:
    from cardkit_api.stores.postgres.connection import Connection

__all__ = ["MoveReader"]

_Request: TypeAlias = tuple[str, int, asyncio.Future[str]]

_ROWS: Final = 100
"""The most reads that share a statement."""

_LINES: Final = """
    SELECT asked.place, moves.lines
    FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS asked (match, after, place)
    JOIN moves ON moves.match = asked.match AND moves.after >= asked.after
    ORDER BY asked.place, moves.after
"""


class MoveReader:
    """A queue of reads, over a connection of its own."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._waiting: list[_Request] = []
        self._task: asyncio.Task[None] | None = None
        self._connection: Connection | None = None

    async def open(self) -> None:
        """Open the connection."""
        self._connection = await connect(self._url)

    async def close(self) -> None:
        """Answer the waiting reads, and disconnect."""
        if self._task is not None:
            await self._task
        if self._connection is not None:
            await disconnect(self._connection)

    async def lines(self, match: str, after: int) -> str:
        """Return the log lines of the match from that version on."""
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.append((match, after, future))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await future

    async def _run(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:_ROWS], self._waiting[_ROWS:]
                await self._read_all(batch)
        finally:
            self._task = None

    async def _read_all(self, batch: list[_Request]) -> None:
        try:
            with store_errors():
                found = await self._fetch(batch)
        except Exception as error:
            for _, _, future in batch:
                if not future.done():
                    future.set_exception(StoreDown(str(error)) if isinstance(error, StoreDown) else error)
            return
        for (_, _, future), lines in zip(batch, found, strict=True):
            if not future.done():
                future.set_result("".join(lines))

    async def _fetch(self, batch: list[_Request]) -> list[list[str]]:
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._url)
        matches, versions = [match for match, _, _ in batch], [after for _, after, _ in batch]
        found: dict[int, list[str]] = {place: [] for place in range(1, len(batch) + 1)}
        try:
            for row in await self._connection.fetch(_LINES, matches, versions):
                found[int(row[0])].append(row[1])
        except ERRORS:
            self._connection.terminate()
            raise
        return [*found.values()]
