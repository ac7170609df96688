"""How much a client may ask for: all bounds of the server in one place."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

from attrs import frozen

__all__ = ["Limits", "RateLimiter"]


@frozen(kw_only=True)
class Limits:
    """Bounds, with defaults for a server that strangers can reach."""

    body: int = 64 * 1024
    """Bytes of a request's body."""
    page: int = 200
    """Entries of a page, at most."""
    wait: float = 30.0
    """Seconds that a long poll may wait."""
    requests: float = 20.0
    """Requests a second of one client, in the long run; a client is a token, or an address without one."""
    burst: int = 100
    """Requests that a client may send at once."""
    new_matches: float = 0.05
    """Matches a second that one address may make, in the long run."""
    new_matches_burst: int = 30
    streams: int = 8
    """Streams that are open at once, a token or, without one, an address."""
    all_streams: int = 10_000
    slow: float = 20.0
    """Seconds after which a reader that takes nothing is cut off; it may resume."""
    heartbeat: float = 15.0
    """Seconds between signs of life on a stream that has nothing to say."""
    live_matches: int = 10_000
    """Matches kept in memory; others are read again when they are asked for."""
    bot_seconds: float = 1.0
    """How long a bot may think about a move."""
    undo_seconds: float = 5.0
    """How long it may take to find out whether a move can be taken back."""
    keep_answers: float = 24 * 3600.0
    """Seconds for which an idempotency key is remembered."""
    keep_idle: float = 90 * 24 * 3600.0
    """Seconds after which a match that nobody touched is removed."""


_CLIENTS: Final = 50_000


class RateLimiter:
    """A bucket a client: so many requests at once, refilled so fast. In memory, for this process."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when it was

    def wait(self, client: str) -> float:
        """0 if the client may go on, and that counts; else the seconds until it may."""
        now = self.clock()
        left, then = self.buckets.pop(client, (float(self.burst), now))
        left = min(self.burst, left + (now - then) * self.rate)
        allowed = left >= 1
        self.buckets[client] = (left - 1 if allowed else left, now)
        if len(self.buckets) > _CLIENTS:
            self.buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self.rate
