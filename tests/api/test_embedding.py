"""The API inside another application: under its path, with its games, and with the users that it knows."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import httpx
import pytest
from litestar import Litestar, asgi, get
from litestar.exceptions import NotAuthorizedException

from cardkit.game import any_game
from cardkit_api import create_app
from cardkit_api.requests import Connection
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import KEY, PATIENT, SOME_KEY, Door, created, opened, visited
from tests.api.routes.test_events import NDJSON
from tests.api.test_guard import handshake
from tests.api.test_problems import problem
from tests.testing.tiny import TINY

pytestmark = pytest.mark.anyio


async def by_header(connection: Connection) -> str:
    """Return the embedding application's own way to know its users."""
    name = connection.headers.get("x-user", "")
    if name == "banned":
        raise NotAuthorizedException("go away")
    return name


@get("/", sync_to_thread=False)
def welcome() -> str:
    return "welcome"


@asynccontextmanager
async def embedded(path: str = "/cards") -> AsyncGenerator[Door]:
    games = {"tiny": any_game(TINY)}
    with created(
        partial(create_app, MemoryStore(), games, key=KEY, limits=PATIENT, authenticate=by_header)
    ) as cards:

        @asynccontextmanager
        async def running(_: Litestar) -> AsyncGenerator[None]:
            async with cards.lifespan():
                yield

        mounted = asgi(path, is_mount=True, copy_scope=True)(cards)
        app = Litestar([welcome, mounted], lifespan=[running], openapi_config=None, logging_config=None)
        async with app.lifespan(), visited(app) as door:
            yield door


async def made_by(door: Door, user: str, base: str = "/cards", **body: object) -> dict[str, Any]:
    answer = await door.post(f"{base}/v1/matches", {"game": "tiny", "seats": 2, **body}, X_User=user)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    assert answer.headers["location"] == made["match"]["links"]["self"]
    return made


@pytest.mark.parametrize("base", ["/cards", "/a/b/c", "/k%C3%A4rtchen"])
async def test_all_links_lead_back_in(base: str) -> None:
    async with embedded(httpx.URL(base).path) as door:
        assert (await door.get("/")).text == "welcome"
        assert 'src="page/app.js"' in (await door.get(f"{base}/")).text
        assert (await door.get(base)).headers["location"] == f"{base}/"
        assert (await door.get(f"{base}/page/app.js")).status_code == 200
        games = (await door.get(f"{base}/v1/games")).json()["games"]
        assert [game["key"] for game in games] == ["tiny"]
        for link in games[0]["links"].values():
            assert link.startswith(f"{base}/v1/")
            assert (await door.get(link)).status_code == 200
        made = await made_by(door, "ada", base, name="Ada", bots=[{"seat": 1, "bot": "random"}])
        links = made["match"]["links"]
        assert links["self"] == f"{base}/v1/matches/{made['match']['id']}"
        for name in ("self", "view", "events", "moves", "game"):
            assert (await door.get(links[name], X_User="ada")).status_code == 200, name
        listed = await door.get(f"{base}/v1/matches?status=running")
        assert listed.json()["matches"] == []


async def test_users_play_without_any_token() -> None:
    async with embedded() as door:
        made = await made_by(door, "ada", name="Ada")
        links = made["match"]["links"]
        invitation = made["invitations"][0]["invitation"]
        joined = await door.post(links["seats"], {"name": "Bo", "invitation": invitation}, X_User="bo")
        assert (joined.status_code, joined.json()["seat"]) == (201, 1)
        for _ in range(4):
            status = (await door.get(links["self"], X_User="ada")).json()
            user, other = ("ada", "bo") if status["actors"] == [0] else ("bo", "ada")
            moves = (await door.get(links["moves"], X_User=user)).json()["moves"]
            body = {"move": moves[0]["number"]}
            wrong = await door.post(links["moves"], body, X_User=other, If_Match="*")
            assert (wrong.status_code, wrong.json()["code"]) == (409, "not_your_turn")
            right = await door.post(links["moves"], body, X_User=user, If_Match="*")
            assert right.status_code == 200
        for user, status_code in (("", 401), ("cy", 403), ("banned", 401)):
            answer = await door.get(links["view"], X_User=user)
            assert answer.status_code == status_code
            problem(answer, status_code, answer.json()["code"])
        assert (await door.get(links["view"], made["watcher"], X_User="cy")).json()["seat"] is None
        assert (await door.ask("DELETE", links["self"], X_User="bo")).status_code == 403
        stream = await door.get(links["events"], X_User="bo", Accept="application/json")
        assert stream.json()["events"]


async def test_the_maker_who_doesnt_sit_owns_the_match() -> None:
    async with embedded() as door:
        links = (await made_by(door, "ada"))["match"]["links"]
        assert (await door.get(links["self"], X_User="ada")).status_code == 200
        assert (await door.get(links["moves"], X_User="ada")).status_code == 403
        assert (await door.ask("DELETE", links["self"], X_User="ada")).status_code == 204


async def test_the_applications_own_authorization_is_no_token_of_ours() -> None:
    async with embedded() as door:
        made = await made_by(door, "ada", name="Ada", public=True, bots=[{"seat": 1, "bot": "random"}])
        links = made["match"]["links"]
        for given in ("Basic YWRhOnNlc2FtZQ==", "Bearer eyJhbGciOiJub25lIn0.e30.", "Negotiate"):
            view = await door.get(links["view"], X_User="ada", Authorization=given)
            assert (view.status_code, view.json()["seat"]) == (200, 0)
            watched = await door.get(links["view"], X_User="cy", Authorization=given)
            assert (watched.status_code, watched.json()["seat"]) == (200, None)


async def test_an_idempotency_key_belongs_to_its_user() -> None:
    async with embedded() as door:
        body = {"game": "tiny", "seats": 2}
        users = ["ada", "bo", "x" * 2000, "\xe4" * 200]
        ids = [
            (await door.post("/cards/v1/matches", body, X_User=user, Idempotency_Key=SOME_KEY)).json()[
                "match"
            ]["id"]
            for user in users * 2
        ]
        assert ids[:4] == ids[4:]
        assert len({*ids}) == 4


async def test_refusals_below_the_path_are_problem_documents_too() -> None:
    async with embedded() as door:
        problem(await door.get("/cards/nowhere"), 404, "not_found")
        problem(await door.ask("PUT", "/cards/v1/matches"), 405, "method_not_allowed")
        problem(await door.get("/cards/v1/matches/x/view"), 404, "no_such_match")
        assert "problem+json" not in (await door.get("/elsewhere")).headers["content-type"]


@pytest.mark.parametrize("base", ["/cards", "/a/b/c", "/k%C3%A4rtchen"])
async def test_refusals_name_the_true_path_of_the_page_about_the_api(base: str) -> None:
    async with embedded(httpx.URL(base).path) as door:
        for path in ("/nowhere", "//nowhere", "/a//b", "/v1", "%2F%2Felsewhere.test", "/x?y=/z"):
            missing = (await door.get(f"{base}{path}")).json()
            assert missing["detail"] == f"there is nothing at this path; {base}/schema shows all paths", path
        wrong = (await door.get(f"{base}/v1/matches?status=gone")).json()
        assert wrong["detail"] == f"status: invalid value 'gone', see {base}/schema"


async def test_slashes_too_many_change_no_link() -> None:
    """A link that begins with two slashes leads to another host."""
    async with embedded() as door:
        for path in ("//cards/v1/games", "/cards//v1//games", "///cards///v1/games"):
            games = (await door.get(f"http://cards.test{path}")).json()["games"]
            assert games[0]["links"]["self"] == "/cards/v1/games/tiny", path
    async with opened() as door:
        for path in ("//v1/games/push", "///v1//games/push"):
            game = (await door.get(f"http://cards.test{path}")).json()
            assert game["links"]["self"] == "/v1/games/push", path
        assert (await door.get("http://cards.test//schema/")).headers["location"] == "/schema"


async def test_sockets_and_streams_work_below_the_path() -> None:
    async with embedded() as door:
        made = await made_by(door, "ada", name="Ada", bots=[{"seat": 1, "bot": "random"}])
        path = made["match"]["links"]["self"]
        assert await handshake(door.app, f"{path}/socket", made["token"])
        assert not await handshake(door.app, f"{path}/socket", "")
        await door.ask("DELETE", path, made["owner"])
        made = await made_by(door, "ada", name="Ada", bots=[{"seat": 1, "bot": "random"}])
        for _ in range(20):
            moves = (await door.get(made["match"]["links"]["moves"], X_User="ada")).json()["moves"]
            status = (await door.get(made["match"]["links"]["self"], X_User="ada")).json()
            if status["status"] == "over":
                break
            if moves:
                await door.post(
                    made["match"]["links"]["moves"], {"move": moves[0]["number"]}, X_User="ada", If_Match="*"
                )
            else:
                await door.get(
                    f"{made['match']['links']['events']}?after={status['version']}&wait=2", X_User="ada"
                )
        told = await door.get(made["match"]["links"]["events"], X_User="ada", Accept=NDJSON)
        assert '"match_over"' in told.text.splitlines()[-1]


async def test_the_page_about_the_api_works_below_the_path() -> None:
    async with embedded() as door:
        assert (await door.get("/cards/schema")).status_code == 200
        for name in ("openapi.json", "explorer.js", "explorer.css"):
            assert (await door.get(f"/cards/schema/{name}")).status_code == 200


async def test_links_keep_what_a_proxy_stands_before_them() -> None:
    async with opened() as door:
        transport = httpx.ASGITransport(door.app, root_path="/play")  # type: ignore[arg-type]  # plain dicts
        async with httpx.AsyncClient(transport=transport, base_url="http://cards.test/play") as http:
            game = (await http.get("/v1/games/push")).json()
            assert game["links"]["self"] == "/play/v1/games/push"
            for path in ("/nowhere", "/play/nowhere", "/x/play/nowhere"):
                missing = (await http.get(path)).json()
                assert missing["detail"] == "there is nothing at this path; /play/schema shows all paths", (
                    path
                )


async def test_the_page_needs_nothing_from_elsewhere() -> None:
    async with opened() as door:
        page = await door.get("/schema")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert "default-src 'none'" in page.headers["content-security-policy"]
        for name in ("", "/explorer.js", "/explorer.css"):
            text = (await door.get(f"/schema{name}")).text
            assert len(text) > 100
            assert "http://" not in text
            assert "https://" not in text
