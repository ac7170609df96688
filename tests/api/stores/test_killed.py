"""What was acknowledged is there, whenever the process was killed; and what is there is a gapless prefix."""

import asyncio
import os
import sys
from random import Random

import pytest

from cardkit_api.stores.contract import Store
from tests.api.places import Place
from tests.api.stores.acts import STALE, WRITTEN, answer, opened, row
from tests.api.stores.hammer import nth

pytestmark = pytest.mark.anyio

MATCHES = 16


async def killed(url: str, run: str, seconds: float) -> dict[str, int]:
    """Let a process write, and kill it at any moment. Return which version of each match it said was written."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.api.stores.hammer", url, run, str(MATCHES), "1000000"),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    said = await process.stdout.readline()
    await asyncio.sleep(seconds)
    process.kill()
    said += await process.stdout.read()
    await process.wait()
    told: dict[str, int] = {}
    for line in said.decode().splitlines():
        match, _, version = line.partition(" ")
        told[match] = int(version)
    return told


async def held(store: Store, run: str, told: dict[str, int]) -> int:
    """Check what is there against what was told; how many moves more than that are there."""
    more = 0
    for match in (f"{run}-{n}" for n in range(MATCHES)):
        lines = (await store.lines(match)).splitlines()
        there = len(lines)
        assert lines == [f"{match} {n}" for n in range(there)]
        assert there >= told.get(match, 0)
        more += there - told.get(match, 0)
        last = (there - 1) // 10
        expected = row(match, last + 1, document=str(10 * last)) if there else None
        assert await store.row(match) == expected
        for n in range(max(0, there - 12), there + 3):
            kept = n < there and n % 3 == 0
            assert await store.answer("me", f"{match} {n}") == (answer(f"{match} {n}") if kept else None)
        if there:
            assert await store.write(nth(match, there - 1)) != WRITTEN
        assert await store.write(nth(match, there + 1)) == STALE
        assert await store.write(nth(match, there)) == WRITTEN
    return more


async def kill_again_and_again(place: Place, times: int, random: Random) -> tuple[int, int]:
    acknowledged = more = 0
    for n in range(times):
        told = await killed(place.url, f"run{n}", random.uniform(0, 0.3))
        acknowledged += sum(told.values())
        await place.left()
        async with opened(place) as store:
            more += await held(store, f"run{n}", told)
    return acknowledged, more


async def test_nothing_acknowledged_is_lost_when_the_process_is_killed(
    shared_place: Place, random: Random
) -> None:
    acknowledged, _ = await kill_again_and_again(shared_place, 2, random)
    assert acknowledged > 0


@pytest.mark.soak
@pytest.mark.skipif(not os.environ.get("CARDKIT_SOAK"), reason="only at full size")
async def test_nothing_acknowledged_is_lost_in_hundreds_of_kills(shared_place: Place, random: Random) -> None:
    acknowledged, more = await kill_again_and_again(shared_place, 200, random)
    print(f"{shared_place.url.partition(':')[0]}: 200 kills, {acknowledged} acknowledged, {more} more there")
    assert acknowledged > 10_000
