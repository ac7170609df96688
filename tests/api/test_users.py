"""Users of the embedding application: what each may do without a token, and that nobody sees or borrows their ids."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final

import attrs
import httpx
import pytest
from attrs import frozen

from cardkit_api import Limits, Store
from cardkit_api.keys import hash_user
from cardkit_api.service.match_info import MatchInfo, dump_info, load_info
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import PATIENT, SOME_KEY, Door, opened
from tests.api.test_embedding import by_header
from tests.api.test_guard import HARMLESS, routes
from tests.api.test_problems import problem
from tests.patience import wait_until

pytestmark = pytest.mark.anyio

ADA: Final = "ada-7f3b90c1@users.example"
BEN: Final = "ben-51d2ae44@users.example"
CY: Final = "cy-0c9e3377@users.example"
OWNER: Final = "olga-88aa12f0@users.example"
USERS: Final = (ADA, BEN, CY, OWNER)


@asynccontextmanager
async def with_users(store: Store | None = None, limits: Limits = PATIENT) -> AsyncGenerator[Door]:
    async with opened(store, authenticate=by_header, limits=limits) as door:
        yield door


@frozen
class Group:
    """A match of Ada, Ben and Cy, which Olga made, and all its tokens."""

    door: Door
    path: str
    made: dict[str, Any]
    seats: tuple[str, ...]

    @property
    def tokens(self) -> tuple[str, ...]:
        invitations = tuple(one["invitation"] for one in self.made["invitations"])
        return (self.made["owner"], self.made["watcher"], *self.seats, *invitations)


async def sit(door: Door, **body: object) -> Group:
    new = {"game": "thirteen", "seats": 3, **body}
    made = (await door.post("/v1/matches", new, X_User=OWNER)).json()
    path = f"/v1/matches/{made['match']['id']}"
    tokens: list[str] = []
    for user, invitation in zip((ADA, BEN, CY), made["invitations"], strict=True):
        player = {"name": user[:3], "invitation": invitation["invitation"]}
        answer = await door.post(f"{path}/seats", player, X_User=user)
        assert answer.status_code == 201, answer.text
        tokens.append(answer.json()["token"])
    return Group(door, path, made, tuple(tokens))


async def outcome(door: Door, name: str, path: str, token: str, **headers: str) -> tuple[int, object]:
    """Return the status of an answer, and its content if it doesn't change by itself."""
    method, body = HARMLESS.get(name, ("GET", None))
    answer = await door.ask(method, path, token, body, If_Match="*", **headers)
    if method == "GET":
        return answer.status_code, answer.content
    return answer.status_code, answer.json().get("code") if answer.content else None


@pytest.mark.parametrize("public", [False, True])
async def test_a_user_may_do_what_the_token_of_their_seat_allows_on_every_route(public: bool) -> None:
    async with with_users() as door:
        group = await sit(door, public=public)
        match = group.made["match"]["id"]
        held = {ADA: group.seats[0], CY: group.seats[2], OWNER: group.made["owner"], "nobody-else": "x" * 43}
        about = {name: path for name, (path, _) in routes(door.app).items() if "{match_id" in path}
        for name in sorted(about.keys() - {"deleteMatch", "createTicket"}):
            if name.endswith("/socket"):
                continue
            path = about[name].replace("{match_id:str}", match).replace("{seat:int}", "0")
            for user, token in held.items():
                if user == "nobody-else" and public:
                    continue  # an unknown token is refused, a user who is a stranger watches
                by_user = await outcome(door, name, path, "", X_User=user)
                assert by_user == await outcome(door, name, path, token), f"{name} by {user}"
        assert (await door.ask("DELETE", group.path, X_User=ADA)).status_code == 403
        assert (await door.ask("DELETE", group.path, X_User=OWNER)).status_code == 204


async def test_streams_follow_the_user_too() -> None:
    async with with_users() as door:
        group = await sit(door, options={"rounds": 1})
        for user, token in zip((ADA, BEN, CY), group.seats, strict=True):
            page = (await door.get(f"{group.path}/events", X_User=user)).json()
            assert page == (await door.get(f"{group.path}/events", token)).json()
            ticket = (await door.post(f"{group.path}/tickets", {}, X_User=user)).json()["ticket"]
            assert (await door.get(f"{group.path}/events?ticket={ticket}")).json() == page
            assert user not in ticket
            assert hash_user(user) in ticket


async def test_a_maker_who_plays_is_the_owner_too_without_any_token() -> None:
    async with with_users() as door:
        new = {"game": "thirteen", "seats": 3, "name": "Ada"}
        made = (await door.post("/v1/matches", new, X_User=ADA)).json()
        path = f"/v1/matches/{made['match']['id']}"
        invitation = made["invitations"][0]["invitation"]
        await door.post(f"{path}/seats", {"name": "Ben", "invitation": invitation}, X_User=BEN)
        for user in (BEN, CY):
            assert (await door.post(f"{path}/start", {}, X_User=user)).status_code == 403
            assert (await door.ask("DELETE", f"{path}/seats/0", X_User=user)).status_code == 403
        assert (await door.ask("DELETE", f"{path}/seats/1", X_User=ADA)).status_code == 204
        assert (await door.get(path, X_User=BEN)).status_code == 403
        assert (await door.post(f"{path}/start", {}, X_User=ADA)).status_code == 200
        assert (await door.get(f"{path}/view", X_User=ADA)).json()["seat"] == 0
        assert (await door.ask("DELETE", path, X_User=ADA)).status_code == 204


async def test_a_user_gets_a_new_token_for_a_lost_one_and_nobody_elses() -> None:
    async with with_users() as door:
        group = await sit(door)
        for user in (BEN, CY, OWNER):
            problem(await door.post(f"{group.path}/seats/0/token", {}, X_User=user), 403, "not_allowed")
        new = (await door.post(f"{group.path}/seats/0/token", {}, X_User=ADA)).json()["token"]
        assert (await door.get(f"{group.path}/view", new)).json()["seat"] == 0
        problem(await door.get(f"{group.path}/view", group.seats[0]), 403, "not_allowed")
        assert (await door.get(f"{group.path}/view", X_User=ADA)).json()["seat"] == 0


async def test_users_dont_share_idempotency_keys_by_a_token_that_they_share() -> None:
    async with with_users() as door:
        new = {"game": "thirteen", "seats": 3, "public": True}
        made = (await door.post("/v1/matches", new, X_User=OWNER)).json()
        path = f"/v1/matches/{made['match']['id']}/seats"
        tokens = [
            (
                await door.post(
                    path,
                    {"name": f"player {user == ADA}"},
                    made["watcher"],
                    X_User=user,
                    Idempotency_Key=SOME_KEY,
                )
            ).json()
            for user in (ADA, BEN, ADA)
        ]
        assert tokens[0]["token"] == tokens[2]["token"]
        assert tokens[0]["token"] != tokens[1]["token"]


async def test_no_answer_log_or_store_shows_a_user_id(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    store = MemoryStore()
    seen: list[str] = []

    async def note(response: httpx.Response) -> None:
        await response.aread()
        seen.append(f"{response.status_code} {response.headers.multi_items()} {response.text}")

    async with with_users(store) as door:
        door.http.event_hooks = {"response": [note]}
        group = await sit(door, public=True, options={"rounds": 1})
        for user in (*USERS, "nobody"):
            for name, (path, _) in routes(door.app).items():
                if name.endswith("/socket") or name in ("deleteMatch", "resign"):
                    continue
                path = path.replace("{match_id:str}", group.made["match"]["id"]).replace(
                    "{key:str}", "thirteen"
                )
                await outcome(door, name, path.replace("{seat:int}", "0"), "", X_User=user)
        await door.post(f"{group.path}/resign", {}, X_User=ADA)
        await door.get(f"{group.path}/events?wait=0.01", X_User=BEN, Accept="application/json")
    logged = [
        str({**vars(record), "said": record.getMessage()})
        for record in caplog.records
        if "httpx" not in record.name
    ]
    assert len(seen) > 100
    kept = repr(vars(store)["_matches"]) + repr(vars(store)["_answers"])
    documents = "".join(one.row.document for one in vars(store)["_matches"].values())
    assert hash_user(ADA) in documents  # the id itself isn't needed
    for user in USERS:
        assert not any(user in text for text in seen)
        assert not any(hash_user(user) in text for text in seen if '"ticket":' not in text)
        assert not any(user in text or hash_user(user) in text for text in logged)
        assert user not in kept + documents


async def test_user_ids_of_any_form_do() -> None:
    async with with_users() as door:
        for user in ("x" * 2000, "\xe4\xff", "a\tb", hash_user(ADA)):
            made = (
                await door.post("/v1/matches", {"game": "thirteen", "seats": 3, "name": "A"}, X_User=user)
            ).json()
            path = f"/v1/matches/{made['match']['id']}"
            assert (await door.get(f"{path}/table", X_User=user)).json()["seat"] == 0
            assert (await door.get(path, X_User=hash_user(user))).status_code == 403


def test_ids_that_an_older_server_kept_as_they_were_are_hashed_when_they_are_read() -> None:
    info = MatchInfo(
        game="thirteen",
        options={},
        chairs=(),
        salt="",
        key="",
        commitment="",
        owner="",
        watcher="",
        owner_user=ADA,
    )
    assert load_info(dump_info(info)).owner_user == hash_user(ADA)
    assert load_info(dump_info(load_info(dump_info(info)))).owner_user == hash_user(ADA)


# --- watchers


async def test_each_watcher_has_streams_and_requests_of_their_own() -> None:
    """the watcher's token is one for all, so neither it nor its match is what counts"""
    limits = attrs.evolve(PATIENT, streams=2, requests=0.001, burst=8)
    async with with_users(limits=limits) as door:
        group = await sit(door)
        version = (await door.get(group.path, group.made["owner"])).json()["version"]
        watcher = group.made["watcher"]
        here, there = ("10.1.1.1", "10.2.2.2")
        async with at(door, here) as near, at(door, there) as far:
            query = f"{group.path}/events?after={version}&wait=20"
            waiting = [asyncio.ensure_future(near.get(query, watcher)) for _ in range(2)]
            await streams_open(door, 2)
            problem(await near.get(query, watcher), 429, "too_many_streams")
            waiting += [asyncio.ensure_future(far.get(query, watcher)) for _ in range(2)]
            waiting += [asyncio.ensure_future(near.get(query, watcher, X_User=ADA + "'s friend"))]
            await streams_open(door, 5)
            for _ in range(5):
                assert (await near.get(group.path, watcher)).status_code == 200
            problem(await near.get(group.path, watcher), 429, "too_many_requests")
            assert (await far.get(group.path, watcher)).status_code == 200
            door.app.state["service"].disconnect()
            await asyncio.gather(*waiting)


@asynccontextmanager
async def at(door: Door, address: str) -> AsyncGenerator[Door]:
    """Provide the same API to a client at that address."""
    transport = httpx.ASGITransport(door.app, client=(address, 1))  # type: ignore[arg-type]  # plain dicts
    async with httpx.AsyncClient(transport=transport, base_url="http://cards.test") as http:
        yield Door(door.app, http)


async def streams_open(door: Door, number: int) -> None:
    await wait_until(lambda: door.app.state["budgets"].streams.total() == number)
