"""Commands of `cardkit` at a server."""

from pathlib import Path

from tests.cli.running import Ran, run

__all__ = ["made", "remote"]


def remote(base: str, *words: str | Path, stdin: str | bytes = b"") -> Ran:
    """Run `cardkit --server BASE` with these words."""
    return run("--server", base, *words, stdin=stdin)


def made(base: str, *words: str | Path) -> Ran:
    """Create a match on that server, which must succeed."""
    ran = remote(base, "new", *words)
    assert ran.code == 0, ran.err
    return ran
