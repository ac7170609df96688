"""The matches of a user: all that they sit in or made, and nobody else's."""

from typing import Any

import attrs
import pytest

from cardkit_api.stores.contract import Store
from tests.api.door import PATIENT, Door, opened
from tests.api.places import Place
from tests.api.test_problems import problem
from tests.api.test_users import ADA, BEN, CY, OWNER, sit, with_users

pytestmark = pytest.mark.anyio


async def mine(door: Door, user: str, **query: str | int) -> list[dict[str, Any]]:
    """Return all matches of the user, page by page, as the headers lead on."""
    found: list[dict[str, Any]] = []
    path = f"/v1/my/matches?{'&'.join(f'{name}={value}' for name, value in query.items())}"
    while path:
        answer = await door.get(path, X_User=user)
        assert answer.status_code == 200, answer.text
        found += answer.json()["matches"]
        path = answer.links.get("next", {}).get("url", "")
        assert (answer.json()["next"] is None) == (path == "")
    return found


async def test_a_user_sees_what_their_matches_are_to_them(place: Place) -> None:
    async with with_users(place.store()) as door:
        group = await sit(door, options={"rounds": 1})
        for user, seats in ((ADA, [0]), (BEN, [1]), (CY, [2]), (OWNER, [])):
            (one,) = await mine(door, user)
            status = (await door.get(group.path, X_User=user)).json()
            assert one == {"match": status, "seats": seats, "owner": user == OWNER}
            assert one["match"]["actors"]
        assert await mine(door, "somebody else") == []


async def test_they_are_listed_by_status_and_page_by_page_private_ones_too(kept: Store) -> None:
    async with with_users(kept) as door:
        groups = [await sit(door, options={"rounds": 1}, public=n == 1) for n in range(4)]
        new = {"game": "thirteen", "seats": 3, "name": "Ada"}
        waiting = (await door.post("/v1/matches", new, X_User=ADA)).json()["match"]["id"]
        started = [group.made["match"]["id"] for group in reversed(groups)]
        for limit in (1, 2, 200):
            assert [one["match"]["id"] for one in await mine(door, ADA, limit=limit)] == [waiting, *started]
        assert [one["match"]["id"] for one in await mine(door, ADA, status="open")] == [waiting]
        assert [one["match"]["id"] for one in await mine(door, ADA, status="running", limit=3)] == started
        assert await mine(door, ADA, status="over") == []
        for query in ("status=lost", "limit=0", "limit=201", "after=x"):
            assert (await door.get(f"/v1/my/matches?{query}", X_User=ADA)).status_code == 400


async def test_who_leaves_has_the_match_no_more_and_who_resigns_still_has_it(place: Place) -> None:
    async with with_users(place.store()) as door:
        new = {"game": "thirteen", "seats": 3, "name": "Ada"}
        made = (await door.post("/v1/matches", new, X_User=OWNER)).json()
        path = f"/v1/matches/{made['match']['id']}"
        invitation = made["invitations"][0]["invitation"]
        await door.post(f"{path}/seats", {"name": "Ben", "invitation": invitation}, X_User=BEN)
        assert len(await mine(door, BEN, status="open")) == 1
        await door.ask("DELETE", f"{path}/seats/1", X_User=BEN)
        assert await mine(door, BEN) == []
        await door.post(f"{path}/start", {}, X_User=OWNER)
        await door.post(f"{path}/resign", {}, X_User=OWNER)
        (one,) = await mine(door, OWNER)
        assert (one["seats"], one["owner"]) == ([0], True)
        await door.ask("DELETE", path, X_User=OWNER)
        assert await mine(door, OWNER) == []


async def test_a_list_reads_no_log_and_loads_no_match(kept: Store) -> None:
    async with with_users(kept) as door:
        await sit(door)
    async with with_users(kept) as door:

        async def fail(match: str, after: int = 0) -> str:
            raise AssertionError("a list reads no log")

        kept.lines = fail  # type: ignore[method-assign]  # it fails
        (one,) = await mine(door, ADA)
        assert one["match"]["version"] > 0
        assert len(door.app.state["service"].cache) == 0


async def test_strangers_and_tokens_have_no_list() -> None:
    async with with_users() as door:
        group = await sit(door)
        for token in ("", *group.tokens):
            problem(await door.get("/v1/my/matches", token), 401, "user_missing")
    async with opened() as door:
        problem(await door.get("/v1/my/matches", X_User=ADA), 401, "user_missing")


async def test_a_large_page_counts_as_several_requests_of_its_user() -> None:
    limits = attrs.evolve(PATIENT, requests=0.001, burst=10)
    async with with_users(limits=limits) as door:
        for _ in range(2):
            assert (await door.get("/v1/my/matches?limit=200", X_User=ADA)).status_code == 200
        problem(await door.get("/v1/my/matches", X_User=ADA), 429, "too_many_requests")
        assert (await door.get("/v1/my/matches?limit=200", X_User=BEN)).status_code == 200
