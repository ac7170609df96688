"""Lists and the housekeeper read no logs: what they need is kept with the matches."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from cardkit_api.service import summary
from cardkit_api.service.match_info import MatchInfo, load_info
from cardkit_api.service.service import Service
from cardkit_api.stores.contract import Store
from tests.api.door import Door, opened
from tests.api.places import Place
from tests.api.service.test_bots import ALL, ended, my_turn
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


def counted(store: Store) -> list[str]:
    """Return the matches whose logs are read from now on."""
    read: list[str] = []
    lines = store.lines

    async def reading(match: str, after: int = 0) -> str:
        read.append(match)
        return await lines(match, after)

    store.lines = reading  # type: ignore[method-assign]  # the store itself stays as it is
    return read


def service_of(door: Door) -> Service:
    service: object = door.app.state["service"]
    assert isinstance(service, Service)
    return service


async def listed(door: Door) -> list[dict[str, Any]]:
    """Return all public matches."""
    found: list[dict[str, Any]] = []
    for status in ("open", "running", "over"):
        found += (await door.get(f"/v1/matches?status={status}")).json()["matches"]
    return found


async def some_matches(door: Door) -> list[dict[str, Any]]:
    """Return how an open match is shown, a running one, one with an undone move, and one that is over."""
    made = await door.create(public=True)
    running, undone, over = [await door.sit(public=True, options={"rounds": 1}) for _ in range(3)]
    await running.go_on(5)
    seat, moves, _ = await undone.turn()
    await undone.move(seat, moves[0]["number"])
    for other in (seat, *(other for other in range(3) if other != seat)):
        answer = await door.post(f"{undone.path}/undo", {"of": seat}, undone.seats[other])
        assert answer.status_code == 200
    await over.finish()
    links = [made["match"]["links"]["self"], running.path, undone.path, over.path]
    return [(await door.get(link)).json() for link in links]


async def test_a_list_shows_what_the_matches_themselves_show_and_reads_no_log(shared_place: Place) -> None:
    async with opened(shared_place.store()) as door:
        shown = await some_matches(door)
    store = shared_place.store()
    read = counted(store)
    async with opened(store) as door:
        found = await listed(door)
        assert sorted(found, key=lambda match: str(match["id"])) == sorted(
            shown, key=lambda match: str(match["id"])
        )
        assert read == []
        assert len(service_of(door).cache) == 0


async def test_matches_that_this_server_cant_serve_arent_listed(sqlite: Place) -> None:
    async with opened(sqlite.store()) as door:
        shown = await some_matches(door)
    async with opened(sqlite.store(), key=bytes(32)) as door:
        assert {match["status"] for match in await listed(door)} == {"open", "over"}
    async with opened(sqlite.store(), games={}) as door:
        assert await listed(door) == []
    assert len(shown) == 4


def make_old(path: Path) -> None:
    """Make the database what a server of the first schema would have left."""
    with sqlite3.connect(path) as db:
        for match, document in db.execute("SELECT match, document FROM matches").fetchall():
            fields = json.loads(document)
            del fields["outcome"]
            db.execute("UPDATE matches SET document = ? WHERE match = ?", (json.dumps(fields), match))
        db.execute("DROP TABLE people")
        db.execute("DROP TABLE notices")
        db.execute("ALTER TABLE matches DROP COLUMN bots")
        db.execute("ALTER TABLE moves DROP COLUMN actors")
        db.execute("DROP TABLE clocks")
        db.execute("DROP TABLE facts")
        db.execute("DROP TABLE orders")
        db.execute("DROP INDEX matches_ordered")
        db.execute("ALTER TABLE matches DROP COLUMN ordered")
        db.execute("UPDATE cardkit_schema SET version = 1")
    db.close()


async def test_an_old_database_is_listed_as_before_and_its_logs_are_read_once(sqlite: Place) -> None:
    async with opened(sqlite.store()) as door:
        shown = await some_matches(door)
    make_old(Path(sqlite.url.removeprefix("sqlite:")))
    for logs in (3, 0):
        store = sqlite.store()
        read = counted(store)
        async with opened(store) as door:
            for _ in range(2):
                found = await listed(door)
                assert {match["id"]: match for match in found} == {match["id"]: match for match in shown}
        assert len(read) == logs


async def test_bots_of_an_old_database_play_on_and_others_are_left_alone(sqlite: Place) -> None:
    async with opened(sqlite.store()) as door:
        mine = [
            await door.create(bots=[{"seat": seat, "bot": "random"} for seat in (1, 2)], name="Ada")
            for _ in range(3)
        ]
        for made in mine:
            await my_turn(door, made)
        theirs = await door.create(bots=ALL, options={"rounds": 2})
    make_old(Path(sqlite.url.removeprefix("sqlite:")))
    async with opened(sqlite.store()) as door:
        await ended(door, theirs)
        async with asyncio.timeout(PATIENCE):
            while (await service_of(door).store.list_due(None, 10, 1e12)).matches:
                await asyncio.sleep(0.01)
    store = sqlite.store()
    read = counted(store)
    async with opened(store) as door:
        await asyncio.sleep(0.1)
        assert read == []
        assert len(service_of(door).cache) == 0


async def test_a_match_that_waits_for_a_bot_isnt_hidden_by_many_that_wait_for_people(
    sqlite: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit_api.service.housekeeping._PAGE", 3)
    async with opened(sqlite.store()) as door:
        for _ in range(10):
            bots = [{"seat": seat, "bot": "random"} for seat in (1, 2)]
            await my_turn(door, await door.create(bots=bots, name="gone"))
        made = await door.create(bots=ALL, options={"rounds": 3})
    store = sqlite.store()
    read = counted(store)
    async with opened(store) as door:
        async with asyncio.timeout(PATIENCE):
            while "cardkit_moves_played 0.0" in (await door.get("/metrics")).text:
                await asyncio.sleep(0.01)
        assert {*read} == {made["match"]["id"]}
        await ended(door, made)


async def test_a_match_that_is_listed_again_is_read_again_only_once_it_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []

    def reading(document: str) -> MatchInfo:
        read.append(document)
        return load_info(document)

    monkeypatch.setattr(summary, "load_info", reading)
    async with opened() as door:
        running, left_alone = await door.sit(public=True), await door.sit(public=True)
        made = await door.create(public=True)
        for _ in range(2):
            assert len(await listed(door)) == 3
        assert len(read) == 3

        await running.go_on(1)
        joined = await door.post(f"{made['match']['links']['self']}/seats", {"name": "Ada"})
        assert joined.status_code == 201
        found = {match["id"]: match for match in await listed(door)}
        paths = (running.path, left_alone.path, made["match"]["links"]["self"])
        now = [(await door.get(path)).json() for path in paths]
        assert found == {match["id"]: match for match in now}
        assert len(read) <= 5, "the match that was left alone wasn't read again"
