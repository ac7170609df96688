"""A match on a server is followed, and Ctrl-C ends the wait for its news at any moment."""

import sys
import threading
from collections.abc import Generator
from types import FrameType
from typing import TYPE_CHECKING

import httpx
import pytest

from cardkit_api.client import RemoteMatch
from cardkit_api.client.connection import Connection
from cardkit_cli.play.follower import Follower

if TYPE_CHECKING:
    from _typeshed import TraceFunction


@pytest.fixture
def follower() -> Generator[Follower]:
    """Return one who hears nothing."""
    over = threading.Event()

    def silence() -> Generator[bytes]:
        over.wait()
        yield b""

    transport = httpx.MockTransport(lambda request: httpx.Response(200, content=silence()))
    with httpx.Client(transport=transport, base_url="http://cards.test") as http:
        yield Follower(RemoteMatch("m", Connection(http, "", 0)), 0, ("Ann",), 3, "en")
        over.set()


def interrupted(follower: Follower, at: int) -> bool:
    """Wait, and press Ctrl-C at that line of what Python does. Return whether there is such a line."""
    lines = 0

    def trace(frame: FrameType, event: str, arg: object) -> "TraceFunction":
        nonlocal lines
        lines += event == "line"
        if lines == at:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        follower.wait(3, 0.001)
    finally:
        sys.settrace(before)
    return lines >= at


def test_ctrl_c_at_any_moment_of_a_wait_is_ctrl_c(follower: Follower) -> None:
    at = 1
    while True:
        try:
            if not interrupted(follower, at):
                break
        except KeyboardInterrupt:
            at += 1
    assert at > 5
