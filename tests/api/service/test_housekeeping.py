"""The housekeeper goes on, whatever is wrong with the store or with a match."""

import asyncio
import logging
from time import time
from typing import Any, Final

import pytest

import cardkit
from cardkit_api.service.bots import Bots
from cardkit_api.service.cache import MatchCache
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.stores.contract import DuePage, StoreDown
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import opened
from tests.api.service.test_bots import ALL, ended
from tests.patience import PATIENCE, wait_until

pytestmark = pytest.mark.anyio

ROUNDS: Final = 3


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what the server logged as errors. Others may log requests."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


class Failing(MemoryStore):
    """Fails in the first rounds, and counts the others."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error
        self.rounds = 0
        self.enough = asyncio.Event()

    async def delete_answers(self, before: float) -> int:
        self.rounds += 1
        if self.rounds <= ROUNDS:
            raise self.error
        self.enough.set()
        return await super().delete_answers(before)


@pytest.mark.parametrize(("error", "logged"), [(StoreDown("away"), 0), (OSError("odd"), ROUNDS)])
async def test_a_round_that_fails_is_followed_by_others(
    error: Exception, logged: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A store that is away is no fault of the housekeeper, and readiness reports it."""
    monkeypatch.setattr("cardkit_api.service.housekeeping._PERIOD", 0.001)
    store = Failing(error)
    with caplog.at_level(logging.ERROR, "cardkit_api"):
        async with opened(store):
            await asyncio.wait_for(store.enough.wait(), PATIENCE)

    assert [error.partition(":")[0] for error in errors(caplog)] == ["the housekeeper failed"] * logged


def asleep(bots: Bots, loaded: LoadedMatch, *, now_and_then: bool = False) -> bool:
    """Say that bots are to move, and let them sleep."""
    return True


async def two_that_wait(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return a match of Push and one of 13, both left with bots to move."""
    with monkeypatch.context() as patched:
        patched.setattr(Bots, "wake", asleep)
        async with opened(store) as door:
            return [
                await door.create(game="push", bots=ALL),
                await door.create(game="thirteen", bots=ALL, options={"rounds": 1}),
            ]


async def test_all_that_wait_are_woken_even_if_the_store_lists_them_on_several_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardkit_api.service.housekeeping._PAGE", 1)
    store = MemoryStore()
    waiting = [made["match"]["id"] for made in await two_that_wait(store, monkeypatch)]
    woken: list[str] = []

    def note(bots: Bots, loaded: LoadedMatch, *, now_and_then: bool = False) -> bool:
        woken.append(loaded.row.match)
        return True

    monkeypatch.setattr(Bots, "wake", note)
    async with opened(store):  # nobody asks for them, which would wake them, too
        await wait_until(lambda: {*woken} == {*waiting})


class Asked(MemoryStore):
    """Notes since when bots must have waited to be listed."""

    def __init__(self) -> None:
        super().__init__()
        self.ages: list[float] = []

    async def list_due(self, after: tuple[float, str] | None, limit: int, before: float) -> DuePage:
        self.ages.append(time() - before)
        return await super().list_due(after, limit, before)


async def test_bots_for_which_another_process_may_be_thinking_are_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardkit_api.service.housekeeping._PERIOD", 0.2)
    store = Asked()
    async with opened(store):
        await wait_until(lambda: len(store.ages) > 2)

    assert min(store.ages[1:]) >= 0.1


async def test_a_match_of_a_game_that_the_server_lacks_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = MemoryStore()
    _, made = await two_that_wait(store, monkeypatch)
    with caplog.at_level(logging.ERROR, "cardkit_api"):
        async with opened(store, games={"thirteen": cardkit.game("thirteen")}) as door:
            assert (await ended(door, made))["outcome"]

    assert errors(caplog) == []


async def test_a_match_that_cant_be_read_does_not_keep_the_bots_of_others_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = MemoryStore()
    spoiled, made = await two_that_wait(store, monkeypatch)
    load = MatchCache.load

    async def load_others(cache: MatchCache, match: str) -> LoadedMatch | None:
        if match == spoiled["match"]["id"]:
            raise OSError("odd")
        return await load(cache, match)

    monkeypatch.setattr(MatchCache, "load", load_others)
    with caplog.at_level(logging.ERROR, "cardkit_api"):
        async with opened(store) as door:
            assert (await ended(door, made))["outcome"]

    assert [error.partition(":")[0] for error in errors(caplog)] == ["a match could not be read"]
