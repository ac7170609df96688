"""Who counts as one client: by the address of a connection, or by what a trusted proxy says."""

import logging
from typing import Any

import attrs
import pytest
from litestar.types import Receive, Scope, Send

from cardkit_api.addresses import ForwardedFor, TrustedProxies, client_address
from tests.api.door import PATIENT, opened

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_network_of_64_bits_is_one_client(host: str, client: str) -> None:
    assert client_address(host) == client


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("6.6.6.6, 203.0.113.9", "203.0.113.9"),
        ("6.6.6.6, 203.0.113.9, 10.0.0.3", "203.0.113.9"),
        ("203.0.113.9:4711", "203.0.113.9"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"),
        ("10.0.0.3, 10.0.0.4", "10.0.0.3"),
        ("6.6.6.6, unknown", "10.0.0.2"),
        ("6.6.6.6, <script>, 10.0.0.3", "10.0.0.3"),
        ("", "10.0.0.2"),
        (",,,", "10.0.0.2"),
    ],
)
def test_the_last_address_that_isnt_a_proxys_is_the_client(forwarded: str, client: str) -> None:
    assert TrustedProxies.parse(["10.0.0.0/24"]).client("10.0.0.2", forwarded) == client


@pytest.mark.parametrize("wrong", ["localhost", "10.0.0.1/8", "*", ""])
def test_a_proxy_is_named_by_an_address_or_a_network(wrong: str) -> None:
    with pytest.raises(ValueError, match="invalid proxy"):
        TrustedProxies.parse([wrong])


async def client_of(trusted: TrustedProxies, peer: str, *forwarded: bytes) -> Any:
    """Return the client that an application sees."""
    seen: list[Any] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["client"])

    scope: Any = {
        "type": "http",
        "client": (peer, 1),
        "headers": [(b"x-forwarded-for", value) for value in forwarded],
    }
    await ForwardedFor(app, trusted)(scope, None, None)  # type: ignore[arg-type]  # nothing is received or sent
    return seen[0][0]


async def test_nobody_is_believed_by_default_and_the_operator_is_warned_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    front = ForwardedFor(_nothing, TrustedProxies())
    for peer in ("127.0.0.1", "10.0.0.2"):
        assert await client_of(TrustedProxies(), peer, b"6.6.6.6") == peer
    caplog.clear()
    for n in range(100):
        scope: Any = {
            "type": "http",
            "client": (f"10.0.{n}.2", 1),
            "headers": [(b"x-forwarded-for", b"6.6.6.6")],
        }
        await front(scope, None, None)  # type: ignore[arg-type]  # nothing is received or sent
        await front(scope, None, None)  # type: ignore[arg-type]  # nothing is received or sent
    warned = [row.getMessage() for row in caplog.records]
    assert len(warned) == 10
    assert warned[0].startswith("10.0.0.2 sends X-Forwarded-For, and isn't a trusted proxy")
    assert "--trusted-proxies 10.0.0.2" in warned[0]


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None: ...


async def test_a_trusted_proxy_is_believed_and_others_arent() -> None:
    trusted = TrustedProxies.parse(["127.0.0.1", "2001:db8::/32"])
    assert await client_of(trusted, "127.0.0.1", b"203.0.113.9") == "203.0.113.9"
    assert await client_of(trusted, "2001:db8::5", b"6.6.6.6", b"203.0.113.9") == "203.0.113.9"
    assert await client_of(trusted, "127.0.0.2", b"203.0.113.9") == "127.0.0.2"


async def test_an_application_that_is_embedded_believes_no_header() -> None:
    async with opened(limits=attrs.evolve(PATIENT, requests=0.01, burst=2)) as door:
        answers = [await door.get("/v1/games", X_Forwarded_For=f"10.0.0.{n}") for n in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
