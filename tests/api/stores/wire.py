"""The way to a PostgreSQL server, which can be cut, blocked and mended."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit

from tests.patience import PATIENCE


class Wire:
    """Passes on what is sent between those who connect here and the server."""

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)
        self._query = parse_qs(self._parts.query)
        self._server: asyncio.Server | None = None
        self._passing: set[asyncio.Task[None]] = set()
        self._port = 0
        self._open = asyncio.Event()
        self._open.set()
        self._called = asyncio.Event()

    @property
    def url(self) -> str:
        """That of the database, by this way."""
        user = self._parts.netloc.rpartition("@")[0]
        query = {name: values[0] for name, values in self._query.items() if name not in ("host", "port")}
        netloc = f"{user}@127.0.0.1:{self._port}" if user else f"127.0.0.1:{self._port}"
        return urlunsplit(("postgresql", netloc, self._parts.path, urlencode(query), ""))

    async def mend(self) -> None:
        """Let everybody through, from the same port as before."""
        self._open.set()
        if self._server is None:
            self._server = await asyncio.start_server(self._through, "127.0.0.1", self._port)
            self._port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """Break all connections, and refuse new ones."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for task in [*self._passing]:
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    async def is_called(self) -> None:
        """Wait until somebody connects anew."""
        self._called.clear()
        async with asyncio.timeout(PATIENCE):
            await self._called.wait()

    def block(self) -> None:
        """Take what is sent, and pass nothing on: nobody is told that anything is wrong."""
        self._open.clear()

    async def _through(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._passing.add(task)
        self._called.set()
        try:
            there, back = await self._connected()
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._pass_on(reader, back))
                    group.create_task(self._pass_on(there, writer))
            finally:
                back.close()
        except (asyncio.CancelledError, ExceptionGroup):
            writer.transport.abort()
        finally:
            writer.close()
            self._passing.discard(task)

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        await self._open.wait()
        host = self._query.get("host", [self._parts.hostname or "localhost"])[0]
        port = self._parts.port or int(self._query.get("port", ["5432"])[0])
        if host.startswith("/"):
            return await asyncio.open_unix_connection(f"{host}/.s.PGSQL.{port}")
        return await asyncio.open_connection(host, port)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._open.wait()
            writer.write(data)
            await writer.drain()
        with suppress(OSError):
            writer.close()


@asynccontextmanager
async def wired(url: str) -> AsyncGenerator[Wire, None]:
    wire = Wire(url)
    await wire.mend()
    try:
        yield wire
    finally:
        await wire.cut()
