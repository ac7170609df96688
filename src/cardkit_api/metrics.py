"""Figures for those who run the server, in Prometheus' format. None of them is about a single match or player."""

from collections.abc import Iterator, Mapping
from itertools import accumulate
from time import monotonic
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from cardkit_api.caller import Budgets
from cardkit_api.service.figures import BOUNDS, Times
from cardkit_api.service.service import Service

__all__ = ["CONTENT_TYPE", "Metrics"]

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Metrics(Collector):
    """Requests by route and status, and figures of the service.

    Prometheus' own histogram would cost more than all other counting together.
    """

    def __init__(self, service: Service, budgets: Budgets) -> None:
        self.service = service
        self.budgets = budgets
        self.requests: dict[tuple[str, str, int], Times] = {}
        """All requests, by method, route and status."""
        self._text: bytes | None = None
        self._made = 0.0
        self.registry: CollectorRegistry = CollectorRegistry()
        self.registry.register(self)

    def text(self) -> bytes:
        """Return all figures in the text format."""
        now = monotonic()
        if self._text is None or now - self._made >= self.service.limits.metrics_age:
            self._text, self._made = generate_latest(self.registry), now
        return self._text

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answer."""
        kind = method if method in _METHODS else "other", route, status
        known = self.requests.get(kind)
        if known is None:
            known = self.requests[kind] = Times()
        known.count(seconds)

    def collect(self) -> Iterator[Metric]:
        """Yield the figures for Prometheus' own library."""
        figures, cache, budgets = self.service.figures, self.service.cache, self.budgets
        said = "Requests answered, by the seconds until the answer began"
        times: dict[tuple[str, ...], Times] = {
            (method, route, str(status)): one for (method, route, status), one in self.requests.items()
        }
        yield _histogram("cardkit_request_seconds", said, times, ("method", "route", "status"))
        yield GaugeMetricFamily("cardkit_moves_played", "Moves written since the start", figures.moves_played)
        yield GaugeMetricFamily("cardkit_live_matches", "Matches in memory", len(cache))
        yield GaugeMetricFamily(
            "cardkit_bots_waiting", "Bots that wait until others have moved", figures.bots_waiting
        )
        yield GaugeMetricFamily("cardkit_bots_thinking", "Bots that think", figures.bots_thinking)
        said = "Changes written, by the seconds until they were on disk"
        yield _histogram("cardkit_commit_seconds", said, {(): figures.commits})
        said = "Failed calls of the store, by what they were for"
        yield _counter("cardkit_store_errors", said, "what", figures.store_errors)
        said = "Deliveries of webhooks, by how they ended"
        yield _counter("cardkit_webhooks", said, "outcome", figures.webhooks)
        said = "Requests and moves refused, by code"
        yield _counter("cardkit_refusals", said, "code", budgets.refusals)
        yield GaugeMetricFamily("cardkit_streams", "Streams open", budgets.streams.total())


def _counter(name: str, what: str, label: str, counts: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(name, what, labels=(label,))
    for value, count in counts.items():
        family.add_metric((value,), count)
    return family


def _histogram(
    name: str, what: str, times: Mapping[tuple[str, ...], Times], labels: tuple[str, ...] = ()
) -> Metric:
    family = HistogramMetricFamily(name, what, labels=labels)
    ends = [*map(str, BOUNDS), "+Inf"]
    for values, one in times.items():
        family.add_metric(values, [*zip(ends, accumulate(one.counts), strict=True)], one.seconds)
    return family
