"""Figures for those who run the server, in Prometheus' format. None of them is about a single match or player."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from time import monotonic
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
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


class _Refusals(Collector):
    """All refusals by code."""

    def __init__(self, codes: Counter[str]) -> None:
        self.codes = codes

    def collect(self) -> Iterable[CounterMetricFamily]:
        """Return the figures for Prometheus' own library."""
        family = CounterMetricFamily(
            "cardkit_refusals", "Requests and moves refused, by code", labels=("code",)
        )
        for code, number in self.codes.items():
            family.add_metric((code,), number)
        return (family,)


class Metrics:
    """Requests by route and status, and figures of the service."""

    def __init__(self, service: Service, budgets: Budgets) -> None:
        self.service = service
        self._text: bytes | None = None
        self._made = 0.0
        self.registry: CollectorRegistry = CollectorRegistry()
        self.requests: _Requests = _Requests()
        self.registry.register(self.requests)
        self.registry.register(ServiceMetrics(service))
        self.registry.register(_Refusals(budgets.refusals))
        self._gauge("cardkit_streams", "Streams open").set_function(budgets.streams.total)

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(name, what, registry=self.registry)

    def text(self) -> bytes:
        """Return all figures in the text format."""
        now = monotonic()
        if self._text is None or now - self._made >= self.service.limits.metrics_age:
            self._text, self._made = generate_latest(self.registry), now
        return self._text

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answer."""
        self.requests.count(method if method in _METHODS else "other", route, status, seconds)
