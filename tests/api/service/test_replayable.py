"""The one way in which requests with an idempotency key are answered."""

from collections.abc import AsyncGenerator
from typing import Final

import pytest

from cardkit_api.messages import Undone
from cardkit_api.problems import HttpRefusal
from cardkit_api.service.idempotency import Idempotency, Result, keep, replayable
from cardkit_api.stores.contract import Answer, Change, MatchRow, Written
from cardkit_api.stores.memory import MemoryStore

pytestmark = pytest.mark.anyio

REQUEST: Final = Idempotency("seat 1", "a key of 16 or more", "of this request")
DONE: Final = Undone(True, 7, "", [])


class Counting(MemoryStore):
    looks = 0

    async def answer(self, scope: str, key: str) -> Answer | None:
        self.looks += 1
        return await super().answer(scope, key)


@pytest.fixture
async def store() -> AsyncGenerator[Counting]:
    found = Counting()
    await found.open(lambda _match, _version: None)
    yield found
    await found.close()


async def write(store: Counting, request: Idempotency = REQUEST) -> None:
    """Create a match under the key."""
    row = MatchRow(match="m", revision=1, status="open", public=False, created=0.0, document="")
    change = Change(match="m", row=row, answer=keep(request, 200, DONE), now=0.0)
    assert await store.write(change) == Written()


@pytest.mark.parametrize("eager", [False, True])
async def test_a_request_that_is_refused_because_its_twin_was_faster_gets_the_twins_answer(
    store: Counting, eager: bool
) -> None:
    async def attempt() -> Undone:
        await write(store)  # the twin's
        raise HttpRefusal(409, "seat_taken", "seat 1 is taken")

    assert await replayable(store, REQUEST, Undone, attempt, eager=eager) == Result(DONE, replayed=True)


async def test_a_request_whose_change_came_too_late_because_of_its_twin_gets_the_twins_answer(
    store: Counting,
) -> None:
    async def attempt() -> None:
        await write(store)

    assert await replayable(store, REQUEST, Undone, attempt, eager=True) == Result(DONE, replayed=True)


async def test_another_request_under_the_key_is_refused(store: Counting) -> None:
    await write(store, Idempotency(REQUEST.scope, REQUEST.key, "of another request"))

    async def attempt() -> Undone:
        raise HttpRefusal(409, "seat_taken", "seat 1 is taken")

    with pytest.raises(HttpRefusal) as refused:
        await replayable(store, REQUEST, Undone, attempt, eager=True)
    assert refused.value.code == "key_reused"


async def test_an_eager_request_that_succeeds_reads_nothing(store: Counting) -> None:
    async def attempt() -> Undone:
        return DONE

    assert await replayable(store, REQUEST, Undone, attempt, eager=True) == Result(DONE)
    assert store.looks == 0
    assert await replayable(store, REQUEST, Undone, attempt) == Result(DONE)
    assert store.looks == 1


async def test_a_request_that_is_always_too_late_is_told_to_try_again(store: Counting) -> None:
    async def attempt() -> None:
        pass

    with pytest.raises(HttpRefusal) as refused:
        await replayable(store, None, Undone, attempt)
    assert (refused.value.status, refused.value.code) == (503, "busy")
    assert store.looks == 0
