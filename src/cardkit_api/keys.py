"""The server's secrets: keys, from which all seeds and tokens follow. They are never in the database.

New matches are made with the first key. A match keeps its key until it is over, so older keys are kept, too.
"""

import hashlib
import hmac
import os
import secrets
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from attrs import field, frozen

__all__ = [
    "Keys",
    "decode_keys",
    "encode_keys",
    "hash_token",
    "hash_user",
    "keys_from_environment",
    "keys_of",
    "load_keys",
    "new_id",
    "new_key",
    "same",
    "write_keys",
]


_SHORTEST: Final = 16
"""The fewest bytes of a key."""
_NONCE: Final = 16
"""Random bytes before what is veiled."""
_PROOF: Final = 32
"""Bytes after it."""


@frozen
class Keys:
    """The server's key, and what follows from it. Without the key, the database reveals no seed and no token."""

    key: bytes = field(repr=False)
    older: tuple[bytes, ...] = field(default=(), repr=False)
    """Keys of matches that were made before this key."""

    def __attrs_post_init__(self) -> None:
        if any(len(key) < _SHORTEST for key in (self.key, *self.older)):
            raise ValueError("the server's key is too short; it needs 32 hexadecimal digits or more")

    def named(self, name: str) -> "Keys | None":
        """Return the key of that name, whether it is the newest or an older one, or `None`."""
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> "dict[str, Keys]":
        return {keys.name: keys for keys in (self, *map(Keys, self.older))}

    @cached_property
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

    def webhook_secret(self, match: str, whose: str, salt: str) -> bytes:
        """Return the secret that signs a webhook: 256 bits."""
        return bytes.fromhex(self._derive(f"webhook\n{match}\n{whose}\n{salt}"))

    def veil(self, text: str, size: int) -> str:
        """Return the text in a form that nobody can read or make without the key.

        It is added to a stream of bytes that follows from the key and from random bytes, by SHAKE-256. A keyed hash
        shows that it is genuine. The text is filled up to `size` bytes, so that its length doesn't show.
        """
        nonce, data = os.urandom(_NONCE), text.encode().ljust(size, b"\0")
        veiled = nonce + self._veiled(nonce, data)
        return b64encode(veiled + self._proof(veiled)).decode()

    def unveil(self, veiled: str) -> str:
        """Return the text that was veiled by the same key. Raise `ValueError` if it wasn't."""
        data = b64decode(veiled)
        data, proof = data[:-_PROOF], data[-_PROOF:]
        if not hmac.compare_digest(self._proof(data), proof):
            raise ValueError("it was veiled by another key, or changed")
        return self._veiled(data[:_NONCE], data[_NONCE:]).rstrip(b"\0").decode()

    def _veiled(self, nonce: bytes, data: bytes) -> bytes:
        stream = hashlib.shake_256(self._veil_key + nonce).digest(len(data))
        return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))

    def _proof(self, veiled: bytes) -> bytes:
        return hmac.digest(self._proof_key, veiled, "sha256")

    @cached_property
    def _veil_key(self) -> bytes:
        return bytes.fromhex(self._derive("veil"))

    @cached_property
    def _proof_key(self) -> bytes:
        return bytes.fromhex(self._derive("proof of a veil"))

    def ticket(self, match: str, signed: str) -> str:
        """Return the seal of a ticket for the match."""
        return self._derive(f"ticket\n{match}\n{signed}")

    def is_ticket(self, match: str, signed: str, seal: str) -> bool:
        """Return whether this is the seal of a ticket for the match, by any of the keys."""
        return any(same(keys.ticket(match, signed), seal) for keys in self._by_name.values())

    def _derive(self, what: str) -> str:
        return hmac.new(self.key, f"cardkit {what}".encode(), "sha256").hexdigest()


def hash_token(token: str) -> str:
    """Return the hash of a token. A token has 256 random bits, so nobody finds it from its hash."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def hash_user(user: str) -> str:
    """Return the hash of a user id of the embedding application, by which the server knows the user.

    So ids of any form will do, and none gets into the store, a ticket or a log.
    """
    return hashlib.sha256(b"cardkit user\n" + user.encode(errors="surrogatepass")).hexdigest()


def same(kept: str, given: str) -> bool:
    """Return whether two hashes are equal, in a time that doesn't depend on where they differ."""
    return hmac.compare_digest(kept, given)


def new_id() -> str:
    """Return a new identifier of 128 random bits. It doesn't begin with `-`, as command-line options do."""
    while (made := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return made


def keys_of(given: bytes | Sequence[bytes]) -> Keys:
    """Return the keys: one, or several with the newest first."""
    if isinstance(given, bytes):
        return Keys(given)
    if not given:
        raise ValueError("the server has no key; give it one of 16 bytes or more")
    return Keys(given[0], tuple(given[1:]))


def keys_from_environment() -> tuple[bytes, ...]:
    """Return the keys in CARDKIT_KEY, separated by commas, the newest first. Return none if it isn't set."""
    given = os.environ.get("CARDKIT_KEY")
    return decode_keys(given.split(","), "CARDKIT_KEY") if given else ()


def load_keys(path: Path) -> tuple[bytes, ...]:
    """Return the keys in the file. If there is no file, create one that only its owner can read, with a new key."""
    try:
        _write(path, encode_keys([new_key()], "\n"))
    except FileExistsError:
        return decode_keys(path.read_text(encoding="utf-8", errors="replace").strip().split("\n"), str(path))
    return load_keys(path)


def write_keys(path: Path, keys: Sequence[bytes]) -> None:
    """Replace the file with one that holds these keys. A crash leaves the file as it was, or the new one.

    Its owner stays the same, so a service can still read it after root has replaced it.
    """
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        _write(part, encode_keys(keys, "\n"))
        if hasattr(os, "chown"):  # not on Windows
            before = path.stat()
            os.chown(part, before.st_uid, before.st_gid)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def new_key() -> bytes:
    """Return a new key."""
    return secrets.token_bytes(32)


def encode_keys(keys: Sequence[bytes], separator: str = ",") -> str:
    """Return the keys as text."""
    return separator.join([key.hex() for key in keys])


def decode_keys(texts: Sequence[str], where: str) -> tuple[bytes, ...]:
    """Return the keys of these texts. Raise `ValueError`, naming the place, if one isn't a key."""
    return tuple([_decode(text.strip(), where) for text in texts])


def _write(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(text + "\n")
        stream.flush()
        os.fsync(descriptor)


def _decode(text: str, where: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        raise ValueError(f"{where}: this isn't a key; a key is 64 hexadecimal digits") from None
    if len(key) < _SHORTEST:
        found = f"has {len(text)} hexadecimal digits; a key has 64" if text else "is empty"
        raise ValueError(f"{where}: the key {found}; put the right one back")
    return key
