"""The WebSocket: events one way, moves the other."""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import attrs
import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cardkit.game import any_game
from cardkit_api import Limits
from cardkit_api.routes import socket as socket_route
from cardkit_api.stores.contract import Change, StoreDown
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import PATIENT, Door, listening
from tests.api.routes.test_events import Shaky, page, streams_are
from tests.api.test_problems import CANARY, broken
from tests.patience import PATIENCE
from tests.testing.tiny import TINY

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def socket(
    door: Door, path: str, token: str = "", query: str = "", **headers: str
) -> AsyncGenerator[ClientConnection]:
    url = f"{door.http.base_url}".replace("http", "ws", 1).rstrip("/")
    if token:
        headers["Authorization"] = f"Bearer {token}"
    async with connect(f"{url}{path}/socket{query}", additional_headers=headers, close_timeout=1) as found:
        yield found


async def receive(connection: ClientConnection) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(await asyncio.wait_for(connection.recv(), PATIENCE))
    return document


async def until(connection: ClientConnection, kind: str) -> dict[str, Any]:
    while (document := await receive(connection))["type"] != kind:
        pass
    return document


async def ask(connection: ClientConnection, said: object) -> dict[str, Any]:
    """Return the answer to a message; glimpses may come in between."""
    await connection.send(said if isinstance(said, str | bytes) else json.dumps(said))
    while (document := await receive(connection))["type"] not in ("moved", "refused"):
        pass
    return document


async def test_a_whole_match_is_played_over_sockets() -> None:
    async with listening() as door:
        sat = await door.sit(options={"rounds": 1})
        async with (
            socket(door, sat.path, sat.seats[0]) as zero,
            socket(door, sat.path, sat.seats[1]) as one,
            socket(door, sat.path, sat.seats[2]) as two,
            socket(door, sat.path, sat.watcher) as watching,
        ):
            status = await sat.status()
            while status["actors"]:
                seat, legal, version = await sat.turn()
                said = {"move": legal[0]["move"], "expect": version, "id": f"move {version}"}
                moved = await ask((zero, one, two)[seat], said)
                assert moved["type"] == "moved"
                assert moved["id"] == f"move {version}"
                status = await sat.status()
                assert moved["version"] == status["version"]
                assert moved["actors"] == status["actors"]
            over = await until(zero, "match_over")
            assert over["outcome"] == status["outcome"]
            seen: list[dict[str, Any]] = []
            while (document := await receive(watching))["type"] == "glimpse":
                seen.append(document)
            assert seen == [{"type": "glimpse", **event} for event in await page(sat, sat.watcher)]
            assert document == over
            with pytest.raises(ConnectionClosed) as closed:
                await receive(watching)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1000


async def test_a_socket_tells_a_seat_that_asks_its_legal_moves() -> None:
    async with listening() as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        async with socket(door, sat.path, sat.seats[seat], f"?legal=true&after={version - 1}") as connection:
            assert (await receive(connection))["moves"] == legal


async def test_a_socket_is_resumed_where_it_is_told() -> None:
    async with listening() as door:
        sat = await door.sit()
        await sat.go_on(3)
        events = await page(sat, sat.seats[0])
        for after in range(len(events)):
            async with socket(door, sat.path, sat.seats[0], f"?after={after}&language=de") as connection:
                assert (await receive(connection))["n"] == after + 1


async def test_a_browser_gives_its_token_in_the_url() -> None:
    async with listening() as door:
        sat = await door.sit()
        async with socket(door, sat.path, query=f"?token={sat.seats[0]}") as connection:
            assert (await receive(connection))["n"] == 1


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ({"move": "zz"}, 422, "unreadable"),
        ({"move": None}, 422, "malformed"),
        ({}, 422, "malformed"),
        ({"move": 0, "expect": "3"}, 422, "malformed"),
        ({"move": 0, "expect": 1}, 412, "stale_version"),
        ({"move": 0, "expect": 10**30}, 412, "stale_version"),
        ({"move": 0, "id": 3}, 422, "malformed"),
        ({"move": 0, "colour": "red"}, 422, "malformed"),
        ("", 422, "malformed"),
        ("[" * 20_000, 422, "malformed"),
        ('{"move": "\\ud800"}', 422, "malformed"),
        (b"\xff\x00", 422, "malformed"),
        ('{"move": "' + "x" * 65_536 + '"}', 413, "too_large"),
    ],
)
async def test_what_cant_be_done_is_refused_and_the_socket_goes_on(
    said: object, status: int, code: str
) -> None:
    async with listening() as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        async with socket(door, sat.path, sat.seats[seat]) as connection:
            refused = await ask(connection, said)
            assert refused["type"] == "refused"
            assert (refused["status"], refused["code"]) == (status, code)
            if status == 412:
                assert refused["version"] == version
            moved = await ask(connection, {"move": legal[0]["number"], "expect": version})
            assert moved["type"] == "moved"


async def test_a_refusal_comes_in_the_language_of_the_socket_and_with_names() -> None:
    async with listening() as door:
        sat = await door.sit()
        seat, _, _ = await sat.turn()
        other = (seat + 1) % 3
        async with socket(door, sat.path, sat.seats[other], "?language=nl") as connection:
            refused = await ask(connection, {"move": "b7"})
        assert refused["detail"] == f"player {seat} is aan zet, niet player {other}"


async def test_who_isnt_a_seat_moves_nothing() -> None:
    async with listening() as door:
        sat = await door.sit(public=True)
        for token in (sat.watcher, sat.owner, ""):
            async with socket(door, sat.path, token) as connection:
                refused = await ask(connection, {"move": 0, "id": "x"})
                assert (refused["status"], refused["code"], refused["id"]) == (403, "not_allowed", "x")


async def test_who_may_not_watch_gets_no_socket() -> None:
    async with listening() as door:
        sat, elsewhere = await door.sit(), await door.sit()
        for token in ("", "x" * 43, elsewhere.seats[0], sat.made["invitations"][0]["invitation"]):
            with pytest.raises(InvalidStatus):
                async with socket(door, sat.path, token):
                    pass
        with pytest.raises(InvalidStatus):
            async with socket(door, "/v1/matches/nothing", sat.seats[0]):
                pass
        for query in ("?after=99", "?after=x", "?language=n%C3%B6"):
            with pytest.raises(InvalidStatus):
                async with socket(door, sat.path, sat.seats[0], query):
                    pass
        await streams_are(door, 0)


async def test_a_deleted_match_ends_its_sockets() -> None:
    async with listening() as door:
        sat = await door.sit()
        async with socket(door, sat.path, sat.seats[0]) as connection:
            await receive(connection)
            await door.ask("DELETE", sat.path, sat.owner)
            await until(connection, "match_deleted")
            with pytest.raises(ConnectionClosed):
                await receive(connection)
        await streams_are(door, 0)


async def test_a_socket_that_loses_sight_of_its_match_is_closed_for_another_try() -> None:
    store = Shaky()
    async with listening(store) as door:
        sat = await door.sit()
        async with socket(door, sat.path, sat.seats[0]) as connection:
            await receive(connection)
            await streams_are(door, 1)
            store.down = True
            store.stumble()
            with pytest.raises(ConnectionClosed) as closed:
                await until(connection, "match_deleted")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012


async def test_a_socket_gives_signs_of_life() -> None:
    async with listening(limits=attrs.evolve(PATIENT, heartbeat=0.02)) as door:
        sat = await door.sit()
        async with socket(door, sat.path, sat.seats[0]) as connection:
            await until(connection, "still_here")


async def test_a_client_that_leaves_is_noticed() -> None:
    async with listening() as door:
        sat = await door.sit()
        async with socket(door, sat.path, sat.seats[0]) as connection:
            await receive(connection)
            await streams_are(door, 1)
        await streams_are(door, 0)


async def test_moves_on_a_socket_count_as_requests() -> None:
    limits = Limits(requests=0.001, burst=20)
    async with listening(limits=limits) as door:
        sat = await door.sit()
        async with socket(door, sat.path, sat.seats[0]) as connection:
            codes = [(await ask(connection, {}))["code"] for _ in range(30)]
            assert codes[-1] == "too_many_requests"
            assert "malformed" in codes


class Failing(MemoryStore):
    failing: Exception | None = None

    async def write(self, change: Change) -> Any:
        if self.failing is not None:
            raise self.failing
        return await super().write(change)


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(StoreDown(CANARY), 503, "store_down"), (OSError(CANARY), 500, "internal_error")],
)
async def test_a_move_that_fails_is_told_and_the_socket_goes_on(
    error: Exception, status: int, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = Failing()
    async with listening(store) as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        async with socket(door, sat.path, sat.seats[seat]) as connection:
            store.failing = error
            refused = await ask(connection, {"move": legal[0]["number"]})
            assert (refused["status"], refused["code"]) == (status, code)
            assert CANARY not in str(refused)
            store.failing = None
            moved = await ask(connection, {"move": legal[0]["number"], "expect": version})
            assert moved["type"] == "moved"
    if status == 500:
        assert "OSError" in caplog.text
        assert CANARY not in caplog.text


@pytest.mark.parametrize("media", ["text/event-stream", "socket"])
async def test_a_game_that_fails_ends_the_stream_and_is_logged_without_its_words(
    media: str, caplog: pytest.LogCaptureFixture
) -> None:
    game = any_game(attrs.evolve(TINY, tell=broken))
    async with listening(games={"tiny": game}) as door:
        sat = await door.sit(game="tiny", seats=2)
        if media == "socket":
            async with socket(door, sat.path, sat.seats[0]) as connection:
                with pytest.raises(ConnectionClosed) as closed:
                    await receive(connection)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1011
                assert CANARY not in closed.value.rcvd.reason
        else:
            headers = {"Accept": media, "Authorization": f"Bearer {sat.seats[0]}"}
            with pytest.raises(httpx.RemoteProtocolError):  # cut off, without an end
                await door.http.get(f"{sat.path}/events", headers=headers)
        await streams_are(door, 0)
    assert "a stream failed: ValueError" in caplog.text
    assert CANARY not in caplog.text


@pytest.mark.parametrize(
    ("match", "token", "query", "status", "code"),
    [
        ("", "", "", 401, "token_missing"),
        ("", "x" * 43, "", 403, "not_allowed"),
        ("/v1/matches/nothing", "x" * 43, "", 404, "no_such_match"),
        ("", "seat", "?after=99", 404, "no_such_version"),
        ("", "seat", "?after=x", 400, "bad_request"),
        ("/v1/nothing", "", "", 404, "not_found"),
    ],
)
async def test_a_refused_socket_says_why(
    match: str, token: str, query: str, status: int, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with listening() as door:
        sat = await door.sit()
        path, given = match or sat.path, sat.seats[0] if token == "seat" else token
        with pytest.raises(InvalidStatus) as refused:
            async with socket(door, path, given, query):
                pass
        response = refused.value.response
        document = json.loads(response.body)
        assert (response.status_code, document["status"], document["code"]) == (status, status, code)
        assert response.headers["content-type"] == "application/problem+json"

        async with socket(door, path, given, query, Origin="http://cards.test") as connection:
            said = await receive(connection)
            assert (said["type"], said["status"], said["code"]) == ("refused", status, code)
            with pytest.raises(ConnectionClosed) as closed:
                await receive(connection)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4000 + status, code)
        await streams_are(door, 0)
    faults = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert faults == []  # or strangers could fill the log


async def test_too_many_sockets_are_refused_with_a_time_to_wait() -> None:
    async with listening(limits=attrs.evolve(PATIENT, streams=1)) as door:
        sat = await door.sit()
        async with socket(door, sat.path, sat.seats[0]) as connection:
            await receive(connection)
            with pytest.raises(InvalidStatus) as refused:
                async with socket(door, sat.path, sat.seats[0]):
                    pass
    assert refused.value.response.status_code == 429
    assert refused.value.response.headers["retry-after"] == "5"


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what was logged besides information: strangers could fill the log with it."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("parts", [[b"\xff\xfe"], [b"\xc3", b"\x28"]])
async def test_text_that_isnt_utf_8_closes_the_socket_and_leaves_one_line(
    parts: list[bytes], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "cardkit_api")
    async with listening() as door:
        sat = await door.sit()
        async with socket(door, sat.path, sat.seats[0]) as connection:
            await receive(connection)
            await connection.send(parts, text=True)
            with pytest.raises(ConnectionClosed) as closed:
                await until(connection, "nothing")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1007
        await streams_are(door, 0)
    assert faults(caplog) == []
    assert [record.getMessage() for record in caplog.records if "UTF-8" in record.getMessage()] == [
        "a socket was closed: its client sent text that isn't UTF-8"
    ]


@pytest.mark.parametrize("breaks", [True, False], ids=["breaks the protocol", "is gone"])
async def test_who_sends_to_a_client_that_is_gone_leaves_nothing_in_the_log(
    breaks: bool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def take_nothing(*_: object) -> None:
        await asyncio.sleep(60)  # so that nobody notices the end but who sends

    monkeypatch.setattr(socket_route, "_take_moves", take_nothing)
    async with listening(limits=attrs.evolve(PATIENT, heartbeat=0.01)) as door:
        sat = await door.sit()
        async with socket(door, sat.path, sat.seats[0]) as connection:
            await until(connection, "still_here")
            if breaks:
                connection.transport.write(b"this is no frame")
                with pytest.raises(ConnectionClosed):
                    await until(connection, "nothing")
            else:
                connection.transport.abort()
            await streams_are(door, 0)
    assert faults(caplog) == []
