"""Two histories that differ only in the orders of another seat give everybody else the same bytes, everywhere."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

import attrs
import pytest
from litestar import Litestar

import cardkit
import cardkit_api.service.events
from cardkit.log import dumps
from cardkit.match import AnyMatch
from cardkit_api.service.deliveries import Deliveries
from cardkit_api.stores.contract import MatchRow, Order
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import PATIENT, Door, Sat, listening, opened
from tests.api.orders.giving import ANY, ahead, give, match_of, settled, texts, waiting_seat, withdraw
from tests.api.routes.test_events import NDJSON
from tests.api.test_secrecy import differing, everything, prepared, stored
from tests.api.webhooks.receiver import PLAYERS

pytestmark = pytest.mark.anyio

History: TypeAlias = Callable[[Sat, AnyMatch, int, bool], Awaitable[None]]
"""Lets the match go on from there, with orders of the seat or without."""

NOTHING: Final[list[dict[str, Any]]] = [{"type": "nothing of the kind"}]


async def waits(sat: Sat, match: AnyMatch, seat: int, with_orders: bool) -> None:
    if with_orders:
        await give(sat, seat, 0, ANY, match.version)
        await give(sat, seat, 0, ANY, match.version)


async def withdrawn(sat: Sat, match: AnyMatch, seat: int, with_orders: bool) -> None:
    if with_orders:
        await give(sat, seat, 0, ANY, match.version)
        await withdraw(sat, seat)


async def refused(sat: Sat, match: AnyMatch, seat: int, with_orders: bool) -> None:
    if with_orders:
        await give(sat, seat, 0, [], match.version)
        await give(sat, seat, 0, ANY, match.version + 1)
        await give(sat, seat, 10**6, ANY, match.version)
        await sat.door.ask("PUT", f"{sat.path}/order", sat.seats[seat], b"{")


async def waits_on(sat: Sat, match: AnyMatch, seat: int, with_orders: bool) -> None:
    """Let somebody else move, which was foreseen. If the turn has come then, the move isn't legal."""
    if with_orders:
        legal = ahead(match, seat).legal(seat)
        moves = match.game.moves(match.header.seats, match.header.options)
        await give(
            sat, seat, next(n for n, move in enumerate(moves) if move not in legal), ANY, match.version
        )
    await one_move(sat)


async def dropped(sat: Sat, match: AnyMatch, seat: int, with_orders: bool) -> None:
    if with_orders:
        await give(sat, seat, 0, NOTHING, match.version)
    await one_move(sat)


async def played(sat: Sat, match: AnyMatch, seat: int, with_orders: bool) -> None:
    """Play the same move by an order or by hand."""
    turn = ahead(match, seat)
    move = texts(turn, seat)[0]
    if with_orders:
        await give(sat, seat, move, ANY, match.version)
    while match_of(sat).version < turn.version:
        await one_move(sat)
    if not with_orders:
        assert (await plain_move(sat, seat, move)) == 200


async def one_move(sat: Sat) -> None:
    match = match_of(sat)
    mover = match.actors[0]
    assert await plain_move(sat, mover, match.game.say(match.legal(mover)[-1])) == 200
    await settled(sat)


async def plain_move(sat: Sat, seat: int, move: str) -> int:
    return (await sat.move(seat, move)).status_code


HISTORIES: Final[tuple[History, ...]] = (waits, withdrawn, refused, waits_on, dropped, played)


async def received(
    row: MatchRow, sat: Sat, match: AnyMatch, seat: int, history: History, with_orders: bool
) -> dict[str, object]:
    """Return all that everybody but the seat gets, each on a server of their own."""
    found: dict[str, object] = {}
    viewers: dict[str, tuple[int | None, str]] = {
        "watcher": (None, sat.watcher),
        "owner": (None, sat.owner),
        "stranger": (None, ""),
        **{f"seat {one}": (one, sat.seats[one]) for one in range(len(sat.seats)) if one != seat},
    }
    for name, (viewer, token) in viewers.items():
        async with opened(await stored(row, match)) as door:
            there = attrs.evolve(sat, door=door)
            await there.status()
            await history(there, match, seat, with_orders)
            seen = await everything(door, there, viewer, match_of(there), token)
            if history is played:
                del seen["figures"]  # they count the request of a move by hand
            answer = await door.get(f"{sat.path}/order", token)
            seen["order"] = answer.status_code, answer.content
            found |= {f"{name}: {asked}": got for asked, got in seen.items()}
            found[f"{name}: log"] = dumps(match_of(there))
    return found


Gather: TypeAlias = Callable[[MatchRow, Sat, AnyMatch, int, History, bool], Awaitable[dict[str, object]]]

ALIKE: Final[dict[History, History]] = {withdrawn: waits, refused: waits, dropped: waits_on}
"""Histories that are like another one if there are no orders."""

_WITHOUT: Final[dict[tuple[Gather, str, History], dict[str, object]]] = {}
"""What was gathered without orders."""


async def with_and_without(
    gather: Gather, game: str, history: History, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, object], dict[str, object], int]:
    """Return what is gathered with orders of a seat, what is gathered without them, and the seat."""
    row, sat, seed = await prepared(game, cardkit.game(game).seats[0], monkeypatch)
    match = cardkit.start(game, len(sat.seats), seed=seed)
    seat = waiting_seat(match)
    one = await gather(row, sat, match, seat, history, True)
    plain = ALIKE.get(history, history)
    if (gather, game, plain) not in _WITHOUT:
        _WITHOUT[gather, game, plain] = await gather(row, sat, match, seat, plain, False)
    return one, _WITHOUT[gather, game, plain], seat


@pytest.mark.parametrize("game", [*cardkit.games()])
@pytest.mark.parametrize("history", HISTORIES)
async def test_nobody_else_can_tell_whether_a_seat_has_given_orders(
    game: str, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, _ = await with_and_without(received, game, history, monkeypatch)
    assert differing(one, other) == []


async def streams(
    row: MatchRow, sat: Sat, match: AnyMatch, seat: int, history: History, with_orders: bool
) -> dict[str, object]:
    """Return all that the streams of everybody but the seat tell meanwhile, and those of the seat itself."""
    found: dict[str, object] = {}
    async with listening(await stored(row, match)) as door:
        there = attrs.evolve(sat, door=door)
        await there.status()
        query = f"events?after={match.version}&orders=true&reactions=true&legal=true"
        asked = {
            name: asyncio.ensure_future(
                door.get(f"{sat.path}/{query}", token, Accept=NDJSON, X_Request_ID="this")
            )
            for name, token in {"watcher": sat.watcher, "owner": sat.owner, **dict(numbered(sat))}.items()
        }
        await are_listened_to(door, sat, len(asked))
        await history(there, match, seat, with_orders)
        assert (await door.ask("DELETE", sat.path, sat.owner)).status_code == 204
        for name, answer in asked.items():
            found[name] = (await answer).content
    return found


def numbered(sat: Sat) -> list[tuple[str, str]]:
    return [(f"seat {seat}", token) for seat, token in enumerate(sat.seats)]


async def are_listened_to(door: Door, sat: Sat, number: int) -> None:
    await door.is_listened_to(sat.id, by=number)


@pytest.mark.parametrize("history", HISTORIES)
async def test_streams_tell_of_an_order_to_its_seat_alone(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, seat = await with_and_without(streams, "thirteen", history, monkeypatch)
    ends = history in (withdrawn, dropped, played)
    assert differing(one, other) == ([f"seat {seat}"] if ends else [])


async def notices(
    row: MatchRow, sat: Sat, match: AnyMatch, seat: int, history: History, with_orders: bool
) -> dict[str, object]:
    """Return what the webhooks of all will be told."""
    copy = await stored(row, match)
    async with opened(copy, webhooks=PLAYERS) as door:
        there = attrs.evolve(sat, door=door)
        for number, token in enumerate((sat.owner, *sat.seats)):
            hook = {"url": f"https://{number}.example/"}
            assert (await door.ask("PUT", f"{sat.path}/webhook", token, hook)).status_code == 200
        await history(there, match, seat, with_orders)
        kept = await copy.claim_notices(math.inf, math.inf, 1000)
        told = sorted((notice.target, notice.kind, notice.version, notice.seats) for notice in kept)
    return {"told": told}


@pytest.mark.parametrize("history", HISTORIES)
async def test_webhooks_tell_nothing_of_orders(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(_: object) -> None:
        """Deliver nothing."""

    monkeypatch.setattr(Deliveries, "run", never)
    one, other, _ = await with_and_without(notices, "thirteen", history, monkeypatch)
    assert one == other
    assert bool(one["told"]) == (history in (waits_on, dropped, played))


def tell_in_the_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    real = MemoryStore.put_order

    async def put_order(store: MemoryStore, order: Order) -> int | None:
        kept = store._matches[order.match]  # pyright: ignore[reportPrivateUsage]  # a leak, planted in the store
        kept.row = attrs.evolve(kept.row, revision=kept.row.revision + 1)
        store._require_open()(order.match, 0)  # pyright: ignore[reportPrivateUsage]  # the same
        return await real(store, order)

    monkeypatch.setattr(MemoryStore, "put_order", put_order)


async def test_a_leak_by_the_revision_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    row, sat, seed = await prepared("thirteen", 3, monkeypatch)
    match = cardkit.start("thirteen", 3, seed=seed)
    seat = waiting_seat(match)
    tell_in_the_revision(monkeypatch)
    one = await received(row, sat, match, seat, waits, with_orders=True)
    other = await received(row, sat, match, seat, waits, with_orders=False)
    assert any(f"GET {sat.path} " in name for name in differing(one, other))


async def test_a_leak_by_a_stream_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    row, sat, seed = await prepared("thirteen", 3, monkeypatch)
    match = cardkit.start("thirteen", 3, seed=seed)
    seat = waiting_seat(match)
    leaky = property(
        lambda cursor: max(cursor.loaded.order_ends.values(), default=None)  # of any seat
    )
    monkeypatch.setattr(cardkit_api.service.events.EventCursor, "_order_end", leaky)
    one = await streams(row, sat, match, seat, dropped, with_orders=True)
    other = await streams(row, sat, match, seat, dropped, with_orders=False)
    assert "watcher" in differing(one, other)


async def test_requests_about_orders_are_neither_counted_nor_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "cardkit_api")
    async with opened() as door:
        sat = await door.sit()
        match = match_of(sat)
        before = await figures(door)
        caplog.clear()
        for history in (waits, withdrawn, refused):
            await history(sat, match, waiting_seat(match), True)
        assert [one for one in caplog.records if one.name.startswith("cardkit_api")] == []
        assert await figures(door) == before


async def test_a_request_that_is_counted_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: Litestar) -> frozenset[str]:
        return frozenset()

    monkeypatch.setattr("cardkit_api.app.secret_paths", none)
    async with opened(limits=attrs.evolve(PATIENT, body=54_321)) as door:  # an application of its own
        sat = await door.sit()
        before = await figures(door)
        await waits(sat, match_of(sat), waiting_seat(match_of(sat)), True)
        assert await figures(door) != before


async def figures(door: Door) -> list[str]:
    text = (await door.get("/metrics")).text
    return [
        line
        for line in text.splitlines()
        if line.startswith(("cardkit_refusals_total", "cardkit_request_seconds_count"))
        and "/metrics" not in line
    ]
