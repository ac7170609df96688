"""What two reads find of a match is shown together, whatever was written between them."""

import asyncio

import pytest

from cardkit_api.stores.contract import MatchRow, Store
from tests.api.door import opened
from tests.api.places import Place
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


class Gate:
    """Lets the reads of one kind wait."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.open = asyncio.Event()
        self.open.set()

    async def wait(self) -> None:
        self.reached.set()
        await self.open.wait()


def hold_lines(store: Store, gate: Gate) -> None:
    lines = store.lines

    async def held(match: str, after: int = 0) -> str:
        await gate.wait()
        return await lines(match, after)

    store.lines = held  # type: ignore[method-assign]  # the store itself stays as it is


def hold_rows(store: Store, gate: Gate) -> None:
    row = store.row

    async def held(match: str) -> MatchRow | None:
        found = await row(match)
        await gate.wait()
        return found

    store.row = held  # type: ignore[method-assign]  # the store itself stays as it is


async def test_a_match_that_began_elsewhere_is_never_seen_without_its_moves(shared_place: Place) -> None:
    slow, gate = shared_place.store(), Gate()
    hold_lines(slow, gate)
    async with opened(shared_place.store()) as a, opened(slow) as b:
        made = await a.create(public=True)
        path = f"/v1/matches/{made['match']['id']}"
        assert (await b.get(path)).json()["status"] == "open"
        gate.open.clear()
        gate.reached.clear()
        tokens: list[str] = []
        for seat in range(3):
            answer = await a.post(f"{path}/seats", {"name": f"player {seat}"})
            assert answer.status_code == 201
            tokens.append(answer.json()["token"])
        token = tokens[-1]
        async with asyncio.timeout(PATIENCE):
            asking = [asyncio.create_task(b.get(path))]
            await gate.reached.wait()
            asking += [
                asyncio.create_task(b.get(path, token)),
                asyncio.create_task(b.get(f"{path}/moves", token)),
            ]
            await asyncio.sleep(0.05)
            gate.open.set()
            answers = await asyncio.gather(*asking)
        for answer in answers:
            assert answer.status_code == 200, answer.text
            assert answer.json()["version"] > 0


async def test_a_match_that_ended_elsewhere_is_over_as_soon_as_nobody_is_to_move(shared_place: Place) -> None:
    slow, gate = shared_place.store(), Gate()
    hold_rows(slow, gate)
    async with opened(shared_place.store()) as a, opened(slow) as b:
        sat = await a.sit(options={"rounds": 1}, public=True)
        before = await sat.go_on(5)
        assert (await b.get(f"{sat.path}/events?after={before['version']}")).status_code == 200
        gate.open.clear()
        gate.reached.clear()
        after = await sat.finish()
        assert after["status"] == "over"
        async with asyncio.timeout(PATIENCE):
            asking = asyncio.create_task(b.get(f"{sat.path}/events?after={after['version']}"))
            await gate.reached.wait()
            looking = asyncio.create_task(b.get(sat.path))  # it may wait for the row, too
            await asyncio.sleep(0.05)
            gate.open.set()
            await asking
            seen = (await looking).json()
            later = (await b.get(sat.path)).json()
        assert (seen["status"], bool(seen["actors"]), seen["outcome"]) in (
            ("running", True, None),
            ("over", False, after["outcome"]),
        )
        assert (later["status"], later["outcome"]) == ("over", after["outcome"])
