"""Those who receive webhooks in the tests, and servers that send them by a clock that the tests move on."""

import asyncio
import ipaddress
import json
import ssl
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from time import time
from typing import Any, Final

from attrs import define, field, frozen

from cardkit_api import Store, Webhooks
from cardkit_api.service.service import Service
from cardkit_api.webhooks.addresses import Address, Place
from cardkit_api.webhooks.post import Answered
from tests.api.door import Door, Sat, opened

__all__ = ["PLAYERS", "PUBLIC", "Received", "Receiver", "Sender", "sending"]

PLAYERS: Final = Webhooks(players=True)
PUBLIC: Final = ipaddress.ip_address("8.8.4.4")


@frozen
class Received:
    """One request."""

    place: Place
    address: Address
    headers: Mapping[str, str]
    body: bytes

    @property
    def document(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def told(self) -> tuple[str, list[int]]:
        """What it tells, and of which seats."""
        return self.document["type"], self.document["data"]["seats"]

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]


class Receiver:
    """Takes the requests for all hosts. It answers with these statuses, or errors, in order, and then with 204."""

    def __init__(self) -> None:
        self.answers: list[int | Answered | BaseException] = []
        self.all: list[Received] = []
        self.held = asyncio.Event()
        self.held.set()

    async def __call__(
        self, place: Place, address: Address, headers: Mapping[str, str], body: bytes, _: ssl.SSLContext
    ) -> Answered:
        self.all.append(Received(place, address, headers, body))
        await self.held.wait()
        answer = self.answers.pop(0) if self.answers else 204
        if isinstance(answer, BaseException):
            raise answer
        return Answered(answer) if isinstance(answer, int) else answer

    def take(self) -> list[Received]:
        """Return what came since the last time."""
        found, self.all = self.all, []
        return found


@define
class Sender:
    """A server that sends webhooks to one receiver."""

    door: Door
    receiver: Receiver
    service: Service
    passed: float = 0.0
    """Seconds by which its clock is ahead."""
    addresses: dict[str, Sequence[Address]] = field(factory=dict[str, Sequence[Address]])

    async def deliver(self, after: float = 0.0) -> list[Received]:
        """Let this number of seconds pass, and deliver what is due then. Return what the receiver got."""
        self.passed += after
        deliveries = self.service.deliveries
        while True:
            await deliveries.look()
            await deliveries.finish()
            due = await self.service.store.next_notice()
            if due is None or due > deliveries.clock():
                return self.receiver.take()

    async def told(self, after: float = 0.0) -> list[tuple[str, list[int]]]:
        """Return what the receiver is told, sorted."""
        return sorted(received.told for received in await self.deliver(after))

    async def set(self, sat: Sat, seat: int | None = None, url: str = "", **more: object) -> str:
        """Set the webhook of a seat or of the owner, and return its secret."""
        token = sat.owner if seat is None else sat.seats[seat]
        body = {"url": url or f"https://hook{'' if seat is None else seat}.example/told?key=k", **more}
        answer = await self.door.ask("PUT", f"{sat.path}/webhook", token, body)
        assert answer.status_code == 200, answer.text
        secret: str = answer.json()["secret"]
        return secret


@asynccontextmanager
async def sending(
    store: Store | None = None, webhooks: Webhooks = PLAYERS, receiver: Receiver | None = None
) -> AsyncGenerator[Sender]:
    """Provide a server with webhooks. All names have a public address, unless the test says otherwise."""
    async with opened(store, webhooks=webhooks) as door:
        service: Service = door.app.state["service"]
        sender = Sender(door, receiver or Receiver(), service)

        async def resolve(host: str, _: int) -> Sequence[Address]:
            return sender.addresses.get(host, (PUBLIC,))

        deliveries = service.deliveries
        deliveries.send = sender.receiver
        deliveries.resolve = resolve
        deliveries.clock = lambda: time() + sender.passed
        deliveries.chance = lambda: 0.5
        yield sender
