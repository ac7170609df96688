"""Figures for those who run the server, in Prometheus' format. None of them is about a single match or player."""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from time import perf_counter
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

from cardkit_api.caller import Budgets
from cardkit_api.service.service import Service
from cardkit_api.service_metrics import ServiceMetrics

__all__ = ["CONTENT_TYPE", "Metrics"]

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class _Kind:
    """Requests of one kind, counted by how long they took."""

    def __init__(self) -> None:
        self.counts = [0] * (len(_BOUNDS) + 1)
        self.seconds = 0.0


class _Requests(Collector):
    """All requests by kind. Prometheus' own histogram would cost more than all other counting together."""

    def __init__(self) -> None:
        self.kinds: dict[tuple[str, str, int], _Kind] = {}

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request."""
        known = self.kinds.get((method, route, status))
        if known is None:
            known = self.kinds[method, route, status] = _Kind()
        known.counts[bisect_left(_BOUNDS, seconds)] += 1
        known.seconds += seconds

    def collect(self) -> Iterable[HistogramMetricFamily]:
        """Return the figures for Prometheus' own library."""
        family = HistogramMetricFamily(
            "cardkit_request_seconds",
            "Requests answered, by the seconds until the answer began",
            labels=("method", "route", "status"),
        )
        names = [*map(str, _BOUNDS), "+Inf"]
        for (method, route, status), kind in self.kinds.items():
            buckets = [*zip(names, accumulate(kind.counts), strict=True)]
            family.add_metric((method, route, str(status)), buckets, kind.seconds)
        return (family,)


class Metrics:
    """Requests by route and status, and figures of the service."""

    def __init__(self, service: Service, budgets: Budgets) -> None:
        self.registry: CollectorRegistry = CollectorRegistry()
        self.requests: _Requests = _Requests()
        self.registry.register(self.requests)
        self.registry.register(ServiceMetrics(service))
        self._gauge("cardkit_streams", "Streams open").set_function(budgets.streams.total)

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(name, what, registry=self.registry)

    def text(self) -> bytes:
        """Return all figures in the text format."""
        return generate_latest(self.registry)

    def wrap(self, app: ASGIApp) -> ASGIApp:
        """Return the application with its requests counted."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == ScopeType.WEBSOCKET:
                await app(scope, receive, send)
                return
            began = perf_counter()
            method = scope["method"] if scope["method"] in _METHODS else "other"

            async def seen(message: Message) -> None:
                if message["type"] == "http.response.start":
                    route = dict(scope).get("path_template")
                    seconds = perf_counter() - began
                    self.requests.count(method, str(route or "unknown"), message["status"], seconds)
                await send(message)

            await app(scope, receive, seen)

        return counted
