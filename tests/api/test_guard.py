"""Every route, and everybody who may knock: who is let in, and what the others are told."""

import asyncio
from typing import Any, Final, Literal, TypeAlias

import pytest
from litestar import Litestar, get
from litestar.handlers import HTTPRouteHandler, WebsocketRouteHandler
from litestar.handlers.base import BaseRouteHandler
from litestar.routes import ASGIRoute

from cardkit_api import create_app
from cardkit_api.declaration import Who, declaration_of
from cardkit_api.routes import ROUTES
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import Door, Sat, opened, visited
from tests.api.scopes import scope_of

pytestmark = pytest.mark.anyio

Visitor: TypeAlias = Literal[
    "nobody", "stranger", "other seat elsewhere", "owner elsewhere", "watcher", "invited", "seat", "owner"
]
VISITORS: Final[tuple[Visitor, ...]] = (
    "nobody",
    "stranger",
    "other seat elsewhere",
    "owner elsewhere",
    "watcher",
    "invited",
    "seat",
    "owner",
)

OPEN_TO: Final[dict[str, Who]] = {
    "listGames": "anyone",
    "getGame": "anyone",
    "getRules": "anyone",
    "createMatch": "anyone",
    "listMatches": "anyone",
    "listMyMatches": "user",
    "joinMatch": "anyone",
    "isLive": "anyone",
    "isReady": "anyone",
    "getMetrics": "anyone",
    "getOpenApi": "anyone",
    "getAsyncApi": "anyone",
    "/": "anyone",
    "/page/{name:str}": "anyone",
    "/schema": "anyone",
    "/schema/explorer.js": "anyone",
    "/schema/explorer.css": "anyone",
    "getMatch": "invited",
    "getView": "watchers",
    "getMemory": "watchers",
    "getTable": "watchers",
    "getScene": "watchers",
    "getEvents": "watchers",
    "getLog": "watchers",
    "createTicket": "watchers",
    "/v1/matches/{match_id:str}/socket": "watchers",
    "getMoves": "seat",
    "playMove": "seat",
    "getOrder": "seat",
    "setOrder": "seat",
    "withdrawOrder": "seat",
    "undoMove": "seat",
    "resign": "seat",
    "react": "seat",
    "pauseMatch": "seat",
    "resumeMatch": "seat",
    "giveTime": "seat",
    "returnToSeat": "seat",
    "replaceSeat": "seat",
    "renewToken": "seat",
    "freeSeat": "seat or owner",
    "renewInvitation": "owner",
    "setReady": "seat",
    "changeTerms": "owner",
    "agreeToRematch": "seat",
    "getRematch": "watchers",
    "startMatch": "owner",
    "getWebhook": "seat or owner",
    "setWebhook": "seat or owner",
    "renewWebhookSecret": "seat or owner",
    "testWebhook": "seat or owner",
    "endWebhook": "seat or owner",
    "deleteMatch": "owner",
}
"""Said once more, so that a route isn't opened by a slip."""

LET_IN: Final[dict[Who, tuple[Visitor, ...]]] = {
    "anyone": VISITORS,
    "user": (),
    "invited": ("watcher", "invited", "seat", "owner"),
    "watchers": ("watcher", "seat", "owner"),
    "seat": ("seat",),
    "seat or owner": ("seat", "owner"),
    "owner": ("owner",),
}
"""On a match that isn't public. Everybody may watch a public one without a token."""

HARMLESS: Final[dict[str, tuple[str, object]]] = {
    "joinMatch": ("POST", {}),
    "startMatch": ("POST", {"bot": "nobody has this one"}),
    "playMove": ("POST", {"move": "no move"}),
    "setOrder": ("PUT", {}),
    "withdrawOrder": ("DELETE", None),
    "undoMove": ("POST", {"of": 99}),
    "resign": ("POST", {"bot": "nobody has this one"}),
    "react": ("POST", {}),
    "pauseMatch": ("POST", {}),
    "resumeMatch": ("POST", {}),
    "giveTime": ("POST", {"to": 99, "time": 1}),
    "returnToSeat": ("POST", {}),
    "replaceSeat": ("POST", {}),
    "renewToken": ("POST", {"no": "field"}),
    "renewInvitation": ("POST", {}),
    "setReady": ("POST", {}),
    "changeTerms": ("POST", {}),
    "agreeToRematch": ("POST", {}),
    "freeSeat": ("DELETE", None),
    "createMatch": ("POST", {}),
    "createTicket": ("POST", {}),
    "setWebhook": ("PUT", {}),
    "renewWebhookSecret": ("POST", {}),
    "testWebhook": ("POST", {}),
    "endWebhook": ("DELETE", None),
    "deleteMatch": ("DELETE", None),
}
"""Requests that pass the guard and then change nothing, or only what they may."""


def who_may(handler: BaseRouteHandler) -> Who:
    declared = declaration_of(handler)
    assert declared is not None
    return declared.who


def routes(app: Litestar) -> dict[str, tuple[str, Who]]:
    """Return all routes: by the operation's name, the path, and whom they say that they are open to."""
    found: dict[str, tuple[str, Who]] = {}
    for route in app.routes:
        assert not isinstance(route, ASGIRoute)
        for handler in [*getattr(route, "route_handlers", []), getattr(route, "route_handler", None)]:
            if isinstance(handler, HTTPRouteHandler) and handler.http_methods != {"OPTIONS"}:
                found[str(handler.operation_id or route.path)] = route.path, who_may(handler)
            elif isinstance(handler, WebsocketRouteHandler):
                found[route.path] = route.path, who_may(handler)
    return found


def test_every_route_is_open_to_whom_the_table_says() -> None:
    assert {name: who for name, (_, who) in routes(create_app(MemoryStore())).items()} == OPEN_TO


def test_a_route_that_doesnt_say_whom_it_is_open_to_fails_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    @get("/v1/matches/{match_id:str}/cards")
    async def all_cards(match_id: str) -> None: ...

    monkeypatch.setattr("cardkit_api.app.ROUTES", (*ROUTES, all_cards))
    with pytest.warns(DeprecationWarning, match="FromPath"), pytest.raises(LookupError, match="all_cards"):
        create_app(MemoryStore())


async def test_a_route_that_came_later_lets_nobody_in() -> None:
    app = create_app(MemoryStore())

    @get("/v1/later", sync_to_thread=False)
    def later() -> str:
        return "cards"

    app.register(later)
    async with visited(app) as door:
        answer = await door.get("/v1/later")
        assert answer.status_code == 500
        assert "cards" not in answer.text


async def handshake(app: Litestar, path: str, token: str) -> bool:
    """Return whether a WebSocket is accepted."""
    said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    headers = {"host": "cards.test"} | ({"authorization": f"Bearer {token}"} if token else {})
    incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    incoming.put_nowait({"type": "websocket.connect"})
    scope = scope_of(path, headers, "websocket")
    serving = asyncio.ensure_future(app(scope, incoming.get, said.put))  # type: ignore[arg-type]  # plain dicts
    first = await said.get()
    incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await serving
    return bool(first["type"] == "websocket.accept")


async def knock(sat: Sat, name: str, path: str, token: str) -> str:
    """Return `in`, or the code of the guard's refusal."""
    path = path.replace("{match_id:str}", sat.id).replace("{key:str}", "thirteen").replace("{seat:int}", "0")
    if path.endswith("/socket"):
        return "in" if await handshake(sat.door.app, path, token) else "refused"
    method, body = HARMLESS.get(name, ("GET", None))
    answer = await sat.door.ask(method, path, token, body, If_Match="*")
    assert answer.status_code < 500, answer.text
    if answer.status_code not in (401, 403) or answer.json()["code"] == "not_invited":
        return "in"
    assert ("www-authenticate" in answer.headers) == (answer.status_code == 401)
    code: str = answer.json()["code"]
    assert code in {401: ("token_missing", "user_missing"), 403: ("not_allowed",)}[answer.status_code]
    return code


def expected(name: str, visitor: Visitor, public: bool) -> str:
    who = OPEN_TO[name]
    watching = public and who in ("invited", "watchers")
    if visitor in LET_IN[who] or (visitor == "nobody" and watching):
        return "in"
    if name.endswith("/socket"):
        return "refused"
    if who == "user":
        return "user_missing"
    return "token_missing" if visitor == "nobody" else "not_allowed"


async def tokens(door: Door, sat: Sat) -> dict[Visitor, str]:
    elsewhere = await door.sit()
    return {
        "nobody": "",
        "stranger": "x" * 43,
        "other seat elsewhere": elsewhere.seats[0],
        "owner elsewhere": elsewhere.owner,
        "watcher": sat.watcher,
        "invited": sat.made["invitations"][0]["invitation"],
        "seat": sat.seats[0],
        "owner": sat.owner,
    }


@pytest.mark.parametrize("public", [False, True])
async def test_the_matrix(public: bool) -> None:
    async with opened() as door:
        sat = await door.sit(public=public)
        held = await tokens(door, sat)
        wrong: list[str] = []
        table = routes(door.app)
        for name in sorted(table, key=lambda name: name == "deleteMatch"):
            for visitor in VISITORS:
                found = await knock(sat, name, table[name][0], held[visitor])
                if found != expected(name, visitor, public):
                    wrong.append(f"{name} x {visitor}: {found}, not {expected(name, visitor, public)}")
        assert wrong == []


async def test_each_seat_acts_for_itself_alone() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        for other in {0, 1, 2} - {seat}:
            answer = await sat.move(other, legal[0]["number"])
            assert (answer.status_code, answer.json()["code"]) == (409, "not_your_turn")
            taken = await door.post(f"{sat.path}/undo", {"of": seat}, sat.seats[other])
            assert (taken.status_code, taken.json()["code"]) == (409, "not_undoable")
        await door.post(f"{sat.path}/resign", {}, sat.seats[(seat + 1) % 3])
        status = await sat.status()
        assert [chair["resigned"] for chair in status["seats"]].index(True) == (seat + 1) % 3
        assert status["version"] == version


async def test_what_isnt_there_and_what_isnt_shown_differ_only_for_who_knows_the_name() -> None:
    async with opened() as door:
        for what in ("", "/view", "/events", "/moves", "/log"):
            answer = await door.get(f"/v1/matches/nothing{what}", "x" * 43)
            assert (answer.status_code, answer.json()["code"]) == (404, "no_such_match")


@pytest.mark.parametrize("header", ["Basic abc", "Bearer", "Bearer ", "token", ""])
async def test_an_authorization_of_another_kind_is_401(header: str) -> None:
    async with opened() as door:
        sat = await door.sit(public=True)
        answer = await door.get(sat.path, Authorization=header)
        assert (answer.status_code, answer.json()["code"]) == (401, "bad_authorization")
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_the_scheme_is_read_in_any_case_and_a_token_only_as_it_is() -> None:
    async with opened() as door:
        sat = await door.sit()
        token = sat.seats[0]
        assert (await door.get(sat.path, Authorization=f"bearer {token}")).status_code == 200
        for other in (token.swapcase(), token + "=", token[:-1], f"{token}\xe9"):
            assert (await door.get(sat.path, Authorization=f"Bearer {other}")).status_code == 403


async def test_a_token_stands_in_the_url_of_streams_alone() -> None:
    async with opened() as door:
        sat = await door.sit()
        for what, status in (("events", 200), ("view", 401), ("moves", 401), ("log", 401)):
            answer = await door.get(f"{sat.path}/{what}?token={sat.seats[0]}")
            assert answer.status_code == status
        assert (await door.get(f"{sat.path}?token={sat.seats[0]}")).status_code == 401
        other = await door.get(f"{sat.path}/events?token={sat.seats[0]}", "x" * 43)
        assert other.status_code == 403  # the header counts


async def test_tokens_are_good_in_their_own_match_and_for_their_own_seat_only() -> None:
    async with opened() as door:
        one, other = await door.sit(), await door.sit()
        assert len({*one.tokens, *other.tokens}) == 10
        for token in one.tokens:
            assert (await door.get(other.path, token)).status_code == 403
            assert (await door.get(one.path, token)).status_code == 200


async def test_which_methods_a_path_knows_is_no_secret() -> None:
    async with opened() as door:
        sat = await door.sit()
        for path in ("/v1/matches", f"{sat.path}/moves", "/v1/matches/nothing/moves"):
            answer = await door.ask("OPTIONS", path)
            assert (answer.status_code, answer.content) == (204, b"")
