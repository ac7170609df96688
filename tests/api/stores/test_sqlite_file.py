"""What only a file can have: modes, owners, other users, and a disk that fails."""

import asyncio
import resource
import shutil
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from cardkit_api.stores.contract import Change, StoreDown
from cardkit_api.stores.migrations import MIGRATIONS
from cardkit_api.stores.sqlite import SqliteStore
from cardkit_api.stores.sqlite.changes import Outcome, Wakes, Work, write_batch
from cardkit_api.stores.sqlite.connection import WritingConnection, open_connections
from cardkit_api.stores.sqlite.writer import Writer
from tests.api.places import Place
from tests.api.stores.acts import NOON, STALE, WRITTEN, Ears, answer, make, move, opened, row
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


async def test_the_file_is_for_its_owner_only(path: Path) -> None:
    async with opened(Place(f"sqlite:{path}")) as store:
        await make(store, row("a"))
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == {"matches.db": 0o600, "matches.db-wal": 0o600, "matches.db-shm": 0o600}


async def test_it_is_written_ahead_and_flushed_at_every_commit(path: Path) -> None:
    reader, writer = open_connections(path, MIGRATIONS)
    assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert writer.execute("PRAGMA synchronous").fetchone() == (2,)
    assert writer.execute("PRAGMA foreign_keys").fetchone() == (1,)
    reader.close()
    writer.close()


async def test_a_file_that_cant_be_is_told_by_its_name(tmp_path: Path) -> None:
    for path in (tmp_path / "none" / "x.db", tmp_path):
        store = SqliteStore(path)
        with pytest.raises(StoreDown, match=str(path)):
            await store.open(Ears())
        await store.close()


async def test_a_file_that_is_something_else_is_left_alone(path: Path) -> None:
    path.write_text("my diary " * 100)
    store = SqliteStore(path)
    with pytest.raises(StoreDown, match="not a database"):
        await store.open(Ears())
    assert path.read_text() == "my diary " * 100


async def test_while_another_process_writes_for_long_the_store_is_down_and_reads_go_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit_api.stores.sqlite.connection._PATIENCE", 0.1)
    async with opened(Place(f"sqlite:{path}")) as store:
        await make(store, row("a"))
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for call in (store.write(move("a", 0, 1)), store.ready(), store.delete("a", NOON)):
            with pytest.raises(StoreDown, match="locked"):
                await call
        assert await store.row("a") == row("a")
        other.execute("ROLLBACK")
        other.close()
        await store.ready()
        assert await store.write(move("a", 0, 1)) == WRITTEN


async def test_a_full_disk_loses_the_whole_batch_and_nothing_before_it(path: Path) -> None:
    reader, connection = open_connections(path, MIGRATIONS)
    writer = Writer(path, connection, Ears())
    for name in ("a", "b"):
        await writer.write(Change(match=name, row=row(name), now=NOON))
    assert await writer.write(move("a", 0, 1)) == WRITTEN
    await writer.do(_full)
    both = [move("a", 1, 2, "x" * 1_000_000 + "\n"), move("b", 0, 1, key="k")]
    big, small = await asyncio.gather(*map(writer.write, both), return_exceptions=True)
    assert isinstance(big, StoreDown)
    assert "full" in str(big)
    await writer.do(_roomy)
    await writer.close()
    reader.close()
    async with opened(Place(f"sqlite:{path}")) as store:
        assert await store.lines("a") == "a 0\n"
        assert await store.answer("me", "k") == (answer("k") if small == WRITTEN else None)
        assert await store.write(move("b", 0, 1)) == (STALE if small == WRITTEN else WRITTEN)


def _full(db: sqlite3.Connection) -> tuple[tuple[str, int], ...]:
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {pages + 3}")
    return ()


def _roomy(db: sqlite3.Connection) -> tuple[tuple[str, int], ...]:
    db.execute("PRAGMA max_page_count = 1000000")
    return ()


async def test_a_file_that_was_swapped_isnt_ready(path: Path) -> None:
    async with opened(Place(f"sqlite:{path}")) as store:
        await store.ready()
        path.rename(path.with_suffix(".old"))
        with pytest.raises(StoreDown, match="was replaced by another file"):
            await store.ready()


async def test_reads_dont_wait_for_what_is_being_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def held(db: WritingConnection, batch: list[Change | Work]) -> "list[Outcome | Wakes]":
        begun.set()
        go_on.wait(PATIENCE)
        return write_batch(db, batch)

    async with opened(Place(f"sqlite:{path}")) as store:
        await make(store, row("a"))
        monkeypatch.setattr("cardkit_api.stores.sqlite.writer.write_batch", held)
        writing = asyncio.create_task(store.write(move("a", 0, 1)))
        await asyncio.to_thread(begun.wait, PATIENCE)
        assert await store.lines("a") == ""
        assert await store.row("a") == row("a")
        assert not writing.done()
        go_on.set()
        assert await writing == WRITTEN


async def test_a_store_leaves_no_thread_behind(path: Path) -> None:
    async with opened(Place(f"sqlite:{path}")) as store:
        await make(store, row("a"))
        assert any("matches.db" in thread.name for thread in threading.enumerate())
    assert not any("matches.db" in thread.name for thread in threading.enumerate())


async def test_a_file_whose_last_write_failed_isnt_ready_until_it_takes_writes_again(path: Path) -> None:
    """The process may write no more bytes to a file than the write-ahead log has: that is what a full disk does."""
    async with opened(Place(f"sqlite:{path}")) as store:
        await make(store, row("a"))
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.with_name(f"{path.name}-wal").stat().st_size, hard))
        try:
            with pytest.raises(StoreDown):
                await store.write(move("a", 0, 1))
            for _ in range(2):
                with pytest.raises(StoreDown):
                    await store.ready()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        await store.ready()
        assert await store.write(move("a", 0, 1)) == WRITTEN
        assert await store.lines("a") == "a 0\n"
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT name FROM sqlite_master WHERE name LIKE '%filler%'").fetchall() == []


async def test_a_file_on_a_full_disk_isnt_ready_though_nobody_writes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(Place(f"sqlite:{path}")) as store:
        await store.ready()
        found = SimpleNamespace(free=4096)
        monkeypatch.setattr(shutil, "disk_usage", MagicMock(return_value=found))
        with pytest.raises(StoreDown, match="disk is full; 4096 bytes are free"):
            await store.ready()


async def test_asking_whether_a_file_is_ready_wakes_no_other_process(path: Path) -> None:
    place, ears = Place(f"sqlite:{path}"), Ears()
    async with opened(place, ears), opened(place) as other:
        await make(other, row("a"))
        await ears.hears("a", 0)
        ears.heard.clear()
        await other.ready()
        await asyncio.sleep(0.3)
        assert ears.heard == []
