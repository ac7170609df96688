"""Secrets of the server: one key, from which seeds and tokens follow, and which is never in the database."""

import hashlib
import hmac
import os
import secrets
from base64 import urlsafe_b64encode
from pathlib import Path

from attrs import field, frozen

__all__ = ["Keys", "hashed", "kept_key", "new_id", "same"]


@frozen
class Keys:
    """What follows from the server's key. Whoever has the database but not the key learns no seed and no token."""

    key: bytes = field(repr=False)

    def __attrs_post_init__(self) -> None:
        if len(self.key) < 16:
            raise ValueError("the server's key is too short: it takes 16 bytes or more")

    @property
    def name(self) -> str:
        """Tells one key from another, and nothing about it. Kept with each match."""
        return self._derived("name")[:16]

    def seed(self, match: str, salt: str) -> str:
        """The secret seed of a match: 256 bits, as text."""
        return self._derived(f"seed\n{match}\n{salt}")

    def token(self, match: str, role: str, salt: str) -> str:
        """The token that lets its holder act in that role in the match: 256 bits, fit for a header and a URL."""
        digest = hmac.digest(self.key, f"cardkit token\n{match}\n{role}\n{salt}".encode(), "sha256")
        return urlsafe_b64encode(digest).decode().rstrip("=")

    def _derived(self, what: str) -> str:
        return hmac.new(self.key, f"cardkit {what}".encode(), "sha256").hexdigest()


def hashed(token: str) -> str:
    """What is kept of a token. A token has 256 random bits, so nobody finds it from this."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def same(kept: str, given: str) -> bool:
    """Whether two hashes are equal, in a time that doesn't tell where they differ."""
    return hmac.compare_digest(kept, given)


def new_id() -> str:
    """A name nobody has and nobody guesses: 128 bits. No command line takes it for an option."""
    while (made := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return made


def kept_key(path: Path) -> bytes:
    """The key in that file; a new one is made and kept there, for its owner's eyes only, if there is no file yet."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return bytes.fromhex(path.read_text(encoding="ascii").strip())
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(secrets.token_hex(32) + "\n")
        stream.flush()
        os.fsync(descriptor)
    return kept_key(path)
