"""What webhooks will tell is written with the change, claimed by one, and settled by its id."""

import asyncio

import attrs
import pytest

from cardkit_api.stores.contract import Change, Notice, Store
from tests.api.places import Place
from tests.api.stores.acts import NOON, STALE, WRITTEN, make, move, opened, row

pytestmark = pytest.mark.anyio


def notice(name: str, match: str = "a", kind: str = "turn", target: str = "t") -> Notice:
    return Notice(match=match, target=target, kind=kind, id=name, version=3, seats=0b101, at=NOON)


async def write(store: Store, after: int, *notices: Notice, match: str = "a", now: float = NOON) -> None:
    change = attrs.evolve(move(match, after, after + 1), notices=notices, now=now)
    assert await store.write(change) == WRITTEN


async def claimed(store: Store, now: float = NOON, limit: int = 10) -> list[Notice]:
    return sorted(await store.claim_notices(now, now + 60, limit), key=lambda one: one.id)


async def test_a_notice_is_written_with_its_move_and_due_at_once(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        assert await store.next_notice() is None
        assert await claimed(store) == []
        await write(store, 0, notice("one"), notice("two", kind="over"))
        assert await store.lines("a") == "a 0\n"
        assert await store.next_notice() == NOON
        assert await claimed(store) == [notice("one"), notice("two", kind="over")]


async def test_a_notice_is_written_with_a_row(place: Place) -> None:
    async with opened(place) as store:
        change = Change(match="a", row=row("a"), notices=(notice("one"),), now=NOON)
        assert await store.write(change) == WRITTEN
        assert await claimed(store) == [notice("one")]


async def test_a_change_that_is_stale_leaves_no_notice(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await write(store, 0)
        for stale in (move("a", 0, 1), move("a", 5, 6), Change(match="a", row=row("a", 4), now=NOON)):
            assert await store.write(attrs.evolve(stale, notices=(notice("one"),))) == STALE
        assert await store.next_notice() is None


async def test_a_newer_notice_of_its_kind_replaces_one_and_may_withdraw_it(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await write(store, 0, notice("one"), notice("other", target="u"))
        await write(store, 1, notice("two"), now=NOON + 5)
        assert await claimed(store, NOON + 5) == [notice("other", target="u"), notice("two")]
        await write(store, 2, notice(""))
        assert await claimed(store, NOON + 100) == [notice("other", target="u")]


async def test_what_is_claimed_is_nobody_elses_for_a_while(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await write(store, 0, *(notice(f"{n}", kind=f"kind {n}") for n in range(5)))
        first, second = await asyncio.gather(claimed(store, limit=3), claimed(store, limit=3))
        names = [one.id for one in (*first, *second)]
        assert len(names) == len({*names})
        names += [one.id for one in await claimed(store)]
        assert sorted(names) == [f"{n}" for n in range(5)]
        assert await claimed(store, NOON + 59) == []
        assert await store.next_notice() == NOON + 60
        assert len(await claimed(store, NOON + 60)) == 5


async def test_a_notice_is_settled_by_its_id(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await write(store, 0, notice("one"))
        await store.settle_notice(attrs.evolve(notice("one"), tries=1), NOON + 5)
        assert await claimed(store, NOON + 4) == []
        assert await claimed(store, NOON + 5) == [attrs.evolve(notice("one"), tries=1)]
        await write(store, 1, notice("two"), now=NOON + 6)
        await store.settle_notice(notice("one"), None)
        await store.settle_notice(notice("one"), NOON + 1000)
        assert await claimed(store, NOON + 6) == [notice("two")]
        await store.settle_notice(notice("two"), None)
        assert await store.next_notice() is None


async def test_notices_end_with_their_match(place: Place) -> None:
    async with opened(place) as store:
        for match in ("a", "b"):
            await make(store, row(match))
            await write(store, 0, notice(match, match), match=match)
        assert await store.delete("a", NOON)
        assert await claimed(store) == [notice("b", "b")]


async def test_notices_of_many_moves_at_once_are_all_written(place: Place) -> None:
    async with opened(place) as store:
        names = [f"m{n}" for n in range(20)]
        for match in names:
            await make(store, row(match))
        await asyncio.gather(
            *(
                write(store, 0, *([notice(match, match)] if n % 2 else []), match=match)
                for n, match in enumerate(names)
            )
        )
        assert [one.match for one in await claimed(store, limit=100)] == sorted(names[1::2])


async def test_notices_outlive_the_store(shared_place: Place) -> None:
    async with opened(shared_place) as store:
        await make(store, row("a"))
        await write(store, 0, notice("one"))
    async with opened(shared_place) as store:
        assert await claimed(store) == [notice("one")]
