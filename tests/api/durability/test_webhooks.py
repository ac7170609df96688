"""A server that is killed while it delivers a webhook: another one delivers it, with the same id."""

import asyncio
from contextlib import suppress
from typing import Final

import pytest

from cardkit_api import Webhooks
from cardkit_api.webhooks import verify
from tests.api.durability.served import served
from tests.api.places import Place
from tests.api.webhooks.receiver import sending
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

SECRET: Final = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="


async def test_what_a_killed_server_was_delivering_is_delivered_by_the_next_one(
    shared_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads: asyncio.Queue[bytes] = asyncio.Queue()

    async def hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take the request, and never answer."""
        heads.put_nowait(await reader.readuntil(b"\r\n\r\n"))
        with suppress(ConnectionError):
            await reader.read()
        writer.close()

    receiver = await asyncio.start_server(hold, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{receiver.sockets[0].getsockname()[1]}/told"
    monkeypatch.setenv("CARDKIT_WEBHOOK", url)
    monkeypatch.setenv("CARDKIT_WEBHOOK_SECRET", SECRET)
    async with served(shared_place.url) as server, server.client() as http, asyncio.timeout(PATIENCE):
        bots = [{"seat": seat, "bot": "random"} for seat in (0, 1, 2)]
        body = {"game": "push", "seats": 4, "name": "Ada", "bots": bots}
        made = (await http.post("/v1/matches", json=body)).json()
        seen = {_id_in(await heads.get()) for _ in range(2)}
        server.kill()
    receiver.close()
    await shared_place.left()

    webhooks = Webhooks(url=url, secrets=(SECRET,))
    async with sending(shared_place.store(), webhooks) as sender:
        got = await sender.deliver(60.0)
        assert {one.document["data"]["match"] for one in got} == {made["match"]["id"]}
        assert seen <= {one.id for one in got}
        for one in got:
            assert verify(one.headers, one.body, [SECRET], now=sender.service.deliveries.clock()) == one.id


def _id_in(head: bytes) -> str:
    (line,) = (line for line in head.decode().split("\r\n") if line.startswith("webhook-id: "))
    return line.removeprefix("webhook-id: ")
