"""Delivers what webhooks are told. Every process does so, and claims what it delivers for a while.

A notice is delivered at least once: if its process ends in between, another one delivers it again, with the same id.
"""

import asyncio
import json
import logging
import ssl
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache, cached_property
from random import random
from time import time
from typing import Final, Literal, TypeAlias

from attrs import evolve

from cardkit_api.limits import RateLimiter
from cardkit_api.problems import HttpRefusal, trace_of
from cardkit_api.service.background import Background, do_rounds
from cardkit_api.service.figures import Figures
from cardkit_api.service.webhooks import MatchWebhooks
from cardkit_api.stores.contract import Notice, Store, StoreDown, seats_of
from cardkit_api.webhooks import Webhooks
from cardkit_api.webhooks.addresses import (
    Address,
    BadAddress,
    Place,
    Resolve,
    Resolver,
    check_place,
    read_place,
)
from cardkit_api.webhooks.post import Answered, BadAnswer, post
from cardkit_api.webhooks.signatures import new_headers

__all__ = ["Deliveries", "Post", "asked_pause", "body_of", "pause_after"]

_log: Final = logging.getLogger("cardkit_api")

Post: TypeAlias = Callable[[Place, Address, Mapping[str, str], bytes, ssl.SSLContext], Awaitable[Answered]]

Outcome: TypeAlias = Literal["delivered", "failed", "gone", "given_up", "put_off", "ended"]

_MOST: Final = 32
"""Deliveries that run at the same time."""
_PER_ADDRESS: Final = 4
"""Those of them that go to one address."""
_RATE: Final = 5.0
_BURST: Final = 30
"""Deliveries to one address: `_RATE` a second in the long run, `_BURST` at once. So nobody can flood a host."""
_SECONDS: Final = 10.0
"""Seconds that a delivery may take."""
_LEASE: Final = 30.0
"""Seconds for which a process claims what it delivers."""
_PERIOD: Final = 5.0
"""The most seconds until the next look. What this process writes is noticed at once."""
_TAKEN: Final = 0.1
"""Seconds until the next look if another process claims what is due."""
_PUT_OFF: Final = 1.0
"""Seconds until the next try if others go to the same address."""
_KEEP: Final = 24 * 3600.0
"""Seconds after which nobody is told any more."""
_FIRST: Final = 5.0
_LONGEST: Final = 3600.0
"""Seconds until the second try and, at the most, between later ones."""


def pause_after(tries: int, chance: float) -> float:
    """Return the seconds until the next try, after that many have failed. `chance` is from 0 to 1."""
    return min(_FIRST * 3.0 ** (tries - 1), _LONGEST) * (0.75 + chance / 2)


def asked_pause(retry_after: str, now: float) -> float:
    """Return the seconds for which a host asks to be left alone, an hour at the most; 0 if it doesn't ask."""
    if retry_after.isdecimal():
        seconds = float(retry_after)
    else:
        try:
            until = parsedate_to_datetime(retry_after)
            seconds = (until if until.tzinfo else until.replace(tzinfo=UTC)).timestamp() - now
        except (ValueError, OverflowError):
            return 0.0
    return min(max(seconds, 0.0), _LONGEST)


def body_of(notice: Notice) -> bytes:
    """Return what is sent: what happened, and where. It holds nothing that only some viewers may know."""
    when = datetime.fromtimestamp(notice.at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    subject = {"match": notice.match, "version": notice.version, "seats": seats_of(notice.seats)}
    return json.dumps({"type": notice.kind, "timestamp": when, "data": subject}).encode()


@cache
def _system_tls() -> ssl.SSLContext:
    """Return what all services of the process share, because loading the certificates takes longer than a delivery."""
    return ssl.create_default_context()


class Deliveries:
    """Delivers notices as they fall due. The last arguments are for tests."""

    def __init__(
        self,
        store: Store,
        hooks: MatchWebhooks,
        webhooks: Webhooks,
        background: Background,
        figures: Figures,
        *,
        send: Post = post,
        clock: Callable[[], float] = time,
        chance: Callable[[], float] = random,
    ) -> None:
        self._store = store
        self._hooks = hooks
        self._webhooks = webhooks
        self._background = background
        self._figures = figures
        self.send: Post = send
        self.clock: Callable[[], float] = clock
        self.chance: Callable[[], float] = chance
        self._resolver = Resolver(_MOST)
        self.resolve: Resolve = self._resolver
        self._sooner = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()
        self._addresses: Counter[Address] = Counter()
        self._rates = RateLimiter(_RATE, _BURST)

    @cached_property
    def tls(self) -> ssl.SSLContext:
        """How hosts prove who they are: by the system's certificates."""
        return _system_tls()

    def wake(self) -> None:
        """Look again at once."""
        self._sooner.set()

    def close(self) -> None:
        """End the look-up of names."""
        self._resolver.close()

    async def run(self) -> None:
        """Deliver again and again."""
        name = "the delivery of webhooks"
        await do_rounds(self.look, _PERIOD, self._figures, "webhooks", name, self._sooner)

    async def look(self) -> float:
        """Begin to deliver what is due. Return the seconds until the next look."""
        self._sooner.clear()
        now, room = self.clock(), _MOST - len(self._running)
        due = await self._store.next_notice() if room else None
        if due is None or due > now:
            return _PERIOD if due is None else min(due - now, _PERIOD)
        claimed = await self._store.claim_notices(now, now + _LEASE, room)
        for notice in claimed:
            task = self._background.spawn(self._deliver(notice))
            self._running.add(task)
            task.add_done_callback(self._finish)
        return 0.0 if claimed else _TAKEN

    async def finish(self) -> None:
        """Wait for the end of what is being delivered."""
        await asyncio.gather(*self._running)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self.wake()

    async def _deliver(self, notice: Notice) -> None:
        """Deliver a notice once, and settle it."""
        outcome: Outcome = "failed"
        try:
            outcome, pause = await self._try(notice)
            tries = notice.tries + (outcome == "failed")
            due: float | None = None
            if outcome == "failed":
                due = self.clock() + max(pause_after(tries, self.chance()), pause)
            elif outcome == "put_off":
                due = self.clock() + _PUT_OFF
            if due is not None and due > notice.at + _KEEP:
                outcome, due = "given_up", None
            await self._store.settle_notice(evolve(notice, tries=tries), due)
            if outcome == "gone":
                await self._hooks.end_all(notice.match, notice.target)
        except StoreDown:
            pass  # it is due again when the lease ends
        except Exception as error:
            _log.error("a webhook could not be delivered: %s", trace_of(error))
        self._figures.webhooks[outcome] += 1

    async def _try(self, notice: Notice) -> tuple[Outcome, float]:
        """Try to deliver a notice. Return how it went, and for how many seconds its host wants a pause."""
        now = self.clock()
        if now > notice.at + _KEEP:
            return "given_up", 0.0
        try:
            url, secrets, own = await self._hooks.find(notice.match, notice.target, now)
        except HttpRefusal:
            return "failed", 0.0  # this server lacks the key of the match
        if not url:
            return "ended", 0.0
        body = body_of(notice)
        headers = new_headers(notice.id, now, body, secrets)
        try:
            async with asyncio.timeout(_SECONDS):
                place = read_place(url, trusted=own)
                addresses = await self.resolve(place.host, place.port)
                if not own:
                    check_place(place, addresses, self._webhooks.allowed)
                answered = await self._send_to_any(place, addresses, headers, body, limited=not own)
        except (OSError, TimeoutError, BadAddress, BadAnswer, UnicodeError) as error:
            self._log_failure(own, type(error).__name__)
            return "failed", 0.0
        if answered is None:
            return "put_off", 0.0
        status = answered.status
        if 200 <= status < 300:
            return "delivered", 0.0
        self._log_failure(own, f"its host answered {status}")
        return "gone" if status == 410 else "failed", asked_pause(answered.retry_after, now)

    def _log_failure(self, own: bool, why: str) -> None:
        """Log a failed delivery. That of the operator's own webhook is a reason to act."""
        if own:
            _log.warning("the webhook for all matches failed: %s", why)
        else:
            _log.info("a player's webhook failed: %s", why)

    async def _send_to_any(
        self,
        place: Place,
        addresses: Sequence[Address],
        headers: Mapping[str, str],
        body: bytes,
        *,
        limited: bool,
    ) -> Answered | None:
        """Send the body to the first address of each family in turn, until one can be reached."""
        families: dict[int, Address] = {}
        for address in addresses:
            families.setdefault(address.version, address)
        failure: Exception = BadAddress("a host that has an address")
        for address in families.values():
            try:
                return await self._send(place, address, headers, body, limited=limited)
            except (OSError, BadAnswer) as error:
                failure = error
        raise failure

    async def _send(
        self, place: Place, address: Address, headers: Mapping[str, str], body: bytes, *, limited: bool
    ) -> Answered | None:
        """Send the body, and return the answer. Return `None` if too much goes to the address."""
        if limited and (self._addresses[address] >= _PER_ADDRESS or self._rates.wait(str(address))):
            return None
        self._addresses[address] += 1
        try:
            return await self.send(place, address, headers, body, self.tls)
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]
