"""A network on which what is to go wrong goes wrong."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

import httpx

__all__ = ["Fault", "Network", "answering", "cut", "lost", "refused"]

Fault: TypeAlias = Callable[[httpx.BaseTransport, httpx.Request], httpx.Response]


class Network(httpx.BaseTransport):
    """Each request meets the next fault; when there are no more, all goes well. Remembers what was sent."""

    def __init__(self, *faults: Fault | None) -> None:
        self.inner = httpx.HTTPTransport(verify=False)  # the server has no certificate
        self.faults = [*faults]
        self.sent: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        fault = self.faults.pop(0) if self.faults else None
        return self.inner.handle_request(request) if fault is None else fault(self.inner, request)

    def close(self) -> None:
        self.inner.close()


def refused(_: httpx.BaseTransport, request: httpx.Request) -> httpx.Response:
    """Lose the request."""
    raise httpx.ConnectError("refused")


def lost(inner: httpx.BaseTransport, request: httpx.Request) -> httpx.Response:
    """Let the request have its effect, and lose the answer."""
    inner.handle_request(request).read()
    raise httpx.ReadError("connection reset")


def answering(status: int, body: str = "", **headers: str) -> Fault:
    """Return a fault in which something else answers."""

    def answer(_: httpx.BaseTransport, request: httpx.Request) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx.Response(status, text=body, headers=named)

    return answer


def cut(after: int, *, cleanly: bool = False) -> Fault:
    """Cut the answer off after this number of bytes."""

    def cutting(inner: httpx.BaseTransport, request: httpx.Request) -> httpx.Response:
        whole = inner.handle_request(request)
        assert isinstance(whole.stream, httpx.SyncByteStream)
        return httpx.Response(whole.status_code, stream=_Cut(whole.stream, after, cleanly))

    return cutting


class _Cut(httpx.SyncByteStream):
    def __init__(self, inner: httpx.SyncByteStream, left: int, cleanly: bool) -> None:
        self.inner, self.left, self.cleanly = inner, left, cleanly

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self.inner:
            yield chunk[: self.left]
            self.left -= len(chunk)
            if self.left <= 0:
                break
        if not self.cleanly:
            raise httpx.ReadError("connection reset")

    def close(self) -> None:
        self.inner.close()
