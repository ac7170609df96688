"""The server's secrets: one key, from which all seeds and tokens follow. It is never in the database."""

import hashlib
import hmac
import os
import secrets
from base64 import b64decode, b64encode, urlsafe_b64encode
from functools import cached_property
from pathlib import Path
from typing import Final

from attrs import field, frozen

__all__ = ["Keys", "hash_token", "key_from_environment", "load_key", "new_id", "same"]


_SHORTEST: Final = 16
"""The fewest bytes of a key."""


@frozen
class Keys:
    """The server's key, and what follows from it. Without the key, the database reveals no seed and no token."""

    key: bytes = field(repr=False)

    def __attrs_post_init__(self) -> None:
        if len(self.key) < _SHORTEST:
            raise ValueError("the server's key is too short; it needs 32 hexadecimal digits or more")

    @property
    def name(self) -> str:
        """A name for the key that reveals nothing about it. It is kept with each match."""
        return self._derive("name")[:16]

    def seed(self, match: str, salt: str) -> str:
        """Return the secret seed of a match: 256 bits, as text."""
        return self._derive(f"seed\n{match}\n{salt}")

    def token(self, match: str, role: str, salt: str) -> str:
        """Return the token for a role in the match: 256 bits, fit for a header and a URL."""
        digest = hmac.digest(self.key, f"cardkit token\n{match}\n{role}\n{salt}".encode(), "sha256")
        return urlsafe_b64encode(digest).decode().rstrip("=")

    def veil(self, text: str) -> str:
        """Return the text in a form that nobody can read without the key. Nothing protects it from being changed.

        It is added to a stream of bytes that follows from the key and from random bytes, by SHAKE-256.
        """
        nonce, data = os.urandom(16), text.encode()
        return b64encode(nonce + self._veiled(nonce, data)).decode()

    def unveil(self, veiled: str) -> str:
        """Return the text that was veiled by the same key. Raise `ValueError` if it was veiled by another one."""
        data = b64decode(veiled)
        return self._veiled(data[:16], data[16:]).decode()

    def _veiled(self, nonce: bytes, data: bytes) -> bytes:
        stream = hashlib.shake_256(self._veil_key + nonce).digest(len(data))
        return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))

    @cached_property
    def _veil_key(self) -> bytes:
        return bytes.fromhex(self._derive("veil"))

    def ticket(self, match: str, signed: str) -> str:
        """Return the seal of a ticket for the match."""
        return self._derive(f"ticket\n{match}\n{signed}")

    def _derive(self, what: str) -> str:
        return hmac.new(self.key, f"cardkit {what}".encode(), "sha256").hexdigest()


def hash_token(token: str) -> str:
    """Return the hash of a token. A token has 256 random bits, so nobody finds it from its hash."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def same(kept: str, given: str) -> bool:
    """Return whether two hashes are equal, in a time that doesn't depend on where they differ."""
    return hmac.compare_digest(kept, given)


def new_id() -> str:
    """Return a new identifier of 128 random bits. It doesn't begin with `-`, as command-line options do."""
    while (made := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return made


def key_from_environment() -> bytes | None:
    """Return the key in CARDKIT_KEY; `None` if that isn't set."""
    given = os.environ.get("CARDKIT_KEY")
    return _decode(given, "CARDKIT_KEY") if given else None


def load_key(path: Path) -> bytes:
    """Return the key in the file. If there is no file, create one that only its owner can read, with a new key."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _decode(path.read_text(encoding="utf-8", errors="replace").strip(), str(path))
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(secrets.token_hex(32) + "\n")
        stream.flush()
        os.fsync(descriptor)
    return load_key(path)


def _decode(text: str, where: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        raise ValueError(f"{where}: this isn't a key; a key is 64 hexadecimal digits") from None
    if len(key) < _SHORTEST:
        found = f"has {len(text)} hexadecimal digits" if text else "is empty"
        raise ValueError(f"{where}: the key {found}; a key has 64, put the right one back")
    return key
