"""Ports of this machine for servers that tests begin, end and begin again."""

import socket
from collections.abc import Generator
from contextlib import contextmanager

__all__ = ["held_port"]


@contextmanager
def held_port() -> Generator[int]:
    """Keep a port from all other programs. In the block, a server can listen there, and end, and begin again."""
    with socket.socket() as held:
        held.setsockopt(
            socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
        )  # servers set it, too, and so can listen there
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]
