"""Signatures of webhooks: as the specification has them, with secrets that can be replaced, and refused otherwise."""

import hashlib
import hmac
import json
from base64 import b64encode
from typing import Final

import pytest

from cardkit_api.webhooks import BadSignature, verify
from cardkit_api.webhooks.signatures import check_secret, new_headers, secret_text

NOW: Final = 1_767_225_600.0
BODY: Final = json.dumps({"type": "turn"}).encode()
OLD: Final = secret_text(bytes(range(32)))
NEW: Final = secret_text(bytes(range(32, 64)))
HEADERS: Final = new_headers("some-id", NOW, BODY, [bytes(range(32))])


def test_a_signature_is_that_of_the_specification() -> None:
    """Computed with openssl: `printf 'some-id.1767225600.{"type": "turn"}' | openssl dgst -sha256 -mac HMAC ...`"""
    assert HEADERS == {
        "webhook-id": "some-id",
        "webhook-timestamp": "1767225600",
        "webhook-signature": "v1,d1GCobPY4JkQQm1ABuiN/CfiHTzfonwwwYGqSKC3jPA=",
    }


def test_a_signature_covers_id_time_and_body() -> None:
    signed = b"some-id.1767225600." + BODY
    plain = b64encode(hmac.new(bytes(range(32)), signed, hashlib.sha256).digest()).decode()
    assert HEADERS["webhook-signature"] == f"v1,{plain}"
    assert verify(HEADERS, BODY, [OLD], now=NOW) == "some-id"


@pytest.mark.parametrize("secrets", [[OLD], [NEW], [NEW, OLD], [secret_text(bytes(24)), OLD]])
def test_while_a_secret_is_replaced_both_fit(secrets: list[str]) -> None:
    headers = new_headers("some-id", NOW, BODY, [check_secret(NEW), check_secret(OLD)])
    assert verify(headers, BODY, secrets, now=NOW) == "some-id"


def test_the_names_of_headers_may_have_any_case() -> None:
    assert verify({name.title(): value for name, value in HEADERS.items()}, BODY, [OLD], now=NOW)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("webhook-id", "other"),
        ("webhook-id", ""),
        ("webhook-timestamp", "1767225601"),
        ("webhook-timestamp", "-1"),
        ("webhook-timestamp", ""),
        ("webhook-timestamp", "9" * 5000),
        ("webhook-signature", "v1," + HEADERS["webhook-signature"][3:].swapcase()),
        ("webhook-signature", HEADERS["webhook-signature"].replace("v1,", "v2,")),
        ("webhook-signature", "v1,ümlaut"),
        ("webhook-signature", ""),
    ],
)
def test_what_was_changed_or_left_out_is_refused(name: str, value: str) -> None:
    with pytest.raises(BadSignature):
        verify({**HEADERS, name: value}, BODY, [OLD], now=NOW)
    with pytest.raises(BadSignature):
        verify({other: HEADERS[other] for other in HEADERS if other != name}, BODY, [OLD], now=NOW)


def test_another_body_and_another_secret_are_refused() -> None:
    with pytest.raises(BadSignature):
        verify(HEADERS, BODY + b" ", [OLD], now=NOW)
    with pytest.raises(BadSignature):
        verify(HEADERS, BODY, [NEW], now=NOW)
    with pytest.raises(BadSignature):
        verify(HEADERS, BODY, [], now=NOW)


@pytest.mark.parametrize(("late", "fits"), [(300, True), (-300, True), (301, False), (-301, False)])
def test_a_request_is_good_for_five_minutes(late: float, fits: bool) -> None:
    if fits:
        assert verify(HEADERS, BODY, [OLD], now=NOW + late)
    else:
        with pytest.raises(BadSignature, match="clock"):
            verify(HEADERS, BODY, [OLD], now=NOW + late)


@pytest.mark.parametrize("text", ["", "whsec_", "whsec_c2hvcnQ=", "whsec_!!!!", secret_text(bytes(65))])
def test_a_secret_has_24_to_64_bytes(text: str) -> None:
    with pytest.raises(ValueError, match="24 to 64") as caught:
        check_secret(text)
    assert text in ("", "whsec_") or text not in str(caught.value)
