"""Routes for those who run the server: is it alive, is it ready, how much does it do."""

from litestar import Response, get

from cardkit_api.access import HttpRequest, caller_of, open_to
from cardkit_api.messages import Health
from cardkit_api.metrics import CONTENT_TYPE, Metrics

__all__ = ["ROUTES"]


@get("/health/live", opt=open_to("anyone", unlimited=True), operation_id="isLive", tags=["health"])
async def is_live() -> Health:
    """The process answers."""
    return Health("live")


@get("/health/ready", opt=open_to("anyone", unlimited=True), operation_id="isReady", tags=["health"])
async def is_ready(request: HttpRequest) -> Health:
    """The store can be written to, and its schema is the one that this server knows."""
    await caller_of(request).house.store.ready()
    return Health("ready")


@get(
    "/metrics",
    opt=open_to("anyone", unlimited=True),
    operation_id="getMetrics",
    tags=["health"],
    media_type="text/plain",
)
async def get_metrics(request: HttpRequest) -> Response[str]:
    """Figures about the server as Prometheus reads them."""
    metrics: object = request.app.state["metrics"]
    if not isinstance(metrics, Metrics):
        raise TypeError("the application was made without metrics")
    return Response(metrics.text().decode(), headers={"Content-Type": CONTENT_TYPE})


ROUTES = (is_live, is_ready, get_metrics)
