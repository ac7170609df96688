"""PostgreSQL goes away and comes back: nobody hangs, nothing is missed."""

import asyncio

import asyncpg
import pytest

from cardkit_api.stores.contract import Change, Store, StoreDown
from cardkit_api.stores.postgres import PostgresStore, queue
from cardkit_api.stores.postgres import connection as links
from cardkit_api.stores.postgres import store as pools
from tests.api.places import OURS, Place, connections
from tests.api.stores.acts import NOON, STALE, WRITTEN, Ears, answer, make, move, opened, row
from tests.api.stores.wire import wired
from tests.patience import PATIENCE, wait_until

pytestmark = pytest.mark.anyio


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds are too long for a test."""
    monkeypatch.setattr(links, "_PROBE", 0.1)
    for name in ("RUNNING", "CONNECTING"):
        for module in (links, pools):
            monkeypatch.setattr(module, name, 0.3)


async def terminate(url: str) -> None:
    """End all connections of this test."""
    connection = await asyncpg.connect(url)
    await connection.execute(f"SELECT pg_terminate_backend(pid) {OURS}")
    await connection.close()


async def writes(store: Store, change: Change) -> None:
    """Write the change sooner or later: ask a store that is down again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                assert await store.write(change) in (WRITTEN, STALE)
            except StoreDown:
                await asyncio.sleep(0.02)
            else:
                return


def test_what_is_said_of_a_failure_holds_no_row() -> None:
    """It is logged, and PostgreSQL's details repeat what was to be written."""
    error = asyncpg.CheckViolationError("new row violates a check")
    error.detail = "Failing row contains (match, cards)."
    with pytest.raises(StoreDown) as down, links.store_errors():
        raise error
    assert str(down.value) == "PostgreSQL: new row violates a check"


async def test_a_terminated_connection_is_noticed_repaired_and_caught_up(postgres: Place) -> None:
    ears = Ears()
    async with opened(postgres) as one, opened(postgres, ears) as other:
        await make(one, row("a"))
        await ears.hears("a", 0)
        for version in range(3):
            ears.heard.clear()
            await terminate(postgres.url)
            await writes(one, move("a", version, version + 1))
            await ears.hears("", 0)
            assert await other.lines("a", version) == f"a {version}\n"
        await one.write(move("a", 3, 4))
        await wait_until(lambda: ("a", 4) in ears.heard)  # so that nothing older is on its way
        ears.heard.clear()
        await one.write(move("a", 4, 5))
        await ears.hears("a", 5)
        assert ears.heard == [("a", 5)]


async def test_while_the_database_is_away_calls_fail_at_once_and_then_work_again(
    postgres: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("RUNNING", "CONNECTING"):
        for module in (links, pools):
            monkeypatch.setattr(module, name, 10 * PATIENCE)
    ears = Ears()
    async with wired(postgres.url) as wire, opened(Place(wire.url), ears) as store:
        await make(store, row("a"))
        await wire.cut()
        for call in (
            store.write(move("a", 0, 1)),
            store.write(Change(match="a", row=row("a", 2), now=NOON)),
            store.write(Change(match="a", answer=answer("k"), now=NOON)),
            store.row("a"),
            store.lines("a"),
            store.delete("a", NOON),
            store.ready(),
        ):
            with pytest.raises(StoreDown):
                await asyncio.wait_for(call, PATIENCE)
        ears.heard.clear()
        await wire.mend()
        await ears.hears("", 0)
        await store.ready()
        assert await store.lines("a") == ""
        assert await store.write(move("a", 0, 1)) == WRITTEN


@pytest.mark.usefixtures("impatient")
async def test_a_database_that_doesnt_answer_is_given_up(postgres: Place) -> None:
    ears = Ears()
    async with wired(postgres.url) as wire, opened(Place(wire.url), ears) as store:
        await make(store, row("a"))
        wire.block()
        calls = [
            store.write(move("a", 0, 1)),
            store.write(Change(match="a", row=row("a", 2), now=NOON)),
            store.lines("a"),
            store.ready(),
        ]
        async with asyncio.timeout(PATIENCE):
            outcomes = await asyncio.gather(*calls, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [StoreDown] * 4
        await wire.is_called()  # by the listener, whose probe found out
        ears.heard.clear()
        await wire.cut()
        await wire.mend()
        await ears.hears("", 0)
        await writes(store, move("a", 0, 1))


@pytest.mark.usefixtures("impatient")
async def test_silence_on_the_listening_connection_is_probed(postgres: Place) -> None:
    ears = Ears()
    async with wired(postgres.url) as wire, opened(Place(wire.url), ears):
        wire.block()
        await wire.is_called()
        await wire.mend()
        await ears.hears("", 0)


async def test_a_database_that_isnt_there_is_told_at_opening_without_its_password() -> None:
    store = PostgresStore("postgresql://me:secret@127.0.0.1:1/none")
    with pytest.raises(StoreDown) as told:
        await store.open(Ears())
    assert "secret" not in str(told.value)
    await store.close()


async def test_a_store_leaves_no_connection_behind(postgres: Place) -> None:
    before = await connections(postgres.url)
    async with opened(postgres) as store:
        await make(store, row("a"))
        await asyncio.gather(*(store.lines("a") for _ in range(20)))
        assert await connections(postgres.url) > before
    assert before == 0
    await postgres.left()


async def test_what_is_acknowledged_is_on_disk_even_where_the_database_says_otherwise(
    postgres: Place,
) -> None:
    easy = Place(f"{postgres.url}&synchronous_commit=off")
    async with opened(easy) as store:
        await make(store, row("a"))
        connection = await links.connect(easy.url)
        assert await connection.fetchval("SHOW synchronous_commit") == "on"
        await connection.close()


async def test_more_moves_than_a_statement_takes_are_written_all(postgres: Place) -> None:
    names = [f"m{n}" for n in range(3 * queue.MOST + 1)]
    async with opened(postgres) as store:
        await asyncio.gather(*(make(store, row(name)) for name in names))
        outcomes = await asyncio.gather(*(store.write(move(name, 0, 1)) for name in names))
        assert outcomes == [WRITTEN] * len(names)


async def test_a_database_that_can_only_be_read_isnt_ready(postgres: Place) -> None:
    async with opened(postgres) as store:
        await store.ready()
    reading = PostgresStore(f"{postgres.url}&default_transaction_read_only=on")
    with pytest.raises(StoreDown, match="read-only"):
        await reading.open(Ears())


async def test_a_database_whose_disk_is_full_isnt_ready_until_it_takes_writes_again(postgres: Place) -> None:
    full = (
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql"
        " AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;"
        " CREATE TRIGGER full_disk BEFORE UPDATE ON cardkit_schema EXECUTE FUNCTION refuse()"
    )
    async with opened(postgres) as store:
        await store.ready()
        connection = await links.connect(postgres.url)
        await connection.execute(full)
        with pytest.raises(StoreDown, match="no space left"):
            await store.ready()
        await connection.execute("DROP FUNCTION refuse CASCADE")
        await connection.close()
        await store.ready()


async def test_an_error_of_the_database_is_told_in_one_line() -> None:
    away = asyncpg.CannotConnectNowError("the database system is starting up")
    away.detail = "Consistent recovery state has not been yet reached."

    with pytest.raises(StoreDown) as told, links.store_errors():
        raise away

    assert "DETAIL" in str(away)
    assert str(told.value) == "PostgreSQL: the database system is starting up"
