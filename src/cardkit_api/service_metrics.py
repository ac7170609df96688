"""The figures of the service in Prometheus' format."""

from collections.abc import Iterable
from itertools import accumulate

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from cardkit_api.service.figures import BOUNDS
from cardkit_api.service.service import Service

__all__ = ["ServiceMetrics"]


class ServiceMetrics(Collector):
    """Figures about the store, the matches in memory, and the bots."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def collect(self) -> Iterable[Metric]:
        """Return the figures for Prometheus' own library."""
        figures, cache = self.service.figures, self.service.cache
        yield GaugeMetricFamily("cardkit_moves_played", "Moves written since the start", figures.moves_played)
        yield GaugeMetricFamily("cardkit_live_matches", "Matches in memory", len(cache))
        yield GaugeMetricFamily(
            "cardkit_bots_waiting", "Bots that wait until others have moved", figures.bots_waiting
        )
        yield GaugeMetricFamily("cardkit_bots_thinking", "Bots that think", figures.bots_thinking)
        names = [*map(str, BOUNDS), "+Inf"]
        commits = HistogramMetricFamily(
            "cardkit_commit_seconds", "Changes written, by the seconds until they were on disk"
        )
        commits.add_metric(
            (), [*zip(names, accumulate(figures.commits.counts), strict=True)], figures.commits.seconds
        )
        yield commits
        errors = CounterMetricFamily(
            "cardkit_store_errors", "Failed calls of the store, by what they were for", labels=("what",)
        )
        for what, count in figures.store_errors.items():
            errors.add_metric((what,), count)
        yield errors
        deliveries = CounterMetricFamily(
            "cardkit_webhooks", "Deliveries of webhooks, by how they ended", labels=("outcome",)
        )
        for outcome, count in figures.webhooks.items():
            deliveries.add_metric((outcome,), count)
        yield deliveries
