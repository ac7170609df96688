"""Sending a webhook over a real connection with TLS, to a host of this machine."""

import asyncio
import ipaddress
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache
from typing import Final

import pytest
import trustme

from cardkit_api.webhooks.addresses import Place
from cardkit_api.webhooks.post import Answered, BadAnswer, post

pytestmark = pytest.mark.anyio

LOOPBACK: Final = ipaddress.ip_address("127.0.0.1")


@cache
def authority() -> trustme.CA:
    """Return what certifies `hooks.test`, with a new key in each run. Only these tests trust it."""
    return trustme.CA()


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cadata=authority().cert_pem.bytes().decode())


class Host:
    """Answers each request with the same bytes."""

    def __init__(self, answer: bytes, *, ends: bool = True) -> None:
        self.answer = answer
        self.ends = ends
        self.heads: list[bytes] = []
        self.bodies: list[bytes] = []
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        self.heads.append(head)
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
        self.bodies.append(await reader.readexactly(length))
        writer.write(self.answer)
        if self.ends:
            writer.close()

    def place(self, host: str = "hooks.test", secure: bool = True, target: str = "/told?key=k") -> Place:
        return Place(secure, host, self.port, target)


@asynccontextmanager
async def listening(answer: bytes, *, secure: bool = True, ends: bool = True) -> AsyncGenerator[Host]:
    tls = None
    if secure:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with authority().issue_cert("hooks.test").private_key_and_cert_chain_pem.tempfile() as path:
            tls.load_cert_chain(path)
    host = Host(answer, ends=ends)
    server = await asyncio.start_server(host.serve, "127.0.0.1", 0, ssl=tls)
    host.port = server.sockets[0].getsockname()[1]
    try:
        yield host
    finally:
        server.close()


async def test_a_request_arrives_whole_at_the_address_that_was_checked() -> None:
    async with listening(b"HTTP/1.1 204 No Content\r\n\r\n") as host:
        assert await post(host.place(), LOOPBACK, {"webhook-id": "a"}, b'{"a": 1}', trusting()) == Answered(
            204
        )
        assert host.bodies == [b'{"a": 1}']
        lines = host.heads[0].decode().split("\r\n")
        assert lines == [
            "POST /told?key=k HTTP/1.1",
            f"Host: hooks.test:{host.port}",
            "User-Agent: cardkit",
            "Content-Type: application/json",
            "Content-Length: 8",
            "Connection: close",
            "webhook-id: a",
            "",
            "",
        ]


@pytest.mark.parametrize("status", [200, 301, 302, 307, 404, 410, 500])
async def test_redirects_arent_followed(status: int) -> None:
    async with listening(b"HTTP/1.1 %d Well\r\nLocation: https://other.test/\r\n\r\nbody" % status) as host:
        assert await post(host.place(), LOOPBACK, {}, b"{}", trusting()) == Answered(status)
        assert len(host.heads) == 1


async def test_answers_on_the_way_are_skipped_and_a_body_without_an_end_isnt_read() -> None:
    answer = b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n" + b"x" * 1_000_000
    async with listening(answer, ends=False) as host:
        assert await post(host.place(), LOOPBACK, {}, b"{}", trusting()) == Answered(200)


async def test_only_the_status_and_retry_after_are_read() -> None:
    answer = b"HTTP/1.1 429 Slow\r\nX: 1\r\nretry-AFTER:  120 \r\nY: 2\r\n\r\nRetry-After: 9\r\n"
    async with listening(answer) as host:
        assert await post(host.place(), LOOPBACK, {}, b"{}", trusting()) == Answered(429, "120")


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 200 OK\r\n",
        b"SSH-2.0-x\r\n\r\n",
        b"HTTP/1.1 2\r\n\r\n",
        b"x" * 100_000,
        b"HTTP/1.1 100 C\r\n\r\n",
    ],
)
async def test_what_isnt_an_answer_is_refused(answer: bytes) -> None:
    async with listening(answer) as host:
        with pytest.raises(BadAnswer):
            await post(host.place(), LOOPBACK, {}, b"{}", trusting())


async def test_a_host_must_prove_its_name() -> None:
    async with listening(b"HTTP/1.1 200 OK\r\n\r\n") as host:
        with pytest.raises(ssl.SSLCertVerificationError):
            await post(host.place("other.test"), LOOPBACK, {}, b"{}", trusting())
        with pytest.raises(ssl.SSLCertVerificationError):
            await post(host.place(), LOOPBACK, {}, b"{}", ssl.create_default_context())
        assert host.heads == []


async def test_a_trusted_url_may_do_without_tls() -> None:
    async with listening(b"HTTP/1.1 200 OK\r\n\r\n", secure=False) as host:
        assert await post(host.place(secure=False), LOOPBACK, {}, b"{}", trusting()) == Answered(200)


async def test_nobody_listening_is_an_error() -> None:
    async with listening(b"") as host:
        place = host.place()
    with pytest.raises(OSError):  # noqa: PT011  # its text is the system's
        await post(place, LOOPBACK, {}, b"{}", trusting())
