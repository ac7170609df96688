"""Connections that ask for too much, too slowly, or for no end: each is told so or closed, and no other notices."""

import asyncio
import gc
import json
import logging
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import attrs
import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from uvicorn.server import ServerState

from cardkit_api import Limits
from cardkit_api.addresses import TrustedProxies, client_address
from cardkit_api.caller import Caller
from cardkit_api.connections import BoundedConfig, BoundedProtocol, Connections
from tests.api.door import PATIENT, Door, listening, opened, visited
from tests.api.routes.test_events import NDJSON, streams_are
from tests.api.routes.test_socket import receive, socket
from tests.patience import PATIENCE, SOON, wait_until

pytestmark = pytest.mark.anyio

QUICK: Final = attrs.evolve(PATIENT, head_seconds=0.15, body_seconds=0.15, keep_alive=1.0)
POST: Final = b"POST /v1/matches HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\n"


@asynccontextmanager
async def connected(door: Door) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection(door.http.base_url.host, door.http.base_url.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Return all that the server says until it closes the connection."""
    said = b""
    try:
        async with asyncio.timeout(PATIENCE):
            while piece := await reader.read(65_536):
                said += piece
    except ConnectionError:
        pass
    return said


def refusal(said: bytes) -> tuple[int, str]:
    """Return the status and the code of the last answer."""
    head, _, body = said.rpartition(b"\r\n\r\n")
    last = head[head.rindex(b"HTTP/1.1") :]
    document: dict[str, Any] = json.loads(body)
    assert b"content-type: application/problem+json" in last
    assert b"connection: close" in last
    assert document["status"] == int(last.split()[1])
    return document["status"], document["code"]


async def is_well(door: Door) -> bool:
    return (await door.get("/v1/games")).status_code == 200


async def refused(door: Door, code: str) -> float:
    """Return how often that was the reason."""
    for line in (await door.get("/metrics")).text.splitlines():
        if line.startswith(f'cardkit_refusals_total{{code="{code}"}}'):
            return float(line.split()[-1])
    return 0


class Wire(asyncio.Transport):
    """Keeps what is written, each write for itself."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written: list[bytes] = []
        self.closed = asyncio.Event()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return self.closed.is_set()

    def close(self) -> None:
        self.closed.set()

    def abort(self) -> None:
        self.closed.set()

    def write_eof(self) -> None:
        """Do nothing: nothing follows."""

    def pause_reading(self) -> None:
        """Do nothing: the test decides what is read."""

    def resume_reading(self) -> None:
        """Do nothing: the test decides what is read."""


def wired(app: Any, limits: Limits, wire: Wire | None = None) -> tuple[BoundedProtocol, Wire]:
    """Return a connection to the application, and what the client reads of it."""
    connections = Connections(limits=limits, trusted=TrustedProxies(), most=99, refusals=Counter())
    config = BoundedConfig(app, connections, "127.0.0.1", 0)
    config.load()
    protocol, wire = BoundedProtocol(config, ServerState(), {}), wire or Wire()
    protocol.connection_made(wire)
    return protocol, wire


async def no_app(_scope: object, _receive: object, _send: object) -> None:
    raise AssertionError("nothing was asked")


@pytest.mark.parametrize("bodies", [(b"all",), (b"a", b"ll"), ()])
async def test_a_head_leaves_with_the_beginning_of_its_body(bodies: tuple[bytes, ...]) -> None:
    async def app(_scope: object, _receive: object, send: Any) -> None:
        headers = [(b"content-length", b"3")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for n, body in enumerate(bodies, 1):
            await send({"type": "http.response.body", "body": body, "more_body": n < len(bodies)})

    protocol, wire = wired(app, QUICK)
    protocol.data_received(b"GET / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
    async with asyncio.timeout(PATIENCE):
        await wire.closed.wait()
    head, _, begin = wire.written[0].partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    assert (begin, *wire.written[1:]) == (bodies or (b"",))


@pytest.mark.parametrize("pieces", [1, 2, 7])
async def test_a_body_may_be_longer_than_a_head_and_come_with_it(pieces: int) -> None:
    read: list[bytes] = []

    async def app(_scope: object, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        read.append(body)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})
        await send({"type": "http.response.body", "body": b"!"})

    protocol, wire = wired(app, attrs.evolve(PATIENT, head=200, body=5000))
    sent = b"".join(
        b"POST /%d HTTP/1.1\r\nHost: t\r\nContent-Length: 5000\r\n\r\n%s" % (n, b"%d" % n * 5000)
        for n in (1, 2)
    )
    step = len(sent) // pieces + 1
    for start in range(0, len(sent), step):
        protocol.data_received(sent[start : start + step])
    await wait_until(lambda: len(wire.written) >= 2)
    assert read == [b"1" * 5000, b"2" * 5000]
    protocol.connection_lost(None)


async def test_a_request_that_follows_before_the_answer_has_a_bounded_head_too() -> None:
    begun: list[str] = []

    async def app(scope: Any, _receive: object, _send: object) -> None:
        begun.append(scope["path"])
        await asyncio.sleep(PATIENCE)

    protocol, wire = wired(app, attrs.evolve(PATIENT, head=200))
    protocol.data_received(b"GET /first HTTP/1.1\r\nHost: t\r\n\r\n")
    await wait_until(lambda: begun == ["/first"])

    protocol.data_received(b"GET /second HTTP/1.1\r\nHost: t\r\nX: " + b"x" * 200 + b"\r\n\r\n")

    assert wire.closed.is_set()
    assert protocol.all.refusals == {"head_too_large": 1}
    protocol.connection_lost(None)


async def test_a_connection_goes_on_after_a_request_for_the_head_of_an_answer() -> None:
    async with listening() as door, connected(door) as (reader, writer):
        for _ in range(2):
            writer.write(b"HEAD /v1/games HTTP/1.1\r\nHost: t\r\n\r\n")
            async with asyncio.timeout(PATIENCE):
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")


async def test_no_more_of_a_head_is_parsed_than_it_may_have() -> None:
    protocol, wire = wired(no_app, attrs.evolve(PATIENT, head=16_000))
    protocol.data_received(b"GET / HTTP/1.1\r\nHost: t\r\n" + b"x: a\r\n" * 100_000)
    assert refusal(b"".join(wire.written)) == (431, "head_too_large")
    assert 1000 < sum(len(name) + len(value) + 4 for name, value in protocol.headers) <= 16_000
    protocol.connection_lost(None)


async def test_clients_that_are_refused_together_are_not_sent_away_together() -> None:
    begun, left = asyncio.get_running_loop().time(), list[float]()
    for _ in range(20):
        protocol, _ = wired(no_app, attrs.evolve(PATIENT, head=100))
        protocol.data_received(b"a" * 101)
        assert protocol.timer is not None
        left.append(protocol.timer.when() - begun)
        protocol.connection_lost(None)
    assert 0.7 <= min(left) < max(left) - 0.05


async def test_what_a_request_took_is_freed_without_a_search_for_cycles() -> None:
    def kept() -> Counter[type]:
        return Counter(
            type(one) for one in gc.get_objects() if isinstance(one, Caller | RequestResponseCycle)
        )

    async with listening() as door:
        sat = await attrs.evolve(door, ours=False).sit()  # over the network
        gc.collect()
        gc.disable()
        try:
            before = kept()
            for _ in range(5):
                seat, moves, _ = await sat.turn()
                assert (await sat.move(seat, moves[0]["number"])).status_code == 200
                assert (await sat.move(seat, "no move")).status_code == 422
                assert (await door.get("/v1/games")).status_code == 200
            assert (await door.get("/nowhere")).status_code == 404
            assert kept() == before  # each connection keeps its latest request
        finally:
            gc.enable()


@pytest.mark.parametrize(
    "piece",
    [
        b"x: %s\r\n" % (b"a" * 1000),  # many headers
        b"a" * 1000,  # one header
    ],
)
async def test_a_head_without_end_is_refused_at_its_limit(piece: bytes) -> None:
    async with listening(limits=attrs.evolve(PATIENT, head=16_000)) as door:
        async with connected(door) as (reader, writer):
            writer.write(b"GET /v1/games HTTP/1.1\r\nHost: t\r\nx: ")
            for _ in range(17):
                writer.write(piece)
                await writer.drain()
            assert refusal(await rest(reader)) == (431, "head_too_large")
        assert await is_well(door)
        assert await refused(door, "head_too_large") == 1


async def test_who_goes_on_after_a_refusal_isnt_read_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a client could keep the server busy with reading what it ignores."""
    read: list[int] = []
    receive_data = BoundedProtocol.data_received

    def counting(protocol: BoundedProtocol, data: bytes) -> None:
        read.append(len(data))
        receive_data(protocol, data)

    monkeypatch.setattr(BoundedProtocol, "data_received", counting)
    async with listening() as door:
        async with connected(door) as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\nx: ")
            with suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(0.5):  # it lingers for a second
                    while sum(read) < 20_000_000:
                        writer.write(bytes(b"a" * 100_000))
                        await writer.drain()
            assert refusal(await rest(reader)) == (431, "head_too_large")
        assert await is_well(door)
    assert sum(read) < 2_000_000


@pytest.mark.parametrize("size", [40_000, 500_000])
async def test_a_large_head_that_comes_at_once_is_refused_too(size: int) -> None:
    async with listening() as door, connected(door) as (reader, writer):
        writer.write(b"GET /v1/games HTTP/1.1\r\nHost: t\r\nx: " + b"a" * size + b"\r\n\r\n")
        assert refusal(await rest(reader)) == (431, "head_too_large")


async def test_a_large_body_that_comes_with_its_head_isnt_taken_for_a_head() -> None:
    async with listening(limits=attrs.evolve(PATIENT, head=400)) as door:
        answer = await door.post("/v1/matches", {"game": "push", "seats": 2, "name": "x" * 2000})
        assert answer.status_code == 422
        pipelined = b"GET /v1/games HTTP/1.1\r\nHost: t\r\n\r\n" * 40
        async with connected(door) as (reader, writer):
            writer.write(pipelined + b"GET /v1/games HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
            assert (await rest(reader)).count(b"HTTP/1.1 200 OK") == 41


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"", None),
        (b"\r\n", 408),
        (b"GET /v1/ga", 408),
        (b"GET /v1/games HTTP/1.1\r\nHost: t\r\nX: ", 408),
        (POST + b"Content-Length: 60000\r\n\r\n{", 408),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n", 408),
    ],
)
async def test_who_says_nothing_whole_is_let_go(said: bytes, status: int | None) -> None:
    async with listening(limits=QUICK) as door:
        async with connected(door) as (reader, writer):
            writer.write(said)
            answered = await rest(reader)
        if status is None:
            assert answered == b""
        else:
            assert refusal(answered) == (status, "too_slow")
        assert await is_well(door)


@pytest.mark.parametrize("said", [b"\r\n", b"GET"])
async def test_who_stops_after_an_answer_is_let_go_too(said: bytes) -> None:
    async with listening(limits=QUICK) as door, connected(door) as (reader, writer):
        writer.write(b"GET /v1/games HTTP/1.1\r\nHost: t\r\n\r\n" + said)
        assert (await rest(reader)).count(b"HTTP/1.1 200") == 1
    async with listening(limits=QUICK) as door, connected(door) as (reader, writer):
        writer.write(b"GET /health/live HTTP/1.1\r\nHost: t\r\n\r\n")
        await reader.readuntil(b"}")
        writer.write(said)
        assert refusal(await rest(reader)) == (408, "too_slow")


async def test_a_head_that_comes_byte_by_byte_is_let_go_too() -> None:
    async with listening(limits=QUICK) as door, connected(door) as (reader, writer):
        answer = asyncio.ensure_future(rest(reader))
        for _ in range(200):
            writer.write(b"G")
            await asyncio.sleep(0.01)
            if answer.done():
                break
        assert refusal(await answer)[0] in (400, 408)


async def test_a_body_that_was_refused_already_must_end_too() -> None:
    async with listening(limits=QUICK) as door, connected(door) as (reader, writer):
        writer.write(b"POST /nowhere HTTP/1.1\r\nHost: t\r\nContent-Length: 60000\r\n\r\n")
        said = await rest(reader)
        assert said.startswith(b"HTTP/1.1 404")


async def test_a_body_in_endless_small_chunks_is_refused() -> None:
    async with listening(limits=attrs.evolve(PATIENT, head=1000, body=1000)) as door:
        async with connected(door) as (reader, writer):
            writer.write(b"POST /nowhere HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
            await reader.readuntil(b"\r\n\r\n")
            for _ in range(100):
                writer.write(b"1;%s\r\nx\r\n" % (b"x" * 100))
            assert b"HTTP/1.1" not in await rest(reader)  # it had its answer
        assert await refused(door, "too_large") == 1


async def test_a_stream_and_a_long_poll_outlive_all_these_limits() -> None:
    async with listening(limits=QUICK) as door, visited(door.app) as inside:
        sat = await inside.sit()  # without a network: a busy machine sends bodies too late
        version = (await sat.status())["version"]
        async with socket(door, sat.path, sat.seats[0]) as connection:
            await receive(connection)
            polling = asyncio.create_task(
                door.get(f"{sat.path}/events?after={version}&wait=30", sat.seats[0])
            )
            await asyncio.sleep(0.4)
            await sat.go_on()
            assert (await asyncio.wait_for(polling, SOON)).json()["events"]
            while (await receive(connection))["n"] <= version:
                pass


async def test_a_kept_connection_waits_for_its_next_request() -> None:
    limits = attrs.evolve(QUICK, keep_alive=PATIENCE)
    async with listening(limits=limits) as door, connected(door) as (reader, writer):
        for _ in range(2):
            writer.write(b"GET /health/live HTTP/1.1\r\nHost: t\r\n\r\n")
            assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200")
            await asyncio.sleep(0.3)


async def test_who_takes_nothing_of_an_ordinary_answer_is_cut_off() -> None:
    async with listening(limits=attrs.evolve(PATIENT, slow=0.2)) as door:
        async with connected(door) as (_, writer):
            writer.write(b"GET /schema/openapi.json HTTP/1.1\r\nHost: t\r\n\r\n" * 400)
            async with asyncio.timeout(PATIENCE):
                while not await refused(door, "slow_reader"):
                    await asyncio.sleep(0.05)
        assert await is_well(door)


class Trickle(Wire):
    """A reader who takes one byte now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.left: int = 100_000

    def get_write_buffer_size(self) -> int:
        self.left -= 1
        return self.left


async def test_a_stream_whose_reader_takes_too_little_leaves_no_error_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with opened(limits=attrs.evolve(PATIENT, slow=0.05, heartbeat=0.01)) as door:
        sat = await door.sit()
        protocol, wire = wired(door.app, attrs.evolve(PATIENT, slow=0.03), Trickle())
        head = f"GET {sat.path}/events HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer {sat.seats[0]}\r\n"
        protocol.data_received(f"{head}Accept: {NDJSON}\r\n\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            while not wire.written:
                await asyncio.sleep(0)
            protocol.pause_writing()
            await wire.closed.wait()
        await streams_are(door, 0)
        protocol.connection_lost(None)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_an_address_has_so_many_connections_and_a_closed_one_makes_room() -> None:
    async with listening(limits=attrs.evolve(PATIENT, connections=3)) as door:
        assert await is_well(door)  # one, which is kept
        async with connected(door), connected(door) as (_, last):
            await asyncio.sleep(0.05)
            async with connected(door) as (reader, _):
                assert refusal(await rest(reader)) == (429, "too_many_connections")
            assert await is_well(door)
            last.close()
            await last.wait_closed()
            await asyncio.sleep(0.05)
            async with connected(door) as (reader, writer):
                writer.write(b"GET /health/live HTTP/1.1\r\nHost: t\r\n\r\n")
                assert (await reader.readline()).startswith(b"HTTP/1.1 200")


async def test_sockets_count_as_connections_until_they_are_closed() -> None:
    async with listening(limits=attrs.evolve(PATIENT, connections=2)) as door:
        sat = await attrs.evolve(door, ours=False).sit()  # over the network, on a connection that is kept
        async with socket(door, sat.path, sat.seats[0]) as connection:
            await receive(connection)
            async with connected(door) as (reader, _):
                assert refusal(await rest(reader)) == (429, "too_many_connections")
        await streams_are(door, 0)
        async with socket(door, sat.path, sat.seats[0]) as connection:
            await receive(connection)


async def test_far_too_many_connections_arent_even_answered() -> None:
    async with listening(limits=attrs.evolve(PATIENT, connections=1)) as door:
        assert await is_well(door)
        async with connected(door) as (first, _), connected(door) as (second, _):
            assert {await rest(first) == b"", await rest(second) == b""} == {True, False}
        assert await is_well(door)


@pytest.mark.parametrize(("proxy", "stranger"), [("10.0.0.5", "10.0.0.6"), ("2001:db8::5", "2001:db8::6")])
def test_a_trusted_proxy_may_have_any_number_of_connections(proxy: str, stranger: str) -> None:
    connections = Connections(
        limits=attrs.evolve(PATIENT, connections=1),
        trusted=TrustedProxies.parse([proxy]),
        most=100,
        refusals=Counter(),
    )
    for host in (proxy, stranger):  # an IPv6 network of 64 bits is one client
        for _ in range(3):
            connections.enter(client_address(host))
    assert (connections.excess(proxy), connections.excess(stranger)) == ("no", "far")


def test_all_open_connections_are_counted_together() -> None:
    connections = Connections(limits=Limits(), trusted=TrustedProxies(), most=2, refusals=Counter())
    for host, excess in (("10.0.0.1", "no"), ("10.0.0.2", "no"), ("10.0.0.1", "far")):
        connections.enter(host)
        assert connections.excess(host) == excess
    connections.leave("10.0.0.1")
    assert connections.excess("10.0.0.2") == "no"
    for host in ("10.0.0.1", "10.0.0.2"):
        connections.leave(host)
    assert (connections.number, connections.open) == (0, {})


@pytest.mark.parametrize(
    "said",
    [
        b"no request\r\n\r\n",
        b"GET /v1/games\r\n\r\n",
        b"GET /v1/games HTTP/1.1\r\n\r\n",
        b"GET /v1/games HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
async def test_what_isnt_a_request_is_refused_without_a_word_in_the_log(
    said: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with listening() as door:
        async with connected(door) as (reader, writer):
            writer.write(said)
            assert refusal(await rest(reader)) == (400, "bad_request")
        assert await is_well(door)
    assert [row for row in caplog.records if row.name.startswith("uvicorn")] == []


async def test_http_1_0_is_answered() -> None:
    async with listening() as door, connected(door) as (reader, writer):
        writer.write(b"GET /health/live HTTP/1.0\r\n\r\n")
        assert (await rest(reader)).startswith(b"HTTP/1.1 200")


def test_the_defaults_suit_a_server_that_strangers_can_reach() -> None:
    limits = Limits()
    assert limits.head <= 64 * 1024
    assert max(limits.head_seconds, limits.body_seconds) <= 60
    assert limits.connections <= 1000
