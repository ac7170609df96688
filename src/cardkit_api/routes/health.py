"""Health and figures, for those who run the server."""

from litestar import Response, get

from cardkit_api.caller import caller_of
from cardkit_api.declaration import open_to
from cardkit_api.messages import Health
from cardkit_api.metrics import CONTENT_TYPE, Metrics
from cardkit_api.problems import stopping
from cardkit_api.requests import HttpRequest

__all__ = ["ROUTES"]


@get("/health/live", opt=open_to("anyone", budget="figures"), operation_id="isLive", tags=["health"])
async def is_live() -> Health:
    """Answer, which shows that the process is alive."""
    return Health("live")


@get(
    "/health/ready",
    opt=open_to("anyone", budget="figures", refuses=(503,)),
    operation_id="isReady",
    tags=["health"],
)
async def is_ready(request: HttpRequest) -> Health:
    """Check that the store can be written to, that its schema is the right one, and that the server isn't stopping."""
    service = caller_of(request).service
    if service.stopping:
        raise stopping()
    await service.readiness.check()
    return Health("ready")


@get(
    "/metrics",
    opt=open_to("anyone", budget="figures"),
    operation_id="getMetrics",
    tags=["health"],
    media_type="text/plain",
)
async def get_metrics(request: HttpRequest) -> Response[str]:
    """Show figures about the server, in Prometheus' text format."""
    metrics: object = request.app.state["metrics"]
    if not isinstance(metrics, Metrics):
        raise TypeError("the application was made without metrics")
    return Response(metrics.text().decode(), headers={"Content-Type": CONTENT_TYPE})


ROUTES = (is_live, is_ready, get_metrics)
