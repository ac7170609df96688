"""What every request meets first: HEAD and OPTIONS, ids, pages of other sites, and limits for what isn't there."""

import json
import logging
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from functools import partial

import attrs
import httpx
import pytest
from litestar import Litestar, asgi

from cardkit_api import Limits, create_app
from cardkit_api.server_log import configure_logging
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import KEY, PATIENT, Door, created, listening, opened, visited
from tests.api.routes.test_events import NDJSON, SSE
from tests.api.test_problems import problem

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def with_origins(*origins: str, limits: Limits = PATIENT) -> AsyncGenerator[Door]:
    with created(partial(create_app, MemoryStore(), key=KEY, limits=limits, origins=origins)) as app:
        async with app.lifespan(), visited(app) as door:
            yield door


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/v1/games", "GET, HEAD, OPTIONS"),
        ("/v1/games/push", "GET, HEAD, OPTIONS"),
        ("/v1/matches", "GET, HEAD, OPTIONS, POST"),
        ("/v1/matches/x", "DELETE, GET, HEAD, OPTIONS"),
        ("/v1/matches/x/moves", "GET, HEAD, OPTIONS, POST"),
        ("/v1/matches/x/undo", "OPTIONS, POST"),
    ],
)
async def test_options_and_a_wrong_method_name_the_same_methods(path: str, allowed: str) -> None:
    async with opened() as door:
        asked = await door.ask("OPTIONS", path)
        wrong = await door.ask("PATCH", path)

    assert (asked.status_code, asked.headers["allow"]) == (204, allowed)
    assert (wrong.status_code, wrong.headers["allow"]) == (405, allowed)


async def test_head_is_get_without_its_body() -> None:
    async with listening() as door:
        sat = await door.sit()
        for path in (
            "/v1/games",
            "/schema",
            "/schema/openapi.json",
            sat.path,
            f"{sat.path}/view",
            "/nowhere",
        ):
            got = await door.get(path, sat.seats[0])
            head = await door.ask("HEAD", path, sat.seats[0])
            differing = {"date", "x-request-id"}

            assert (head.status_code, head.content) == (got.status_code, b"")
            assert {*head.headers.items()} ^ {*got.headers.items()} <= {
                (name, answer.headers[name]) for name in differing for answer in (head, got)
            }


@pytest.mark.parametrize("media", [SSE, NDJSON])
async def test_the_head_of_a_stream_ends_at_once(media: str) -> None:
    async with listening() as door:
        sat = await door.sit()

        head = await door.ask("HEAD", f"{sat.path}/events", sat.seats[0], Accept=media)

        assert head.status_code == 200
        assert head.headers["content-type"].startswith(media)
        assert "cardkit_streams 0.0" in (await door.get("/metrics")).text


async def test_a_mounted_document_names_the_server_where_it_is_mounted() -> None:
    async with opened() as door:
        mounting = asgi("/cards", is_mount=True, copy_scope=True)(door.app)
        app = Litestar([mounting], openapi_config=None, logging_config=None)
        async with visited(app) as outside:
            mounted = (await outside.get("/cards/schema/openapi.json")).json()
            page = await outside.get("/cards/schema/")
        alone = (await door.get("/schema/openapi.json")).json()
        slash = await door.get("/schema/")

    assert mounted["servers"] == [{"url": "/cards"}]
    assert alone["servers"] == [{"url": "/"}]
    assert (page.status_code, page.headers["location"]) == (303, "/cards/schema")
    assert (slash.status_code, slash.headers["location"]) == (303, "/schema")


@pytest.mark.parametrize(("path", "making"), [("openapi", "document"), ("asyncapi", "asyncapi_document")])
async def test_the_documents_of_the_api_are_made_once_and_have_an_entity_tag(
    path: str, making: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened() as door:
        first = await door.get(f"/schema/{path}.json")
        monkeypatch.setattr(f"cardkit_api.routes.schema.{making}", None)
        again = await door.get(f"/schema/{path}.json")
        known = await door.get(f"/schema/{path}.json", If_None_Match=first.headers["etag"])

    assert again.content == first.content
    assert (known.status_code, known.content) == (304, b"")


async def test_paths_that_arent_there_count_as_a_strangers_requests() -> None:
    async with opened(limits=attrs.evolve(PATIENT, requests=0.01, burst=4)) as door:
        answers = [
            await door.get("/nowhere"),
            await door.ask("PUT", "/v1/games"),
            await door.ask("OPTIONS", "/v1/games"),
        ]
        answers += [await door.get(f"/nowhere/{n}") for n in range(2)]

    assert [answer.status_code for answer in answers] == [404, 405, 204, 404, 429]
    assert answers[-1].headers["retry-after"]


async def test_pages_and_figures_have_limits_of_their_own() -> None:
    async with opened(limits=Limits(requests=1e6, pages=0.01, figures=0.01, refusal_pause=0.0)) as door:
        for path in ("/schema/openapi.json", "/metrics"):
            answers = [await door.get(path) for _ in range(2)]
            assert answers[0].status_code == 200
            problem(answers[1], 429, "too_many_requests")
        assert (await door.get("/v1/games")).status_code == 200


async def test_too_many_requests_are_refused_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("cardkit_api.front.asyncio.sleep", sleep)
    async with opened(limits=Limits(requests=0.01, burst=1, refusal_pause=7.0)) as door:
        answers = [await door.get("/v1/games") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 429]
    assert len(pauses) == 1
    assert 3.5 <= pauses[0] <= 7.0


async def test_refusals_are_counted_by_their_codes() -> None:
    async with opened() as door:
        sat = await door.sit()
        await door.get("/nowhere")
        seat, _, _ = await sat.turn()
        await sat.move(seat, "zz")
        await sat.move((seat + 1) % 3, 0)
        figures = (await door.get("/metrics")).text.splitlines()

    assert 'cardkit_refusals_total{code="not_found"} 1.0' in figures
    assert 'cardkit_refusals_total{code="unreadable"} 1.0' in figures
    assert 'cardkit_refusals_total{code="rejected"} 1.0' in figures  # which rule it was isn't told


# --- ids and logs


@pytest.mark.parametrize("given", ["a-1.b:c", "0af7651916cd43dd8448eb211c80319c", "x" * 64])
async def test_a_request_keeps_the_id_that_it_came_with(given: str) -> None:
    async with opened() as door:
        for path in ("/v1/games", "/nowhere"):
            assert (await door.get(path, X_Request_ID=given)).headers["x-request-id"] == given


@pytest.mark.parametrize("given", [None, "", "x" * 65, "a b", 'a"b', "\xe9"])
async def test_a_request_without_a_good_id_gets_a_new_one(given: str | None) -> None:
    async with opened() as door:
        headers = {} if given is None else {"X_Request_ID": given}
        names = {(await door.get("/v1/games", **headers)).headers["x-request-id"] for _ in range(3)}

    assert len(names) == 3
    assert given not in names


@pytest.fixture
def own_logging() -> Generator[None]:
    """Loggers as the tests had them before."""
    loggers = [logging.getLogger(name) for name in ("cardkit_api", "uvicorn.error", "asyncio", "asyncpg")]
    before = [(logger, logger.handlers, logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.mark.usefixtures("own_logging")
async def test_json_logs_have_a_line_for_each_answer_with_its_id_and_no_token(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure_logging("json", "info")
    async with opened() as door:
        sat = await door.sit()
        capsys.readouterr()
        await door.get(f"{sat.path}/events?token={sat.seats[0]}", X_Request_ID="mine")
        await door.get(f"{sat.path}/view", sat.seats[0])
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]

    assert [(line["route"], line["status"]) for line in lines] == [
        ("/v1/matches/{match_id}/events", 200),
        ("/v1/matches/{match_id}/view", 200),
    ]
    assert lines[0]["request_id"] == "mine"
    assert {"time", "level", "logger", "message", "method", "milliseconds", "client"} <= {*lines[1]}
    for secret in (*sat.tokens, sat.id):
        assert secret not in str(lines)


@pytest.mark.usefixtures("own_logging")
@pytest.mark.parametrize("form", ["json", "text"])
async def test_an_error_is_logged_with_its_request_and_without_its_words(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    configure_logging("json" if form == "json" else "text", "warning")
    log = logging.getLogger("uvicorn.error")
    secret = " ".join(("king", "of", "spades"))  # lines of code are shown
    try:
        raise ValueError(secret)
    except ValueError:
        log.exception("Exception in ASGI application\n")
    log.info('127.0.0.1 - "WebSocket /socket?token=abc" [accepted]')
    said = capsys.readouterr().err

    assert "Exception in ASGI application: ValueError" in said
    assert "test_front.py" in said
    assert secret not in said
    assert "token" not in said
    assert form == "text" or len(said.splitlines()) == 1


# --- browsers of other sites


async def test_a_browser_of_an_allowed_site_may_ask_and_read() -> None:
    async with with_origins("https://play.example") as door:
        preflight = await door.ask(
            "OPTIONS",
            "/v1/matches/x/moves",
            Origin="https://play.example",
            Access_Control_Request_Method="POST",
            Access_Control_Request_Headers="authorization, if-match",
        )
        answer = await door.get("/v1/games", Origin="https://play.example")
        refused = await door.get("/nowhere", Origin="https://play.example")

    assert preflight.status_code == 204
    assert "POST" in preflight.headers["access-control-allow-methods"]
    assert {"authorization", "if-match", "idempotency-key"} <= {
        name.strip().lower() for name in preflight.headers["access-control-allow-headers"].split(",")
    }
    for seen in (preflight, answer, refused):
        assert seen.headers["access-control-allow-origin"] == "https://play.example"
        assert "Origin" in seen.headers["vary"]
    assert "ETag" in answer.headers["access-control-expose-headers"]
    assert "access-control-allow-credentials" not in answer.headers


async def test_a_browser_of_another_site_learns_nothing_and_caches_nothing_for_others() -> None:
    async with with_origins("https://play.example") as door:
        for origin in ("https://evil.example", "https://play.example.evil.example", "null"):
            preflight = await door.ask(
                "OPTIONS", "/v1/matches", Origin=origin, Access_Control_Request_Method="POST"
            )
            for answer in (preflight, await door.get("/v1/games", Origin=origin)):
                assert "access-control-allow-origin" not in answer.headers
                assert "Origin" in answer.headers["vary"]


async def test_any_site_may_where_the_operator_says_so_and_none_by_default() -> None:
    async with with_origins("*") as door:
        assert (await door.get("/v1/games", Origin="null")).headers["access-control-allow-origin"] == "*"
    async with opened() as door:
        answer = await door.get("/v1/games", Origin="https://play.example")
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("wrong", ["play.example", "https://play.example/path", "https://a,https://b", ""])
def test_an_origin_that_isnt_one_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="invalid origin"):
        create_app(MemoryStore(), key=KEY, origins=[wrong])


async def test_a_mounted_application_answers_behind_a_proxy_that_strips_its_path() -> None:
    async with opened() as door:
        transport = httpx.ASGITransport(door.app, root_path="/play")  # type: ignore[arg-type]  # plain dicts
        async with httpx.AsyncClient(transport=transport, base_url="http://cards.test/play") as http:
            assert (await http.get("/schema/openapi.json")).json()["servers"] == [{"url": "/play"}]


@pytest.mark.usefixtures("own_logging")
@pytest.mark.parametrize("form", ["json", "text"])
def test_a_database_that_is_away_is_a_line_in_the_log(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("json" if form == "json" else "text", "warning")
    logger = logging.getLogger("asyncpg.pool")
    try:
        raise ConnectionRefusedError(111, "ann at secret")
    except ConnectionRefusedError:
        logger.warning("Failed to restore the pool connection floor; retrying", exc_info=True)

    said = capsys.readouterr().err

    assert said.count("\n") == 1
    assert "PostgreSQL: Failed to restore the pool connection floor; retrying: ConnectionRefusedError" in said
    assert "secret" not in said


async def test_an_address_that_asks_too_often_for_another_sites_pages_is_refused() -> None:
    asked = {"Origin": "https://cards.example", "Access_Control_Request_Method": "POST"}
    limits = attrs.evolve(PATIENT, pages=1)
    async with with_origins("https://cards.example", limits=limits) as door:
        answers = [await door.ask("OPTIONS", "/v1/matches", **asked) for _ in range(20)]
        codes = [answer.status_code for answer in answers]

        assert codes[0] == 204
        assert {*codes} == {204, 429}
        problem(answers[-1], 429, "too_many_requests")
        refusals = f'cardkit_refusals_total{{code="too_many_requests"}} {codes.count(429)}.0'
        assert refusals in (await door.get("/metrics")).text
