"""Standing orders are kept apart from their matches: a move carries one out, or it ends, and never both."""

import asyncio

import attrs
import pytest

from cardkit_api.messages import Status
from cardkit_api.stores.contract import Change, NewFacts, Order, OrderEnd, Store, Written
from tests.api.places import Place
from tests.api.stores.acts import NOON, STALE, WRITTEN, Ears, make, move, opened, row

pytestmark = pytest.mark.anyio

WRITTEN_ORDERED = Written(ordered=True)


def order(name: str = "one", match: str = "a", seat: int = 1, reached: int = 0) -> Order:
    return Order(match=match, seat=seat, id=name, reached=reached, document=f"says {name}")


def end(
    name: str = "one", match: str = "a", seat: int = 1, why: str = "played", version: int = 1
) -> OrderEnd:
    return OrderEnd(match=match, seat=seat, id=name, ended=why, version=version)


def ended(given: Order, by: OrderEnd) -> Order:
    return attrs.evolve(given, document="", ended=by.ended, version=by.version)


async def late(store: Store, now: float = NOON + 1) -> tuple[str, ...]:
    return await store.list_ordered("", 10, now)


async def test_an_order_is_kept_until_it_ends_and_then_what_it_said_is_gone(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        assert await store.orders("a") == ()
        assert await store.put_order(order()) == 0
        assert await store.put_order(order("other", seat=0)) == 0
        assert await store.orders("a") == (order("other", seat=0), order())
        assert await store.end_order(end(why="unforeseen", version=7))
        assert await store.orders("a") == (
            order("other", seat=0),
            ended(order(), end(why="unforeseen", version=7)),
        )


async def test_a_seat_has_one_order_and_only_that_one_can_end(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.put_order(order("one"))
        await store.put_order(order("two", reached=5))
        assert await store.orders("a") == (order("two", reached=5),)
        for wrong in (end("one"), end("two", seat=2), end("two", match="b")):
            assert not await store.end_order(wrong)
        assert await store.end_order(end("two"))
        assert not await store.end_order(end("two", why="other"))
        await store.put_order(order("three"))
        assert await store.orders("a") == (order("three"),)


@pytest.mark.parametrize("status", ["open", "over"])
async def test_only_a_running_match_takes_orders(place: Place, status: Status) -> None:
    async with opened(place) as store:
        await make(store, row("a", status=status))
        assert await store.put_order(order()) is None
        assert await store.put_order(order(match="none")) is None
        assert await store.orders("a") == await store.orders("none") == ()


async def test_an_order_is_told_the_version_of_its_match(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.write(move("a", 0, 3))
        assert await store.put_order(order()) == 3


async def test_each_kind_of_write_says_whether_an_order_waits(place: Place) -> None:
    async with opened(place) as store:
        for match in ("a", "b"):
            await make(store, row(match))
        assert await store.write(move("a", 0, 1)) == WRITTEN
        await store.put_order(order())
        facts = NewFacts(after=0, upto=1, lines="fact\n", due=None)
        changes = (
            move("a", 1, 2),
            move("a", 2, 3, key="k"),
            Change(match="a", row=row("a", 2), now=NOON),
            Change(match="a", after=3, clock=facts, now=NOON),
        )
        for change in changes:
            assert await store.write(change) == WRITTEN_ORDERED
        assert await store.write(move("b", 0, 1)) == WRITTEN
        await store.end_order(end())
        assert await store.write(move("a", 3, 4)) == WRITTEN
        await store.put_order(order("two"))
        await store.put_order(order("three", seat=0))
        carried = attrs.evolve(move("a", 4, 5), order=end("two"))
        assert await store.write(carried) == WRITTEN_ORDERED
        assert await store.write(attrs.evolve(move("a", 5, 6), order=end("three", seat=0))) == WRITTEN
        assert await store.write(move("a", 6, 7)) == WRITTEN


async def test_of_many_moves_at_once_each_says_whether_an_order_waits_in_its_match(place: Place) -> None:
    async with opened(place) as store:
        names = [f"m{n}" for n in range(30)]
        for match in names:
            await make(store, row(match))
        for match in names[::3]:
            await store.put_order(order(match=match))
        outcomes = await asyncio.gather(*(store.write(move(match, 0, 1)) for match in names))
        assert outcomes == [WRITTEN_ORDERED if n % 3 == 0 else WRITTEN for n in range(30)]


async def test_a_move_carries_an_order_out_only_while_it_waits(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        await store.put_order(order())
        stale = attrs.evolve(move("a", 5, 6), order=end())
        assert await store.write(stale) == STALE
        assert await store.orders("a") == (order(),)
        await store.end_order(end(why="withdrawn", version=0))
        assert await store.write(attrs.evolve(move("a", 0, 1), order=end())) == STALE
        assert await store.lines("a") == ""
        await store.put_order(order("two"))
        assert await store.write(attrs.evolve(move("a", 0, 1), order=end("two"))) == WRITTEN
        assert await store.lines("a") == "a 0\n"
        assert await store.orders("a") == (ended(order("two"), end("two")),)


async def test_of_many_who_carry_out_or_withdraw_an_order_one_does(place: Place) -> None:
    async with opened(place) as store:
        await make(store, row("a"))
        for n in range(10):
            await store.put_order(order(f"{n}", reached=n))
            carried = attrs.evolve(move("a", n, n + 1), order=end(f"{n}", version=n + 1))
            withdrawn = end(f"{n}", why="withdrawn", version=n)
            *moved, gone = await asyncio.gather(
                store.write(carried), store.write(carried), store.end_order(withdrawn)
            )
            assert [*moved, gone].count(WRITTEN) + (gone is True) == 1
            (kept,) = await store.orders("a")
            assert kept.ended == ("withdrawn" if gone else "played")
            if gone:
                await store.write(move("a", n, n + 1))


async def test_an_order_changes_nothing_else_and_wakes_nobody(place: Place) -> None:
    ears = Ears()
    async with opened(place, ears) as store:
        await make(store, row("a"))
        await store.write(move("a", 0, 1))
        ears.heard.clear()
        before = await store.row("a"), await store.lines("a"), await store.list_idle(NOON + 1, 10)
        await store.put_order(order())
        await store.end_order(end(why="withdrawn"))
        await store.put_order(order("two"))
        assert before == (await store.row("a"), await store.lines("a"), await store.list_idle(NOON + 1, 10))
        await asyncio.sleep(0.05)
        assert ears.heard == []


async def test_orders_whose_seats_are_to_move_or_whose_match_is_over_are_found(place: Place) -> None:
    async with opened(place) as store:
        for match in ("a", "b", "c", "d", "e", "f"):
            await make(store, row(match))
            await store.put_order(order(match=match, seat=2))
        await store.write(move("a", 0, 1, actors=0b100))
        await store.write(move("b", 0, 1, actors=0b011))
        await store.write(move("c", 0, 1))
        await store.write(move("e", 0, 1, actors=0b100))
        await store.write(move("f", 0, 1, actors=0))
        await store.end_order(end(match="e", seat=2))
        assert await late(store) == ("a", "c", "f")
        assert await late(store, NOON) == ()
        assert await store.list_ordered("", 1, NOON + 1) == ("a",)
        assert await store.list_ordered("a", 1, NOON + 1) == ("c",)
        assert await store.list_ordered("c", 2, NOON + 1) == ("f",)
        await store.write(move("a", 1, 2, actors=0b001))
        assert await late(store) == ("c", "f")


async def test_orders_end_with_their_match(place: Place) -> None:
    async with opened(place) as store:
        for match in ("a", "b"):
            await make(store, row(match))
            await store.put_order(order(match=match))
        assert await store.delete("a", NOON)
        assert await store.orders("a") == ()
        assert await store.orders("b") == (order(match="b"),)


async def test_orders_outlive_the_store(shared_place: Place) -> None:
    async with opened(shared_place) as store:
        await make(store, row("a"))
        await store.put_order(order())
    async with opened(shared_place) as store:
        assert await store.orders("a") == (order(),)
        assert await store.write(move("a", 0, 1)) == WRITTEN_ORDERED
