"""Spans of OpenTelemetry: what an operator learns of a request, and that nobody's cards or tokens are in it."""

import asyncio
import json
import logging
import sys
from collections.abc import Sequence
from typing import Final

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF, ALWAYS_ON, Sampler
from opentelemetry.trace import SpanKind, StatusCode

import cardkit
from cardkit_api.server_log import configure_logging
from tests.api.door import SOME_KEY, listening, opened
from tests.api.orders.giving import ANY, give, match_of, waiting_seat, withdraw
from tests.api.routes.test_events import heard
from tests.api.routes.test_socket import ask, receive, socket
from tests.api.test_problems import Down
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

TRACE: Final = "0af7651916cd43dd8448eb211c80319c"
PARENT: Final = f"00-{TRACE}-b7ad6b7169203331-01"
MOVES: Final = "POST /v1/matches/{match_id}/moves"


class Traced:
    """What the application's spans say, in the order of their ends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, sampler: Sampler = ALWAYS_ON) -> None:
        self.exporter = InMemorySpanExporter()
        provider = TracerProvider(sampler=sampler, shutdown_on_exit=False)
        provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        monkeypatch.setattr(trace, "get_tracer_provider", lambda: provider)

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        return self.exporter.get_finished_spans()

    def named(self, name: str) -> list[ReadableSpan]:
        return [span for span in self.spans if span.name == name]

    def only(self, name: str) -> ReadableSpan:
        (span,) = self.named(name)
        return span

    def inside(self, outer: ReadableSpan) -> list[str]:
        return [span.name for span in self.spans if span.parent and span.parent.span_id == id_of(outer)]


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> Traced:
    return Traced(monkeypatch)


def id_of(span: ReadableSpan) -> int:
    assert span.context is not None
    number: int = span.context.span_id
    return number


async def test_a_move_is_a_span_of_its_route_with_the_commit_inside(traced: Traced) -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, _ = await sat.turn()
        await sat.move(seat, legal[0]["number"], traceparent=PARENT)

    span = traced.only(MOVES)
    assert span.kind == SpanKind.SERVER
    assert span.attributes == {
        "http.request.method": "POST",
        "http.route": "/v1/matches/{match_id}/moves",
        "http.response.status_code": 200,
        "url.scheme": "http",
    }
    assert traced.inside(span) == ["store write"]
    assert span.context is not None
    assert span.parent is not None
    assert f"{span.context.trace_id:032x}" == TRACE
    assert f"{span.parent.span_id:016x}" == "b7ad6b7169203331"


async def test_a_request_without_a_valid_parent_begins_a_trace_of_its_own(traced: Traced) -> None:
    async with opened() as door:
        for parent in ("", "00-zz-zz-01", "x" * 5000):
            await door.get("/v1/games", traceparent=parent)

    spans = traced.named("GET /v1/games")
    assert [span.parent for span in spans] == [None] * 3
    assert len({span.context.trace_id for span in spans if span.context}) == 3


async def test_a_path_or_method_that_nobody_knows_is_not_in_a_span(traced: Traced) -> None:
    async with opened() as door:
        await door.get("/nowhere/at-all")
        await door.ask("BREW", "/v1/games")
        await door.ask("HEAD", "/v1/games")

    assert [span.name for span in traced.spans] == ["GET", "HTTP", "HEAD /v1/games"]
    assert "at-all" not in shown(traced)
    assert "BREW" not in shown(traced)


async def test_no_span_tells_of_a_standing_order(traced: Traced) -> None:
    async with opened() as door:
        sat = await door.sit()
        match = match_of(sat)
        seat = waiting_seat(match)
        before = len(traced.spans)
        assert (await give(sat, seat, 0, ANY, match.version)).status_code == 200
        await give(sat, seat, 0, [], match.version)  # a refusal
        await withdraw(sat, seat)
        spans = traced.spans[before:]

    assert [span.name for span in spans if span.parent or span.kind == SpanKind.SERVER] == []


async def test_a_failure_of_the_store_is_an_error_without_its_text(traced: Traced) -> None:
    store = Down()
    async with opened(store) as door:
        sat = await door.sit()
        seat, legal, _ = await sat.turn()
        store.down = True
        await sat.move(seat, legal[0]["number"])

    request, write = traced.only(MOVES), traced.named("store write")[-1]
    for span, kind in ((request, "503"), (write, "StoreDown")):
        assert span.status.status_code == StatusCode.ERROR
        assert span.status.description is None
        assert span.attributes is not None
        assert span.attributes["error.type"] == kind
        assert [*span.events] == []


async def test_a_refusal_is_not_an_error(traced: Traced) -> None:
    async with opened() as door:
        await door.get("/v1/games/nothing")

    span = traced.only("GET /v1/games/{key}")
    assert span.status.status_code == StatusCode.UNSET


async def test_a_bot_that_thinks_is_a_span(traced: Traced) -> None:
    async with opened() as door:
        bots = [{"seat": seat, "bot": "random"} for seat in range(3)]
        made = await door.create(bots=bots, options={"rounds": 1})
        async with asyncio.timeout(PATIENCE):
            while (await door.get(f"/v1/matches/{made['match']['id']}", made["owner"])).json()["actors"]:
                await asyncio.sleep(0.01)

    spans = traced.named("bot move")
    assert len(spans) > 10
    assert spans[0].attributes == {"cardkit.game": "thirteen", "cardkit.bot": "random"}
    created = traced.only("POST /v1/matches")
    assert traced.inside(created).count("bot move") == len(spans)


async def test_a_socket_is_a_span_until_it_is_open_and_so_is_each_move(traced: Traced) -> None:
    async with listening() as door:
        sat = await door.sit()
        seat, legal, _ = await sat.turn()
        async with socket(door, sat.path, sat.seats[seat], traceparent=PARENT) as connection:
            await ask(connection, {"move": legal[0]["number"]})
            opening = traced.only("GET /v1/matches/{match_id}/socket")
            assert "socket move" in traced.inside(opening)
        async with socket(door, sat.path, "x" * 43, Origin="http://cards.test") as connection:
            await receive(connection)

    assert "store write" in traced.inside(traced.only("socket move"))
    statuses = [
        span.attributes["http.response.status_code"]
        for span in traced.named("GET /v1/matches/{match_id}/socket")
        if span.attributes
    ]
    assert statuses == [101, 403]


async def test_the_span_of_a_stream_ends_when_the_stream_begins(traced: Traced) -> None:
    async with listening() as door:
        sat = await door.sit()
        await heard(door, f"{sat.path}/events", sat.seats[0], limit=1)
        assert len(traced.named("GET /v1/matches/{match_id}/events")) == 1


def shown(traced: Traced) -> str:
    return "\n".join(span.to_json() for span in traced.spans)


async def test_spans_name_no_match_player_token_card_or_seed(traced: Traced) -> None:
    async with listening() as door:
        sat = await door.sit(options={"rounds": 1})
        await door.get(f"{sat.path}/view", "x" * 43)
        await door.get(f"{sat.path}/view?at=x", sat.seats[0])
        await door.get(f"{sat.path}/events?token={sat.seats[0]}")
        seat, legal, version = await sat.turn()
        await sat.move(seat, "zz", traceparent=PARENT, baggage="user=ada", tracestate="vendor=secret")
        await sat.move(seat, legal[0]["number"], f'"{version}"', Idempotency_Key=SOME_KEY)
        hands = [(await sat.get("view", seat)).json()["view"]["hands"][seat] for seat in range(3)]
        async with socket(door, sat.path, sat.seats[0]) as connection:
            await ask(connection, {"move": "zz", "id": "a name of mine"})
        await sat.finish()
        await heard(door, f"{sat.path}/events", sat.seats[0])
        seed = cardkit.loads((await sat.get("log")).text).header.seed
    said = "\n".join(
        json.dumps([span.name, dict(span.attributes or {}), span.status.description, *map(str, span.events)])
        for span in traced.spans
    )
    invitations = [item["invitation"] for item in sat.made["invitations"]]
    for secret in (
        *sat.tokens,
        *invitations,
        seed,
        sat.id,
        SOME_KEY,
        "player 0",
        "zz",
        "ada",
        "a name of mine",
    ):
        assert secret
        assert secret not in said
    assert str(hands[0])[1:-1] not in said
    assert len(traced.spans) > 100


async def test_log_lines_of_a_request_have_the_id_of_its_trace(
    traced: Traced, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("cardkit_api", "uvicorn.error", "asyncio", "asyncpg"):
        logger = logging.getLogger(name)
        for kept in ("handlers", "propagate", "level"):
            monkeypatch.setattr(logger, kept, getattr(logger, kept))
    configure_logging("json", "info")
    async with opened() as door:
        await door.get("/v1/games", traceparent=PARENT)
        await door.get("/v1/games")

    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert first["trace_id"] == TRACE
    assert len(second["trace_id"]) == 32
    assert second["trace_id"] != TRACE


async def test_nothing_is_traced_that_the_sampler_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    traced = Traced(monkeypatch, ALWAYS_OFF)
    async with opened() as door:
        sat = await door.sit()
        await sat.go_on(2)

    assert [*traced.spans] == []


@pytest.mark.parametrize("missing", ["a tracer provider", "the package"])
async def test_a_server_without_tracing_answers_as_ever(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing == "the package":
        monkeypatch.setitem(sys.modules, "opentelemetry", None)
    async with opened() as door:
        sat = await door.sit()
        status = await sat.go_on(2)
        service = door.app.state["service"]
        assert service.figures.tracing.store("write") is service.figures.tracing.request({})

    assert status["version"] > 0
