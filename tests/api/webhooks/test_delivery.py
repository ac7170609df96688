"""Deliveries of webhooks: again and again until they arrive, also by another process, and always with the same id."""

import asyncio
import ipaddress
import json
import logging
from time import time, tzset
from typing import Final

import pytest

from cardkit_api.service.deliveries import asked_pause, pause_after
from cardkit_api.service.notices import target_of
from cardkit_api.stores.contract import Store
from cardkit_api.webhooks import BadSignature, Webhooks, verify
from cardkit_api.webhooks.post import Answered, BadAnswer, post
from cardkit_api.webhooks.signatures import check_secret, new_headers
from tests.api.door import Sat
from tests.api.test_problems import problem
from tests.api.webhooks.receiver import Sender, sending
from tests.api.webhooks.test_post import LOOPBACK, listening, trusting

pytestmark = pytest.mark.anyio

DAY: Final = 24 * 3600.0


async def started(sender: Sender, *seats: int | None) -> Sat:
    """Return a match whose owner, or these seats, have webhooks."""
    sat = await sender.door.sit()
    for seat in seats or (None,):
        await sender.set(sat, seat)
    return sat


async def test_pauses_grow_and_vary() -> None:
    assert [pause_after(tries, 0.5) for tries in range(1, 9)] == [5, 15, 45, 135, 405, 1215, 3600, 3600]
    assert (pause_after(1, 0), pause_after(1, 1)) == (3.75, 6.25)
    assert pause_after(600, 1) == 4500


@pytest.mark.parametrize(
    "answer", [500, 503, 429, 404, 400, 302, TimeoutError(), OSError(), BadAnswer()], ids=repr
)
async def test_what_isnt_taken_is_sent_again_with_the_same_id(answer: int | BaseException) -> None:
    async with sending() as sender:
        sat = await started(sender)
        sender.receiver.answers = [answer, answer]
        await sat.go_on()
        (first,) = await sender.deliver()
        assert await sender.deliver(4.0) == []
        (second,) = await sender.deliver(1.0)
        assert await sender.deliver(14.0) == []
        (third,) = await sender.deliver(1.0)
        assert first.id == second.id == third.id
        assert first.body == second.body == third.body
        times = [int(one.headers["webhook-timestamp"]) for one in (first, second, third)]
        assert times[0] < times[1] < times[2]
        assert await sender.deliver(DAY) == []
        assert sender.service.figures.webhooks == {"failed": 2, "delivered": 1}


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [
        ("0", 0),
        ("120", 120),
        ("99999999999", 3600),
        ("Thu, 01 Jan 1970 00:01:40 GMT", 70),
        ("Thu, 01 Jan 1970 00:00:10 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 3600),
        ("", 0),
        ("-5", 0),
        ("1.5", 0),
        ("soon", 0),
        ("²", 0),
    ],
)
def test_a_pause_that_a_host_asks_for_is_bounded(asked: str, seconds: float) -> None:
    assert asked_pause(asked, 30.0) == seconds


def test_a_date_that_a_host_names_without_a_zone_is_one_of_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    tzset()
    try:
        assert asked_pause("Thu Jan  1 00:01:40 1970", 30.0) == 70
    finally:
        monkeypatch.undo()
        tzset()


@pytest.mark.parametrize(("asked", "seconds"), [("60", 60), ("1", 5)])
async def test_a_host_is_left_alone_for_as_long_as_it_asks_but_no_shorter_than_others(
    asked: str, seconds: float
) -> None:
    async with sending() as sender:
        sat = await started(sender)
        sender.receiver.answers = [Answered(503, asked)]
        await sat.go_on()
        assert len(await sender.deliver()) == 1
        assert await sender.deliver(seconds - 1) == []
        assert len(await sender.deliver(1)) == 1


async def test_after_a_day_it_is_given_up() -> None:
    async with sending() as sender:
        sat = await started(sender)
        sender.receiver.answers = [500] * 100
        await sat.go_on()
        tries = 0
        for _ in range(50):
            tries += len(await sender.deliver(3600.0))
        assert 20 <= tries <= 35
        assert await sender.service.store.next_notice() is None
        assert sender.service.figures.webhooks["given_up"] == 1


async def test_a_later_turn_replaces_one_that_wasnt_delivered() -> None:
    async with sending() as sender:
        sat = await started(sender)
        sender.receiver.answers = [500]
        await sat.go_on()
        (lost,) = await sender.deliver()
        after = await sat.go_on()
        (got,) = await sender.deliver()
        assert got.id != lost.id
        assert (got.told, got.document["data"]["version"]) == (("turn", after["actors"]), after["version"])
        assert await sender.deliver(DAY) == []


async def test_a_turn_that_is_over_isnt_told_any_more() -> None:
    async with sending() as sender:
        sat = await started(sender, 0, 1, 2)
        actor = (await sat.go_on(0))["actors"][0]
        sender.receiver.answers = [500]
        following = (await sat.go_on())["actors"][0]
        (lost,) = await sender.deliver()
        assert (lost.told, lost.place.host) == (("turn", [following]), f"hook{following}.example")
        assert following != actor
        await sat.go_on()
        got = await sender.deliver(DAY / 2)
        assert f"hook{following}.example" not in {one.place.host for one in got}


async def test_a_newer_notice_stays_when_the_one_before_is_delivered() -> None:
    async with sending() as sender:
        sat = await started(sender)
        sender.receiver.held.clear()
        await sat.go_on()
        while not sender.receiver.all:
            await sender.service.deliveries.look()
            await asyncio.sleep(0)
        after = await sat.go_on()
        sender.receiver.held.set()
        told = [one.document["data"]["version"] for one in await sender.deliver()]
        assert told[-1] == after["version"]
        assert len(told) == 2


async def test_when_the_host_says_410_the_webhook_ends() -> None:
    async with sending() as sender:
        sat = await started(sender, 0, None)
        await sender.set(sat, 1, "https://hook0.example/told?key=k")
        sender.receiver.answers = [410]
        while not await sender.deliver():
            await sat.go_on()
        gone = [
            (await sender.door.get(f"{sat.path}/webhook", token)).status_code
            for token in (sat.seats[0], sat.seats[1], sat.owner)
        ]
        assert sorted(gone) in ([200, 404, 404], [200, 200, 404])
        assert sender.service.figures.webhooks["gone"] == 1


async def test_a_webhook_that_was_ended_gets_nothing_that_waited() -> None:
    async with sending() as sender:
        sat = await started(sender)
        sender.receiver.answers = [500]
        await sat.go_on()
        assert len(await sender.deliver()) == 1
        assert (await sender.door.ask("DELETE", f"{sat.path}/webhook", sat.owner)).status_code == 204
        problem(await sender.door.ask("DELETE", f"{sat.path}/webhook", sat.owner), 404, "no_webhook")
        assert await sender.deliver(DAY / 2) == []
        assert await sender.service.store.next_notice() is None


async def test_a_match_that_was_deleted_tells_nothing() -> None:
    async with sending() as sender:
        sat = await started(sender)
        sender.receiver.answers = [500]
        await sat.go_on()
        assert len(await sender.deliver()) == 1
        await sender.door.ask("DELETE", sat.path, sat.owner)
        assert await sender.deliver(DAY / 2) == []


async def test_for_a_day_the_replaced_secret_signs_too() -> None:
    async with sending() as sender:
        sat = await sender.door.sit()
        old = await sender.set(sat)
        answer = await sender.door.post(f"{sat.path}/webhook/secret", {}, sat.owner)
        assert answer.status_code == 201
        new: str = answer.json()["secret"]
        assert new != old
        await sat.go_on()
        (got,) = await sender.deliver()
        for secret in (old, new):
            assert verify(got.headers, got.body, [secret], now=sender.service.deliveries.clock())
        find, target = sender.service.webhooks.find, target_of("https://hook.example/told?key=k")
        now = time()
        assert (await find(sat.id, target, now + DAY - 60))[1] == [check_secret(new), check_secret(old)]
        assert (await find(sat.id, target, now + DAY + 60))[1] == [check_secret(new)]


async def test_at_most_three_replaced_secrets_sign() -> None:
    async with sending() as sender:
        sat = await sender.door.sit()
        secrets = [await sender.set(sat)]
        for _ in range(5):
            answer = await sender.door.post(f"{sat.path}/webhook/secret", {}, sat.owner)
            secrets.append(answer.json()["secret"])
        await sat.go_on()
        (got,) = await sender.deliver()
        signed = got.headers["webhook-signature"].split()
        plain = [
            new_headers(got.id, int(got.headers["webhook-timestamp"]), got.body, [check_secret(secret)])
            for secret in secrets[:1:-1]
        ]
        assert signed == [headers["webhook-signature"] for headers in plain]


async def test_setting_a_webhook_anew_ends_the_old_secret() -> None:
    async with sending() as sender:
        sat = await sender.door.sit()
        old, new = await sender.set(sat), await sender.set(sat)
        await sat.go_on()
        (got,) = await sender.deliver()
        now = sender.service.deliveries.clock()
        assert verify(got.headers, got.body, [new], now=now)
        with pytest.raises(BadSignature):
            verify(got.headers, got.body, [old], now=now)


@pytest.mark.parametrize("end", ["before", "within"])
async def test_what_one_server_didnt_deliver_another_one_does(kept: Store, end: str) -> None:
    """The first server ends between the move and its delivery, or within the delivery, and settles nothing."""
    async with sending(kept) as sender:
        sat = await started(sender)
        sender.receiver.held.clear()
        if end == "before":
            sender.service.deliveries.clock = lambda: 0.0
        after = await sat.go_on()
        if end == "within":
            while not sender.receiver.all:
                await sender.service.deliveries.look()
                await asyncio.sleep(0.001)
        lost = sender.receiver.take()
        assert len(lost) == (end == "within")
    async with sending(kept) as sender:
        if end == "within":
            assert await sender.deliver() == []  # it is still claimed
        (got,) = await sender.deliver(30.0)
        assert (got.told, got.document["data"]["match"]) == (("turn", after["actors"]), sat.id)
        assert got.id == lost[0].id if lost else True
        assert await sender.deliver(DAY / 2) == []


@pytest.mark.parametrize("text", ["127.0.0.1", "8.8.8.8 10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", ""])
async def test_nothing_is_sent_to_an_address_that_isnt_public(text: str) -> None:
    async with sending() as sender:
        sat = await started(sender)
        found = [ipaddress.ip_address(one) for one in text.split()]
        sender.addresses["hook.example"] = found
        await sat.go_on()
        assert await sender.deliver() == []
        assert sender.service.figures.webhooks == {"failed": 1}
        sender.addresses["hook.example"] = [ipaddress.ip_address("8.8.8.8"), ipaddress.ip_address("1.1.1.1")]
        (got,) = await sender.deliver(5.0)
        assert got.address == ipaddress.ip_address("8.8.8.8")


async def test_an_allowed_network_is_reached() -> None:
    allowed = Webhooks(players=True, allowed=(ipaddress.ip_network("127.0.0.0/8"),))
    async with sending(webhooks=allowed) as sender:
        sat = await started(sender)
        sender.addresses["hook.example"] = [ipaddress.ip_address("127.0.0.1")]
        await sat.go_on()
        assert len(await sender.deliver()) == 1


async def test_no_address_gets_more_than_a_few_requests_at_once() -> None:
    async with sending() as sender:
        matches = [await started(sender) for _ in range(8)]
        sender.receiver.held.clear()
        for sat in matches:
            await sat.go_on()
        for _ in range(20):
            await sender.service.deliveries.look()
            await asyncio.sleep(0)
        assert len(sender.receiver.all) == 4
        sender.receiver.held.set()
        got = await sender.deliver()
        got += await sender.deliver(1.0)
        got += await sender.deliver(1.0)
        assert sorted(one.document["data"]["match"] for one in got) == sorted(sat.id for sat in matches)


async def test_the_log_shows_no_url_and_no_secret(caplog: pytest.LogCaptureFixture) -> None:
    async with sending() as sender:
        sat = await sender.door.sit()
        secret = await sender.set(sat)
        sender.receiver.answers = [500, OSError("https://hook.example/told?key=k")]
        with caplog.at_level(logging.DEBUG, "cardkit_api"):
            await sat.go_on()
            assert len(await sender.deliver()) == 1
            assert len(await sender.deliver(5.0)) == 1
        assert len(caplog.messages) >= 2
        assert not [
            line for line in caplog.messages if "hook.example" in line or "key=k" in line or secret in line
        ]


async def test_the_other_family_of_addresses_is_tried_if_the_first_cant_be_reached() -> None:
    async with sending() as sender:
        sat = await started(sender)
        texts = ("2606:4700::1", "2606:4700::2", "8.8.8.8", "8.8.4.4")
        sender.addresses["hook.example"] = [ipaddress.ip_address(text) for text in texts]
        sender.receiver.answers = [OSError("unreachable"), 204]
        await sat.go_on()
        got = await sender.deliver()
        assert [str(one.address) for one in got] == ["2606:4700::1", "8.8.8.8"]
        assert sender.service.figures.webhooks == {"delivered": 1}


async def test_a_webhook_arrives_over_a_real_connection_with_tls() -> None:
    """From the move to the host, with nothing replaced but the look-up of its name and whom the server trusts."""
    allowed = Webhooks(players=True, allowed=(ipaddress.ip_network("127.0.0.1"),))
    async with listening(b"HTTP/1.1 204 No Content\r\n\r\n") as host, sending(webhooks=allowed) as sender:
        sender.service.deliveries.send = post
        sender.service.deliveries.tls = trusting()
        sender.addresses["hooks.test"] = [LOOPBACK]
        sat = await sender.door.sit()
        secret = await sender.set(sat, None, f"https://hooks.test:{host.port}/told?key=k")
        after = (await sat.go_on())["actors"]
        await sender.deliver()
        (head,), (body,) = host.heads, host.bodies
        lines = [line.partition(": ") for line in head.decode().split("\r\n")[1:] if line]
        headers = {name: value for name, _, value in lines}
        assert verify(headers, body, [secret], now=sender.service.deliveries.clock())
        told = json.loads(body)
        assert (told["type"], told["data"]["seats"]) == ("turn", after)


async def test_deliveries_are_counted_by_their_outcome() -> None:
    async with sending() as sender:
        sat = await started(sender)
        sender.receiver.answers = [500]
        await sat.go_on()
        await sender.deliver()
        await sender.deliver(5.0)
        text = (await sender.door.get("/metrics")).text
        for outcome in ("failed", "delivered"):
            assert f'cardkit_webhooks_total{{outcome="{outcome}"}} 1.0' in text
        assert "hook.example" not in text
