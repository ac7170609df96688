"""The schema comes up to date by itself, from wherever it was."""

import asyncio

import pytest

from cardkit_api.stores.contract import Store, StoreDown, StoreTooNew
from cardkit_api.stores.migrations import MIGRATIONS, Migration
from cardkit_api.stores.postgres import PostgresStore
from cardkit_api.stores.sqlite import SqliteStore
from tests.api.places import Place
from tests.api.stores.acts import WRITTEN, Ears, make, move, row

pytestmark = pytest.mark.anyio

ONE_MORE: tuple[Migration, ...] = (
    *MIGRATIONS,
    (
        "ALTER TABLE matches ADD COLUMN note TEXT! NOT NULL DEFAULT 'none'",
        "CREATE INDEX matches_note ON matches (note)",
    ),
)
BROKEN: tuple[Migration, ...] = (*MIGRATIONS, ("CREATE TABLE extra (n BIGINT)", "CREATE NONSENSE"))


def store_with(place: Place, migrations: tuple[Migration, ...]) -> Store:
    if place.url.startswith("sqlite:"):
        return SqliteStore(place.url.removeprefix("sqlite:"), migrations)
    return PostgresStore(place.url, migrations)


@pytest.mark.parametrize("start", range(1, len(ONE_MORE) + 1))
async def test_every_earlier_schema_comes_up_to_date_with_all_that_is_in_it(
    shared_place: Place, start: int
) -> None:
    old = store_with(shared_place, ONE_MORE[:start])
    await old.open(Ears())
    await make(old, row("a"))
    assert await old.write(move("a", 0, 2, key="k")) == WRITTEN
    await old.close()
    new = store_with(shared_place, ONE_MORE)
    await new.open(Ears())
    await new.ready()
    assert await new.row("a") == row("a")
    assert await new.lines("a") == "a 0\na 1\n"
    assert await new.answer("me", "k") is not None
    assert await new.write(move("a", 2, 3)) == WRITTEN
    await new.close()


async def test_a_newer_schema_is_refused_and_left_alone(shared_place: Place) -> None:
    new = store_with(shared_place, ONE_MORE)
    await new.open(Ears())
    await make(new, row("a"))
    await new.close()
    for _ in range(2):
        old = store_with(shared_place, MIGRATIONS)
        with pytest.raises(StoreTooNew, match=rf"version {len(ONE_MORE)}, .* version {len(MIGRATIONS)}"):
            await old.open(Ears())
        await old.close()
    again = store_with(shared_place, ONE_MORE)
    await again.open(Ears())
    await again.ready()
    assert await again.row("a") == row("a")
    await again.close()


async def test_a_server_whose_database_a_newer_one_brought_up_to_date_isnt_ready(shared_place: Place) -> None:
    old, new = store_with(shared_place, MIGRATIONS), store_with(shared_place, ONE_MORE)
    await old.open(Ears())
    await new.open(Ears())
    with pytest.raises(StoreDown, match=f"now has( schema)? version {len(ONE_MORE)}"):
        await old.ready()
    await old.close()
    await new.close()


async def test_a_step_that_fails_leaves_the_schema_as_it_was(shared_place: Place) -> None:
    for _ in range(2):
        broken = store_with(shared_place, BROKEN)
        with pytest.raises(StoreDown, match="NONSENSE"):
            await broken.open(Ears())
        await broken.close()
    store = store_with(shared_place, MIGRATIONS)
    await store.open(Ears())
    await store.ready()
    await store.close()


async def test_stores_that_open_at_once_take_each_step_once(shared_place: Place) -> None:
    stores = [store_with(shared_place, ONE_MORE) for _ in range(5)]
    await asyncio.gather(*(store.open(Ears()) for store in stores))
    await asyncio.gather(*(store.ready() for store in stores))
    await make(stores[0], row("a"))
    assert [await store.row("a") for store in stores] == [row("a")] * 5
    for store in stores:
        await store.close()
