"""The thread that writes to a SQLite file. Requests that arrive during a commit share the next transaction."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Final, TypeAlias

from cardkit_api.stores.contract import Change, StoreDown, Wake, Written
from cardkit_api.stores.sqlite.changes import Outcome, Wakes, Work, write_batch
from cardkit_api.stores.sqlite.connection import WritingConnection

__all__ = ["Writer"]

Request: TypeAlias = tuple[Change | Work, asyncio.Future[Outcome | Wakes]]
Deliver: TypeAlias = Callable[[], None]
"""A call for the event loop that hands out the outcomes."""

_INTERVAL: Final = 0.2
"""Seconds between checks for writes by other connections."""


class Writer:
    """A queue of requests from the event loop. Each is answered there after its commit."""

    def __init__(self, path: Path, connection: WritingConnection, wake: Wake) -> None:
        self._path = path
        self._connection = connection
        self._wake = wake
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Request] = []
        """Requests that the thread is given together, once the event loop has run whatever is ready."""
        self._queue: SimpleQueue[list[Request] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=f"cardkit writes {path.name}", daemon=True)
        self._checked = monotonic()
        self._seen = _data_version(connection)
        self._thread.start()

    async def write(self, change: Change) -> Outcome:
        """Write all of the change or nothing."""
        outcome = await self._enqueue(change)
        assert not isinstance(outcome, tuple)
        return outcome

    async def do(self, work: Work) -> None:
        """Run the work in a transaction that it shares with other requests. The work must not raise by itself."""
        await self._enqueue(work)

    def _enqueue(self, item: Change | Work) -> "asyncio.Future[Outcome | Wakes]":
        future: asyncio.Future[Outcome | Wakes] = self._loop.create_future()
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append((item, future))
        return future

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        self._queue.put(gathered)

    async def close(self) -> None:
        """Finish all requests, and close the connection."""
        self._hand_over()
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    def _run(self) -> None:
        going = True
        while going:
            batch, going = self._next_batch()
            if batch:
                self._call_loop(self._write_batch(batch))
            self._check_file()
        self._connection.close()

    def _next_batch(self) -> tuple[list[Request], bool]:
        batch: list[Request] = []
        try:
            given = self._queue.get(timeout=_INTERVAL)
            while given is not None:
                batch += given
                given = self._queue.get_nowait()
        except Empty:
            return batch, True
        return batch, False

    def _call_loop(self, deliver: Deliver) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(deliver)

    def _write_batch(self, batch: list[Request]) -> Deliver:
        try:
            outcomes = write_batch(self._connection, [item for item, _ in batch])
        except Exception as error:
            if self._connection.in_transaction:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
            failure = error
            return lambda: self._fail(batch, failure)
        return lambda: self._deliver(batch, outcomes)

    def _deliver(self, batch: list[Request], outcomes: "list[Outcome | Wakes]") -> None:
        wakes: list[tuple[str, int]] = []
        for (item, future), outcome in zip(batch, outcomes, strict=True):
            if not future.done():
                future.set_result(outcome)
            if isinstance(outcome, tuple):
                wakes += outcome
            elif isinstance(outcome, Written) and isinstance(item, Change):
                wakes += item.wakes
        for match, version in wakes:
            self._wake(match, version)

    def _fail(self, batch: list[Request], error: Exception) -> None:
        for _, future in batch:
            if not future.done():
                down = isinstance(error, sqlite3.Error)
                future.set_exception(StoreDown(f"{self._path}: {error}") if down else error)

    def _check_file(self) -> None:
        now = monotonic()
        if now - self._checked < _INTERVAL:
            return
        self._checked = now
        try:
            seen = _data_version(self._connection)
        except sqlite3.Error:
            return  # the next write reports it
        if seen != self._seen:
            self._seen = seen
            self._call_loop(lambda: self._wake("", 0))


def _data_version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA data_version").fetchone()
    return int(version)
