"""The server's limits: what clients may ask for, and how long things are kept."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

from attrs import frozen

__all__ = ["LONGEST_PAGE", "LONGEST_WAIT", "Limits", "RateLimiter"]

LONGEST_PAGE: Final = 200
"""The entries of a page that clients may ask for, as the OpenAPI document says."""
LONGEST_WAIT: Final = 30
"""The seconds of a long poll that they may ask for."""


@frozen(kw_only=True)
class Limits:
    """The server's limits. The defaults suit a server that strangers can reach."""

    body: int = 64 * 1024
    """The most bytes of a request's body."""
    order: int = 4 * 1024
    """The most bytes of a standing order."""
    head: int = 32 * 1024
    """The most bytes of a request's first line and headers."""
    head_seconds: float = 10.0
    """Seconds in which the head of a request must arrive."""
    body_seconds: float = 20.0
    """Seconds in which the body of a request must arrive."""
    keep_alive: float = 75.0
    """Seconds for which a connection waits for its next request. A proxy in front must give up sooner."""
    connections: int = 200
    """Connections that one address may have open at once. Trusted proxies may have any number."""
    page: int = LONGEST_PAGE
    """The most entries of a page."""
    wait: float = float(LONGEST_WAIT)
    """The most seconds that a long poll waits."""
    requests: float = 20.0
    """Requests per second of one client, in the long run. A client is a token or, without one, an address.

    A list counts as one request for each 40 matches that are looked at.
    """
    burst: int = 100
    """Requests that a client may send at once, above that rate."""
    pages: float = 100.0
    """Pages and files per second of one address, in the long run. Five times as many may be fetched at once."""
    figures: float = 20.0
    """Checks of health and fetches of metrics per second of one address, and as many at once."""
    metrics_age: float = 1.0
    """Seconds for which metrics are shown again before they are counted anew."""
    refusal_pause: float = 1.0
    """Seconds, at most, after which too many requests are refused, so that a client can't ask on without a pause."""
    new_matches: float = 0.05
    """Matches per second that one address may make, in the long run."""
    new_matches_burst: int = 30
    streams: int = 8
    """Streams that one client may have open at once."""
    all_streams: int = 10_000
    ticket_seconds: float = 60.0
    """Seconds for which a ticket opens streams."""
    slow: float = 20.0
    """Seconds after which a reader that takes nothing is disconnected. It may resume."""
    heartbeat: float = 15.0
    """Seconds without an event after which a stream sends a sign of life."""
    live_matches: int = 10_000
    """Matches kept in memory. Others are read from the store when they are needed."""
    live_bytes: int = 512 * 1024 * 1024
    """Roughly the bytes of memory for these matches. A match takes four bytes for each character of its log."""
    bot_seconds: float = 1.0
    """Seconds that a bot may think about a move."""
    undo_seconds: float = 5.0
    """Seconds that checking an undo may take."""
    undos: int = 200
    """The most moves that a seat can take back in a match. Else a match could grow for ever."""
    clock_acts: int = 200
    """By how many the facts of a clock may exceed the events of its match. Then nobody pauses it or gives time."""
    keep_answers: float = 24 * 3600.0
    """Seconds for which an idempotency key counts."""
    keep_idle: float = 90 * 24 * 3600.0
    """Seconds without a change after which a match is deleted."""

    def __attrs_post_init__(self) -> None:
        for number, most in ((self.page, LONGEST_PAGE), (self.wait, LONGEST_WAIT)):
            if number > most:
                raise ValueError(f"{number:g} is invalid; expected {most} or less")


_CLIENTS: Final = 50_000
"""The most clients that a rate limiter remembers."""


class RateLimiter:
    """A token bucket for each client, in this process's memory: `burst` requests at once, `rate` more per second."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when it was

    def wait(self, client: str, cost: int = 1) -> float:
        """Count a request of the client, and return 0. If there are too many, return the seconds to wait instead.

        A request that takes more work than others counts as several, but never as more than a client may send at once.
        """
        cost = min(cost, self.burst)
        now = self.clock()
        left, then = self.buckets.pop(client, (float(self.burst), now))
        left = min(self.burst, left + (now - then) * self.rate)
        allowed = left >= cost
        self.buckets[client] = (left - cost if allowed else left, now)
        if len(self.buckets) > _CLIENTS:
            self.buckets.popitem(last=False)
        return 0.0 if allowed else (cost - left) / self.rate
