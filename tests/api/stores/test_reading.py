"""What a store finds, and what it lets go of."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from attrs import evolve

from cardkit_api.messages import Status
from cardkit_api.stores.contract import DELETED, STATUSES, UNKNOWN, Change, Listed, Store
from cardkit_api.stores.sql import Row
from cardkit_api.stores.sqlite import SqliteStore
from tests.api.places import Place
from tests.api.stores.acts import NOON, STALE, WRITTEN, Ears, answer, due, make, move, opened, row

pytestmark = pytest.mark.anyio


async def pages(store: Store, status: Status, size: int) -> list[str]:
    """Return the names of all that is listed, page by page."""
    found: list[str] = []
    last: tuple[float, str] | None = None
    while page := await store.list_matches(status, last, size):
        assert len(page) <= size
        found += [item.row.match for item in page]
        last = page[-1].row.created, page[-1].row.match
    return found


@pytest.mark.parametrize("size", [1, 2, 3, 100])
async def test_public_matches_are_listed_newest_first_page_by_page(place: Place, size: int) -> None:
    async with opened(place) as store:
        for name, created in [("b", 2.0), ("a", 1.0), ("B", 2.0), ("ä", 2.0), ("c", 3.0), ("bb", 2.0)]:
            await make(store, row(name, public=True, created=created))
        await make(store, row("private", created=2.5))
        await make(store, row("waiting", public=True, status="open", created=2.5))
        assert await pages(store, "running", size) == ["c", "ä", "bb", "b", "B", "a"]
        assert await pages(store, "open", size) == ["waiting"]
        assert await pages(store, "over", size) == []


async def test_a_page_is_made_of_whole_records_as_they_are_now(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a", public=True, status="open"))
        now = row("a", 2, public=True, status="over", document="[1]")
        await store.write(Change(match="a", row=now, now=NOON))
        assert await store.list_matches("open", None, 10) == ()
        assert await store.list_matches("over", None, 10) == (Listed(now, 0, 0),)
        assert await store.list_matches("over", None, 0) == ()


async def test_a_match_that_comes_between_two_pages_spoils_neither(place: Place) -> None:
    async with opened(place) as store:
        for n in range(4):
            await make(store, row(f"m{n}", public=True, created=float(n)))
        first = await store.list_matches("running", None, 2)
        await make(store, row("new", public=True, created=9.0))
        second = await store.list_matches("running", (first[-1].row.created, first[-1].row.match), 2)
        assert [item.row.match for item in (*first, *second)] == ["m3", "m2", "m1", "m0"]


async def test_the_due_are_found_as_long_as_they_are_due(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("later", due=True), now=NOON + 2)
        await make(store, row("first", due=True), now=NOON + 1)
        await make(store, row("never"), now=NOON)
        assert await due(store) == ("first", "later")
        assert await due(store, 1) == ("first", "later")
        await store.write(Change(match="first", row=row("first", 2), now=NOON + 3))
        assert await due(store) == ("later",)


async def test_only_matches_that_wait_for_a_bot_are_due(place: Place) -> None:
    async with opened(place) as store:
        for name, actors in {"person": 0b001, "bot": 0b011, "over": 0, "unknown": UNKNOWN}.items():
            await make(store, row(name, due=True))
            await store.write(move(name, 0, 1, actors=0b111))
            await store.write(move(name, 1, 2, actors=actors, key=name, now=NOON + 10))
        assert await due(store) == ("bot", "unknown")
        assert await due(store, 1) == await due(store, 2) == ("bot", "unknown")
        assert await due(store, before=NOON + 10) == ()
        assert (await store.list_due(None, 3, NOON + 11)).next == (NOON, "person")


async def test_what_is_listed_says_who_is_to_move_at_which_version(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a", public=True))
        assert await store.list_matches("running", None, 10) == (Listed(row("a", public=True), 0, 0),)
        await store.write(move("a", 0, 3, actors=0b100))
        assert await store.list_matches("running", None, 10) == (Listed(row("a", public=True), 3, 0b100),)
        await store.write(move("a", 3, 4, actors=0b010, key="k"))
        second = row("a", 2, public=True)
        await store.write(evolve(move("a", 4, 6, actors=0b001), row=second))
        assert await store.list_matches("running", None, 10) == (Listed(second, 6, 0b001),)


async def test_what_was_left_out_is_filled_in_as_if_it_had_been_there(place: Place) -> None:
    ears = Ears()
    async with opened(place, ears) as store:
        before = row("a", public=True, due=True)
        await make(store, before)
        await store.write(move("a", 0, 3))
        ears.heard.clear()
        filled = evolve(before, document="[1]", bots=0b001)
        await store.note(filled, 3, 0b010)
        assert await store.list_matches("running", None, 10) == (Listed(filled, 3, 0b010),)
        assert await store.list_idle(NOON + 1, 10) == ("a",)
        assert ears.heard == []
        await store.write(move("a", 3, 4, actors=0b100, now=NOON + 5))
        await store.write(Change(match="a", row=row("a", 2, public=True, document="[2]"), now=NOON + 5))
        await store.note(filled, 4, 0b010)
        await store.note(evolve(filled, revision=3), 3, 0)
        await store.note(row("b"), 1, 0)
        now = row("a", 2, public=True, document="[2]")
        assert await store.list_matches("running", None, 10) == (Listed(now, 4, 0b010),)


async def test_idle_is_what_nothing_was_written_to(place: Place) -> None:
    async with opened(place) as store:
        for name in ["old", "moved", "replaced"]:
            await make(store, row(name), now=NOON)
        await make(store, row("new"), now=NOON + 50)
        await store.write(move("old", 0, 1, now=NOON + 1))
        await store.write(move("moved", 0, 1, now=NOON + 1))
        await store.write(move("moved", 1, 2, now=NOON + 30))
        await store.write(Change(match="replaced", row=row("replaced", 2), now=NOON + 40))
        assert await store.list_idle(NOON, 10) == ()
        assert await store.list_idle(NOON + 1, 10) == ()
        assert await store.list_idle(NOON + 20, 10) == ("old",)
        assert {*await store.list_idle(NOON + 31, 10)} == {"old", "moved"}
        assert len(await store.list_idle(NOON + 99, 10)) == 4
        assert len(await store.list_idle(NOON + 99, 3)) == 3


async def test_an_answer_alone_is_nothing_written_to_the_match(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"), now=NOON)
        await store.write(Change(match="a", answer=answer("k"), now=NOON + 50))
        assert await store.list_idle(NOON + 20, 10) == ("a",)


async def test_a_match_is_deleted_with_its_lines_and_nothing_else(place: Place) -> None:
    ears = Ears()
    async with opened(place, ears) as store:
        for name in ["a", "b"]:
            await make(store, row(name, public=True, due=True))
            await store.write(move(name, 0, 1, key=name))
        ears.heard.clear()
        assert await store.delete("a", NOON) is True
        assert ears.heard == [("a", DELETED)]
        assert await store.row("a") is None
        assert await store.lines("a") == ""
        assert await store.write(move("a", 1, 2)) == STALE
        assert await store.write(move("a", 0, 1)) == STALE
        assert await due(store) == ("b",)
        assert [item.row.match for item in await store.list_matches("running", None, 10)] == ["b"]
        assert await store.lines("b") == "b 0\n"
        assert await store.answer("me", "a") == answer("a")


async def test_deleting_what_isnt_there_does_nothing(place: Place) -> None:
    ears = Ears()
    async with opened(place, ears) as store:
        assert await store.delete("a", NOON) is False
        assert ears.heard == []


async def test_a_match_that_is_deleted_because_it_is_idle_must_be_idle(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"), now=NOON)
        await store.write(move("a", 0, 1, now=NOON + 10))
        assert await store.delete("a", NOON + 99, idle_since=NOON) is False
        assert await store.delete("a", NOON + 99, idle_since=NOON + 10) is False
        assert await store.lines("a") == "a 0\n"
        assert await store.delete("a", NOON + 99, idle_since=NOON + 11) is True
        assert await store.row("a") is None
        await make(store, row("a"), now=NOON + 20)
        assert await store.delete("a", NOON + 99, idle_since=NOON + 20) is False
        assert await store.row("a") == row("a")


async def test_a_deleted_match_can_be_made_again_from_the_start(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.write(move("a", 0, 3))
        await store.delete("a", NOON)
        await make(store, row("a"))
        assert await store.write(move("a", 3, 4)) == STALE
        assert await store.write(move("a", 0, 1)) == WRITTEN


async def test_old_answers_are_forgotten_and_their_keys_are_free(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        for n in range(4):
            kept = answer(f"k{n}", created=NOON + n)
            await store.write(Change(match="a", answer=kept, now=NOON))
        assert await store.delete_answers(NOON) == 0
        assert await store.delete_answers(NOON + 2) == 2
        assert await store.answer("me", "k1") is None
        assert await store.answer("me", "k2") is not None
        assert await store.write(move("a", 0, 1, key="k1")) == WRITTEN


async def test_a_store_that_can_be_written_to_is_ready(place: Place) -> None:
    async with opened(place) as store:
        await store.ready()


# --- the matches of a user


async def theirs(store: Store, person: str, status: Status | None = None, size: int = 2) -> list[str]:
    """Return the names of all matches of the user, page by page."""
    found: list[str] = []
    last: tuple[float, str] | None = None
    while page := await store.list_matches_of(person, status, last, size):
        assert len(page) <= size
        found += [item.row.match for item in page]
        last = page[-1].row.created, page[-1].row.match
    return found


async def test_the_matches_of_a_user_are_listed_newest_first_whoever_may_see_them(place: Place) -> None:
    async with opened(place) as store:
        for name, created, status in [("a", 1.0, "over"), ("c", 3.0, "open"), ("b", 3.0, "running")]:
            made = row(name, created=created, status=STATUSES[status], public=name == "c")
            await make(store, made, people=("ada", "ben"))
        await make(store, row("alone", created=9.0), people=("ben",))
        await make(store, row("nobody's", created=9.0, public=True))
        for size in (1, 2, 9):
            assert await theirs(store, "ada", size=size) == ["c", "b", "a"]
        assert await theirs(store, "ben") == ["alone", "c", "b", "a"]
        assert await theirs(store, "ben", "running") == ["alone", "b"]
        for person in ("cy", "", "Ada"):
            assert await theirs(store, person) == []
        found = await store.list_matches_of("ada", "over", None, 1)
        assert found == (Listed(row("a", created=1.0, status="over"), 0, 0),)


async def test_a_user_who_left_has_the_match_no_more_and_others_have_it_as_it_is(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a", status="open"), people=("ada", "ben"))
        left = Change(match="a", row=row("a", 2, status="running"), people=("ada", "cy"), now=NOON)
        stale = Change(match="a", row=row("a", 2, status="over"), people=(), now=NOON)
        assert await store.write(left) == WRITTEN
        assert await store.write(stale) == STALE
        assert [await theirs(store, person, "running") for person in ("ada", "ben", "cy")] == [
            ["a"],
            [],
            ["a"],
        ]
        assert await theirs(store, "ada", "open") == []
        await store.write(move("a", 0, 2, actors=0b10))
        (listed,) = await store.list_matches_of("cy", None, None, 9)
        assert (listed.version, listed.actors) == (2, 0b10)
        nobody = Change(match="a", row=row("a", 3, status="over"), people=(), now=NOON)
        assert await store.write(nobody) == WRITTEN
        assert await theirs(store, "ada") == []


async def test_a_deleted_match_is_no_users(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"), people=("ada",))
        await make(store, row("b"), people=("ada",))
        await store.delete("a", NOON)
        assert await theirs(store, "ada") == ["b"]
        await make(store, row("a"), people=("ben",))
        assert await theirs(store, "ada") == ["b"]
        assert await theirs(store, "ben") == ["a"]


def test_people_come_with_a_row() -> None:
    with pytest.raises(ValueError, match="with its row"):
        Change(match="a", people=("ada",), now=NOON)


class Planned(SqliteStore):
    """Notes how SQLite finds what is asked for."""

    plans: ClassVar[list[str]] = []

    async def _fetch(self, sql: str, *values: str | float) -> Sequence[Row]:
        steps = await super()._fetch(f"EXPLAIN QUERY PLAN {sql}", *values)
        self.plans.append(" ".join([str(step[3]) for step in steps]))
        return await super()._fetch(sql, *values)


async def test_the_matches_of_a_user_are_found_by_an_index(tmp_path: Path) -> None:
    """neither the matches of others nor a sort stand in the plan"""
    store = Planned(tmp_path / "matches.db")
    await store.open(Ears())
    await make(store, row("a"), people=("ada",))
    for status in (None, STATUSES["running"]):
        for before in (None, (NOON + 1, "b")):
            assert len(await store.list_matches_of("ada", status, before, 5)) == 1
    await store.close()
    assert len(store.plans) == 4
    for plan in store.plans:
        assert "SEARCH people USING" in plan
        assert "INDEX people_" in plan
        assert "SCAN" not in plan
        assert "TEMP B-TREE" not in plan
