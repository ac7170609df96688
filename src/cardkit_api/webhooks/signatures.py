"""Signatures of webhooks, by the Standard Webhooks specification."""

import hashlib
import hmac
import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterable, Mapping
from typing import Final

__all__ = ["BadSignature", "check_secret", "new_headers", "secret_text", "verify"]

_PREFIX: Final = "whsec_"
_VERSION: Final = "v1"
_TIME: Final = re.compile("[0-9]{1,15}")
_SHORTEST: Final = 24
_LONGEST: Final = 64
"""The fewest and the most bytes of a secret, by the specification."""


class BadSignature(ValueError):
    """A request that this server didn't send, or that is too old."""


def secret_text(secret: bytes) -> str:
    """Return a secret as receivers get it."""
    return _PREFIX + b64encode(secret).decode()


def check_secret(text: str) -> bytes:
    """Return the bytes of a secret. Raise `ValueError`, which doesn't show the text, if it isn't a secret."""
    try:
        secret = b64decode(text.removeprefix(_PREFIX), validate=True)
    except Error:
        secret = b""
    if not _SHORTEST <= len(secret) <= _LONGEST:
        raise ValueError(
            f"a webhook's secret is {_PREFIX} and {_SHORTEST} to {_LONGEST} random bytes in base64"
        )
    return secret


def new_headers(name: str, now: float, body: bytes, secrets: Iterable[bytes]) -> dict[str, str]:
    """Return the headers of a webhook with that id, signed by each of the secrets."""
    sent = str(int(now))
    signed = [f"{_VERSION},{_signature(name, sent, body, secret)}" for secret in secrets]
    return {"webhook-id": name, "webhook-timestamp": sent, "webhook-signature": " ".join(signed)}


def verify(
    headers: Mapping[str, str], body: bytes, secrets: Iterable[str], *, now: float, tolerance: float = 300.0
) -> str:
    """Return the id of a webhook that one of the secrets has signed. Raise `BadSignature` if none has.

    `body` is the request's body, byte by byte as it came. `now` is the Unix time. A request is refused if its timestamp
    is more than `tolerance` seconds away from it. So nobody can send an old request again. A repeated delivery has the
    same id: keep the ids of some minutes, and ignore those that you know.
    """
    found = {name.lower(): value for name, value in headers.items()}
    name, sent = found.get("webhook-id", ""), found.get("webhook-timestamp", "")
    if not name or not _TIME.fullmatch(sent):
        raise BadSignature("the headers webhook-id or webhook-timestamp are missing or invalid")
    if abs(now - int(sent)) > tolerance:
        raise BadSignature("the webhook's timestamp is too far from now; check this machine's clock")
    given = found.get("webhook-signature", "").encode().split()
    expected = [f"{_VERSION},{_signature(name, sent, body, check_secret(text))}".encode() for text in secrets]
    if not any(hmac.compare_digest(one, other) for one in expected for other in given):
        raise BadSignature("no signature fits; check the secret, and that the body is as it came")
    return name


def _signature(name: str, sent: str, body: bytes, secret: bytes) -> str:
    signed = b"%s.%s.%s" % (name.encode(), sent.encode(), body)
    return b64encode(hmac.digest(secret, signed, hashlib.sha256)).decode()
