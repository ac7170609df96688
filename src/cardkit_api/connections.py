"""Connections with the limits that uvicorn doesn't have.

uvicorn bounds neither the bytes of a request's head nor the time that a request takes to arrive, and it counts no
connections by address. A connection that exceeds a limit is told so, if it can be, and closed.
"""

import asyncio
import logging
from collections import Counter
from functools import lru_cache
from random import uniform
from typing import Any, Final, Literal, TypeAlias

import uvicorn
from attrs import define, field
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from cardkit_api.addresses import TrustedProxies, client_address
from cardkit_api.limits import Limits
from cardkit_api.problems import MEDIA_TYPE, HttpRefusal, problem_for
from cardkit_api.responses import encode

__all__ = ["BoundedConfig", "BoundedProtocol", "BoundedSocket", "Connections"]

_Phase: TypeAlias = Literal["head", "body", "done"]

_LINGER: Final = 1.0
"""Seconds, on average, in which the client of a refused request may read why, while what it sends is ignored.

The time varies by a quarter. So clients that were refused together don't come back together.
"""
_IGNORED: Final = 256 * 1024
"""The most bytes that are read from this client, and ignored. One that sends more may miss why it was refused."""
_OVERHEAD: Final = 8
"""How many times the bytes of its body a request may have, by its coding in chunks."""

_log: Final = logging.getLogger("cardkit_api")
_quiet: Final = logging.getLogger("uvicorn.error.connections")
"""For uvicorn's own words about a connection: strangers can make it warn as often as they like."""
_quiet.setLevel(logging.ERROR)
# A stream whose reader takes too little ends without its last word:
_quiet.addFilter(lambda record: "without completing response" not in record.getMessage())


@define(kw_only=True)
class Connections:
    """All connections of a server, counted by address."""

    limits: Limits
    trusted: TrustedProxies
    most: int
    """The most connections in all, so that files are left for everything else."""
    refusals: Counter[str]
    open: Counter[str] = field(factory=lambda: Counter[str]())
    number: int = 0
    """All that are open. To add them up would take longer with each address."""

    def enter(self, address: str) -> None:
        """Count a connection."""
        self.open[address] += 1
        self.number += 1

    def leave(self, address: str) -> None:
        """Stop counting it."""
        self.open[address] -= 1
        self.number -= 1
        if self.open[address] <= 0:
            del self.open[address]

    def excess(self, host: str) -> Literal["no", "some", "far"]:
        """Return whether the client at this host, or all of them together, have too many connections."""
        if self.number > self.most:
            return "far"
        number, most = self.open[client_address(host)], self.limits.connections
        if number <= most or host in self.trusted:
            return "no"
        return "far" if number > 2 * most else "some"


class BoundedConfig(uvicorn.Config):
    """uvicorn's configuration, with the limits of its connections."""

    def __init__(self, app: Any, connections: Connections, host: str, port: int) -> None:
        limits = connections.limits
        super().__init__(
            app,
            host=host,
            port=port,
            http=BoundedProtocol,
            ws=BoundedSocket,
            ws_max_size=8 * limits.body,
            lifespan="off",
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            forwarded_allow_ips=[],
            timeout_keep_alive=round(limits.keep_alive),
            timeout_graceful_shutdown=5,
        )
        self.connections = connections


def _connections_of(config: uvicorn.Config) -> Connections:
    if not isinstance(config, BoundedConfig):
        raise TypeError("connections with limits need a BoundedConfig")
    return config.connections


class BoundedProtocol(HttpToolsProtocol):
    """An HTTP connection with limits."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.all: Connections = _connections_of(config)
        self.logger = _quiet
        self.address: str = ""
        self.received: int = 0
        """The bytes of this request. What came together with the end of the last one isn't counted."""
        self.ignored: int = 0
        """The bytes that came after the connection was refused."""
        self.phase: _Phase = "head"
        """What is expected to arrive."""
        self.timed: _Phase = "done"
        """What the timer is set for."""
        self.timer: asyncio.TimerHandle | None = None
        self.stall: asyncio.TimerHandle | None = None
        self.latest: RequestResponseCycle | None = None
        """The latest request."""
        self.closing: bool = False
        """Whether the connection was refused, or isn't this protocol's any more."""

    # --- coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count the connection. Refuse it if its address has too many."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self.address = client_address(host)
        self.all.enter(self.address)
        excess = self.all.excess(host)
        if excess == "no":
            self._expect("head")
        elif excess == "some":
            most = self.all.limits.connections
            self._refuse(429, "too_many_connections", f"{most} connections may be open at once; close one")
        else:
            self.all.refusals["too_many_connections"] += 1
            self.closing = True
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._stop_timers()
        self.closing = True
        self.all.leave(self.address)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a socket, which counts itself."""
        self._stop_timers()
        self.closing = True
        self.all.leave(self.address)
        super().handle_websocket_upgrade()

    # --- what arrives

    def data_received(self, data: bytes) -> None:
        """Read on, and look whether the request keeps within its limits."""
        if self.closing:
            self.ignored += len(data)
            if self.ignored > _IGNORED:
                self.transport.pause_reading()
            return
        if self.phase == "done" and self._unanswered() is None:
            self.phase, self.received = "head", 0
        if self.phase == "head":  # no more of it is parsed than it may have
            room = self.all.limits.head + 1 - self.received
            self._read(data[:room])
            data = data[room:]
            if not data or self.closing:
                return
        self._read(data)

    def _read(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)
        self._check_limits()

    def _check_limits(self) -> None:
        if self.closing:
            return
        if self.phase == "head" and self.received > self.all.limits.head:
            self._refuse_head()
        elif self.phase == "body" and self.received > self._most_bytes():
            self._refuse(413, "too_large", f"a body has at most {self.all.limits.body} bytes")
        elif self.phase != self.timed:
            self._expect(self.phase)

    def on_message_begin(self) -> None:
        """Expect the head of a request."""
        self.phase = "head"
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Begin the request, unless its head is too large or doesn't name one host."""
        if self.closing:
            return
        if self.received > self.all.limits.head:
            size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
            if size > self.all.limits.head:
                self._refuse_head()
                return
        version = self.parser.get_http_version()  # pyright: ignore[reportOptionalMemberAccess]  # it calls this
        hosts = [name for name, _ in self.headers].count(b"host")
        if version not in ("1.0", "1.1") or hosts > 1 or (hosts == 0 and version == "1.1"):
            self._refuse(400, "bad_request", "send HTTP/1.1 with one Host header")
            return
        self.phase = "body"
        before = self.latest
        super().on_headers_complete()
        self.latest = self.cycle
        if self.latest is not before and self.scope["method"] != "HEAD":
            self.latest.transport = _OneWrite(self.latest)  # the request hasn't begun to run

    def on_body(self, body: bytes) -> None:
        """Pass on a part of the body."""
        if not self.closing:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Expect nothing until the request is answered."""
        if not self.closing:
            self.phase, self.received = "done", 0
            if self.timer is not None:
                self._expect("done")
            super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what isn't HTTP."""
        self._refuse(400, "bad_request", "this isn't a request of HTTP/1.1")

    # --- time

    def _expect(self, phase: _Phase) -> None:
        """Set the timer for what is expected to arrive."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        self.timed = phase
        if phase != "done":
            limits = self.all.limits
            seconds = limits.head_seconds if phase == "head" else limits.body_seconds
            self.timer = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        self.timer = None
        if self.phase == "head" and not self.received:
            self.all.refusals["too_slow"] += 1
            self.transport.close()
        else:
            seconds = self.all.limits.head_seconds if self.phase == "head" else self.all.limits.body_seconds
            self._refuse(408, "too_slow", f"the {self.phase} of a request has {seconds:g} seconds to arrive")

    def _stop_timers(self) -> None:
        for timer in (self.timer, self.stall):
            if timer is not None:
                timer.cancel()
        self.timer = self.stall = None

    def pause_writing(self) -> None:
        """Wait for a reader that is slow, but only while it takes something."""
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        """Stop waiting: the client has read."""
        super().resume_writing()
        if self.stall is not None:
            self.stall.cancel()
            self.stall = None

    def _wait_for_reader(self) -> None:
        left = self.transport.get_write_buffer_size()
        self.stall = self.loop.call_later(self.all.limits.slow, self._check_reader, left)

    def _check_reader(self, before: int) -> None:
        if self.transport.get_write_buffer_size() < before:
            self._wait_for_reader()
        else:
            self.all.refusals["slow_reader"] += 1
            self.transport.abort()

    # --- refusing

    def _unanswered(self) -> RequestResponseCycle | None:
        return None if self.latest is None or self.latest.response_complete else self.latest

    def _most_bytes(self) -> int:
        limits = self.all.limits
        return limits.head + _OVERHEAD * limits.body

    def _refuse_head(self) -> None:
        most = self.all.limits.head
        self._refuse(431, "head_too_large", f"the head of a request has at most {most} bytes")

    def _refuse(self, status: int, code: str, detail: str) -> None:
        """Answer with a problem document, and close the connection when the client has had time to read it."""
        self._stop_timers()
        self.closing = True
        self.all.refusals[code] += 1
        cycle = self._unanswered()
        if cycle is not None:
            cycle.disconnected = True
            cycle.message_event.set()
        if (cycle is None) == (self.phase == "body") or (cycle is not None and cycle.response_started):
            self.transport.abort()  # the client has its answer, or gets another one
            return
        self.transport.write(_answer(status, code, detail))
        self.transport.write_eof()
        self.timer = self.loop.call_later(_LINGER * uniform(0.75, 1.25), self.transport.abort)
        self.flow.resume_reading()


class _OneWrite(asyncio.Transport):
    """The way out for one request. The head of an answer leaves together with the beginning of its body.

    uvicorn writes them one after the other. Each write costs as much as a tenth of a move. Then the request gets the
    connection's own way out back. So they don't refer to each other any more, and are freed at once.
    """

    def __init__(self, cycle: RequestResponseCycle) -> None:
        super().__init__()
        self.cycle = cycle
        self.out: asyncio.Transport = cycle.transport
        self.head: bytes = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Write, or keep the head of an answer if a body of known length follows."""
        if not self.head and self.cycle.response_started:
            if self.cycle.expected_content_length:
                self.head = bytes(data)
                return
            self.cycle.transport = self.out
        elif self.head:
            data = self.head + data
            self.head = b""
            self.cycle.transport = self.out
        self.out.write(data)

    def close(self) -> None:
        """Write what is left, and close the connection."""
        if self.head:
            self.out.write(self.head)
        self.out.close()

    def is_closing(self) -> bool:
        """Return whether the connection is closing."""
        return self.out.is_closing()


class BoundedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that counts among the connections of its address."""

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message. A refusal completes the handshake, too: uvicorn would log it as a fault.

        It would also take it for a fault of ours if the connection ends while we send.
        """
        await self.writable.wait()
        if self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. Close the connection if it is text that isn't UTF-8: uvicorn would log that as a fault."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                _log.info("a socket was closed: its client sent text that isn't UTF-8")
                self.frames.clear()
                self.conn.fail(1007, "text must be UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection."""
        super().connection_made(transport)
        self.address: str = client_address(self.client[0]) if self.client else ""
        _connections_of(self.config).enter(self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        _connections_of(self.config).leave(self.address)
        super().connection_lost(exc)


@lru_cache(16)
def _answer(status: int, code: str, detail: str) -> bytes:
    refused = problem_for(HttpRefusal(status, code, detail), "a connection")
    body = encode(refused.document)
    head = (
        f"HTTP/1.1 {status} {refused.document['title']}\r\ncontent-type: {MEDIA_TYPE}\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\ncache-control: no-store\r\n\r\n"
    )
    return head.encode() + body
