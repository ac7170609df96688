"""The facts of clocks are written with the moves, and a flag that falls is claimed by one process at a time."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from attrs import evolve

from cardkit_api.stores.contract import Change, NewFacts, Store, process_clock
from cardkit_api.stores.memory import MemoryStore
from cardkit_api.stores.postgres import PostgresStore
from cardkit_api.stores.sqlite import SqliteStore
from tests.api.places import OURS, Place
from tests.api.stores.acts import NOON, STALE, WRITTEN, Ears, answer, make, move, opened, row
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


def facts(after: int, upto: int, due: int | None = None) -> NewFacts:
    return NewFacts(after=after, upto=upto, lines="".join(f"fact {n}\n" for n in range(after, upto)), due=due)


def timed(match: str, after: int, upto: int, new: NewFacts) -> Change:
    return evolve(move(match, after, upto), clock=new)


def only_facts(match: str, version: int, new: NewFacts) -> Change:
    return Change(match=match, after=version, clock=new, now=NOON)


async def test_facts_are_read_as_they_were_written_with_the_move(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        assert await store.write(timed("a", 0, 2, facts(0, 1))) == WRITTEN
        assert await store.write(timed("a", 2, 3, facts(1, 3))) == WRITTEN
        assert await store.lines("a") == "a 0\na 1\na 2\n"
        assert await store.facts("a") == "fact 0\nfact 1\nfact 2\n"
        assert await store.facts("a", 1) == "fact 1\nfact 2\n"
        assert await store.facts("a", 3) == ""
        assert await store.facts("b") == ""


async def test_facts_can_come_without_a_move_and_with_a_new_row(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.write(timed("a", 0, 2, facts(0, 1)))
        assert await store.write(only_facts("a", 2, facts(1, 2))) == WRITTEN
        both = Change(match="a", row=row("a", 2), after=2, clock=facts(2, 3), now=NOON)
        assert await store.write(both) == WRITTEN
        assert await store.row("a") == row("a", 2)
        assert await store.facts("a") == "fact 0\nfact 1\nfact 2\n"


@pytest.mark.parametrize(
    ("version", "after"), [(2, 0), (2, 2), (0, 1), (3, 1)], ids=["known", "gap", "old", "new"]
)
@pytest.mark.parametrize("with_row", [False, True])
async def test_facts_that_dont_follow_are_stale_and_nothing_is_written(
    place: Place, version: int, after: int, with_row: bool
) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.write(timed("a", 0, 2, facts(0, 1)))
        change = evolve(only_facts("a", version, facts(after, after + 1)), answer=answer("k"))
        if with_row:
            change = evolve(change, row=row("a", 2))
        assert await store.write(change) == STALE
        assert await store.facts("a") == "fact 0\n"
        assert await store.row("a") == row("a")
        assert await store.answer("me", "k") is None
        assert await store.write(only_facts("a", 2, facts(1, 2))) == WRITTEN


async def test_a_match_that_isnt_there_takes_no_facts(place: Place) -> None:
    async with opened(place) as store:
        assert await store.write(only_facts("a", 0, facts(0, 1))) == STALE
        assert await store.facts("a") == ""


async def test_moves_with_and_without_clocks_that_arrive_at_once_are_judged_each_by_itself(
    place: Place,
) -> None:
    async with opened(place) as store:
        for name in "abcde":
            await make(store, row(name))
            await store.write(timed(name, 0, 2, facts(0, 1)) if name in "abc" else move(name, 0, 2))
        outcomes = await asyncio.gather(
            store.write(timed("a", 2, 3, facts(1, 3, due=50))),
            store.write(timed("b", 2, 3, facts(2, 3))),
            store.write(evolve(timed("c", 2, 3, facts(1, 2)), answer=answer("k"))),
            store.write(move("d", 2, 3)),
            store.write(evolve(move("e", 1, 3), answer=answer("l"))),
        )
        assert [*outcomes] == [WRITTEN, STALE, WRITTEN, WRITTEN, STALE]
        assert [await store.facts(name) for name in "abc"] == [
            "fact 0\nfact 1\nfact 2\n",
            "fact 0\n",
            "fact 0\nfact 1\n",
        ]
        assert [len(await store.lines(name)) for name in "abcde"] == [12, 8, 12, 12, 8]
        assert await store.next_due() == 50
        assert await store.answer("me", "k") == answer("k")
        assert await store.answer("me", "l") is None


async def test_of_two_stores_that_tick_a_clock_at_once_one_does(shared_place: Place) -> None:
    async with opened(shared_place) as one, opened(shared_place) as other:
        await make(one, row("a"))
        await one.write(timed("a", 0, 1, facts(0, 1)))
        for n in range(1, 30):
            changes = timed("a", n, n + 1, facts(n, n + 1)), timed("a", n, n + 1, facts(n, n + 1))
            alone = only_facts("a", n, facts(n, n + 1))
            outcomes = await asyncio.gather(
                one.write(changes[0]), other.write(changes[1] if n % 2 else alone)
            )
            assert sorted(map(repr, outcomes)) == sorted(map(repr, [STALE, WRITTEN]))
            if (await one.lines("a")).count("\n") < n + 1:  # the facts alone were first
                assert await one.write(move("a", n, n + 1)) == WRITTEN
        assert len((await one.facts("a")).splitlines()) == 30


async def test_a_move_with_a_clock_and_the_deletion_of_its_match_dont_wait_for_each_other(
    postgres: Place,
) -> None:
    async with opened(postgres) as store:
        await make(store, row("a"))
        await store.write(timed("a", 0, 1, facts(0, 1)))
        deleting = await asyncpg.connect(postgres.url)
        await deleting.execute("SET deadlock_timeout = '10ms'")  # so that it is the one that would be told
        async with deleting.transaction():
            await deleting.execute("SELECT 1 FROM matches WHERE match = 'a' FOR UPDATE")
            moving = asyncio.ensure_future(store.write(timed("a", 1, 2, facts(1, 2))))
            waits = f"SELECT 1 {OURS} AND wait_event_type = 'Lock'"
            async with asyncio.timeout(PATIENCE):
                while not await deleting.fetch(waits):
                    await asyncio.sleep(0.005)
            await deleting.execute("DELETE FROM matches WHERE match = 'a'")
        assert await moving == STALE
        await deleting.close()


async def test_the_time_is_the_databases_also_where_a_process_has_another_one(
    postgres: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = process_clock
    monkeypatch.setattr("cardkit_api.stores.postgres.store.process_clock", lambda: real() - 3_600_000)
    async with opened(postgres) as store:
        for _ in range(20):
            times = await asyncio.gather(*(store.now() for _ in range(3)))
            assert all(abs(time - real()) < 60_000 for time in times)


async def test_a_step_of_the_machines_clock_moves_no_time(
    postgres: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(postgres) as store:
        before = await store.now()
        monkeypatch.setattr("cardkit_api.stores.contract.time_ns", lambda: (before + 3_600_000) * 1_000_000)
        assert before <= await store.now() < before + 60_000
        assert before <= store.about() < before + 60_000


async def test_of_several_facts_at_once_one_is_written(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.write(timed("a", 0, 2, facts(0, 1)))
        moves = [timed("a", 2, 3, facts(1, 2)) for _ in range(4)]
        pauses = [only_facts("a", 2, facts(1, 2)) for _ in range(4)]
        outcomes = await asyncio.gather(*map(store.write, (*moves, *pauses)))
        assert sorted(map(str, outcomes)) == ["Stale()"] * 7 + ["Written()"]
        assert await store.facts("a") == "fact 0\nfact 1\n"


async def test_facts_alone_wake(place: Place) -> None:
    ears = Ears()
    async with opened(place, ears) as store:
        await make(store, row("a"))
        await store.write(timed("a", 0, 2, facts(0, 1)))
        ears.heard.clear()
        await store.write(only_facts("a", 2, facts(1, 2)))
        assert ears.heard == [("a", 0)]


async def test_facts_go_with_the_match(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.write(timed("a", 0, 2, facts(0, 1, due=5)))
        assert await store.delete("a", NOON)
        assert await store.facts("a") == ""
        assert await store.next_due() is None


async def test_a_flag_that_fell_is_claimed_once(place: Place) -> None:
    async with opened(place) as store:
        for n, match in enumerate("abcd"):
            await make(store, row(match))
            await store.write(timed(match, 0, 2, facts(0, 1, due=1000 * (4 - n))))
        await store.write(timed("b", 2, 3, facts(1, 2)))  # it is over
        assert await store.next_due() == 1000

        assert await store.claim_due(999, 9000, 10) == ()
        assert await store.claim_due(2000, 9000, 1) == ("d",)
        assert await store.claim_due(2000, 9000, 10) == ("c",)
        assert await store.claim_due(2000, 9000, 10) == ()
        assert await store.next_due() == 4000

        assert {*await store.claim_due(9000, 20_000, 10)} == {"a", "c", "d"}


async def test_of_several_processes_one_claims_a_flag(shared_place: Place) -> None:
    async with opened(shared_place) as one, opened(shared_place) as other:
        for match in map(str, range(20)):
            await make(one, row(match))
            await one.write(timed(match, 0, 2, facts(0, 1, due=1000)))
        claims = await asyncio.gather(*(store.claim_due(1000, 9000, 5) for store in (one, other) * 4))
        claimed = [match for claim in claims for match in claim]
        assert len(claimed) == len({*claimed})
        while claim := await other.claim_due(1000, 9000, 20):
            claimed += claim
        assert sorted(claimed) == sorted(map(str, range(20)))


@asynccontextmanager
async def told_the_time(place: Place, now: list[int]) -> AsyncGenerator[Store]:
    def clock() -> int:
        return now[0]

    if place.url.startswith("memory"):
        store: Store = MemoryStore(clock)
    elif place.url.startswith("sqlite"):
        store = SqliteStore(place.url.removeprefix("sqlite:"), clock=clock)
    else:
        store = PostgresStore(place.url, clock=clock)
    await store.open(Ears())
    try:
        yield store
    finally:
        await store.close()


async def test_a_store_can_be_told_the_time(place: Place) -> None:
    now = [5]
    async with told_the_time(place, now) as store:
        assert await store.now() == 5
        now[0] = 7
        assert await store.now() == 7


async def test_the_time_goes_on_by_itself_otherwise(place: Place) -> None:
    async with opened(place) as store:
        before = await store.now()
        assert before > 1_700_000_000_000
        await asyncio.sleep(0.003)
        assert before + 2 <= await store.now() < before + 60_000
