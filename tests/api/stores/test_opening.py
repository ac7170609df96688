"""What was written is there when the store is opened again."""

import asyncio

import pytest

from cardkit_api.stores.contract import StoreDown
from tests.api.places import Place
from tests.api.stores.acts import NOON, WRITTEN, Ears, answer, due, make, move, opened, row

pytestmark = pytest.mark.anyio


async def test_what_was_written_is_there_after_reopening(place: Place) -> None:
    kept = row("a", public=True, due=True)
    for round_ in range(3):
        async with opened(place) as store:
            if round_ == 0:
                await make(store, kept)
            assert await store.write(move("a", round_, round_ + 1, key=f"k{round_}")) == WRITTEN
    async with opened(place) as store:
        assert await store.row("a") == kept
        assert await store.lines("a") == "a 0\na 1\na 2\n"
        assert await store.answer("me", "k0") == answer("k0")
        assert await due(store) == ("a",)


async def test_a_store_that_isnt_open_says_so(place: Place) -> None:
    store = place.store()
    for _ in range(2):
        for call in (
            store.write(move("a", 0, 1)),
            store.row("a"),
            store.lines("a"),
            store.delete("a", NOON),
            store.ready(),
        ):
            with pytest.raises(StoreDown, match="open"):
                await call
        await store.open(Ears())
        await store.close()


async def test_closing_twice_or_before_opening_is_no_error(place: Place) -> None:
    store = place.store()
    await store.close()
    await store.open(Ears())
    await store.close()
    await store.close()


async def test_closing_finishes_what_was_begun(place: Place) -> None:
    store = place.store()
    await store.open(Ears())
    names = [f"m{n}" for n in range(30)]
    for name in names:
        await make(store, row(name))
    writing = [asyncio.create_task(store.write(move(name, 0, 1))) for name in names]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*writing) == [WRITTEN] * 30
    async with opened(place) as again:
        for name in names:
            assert await again.lines(name) == f"{name} 0\n"


async def test_a_store_that_is_open_isnt_opened_again(place: Place) -> None:
    async with opened(place) as store:
        with pytest.raises(RuntimeError, match="open already"):
            await store.open(Ears())
        await store.ready()
