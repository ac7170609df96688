"""Several stores and several processes at one place."""

import asyncio
import sys
from base64 import b64decode, b64encode

import pytest

from cardkit_api.stores.contract import DELETED, Change, MatchRow, Store
from cardkit_api.stores.sqlite import writer
from tests.api.places import Place
from tests.api.stores.acts import NOON, STALE, WRITTEN, Ears, answer, make, move, opened, row
from tests.patience import wait_until

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def attentive(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's file is looked at every 0.02 seconds."""
    monkeypatch.setattr(writer, "_INTERVAL", 0.02)


async def test_what_one_store_writes_another_one_reads(shared_place: Place) -> None:
    async with opened(shared_place) as one, opened(shared_place) as other:
        await make(one, row("a"))
        assert await one.write(move("a", 0, 1, key="k")) == WRITTEN
        assert await other.row("a") == row("a")
        assert await other.lines("a") == "a 0\n"
        assert await other.answer("me", "k") == answer("k")
        assert await other.write(move("a", 0, 1)) == STALE
        assert await other.write(move("a", 1, 2)) == WRITTEN
        assert await one.lines("a", 1) == "a 1\n"


async def test_what_one_store_writes_wakes_those_who_listen_at_another(shared_place: Place) -> None:
    ears = Ears()
    async with opened(shared_place) as one, opened(shared_place, ears):
        await make(one, row("a"))
        await ears.hears("a", 0)
        ears.heard.clear()
        await one.write(move("a", 0, 3))
        await ears.hears("a", 3)
        ears.heard.clear()
        await one.write(move("a", 3, 4, key="k"))
        await ears.hears("a", 4)
        ears.heard.clear()
        await one.write(Change(match="a", row=row("a", 2), after=4, upto=6, lines="x\n", now=NOON))
        await ears.hears("a", 6)
        ears.heard.clear()
        await one.delete("a", NOON)
        await ears.hears("a", DELETED)


async def test_ones_own_writes_wake_once(shared_place: Place) -> None:
    ears = Ears()
    async with opened(shared_place, ears) as one:
        await make(one, row("a"))
        await one.write(move("a", 0, 1))
        await one.delete("a", NOON)
        await asyncio.sleep(
            0.1
        )  # nothing more is to come; a store looks for writes of others more often than that
        assert ears.heard == [("a", 0), ("a", 1), ("a", DELETED)]


async def test_many_matches_written_at_once_wake_all_of_them(shared_place: Place) -> None:
    ears = Ears()
    async with opened(shared_place) as one, opened(shared_place, ears):
        names = [f"{n}" * 90 for n in range(300)]
        await asyncio.gather(*(make(one, row(name)) for name in names))
        await asyncio.gather(*(one.write(move(name, 0, 7)) for name in names))
        for name in names:
            await ears.hears(name, 7)


async def ten_matches(store: Store) -> list[str]:
    names = [f"m{n}" for n in range(10)]
    for name in names:
        await make(store, row(name))
    return names


async def test_of_moves_that_race_from_two_stores_one_is_written(shared_place: Place) -> None:
    async with opened(shared_place) as one, opened(shared_place) as other:
        names = await ten_matches(one)
        for version in range(15):
            racing = [
                store.write(move(name, version, version + 1, f"{number}\n"))
                for name in names
                for number, store in enumerate((one, other))
            ]
            outcomes = await asyncio.gather(*racing)
            for n, name in enumerate(names):
                pair = outcomes[2 * n : 2 * n + 2]
                assert sorted(map(repr, pair)) == ["Stale()", "Written()"]
                assert await one.lines(name, version) == f"{pair.index(WRITTEN)}\n"


async def test_a_key_that_two_stores_are_sent_at_once_has_one_effect(shared_place: Place) -> None:
    async with opened(shared_place) as one, opened(shared_place) as other:
        names = await ten_matches(one)
        for n in range(10):
            racing = [
                (one if (n + place) % 2 else other).write(move(name, 0, 1, key=f"key {n}"))
                for place, name in enumerate(names)
            ]
            outcomes = await asyncio.gather(*racing)
            moved = [name for name in names if await one.lines(name)]
            assert outcomes.count(WRITTEN) == 1
            assert moved == [names[outcomes.index(WRITTEN)]]
            await one.delete(moved[0], NOON)
            await make(one, row(moved[0]))


async def test_a_match_that_is_deleted_while_another_store_moves_in_it_is_gone(shared_place: Place) -> None:
    async with opened(shared_place) as one, opened(shared_place) as other:
        for n in range(20):
            await make(one, row(f"m{n}"))
            outcome, gone = await asyncio.gather(one.write(move(f"m{n}", 0, 1)), other.delete(f"m{n}", NOON))
            assert gone
            assert outcome in (WRITTEN, STALE)
            assert await one.row(f"m{n}") is None
            assert await one.lines(f"m{n}") == ""


async def test_an_idle_match_isnt_deleted_with_a_move_that_was_just_acknowledged(shared_place: Place) -> None:
    async with opened(shared_place) as one, opened(shared_place) as other:
        for n in range(30):
            await make(one, row(f"m{n}"), now=NOON)
            outcome, gone = await asyncio.gather(
                one.write(move(f"m{n}", 0, 1, now=NOON + 50)),
                other.delete(f"m{n}", NOON, idle_since=NOON + 20),
            )
            assert (outcome, gone) in ((WRITTEN, False), (STALE, True))
            assert await one.lines(f"m{n}") == ("" if gone else f"m{n} 0\n")


async def test_records_that_race_from_two_stores_keep_their_order(shared_place: Place) -> None:
    async with opened(shared_place) as one, opened(shared_place) as other:
        for revision in range(1, 15):
            racing: list[MatchRow] = [row("a", revision, document=text) for text in ("one", "other")]
            outcomes = await asyncio.gather(
                *(
                    store.write(Change(match="a", row=item, now=NOON))
                    for store, item in zip((one, other), racing, strict=True)
                )
            )
            assert sorted(map(repr, outcomes)) == ["Stale()", "Written()"]
            assert await other.row("a") == racing[outcomes.index(WRITTEN)]


async def test_processes_that_start_and_write_at_once_dont_disturb_each_other(shared_place: Place) -> None:
    processes = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.api.stores.hammer", shared_place.url, run, "5", "40"),
            stdout=asyncio.subprocess.PIPE,
        )
        for run in ("first", "second")
    ]
    said = await asyncio.gather(*(process.communicate() for process in processes))
    assert [process.returncode for process in processes] == [0, 0]
    assert [len(out.splitlines()) for out, _ in said] == [200, 200]
    async with opened(shared_place) as store:
        for run in ("first", "second"):
            for n in range(5):
                name = f"{run}-{n}"
                assert await store.lines(name) == "".join(f"{name} {move}\n" for move in range(40))


async def test_what_many_matches_tell_at_once_reaches_another_process_whole(postgres: Place) -> None:
    peers = Plain()
    names = [f"m{n}" for n in range(60)]
    ears = Ears()
    one, other = postgres.store(), postgres.store()
    await one.open(ears, Plain())
    await other.open(Ears(), peers)
    try:
        await asyncio.gather(*(make(one, row(name)) for name in names))
        await make(other, row("acquainted"))
        await ears.hears("acquainted", 0)  # only then does it pay to tell more than versions
        await asyncio.gather(*(one.write(told(name, name[1:] * 400)) for name in names))
        await wait_until(lambda: len(peers.heard) >= len(names))
    finally:
        await one.close()
        await other.close()
    assert peers.heard == {name: name[1:] * 400 for name in names}


def told(match: str, lines: str) -> Change:
    return Change(match=match, after=0, upto=1, lines=lines, now=NOON)


class Plain:
    """Tells everything openly, and keeps what it hears."""

    def __init__(self) -> None:
        self.heard: dict[str, str] = {}

    def veil(self, text: str, size: int) -> str:
        return b64encode(text.encode()).decode()

    def unveil(self, veiled: str) -> str:
        return b64decode(veiled).decode()

    def holds(self, match: str) -> bool:
        return True

    def hear(self, match: str, after: int, upto: int, lines: str) -> None:
        self.heard[match] = lines
