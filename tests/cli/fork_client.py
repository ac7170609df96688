"""Asks a fork server for a process. As a program it is `cardkit` on the path of a shell, and starts in no time.

So it imports next to nothing.
"""

import _socket
import os
import sys
from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Forked", "main"]


class Forked:
    """A process that a fork server has made: the first of its words is the program, `cardkit` or `cardkit_api`."""

    def __init__(
        self,
        server: str,
        words: Sequence[str],
        folder: str,
        environment: Mapping[str, str],
        streams: Iterable[int],
    ) -> None:
        pairs = (f"{name}={value}" for name, value in environment.items())
        texts = (folder, str(len(words)), *words, *pairs)
        data = b"\0".join(map(os.fsencode, texts))
        data = b"%d\n%b" % (len(data), data)
        handed = b"".join(stream.to_bytes(4, sys.byteorder) for stream in streams)
        self._connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        self._connection.connect(server)
        sent = self._connection.sendmsg([data], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, handed)])
        self._connection.sendall(data[sent:])
        self.pid = self._number()

    def wait(self, seconds: float | None = None) -> int:
        """Wait until it has ended. Return its exit code, or minus the signal that ended it."""
        self._connection.settimeout(seconds)
        code = self._number()
        self._connection.close()
        return code

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def _number(self) -> int:
        told = b""
        while not told.endswith(b"\n"):
            told += (more := self._connection.recv(1))
            if not more:
                raise ConnectionError("the fork server is gone")
        return int(told)


def main(server: str) -> None:
    """Act as `cardkit`, as far as a shell can see."""
    forked = Forked(server, ("cardkit", *sys.argv[1:]), os.getcwd(), os.environ, (0, 1, 2))  # noqa: PTH109  # `pathlib` takes long to import
    code = forked.wait()
    if code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code)
