"""What the tests of standing orders do: give them, look at them, and look ahead to a seat's next turn."""

import asyncio
from typing import Any, Final

import httpx
import pytest

from cardkit.match import AnyMatch
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.orders.orders import Orders
from cardkit_api.service.service import Service
from tests.api.door import Sat

__all__ = [
    "ANY",
    "ahead",
    "fall_asleep",
    "give",
    "kept",
    "last",
    "loaded_of",
    "match_of",
    "play_on",
    "settled",
    "texts",
    "waiting_seat",
    "withdraw",
]

ANY: Final[list[dict[str, Any]]] = [{}]
"""Foresees any event."""


async def give(
    sat: Sat, seat: int, move: object, foreseen: object = ANY, version: int | None = None, **headers: str
) -> httpx.Response:
    """Give an order for a version, by default the one of now."""
    if version is None:
        version = (await sat.status())["version"]
    body = {"version": version, "foreseen": foreseen, "move": move}
    return await sat.door.ask("PUT", f"{sat.path}/order", sat.seats[seat], body, **headers)


async def kept(sat: Sat, seat: int, **headers: str) -> dict[str, Any]:
    """Return the seat's order, as the seat is shown it."""
    answer = await sat.get("order", seat, **headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def last(sat: Sat, seat: int) -> str:
    """Return what became of the seat's order: its code, `waits` if it waits, or nothing if there is none."""
    await settled(sat)
    found = await kept(sat, seat)
    return "waits" if found["order"] else "" if found["last"] is None else str(found["last"]["code"])


async def withdraw(sat: Sat, seat: int) -> dict[str, Any]:
    answer = await sat.door.ask("DELETE", f"{sat.path}/order", sat.seats[seat])
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def loaded_of(sat: Sat) -> LoadedMatch:
    service: Service = sat.door.app.state["service"]
    loaded = service.cache.get(sat.id)
    assert loaded is not None
    return loaded


def match_of(sat: Sat) -> AnyMatch:
    """Return the match itself, as the server knows it."""
    match = loaded_of(sat).match
    assert match is not None
    return match


def fall_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no process look at orders, as if it were killed before."""

    def wake(_orders: Orders, _loaded: LoadedMatch) -> None:
        """Do nothing."""

    monkeypatch.setattr(Orders, "wake", wake)


async def settled(sat: Sat) -> None:
    """Wait until the server looks at orders no more, and no bot thinks."""
    loaded = loaded_of(sat)
    while (task := loaded.ordering or loaded.thinking) is not None:
        await asyncio.shield(task)


def waiting_seat(match: AnyMatch) -> int:
    """Return the seat that is to move as the last one."""
    movers: list[int] = []
    while len(movers) < match.header.seats and match.actors:
        mover = match.actors[0]
        movers += [mover] if mover not in movers else []
        match = match.play(match.legal(mover)[-1], mover)
    return movers[-1]


def ahead(match: AnyMatch, seat: int) -> AnyMatch:
    """Return the match as it will be at the seat's next turn if all others play their last legal moves."""
    while match.actors and seat not in match.actors:
        mover = match.actors[0]
        match = match.play(match.legal(mover)[-1], mover)
    return match


def texts(match: AnyMatch, seat: int) -> list[str]:
    """Return the legal moves of the seat."""
    return [match.game.say(move) for move in match.legal(seat)]


async def play_on(sat: Sat, seat: int) -> None:
    """Let all others play their last legal moves until it is the seat's turn, or it has played an order."""
    turn = ahead(match_of(sat), seat).version
    while (match := match_of(sat)).version < turn:
        mover = match.actors[0]
        answer = await sat.move(mover, match.game.say(match.legal(mover)[-1]))
        assert answer.status_code == 200, answer.text
    await settled(sat)
