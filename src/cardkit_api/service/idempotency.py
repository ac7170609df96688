"""Requests with an idempotency key: a repeated one takes effect once and gets the same answer."""

from collections.abc import Awaitable, Callable
from time import time
from typing import Final, Generic, TypeVar

import msgspec
from attrs import frozen

from cardkit.converter import structured
from cardkit.rejections import CardkitError
from cardkit_api.problems import HttpRefusal, busy
from cardkit_api.stores.contract import Answer, Store

__all__ = ["Idempotency", "Result", "keep", "replayable"]

T = TypeVar("T")

_TRIES: Final = 20
"""Attempts at a change while the changes of others come first."""


@frozen
class Idempotency:
    """The idempotency key of a request, with its scope and a hash of the request."""

    scope: str
    key: str
    fingerprint: str


@frozen
class Result(Generic[T]):
    """The result of a request. If it is `replayed`, the request was answered before, and nothing happened now."""

    value: T
    replayed: bool = False


def keep(idempotency: Idempotency | None, status: int, value: object) -> Answer | None:
    """Return the answer to write along with the change, or `None` if the request has no key."""
    if idempotency is None:
        return None
    return Answer(
        scope=idempotency.scope,
        key=idempotency.key,
        fingerprint=idempotency.fingerprint,
        status=status,
        body=msgspec.json.encode(value).decode(),
        created=time(),
    )


async def replayable(
    store: Store,
    idempotency: Idempotency | None,
    kind: type[T],
    attempt: Callable[[], Awaitable[T | None]],
    *,
    eager: bool = False,
) -> Result[T]:
    """Return the result of `attempt`, or the kept one if the same request was answered before.

    An attempt returns `None` if somebody else's change came first; it is then repeated. An `eager` request looks for a
    kept answer only after its first attempt has failed. Moves are rarely repeated, so that saves a read.
    """
    look = not eager
    for _ in range(_TRIES):
        if look and (kept := await _find(store, idempotency, kind)) is not None:
            return kept
        try:
            value = await attempt()
        except (CardkitError, HttpRefusal):
            if (kept := await _find(store, idempotency, kind)) is not None:
                return kept
            raise
        if value is not None:
            return Result(value)
        look = True
    raise busy()


async def _find(store: Store, idempotency: Idempotency | None, kind: type[T]) -> Result[T] | None:
    if idempotency is None:
        return None
    answer = await store.answer(idempotency.scope, idempotency.key)
    if answer is None:
        return None
    if answer.fingerprint != idempotency.fingerprint:
        raise HttpRefusal(
            422, "key_reused", "this Idempotency-Key was used for another request; take a new one"
        )
    return Result(structured(msgspec.json.decode(answer.body), kind), replayed=True)
