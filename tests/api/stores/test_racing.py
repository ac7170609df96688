"""Many at once: of changes that exclude each other exactly one is written."""

import asyncio
from random import Random

import pytest

from cardkit_api.stores.contract import Change, Repeated, Stale, Store, Written
from tests.api.places import Place
from tests.api.stores.acts import NOON, STALE, WRITTEN, Outcome, answer, make, move, opened, row

pytestmark = pytest.mark.anyio


async def test_of_racing_moves_one_is_written(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        for version in range(10):
            racing = [move("a", version, version + 1, f"{version} by {n}\n") for n in range(20)]
            outcomes = await asyncio.gather(*map(store.write, racing))
            assert sorted(map(repr, outcomes)) == ["Stale()"] * 19 + ["Written()"]
            winner = racing[outcomes.index(WRITTEN)]
            assert await store.lines("a", version) == winner.lines


async def test_of_racing_records_one_is_written(place: Place) -> None:
    async with opened(place) as store:
        for revision in range(1, 6):
            racing = [row("a", revision, document=f"{n}") for n in range(20)]
            outcomes = await asyncio.gather(
                *(store.write(Change(match="a", row=item, now=NOON)) for item in racing)
            )
            assert sorted(map(repr, outcomes)) == ["Stale()"] * 19 + ["Written()"]
            assert await store.row("a") == racing[outcomes.index(WRITTEN)]


async def test_of_a_move_with_a_record_and_a_move_without_one_is_written(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        for version in range(20):
            kept = await store.row("a")
            assert kept is not None
            with_record = Change(
                match="a",
                row=row("a", kept.revision + 1),
                after=version,
                upto=version + 1,
                lines="with\n",
                now=NOON,
            )
            pair = [with_record, move("a", version, version + 1, "without\n")]
            outcomes = await asyncio.gather(*map(store.write, pair if version % 2 else pair[::-1]))
            assert sorted(map(repr, outcomes)) == ["Stale()", "Written()"]
            now = await store.row("a")
            assert now is not None
            assert (now.revision > kept.revision) == (await store.lines("a", version) == "with\n")


async def test_a_key_has_one_effect_however_often_it_is_sent_at_once(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        for version in range(10):
            same = [move("a", version, version + 1, key=f"k{version}") for _ in range(10)]
            outcomes = await asyncio.gather(*map(store.write, same))
            assert outcomes.count(WRITTEN) == 1
            assert outcomes.count(Repeated(answer(f"k{version}"))) == 9
        assert await store.lines("a") == "".join(f"a {n}\n" for n in range(10))


async def test_a_key_sent_for_several_matches_at_once_moves_in_one(place: Place) -> None:
    async with opened(place) as store:
        names = [f"m{n}" for n in range(10)]
        for name in names:
            await make(store, row(name))
        outcomes = await asyncio.gather(*(store.write(move(name, 0, 1, key="k")) for name in names))
        assert outcomes.count(WRITTEN) == 1
        assert outcomes.count(Repeated(answer("k"))) == 9
        moved = [name for name in names if await store.lines(name)]
        assert moved == [names[outcomes.index(WRITTEN)]]


async def test_a_stale_one_among_many_spoils_none_of_them(place: Place) -> None:
    async with opened(place) as store:
        names = [f"m{n}" for n in range(200)]
        await asyncio.gather(*(make(store, row(name)) for name in names))
        changes = [move(name, n % 2, 2, key="" if n % 3 else name) for n, name in enumerate(names)]
        outcomes = await asyncio.gather(*map(store.write, changes))
        assert outcomes == [WRITTEN, STALE] * 100
        for n, name in enumerate(names):
            assert await store.lines(name) == ("" if n % 2 else f"{name} 0\n{name} 1\n")


async def storm(store: Store, random: Random, names: list[str], told: dict[str, list[str]]) -> None:
    """Write this and that, and note which lines were acknowledged."""
    for step in range(30):
        name = random.choice(names)
        kept, lines = await store.row(name), await store.lines(name)
        assert kept is not None
        version = lines.count("\n")
        tag = f"{step} {random.random()}"
        change = Change(
            match=name,
            row=row(name, kept.revision + 1, document=tag) if random.random() < 0.3 else None,
            after=version,
            upto=version + 1,
            lines=f"{tag}\n" if random.random() < 0.9 else "",
            answer=answer(tag if random.random() < 0.8 else f"{step}") if random.random() < 0.5 else None,
            now=NOON,
        )
        outcome: Outcome = await store.write(change)
        if isinstance(outcome, Written):
            told[name].append(change.lines)
            if change.answer is not None:
                assert await store.answer("me", change.answer.key) == change.answer
        else:
            assert isinstance(outcome, Stale | Repeated)


@pytest.mark.parametrize("seed", range(3))
async def test_in_a_storm_what_was_acknowledged_is_what_is_there(place: Place, seed: int) -> None:
    async with opened(place) as store:
        names = [f"m{n}" for n in range(8)]
        told: dict[str, list[str]] = {name: [] for name in names}
        await asyncio.gather(*(make(store, row(name)) for name in names))
        await asyncio.gather(*(storm(store, Random(seed * 100 + n), names, told) for n in range(20)))
        for name in names:
            there = (await store.lines(name)).splitlines(keepends=True)
            assert sorted(there) == sorted(filter(None, told[name]))
            assert there


async def test_reading_meanwhile_shows_whole_moves_only(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        done = asyncio.Event()

        async def look() -> int:
            seen = 0
            while not done.is_set():
                lines = await store.lines("a")
                assert lines.count("\n") % 3 == 0
                assert lines.count("\n") >= seen
                seen = lines.count("\n")
                await asyncio.sleep(0)
            return seen

        looking = asyncio.create_task(look())
        for version in range(0, 90, 3):
            await store.write(move("a", version, version + 3))
        done.set()
        assert await looking <= 90


async def test_a_write_that_nobody_waits_for_any_more_stays_whole(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        for _ in range(10):
            version = (await store.lines("a")).count("\n")
            task = asyncio.create_task(store.write(move("a", version, version + 2, key=f"k{version}")))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        version = 0
        while await store.write(move("a", version, version + 1)) == STALE:
            version = (await store.lines("a")).count("\n")
        assert version % 2 == 0
        for before in range(0, version, 2):
            assert await store.answer("me", f"k{before}") is not None
