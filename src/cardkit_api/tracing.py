"""Spans of OpenTelemetry, if the process has a tracer provider: requests, the work of the store, and bots' moves.

Spans hold templates of routes, statuses, games and bots. They hold no ids, tokens, names of players or moves, because
traces go to other machines, and more people read them than the database.
"""

from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Final

from litestar.enums import ScopeType
from litestar.types import Scope

from cardkit_api.server_log import TRACE

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

__all__ = ["RequestSpan", "Tracing"]

_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_OFF: Final[AbstractContextManager[None]] = nullcontext()


class RequestSpan:
    """The span of a request. It ends when the answer begins: a stream has no other end that anybody waits for."""

    def __init__(self, span: "Span") -> None:
        self._span = span
        self._dropped = False

    def end(self, method: str, route: str, status: int) -> None:
        """End it with the template of the route and the status of the answer."""
        from opentelemetry.trace import StatusCode

        name = method if method in _METHODS else "HTTP"
        if route == "unknown":
            self._span.update_name(name)
        else:
            self._span.update_name(f"{name} {route}")
            self._span.set_attribute("http.route", route)
        self._span.set_attribute("http.response.status_code", status)
        if status >= 500:
            self._span.set_attribute("error.type", str(status))
            self._span.set_status(StatusCode.ERROR)
        self.close()

    def drop(self) -> None:
        """Never end the span, so that it isn't exported."""
        self._dropped = True

    def close(self) -> None:
        """End the span if it hasn't ended, unless it was dropped."""
        if self._span.is_recording() and not self._dropped:
            self._span.end()


class Tracing:
    """The spans of one service. Until `start`, and without a tracer provider, there are none."""

    def __init__(self) -> None:
        self._tracer: Tracer | None = None

    def start(self) -> None:
        """Take the process's tracer provider, if it has one."""
        try:
            from opentelemetry import trace
        except ModuleNotFoundError:
            return
        provider = trace.get_tracer_provider()
        if not isinstance(provider, trace.ProxyTracerProvider | trace.NoOpTracerProvider):
            self._tracer = provider.get_tracer("cardkit_api")

    def request(self, scope: Scope) -> AbstractContextManager[RequestSpan | None]:
        """Return the context of a request, which goes on with the trace of its client."""
        return _OFF if self._tracer is None else _trace_request(self._tracer, scope)

    def store(self, what: str) -> AbstractContextManager[None]:
        """Return the context of a call of the store."""
        return _OFF if self._tracer is None else _trace(self._tracer, f"store {what}", {}, calls=True)

    def socket_move(self) -> AbstractContextManager[None]:
        """Return the context of a move on a socket."""
        return _OFF if self._tracer is None else _trace(self._tracer, "socket move", {})

    def bot(self, game: str, bot: str) -> AbstractContextManager[None]:
        """Return the context in which a bot thinks."""
        if self._tracer is None:
            return _OFF
        return _trace(self._tracer, "bot move", {"cardkit.game": game, "cardkit.bot": bot})


@contextmanager
def _trace_request(tracer: "Tracer", scope: Scope) -> Generator[RequestSpan]:
    from opentelemetry import context, propagate, trace

    fields = {name.encode(): name for name in propagate.get_global_textmap().fields}
    sent = {fields[name]: value.decode("latin-1") for name, value in scope["headers"] if name in fields}
    before = propagate.extract(sent)
    method: str = scope["method"] if scope["type"] == ScopeType.HTTP else "GET"
    span = tracer.start_span(
        "request",
        before,
        trace.SpanKind.SERVER,
        {"http.request.method": method if method in _METHODS else "_OTHER", "url.scheme": scope["scheme"]},
    )
    attached = context.attach(trace.set_span_in_context(span, before))
    noted = TRACE.set(trace.format_trace_id(span.get_span_context().trace_id))
    request = RequestSpan(span)
    try:
        yield request
    finally:
        request.close()
        TRACE.reset(noted)
        context.detach(attached)


@contextmanager
def _trace(
    tracer: "Tracer", name: str, attributes: Mapping[str, str], *, calls: bool = False
) -> Generator[None]:
    from opentelemetry.trace import SpanKind, StatusCode

    kind = SpanKind.CLIENT if calls else SpanKind.INTERNAL
    with tracer.start_as_current_span(
        name, kind=kind, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield
        except Exception as error:  # its text may hold anything, so the span has its class only
            span.set_attribute("error.type", type(error).__name__)
            span.set_status(StatusCode.ERROR)
            raise
