"""The schema comes up to date by itself, from wherever it was."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Final

import asyncpg
import pytest
from attrs import evolve

from cardkit_api.keys import hash_user
from cardkit_api.stores.contract import UNKNOWN, Store, StoreDown, StoreTooNew
from cardkit_api.stores.migrations import MIGRATIONS, Migration
from cardkit_api.stores.postgres import PostgresStore
from cardkit_api.stores.sqlite import SqliteStore
from tests.api.places import Place
from tests.api.stores.acts import NOON, WRITTEN, Ears, due, make, move, row

pytestmark = pytest.mark.anyio

ONE_MORE: tuple[Migration, ...] = (
    *MIGRATIONS,
    (
        "ALTER TABLE matches ADD COLUMN note TEXT! NOT NULL DEFAULT 'none'",
        "CREATE INDEX matches_note ON matches (note)",
    ),
)
BROKEN: tuple[Migration, ...] = (*MIGRATIONS, ("CREATE TABLE extra (n BIGINT)", "CREATE NONSENSE"))


FIRST: Final = (
    (
        "INSERT INTO matches (match, revision, status, public, due, created, touched, document)"
        f" VALUES ('a', 1, 'running', false, true, {NOON}, {NOON}, '{{}}')"
    ),
    f"INSERT INTO moves (match, after, upto, lines, at) VALUES ('a', 0, 2, 'a 0\na 1\n', {NOON})",
    (
        "INSERT INTO answers (scope, key, fingerprint, status, body, created)"
        f" VALUES ('me', 'k', 'f', 200, 'done k', {NOON})"
    ),
)
"""What a server of the first schema wrote."""


async def execute(place: Place, statements: tuple[str, ...]) -> None:
    """Run these statements in the database."""
    if place.url.startswith("sqlite:"):
        with closing(sqlite3.connect(place.url.removeprefix("sqlite:"), isolation_level=None)) as db:
            for statement in statements:
                db.execute(statement)
        return
    connection = await asyncpg.connect(place.url)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


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
    await old.close()
    await execute(shared_place, FIRST)
    new = store_with(shared_place, ONE_MORE)
    await new.open(Ears())
    await new.ready()
    assert await new.row("a") == evolve(row("a"), bots=UNKNOWN)
    assert await due(new) == ("a",)
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


OF_USERS: Final = (
    (
        "INSERT INTO matches (match, revision, status, public, due, created, touched, document)"
        f" VALUES ('b', 1, 'over', false, false, {NOON + 1}, {NOON}, "
        """'{"owner_user": "Zoë", "chairs": [{"user": "ada"}, {"user": ""}, {"user": "Zoë"}, {"name": "x"}]}')"""
    ),
    (
        "INSERT INTO matches (match, revision, status, public, due, created, touched, document)"
        f" VALUES ('c', 1, 'open', false, false, {NOON}, {NOON}, '{{\"chairs\": [{{\"user\": \"ada\"}}]}}')"
    ),
)
"""Matches of users, as a server wrote them before it listed these."""


async def test_the_matches_that_users_had_before_are_listed_too(shared_place: Place) -> None:
    old = store_with(shared_place, MIGRATIONS[:2])
    await old.open(Ears())
    await old.close()
    await execute(shared_place, (*FIRST, *OF_USERS))
    new = store_with(shared_place, MIGRATIONS)
    await new.open(Ears())
    for user, matches in (("ada", ["b", "c"]), ("Zoë", ["b"]), ("", []), ("x", [])):
        found = await new.list_matches_of(hash_user(user), None, None, 9)
        assert [listed.row.match for listed in found] == matches
    found = await new.list_matches_of(hash_user("ada"), "open", None, 9)
    assert [listed.row.match for listed in found] == ["c"]
    await new.close()
