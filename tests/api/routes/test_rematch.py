"""Another match of the same players: when all want it, once, with the right token for everybody and no other."""

import asyncio
from typing import Any, Final

import httpx
import pytest

import cardkit
from cardkit_api.messages import NewRematch
from cardkit_api.stores.contract import Change, Repeated, Stale, Store, Written
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import KEY, Door, Sat, opened
from tests.api.places import Place
from tests.api.processes.pair import pair
from tests.api.test_problems import problem
from tests.api.test_users import ADA, BEN, CY, OWNER, sit, with_users
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

SHORT: Final[dict[str, Any]] = {"game": "biberbande", "seats": 2, "options": {"rounds": 1, "turn_limit": 1}}


async def agree(sat: Sat, seat: int, agreed: bool = True) -> httpx.Response:
    return await sat.door.post(f"{sat.path}/rematch", {"agreed": agreed}, sat.seats[seat])


async def asked(door: Door, path: str, token: str) -> dict[str, Any]:
    answer = await door.get(f"{path}/rematch", token)
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.json()
    return document


async def over(door: Door, **body: object) -> Sat:
    """Return a match that is over."""
    sat = await door.sit(**{**SHORT, **body})
    await sat.finish()
    return sat


async def resigned_over(door: Door, seat: int) -> Sat:
    """Return a match that is over, in which that seat has resigned."""
    sat = await door.sit(**{**SHORT, "seats": 3})
    await door.post(f"{sat.path}/resign", {}, sat.seats[seat])
    async with asyncio.timeout(PATIENCE):
        while (status := await sat.status())["status"] == "running":
            (actor,) = status["actors"]
            if actor == seat:
                await sat.get(f"events?after={status['version']}&wait=1")
            else:
                moves = (await sat.get("moves", actor)).json()["moves"]
                if moves:
                    await sat.move(actor, moves[0]["number"])
    return sat


async def test_a_rematch_is_made_when_all_people_want_it(kept: Store) -> None:
    async with opened(kept) as door:
        sat = await over(door, seats=3, takebacks="none")
        assert await asked(door, sat.path, sat.seats[0]) == {
            "agreed": [],
            "waiting_for": [0, 1, 2],
            "match": None,
            "seat": None,
            "token": None,
        }
        for seat in (2, 0):
            answer = (await agree(sat, seat)).json()
            assert answer["match"] is None
            assert seat in answer["agreed"]
            assert seat not in answer["waiting_for"]
        assert (await sat.status())["next"] is None
        last = (await agree(sat, 1)).json()
        assert (last["agreed"], last["waiting_for"], last["seat"]) == ([0, 1, 2], [], 0)
        old, new = await sat.status(), last["match"]
        assert (old["next"], old["links"]["next"]) == (new["id"], f"/v1/matches/{new['id']}")
        assert [new[name] for name in ("game", "options", "takebacks", "starts", "public", "status")] == [
            *(old[name] for name in ("game", "options", "takebacks", "starts", "public")),
            "running",
        ]
        assert [seat["name"] for seat in new["seats"]] == ["player 1", "player 2", "player 0"]
        assert new["commitment"] != old["commitment"]
        assert (new["next"], new["outcome"]) == (None, None)
    async with opened(kept) as door:
        path = f"/v1/matches/{new['id']}"
        tokens: dict[int, str] = {}
        for seat in range(3):
            mine = await asked(door, sat.path, sat.seats[seat])
            assert mine["seat"] == (seat - 1) % 3
            tokens[mine["seat"]] = mine["token"]
            view = (await door.get(f"{path}/view", mine["token"])).json()
            assert view["seat"] == mine["seat"]
        owner = (await asked(door, sat.path, sat.owner))["token"]
        watcher = (await asked(door, sat.path, sat.watcher))["token"]
        assert (await door.get(f"{path}/view", watcher)).json()["seat"] is None
        again = Sat(door, new["id"], owner, watcher, (tokens[0], tokens[1], tokens[2]), {})
        await again.finish()
        assert cardkit.verify(cardkit.loads((await again.get("log")).text)).complete
        assert (await door.ask("DELETE", path, owner)).status_code == 204


async def test_everybody_gets_their_own_token_and_no_other() -> None:
    async with opened() as door:
        sat = await over(door)
        for seat in (0, 1):
            await agree(sat, seat)
        found = [
            (await asked(door, sat.path, token))["token"] for token in (*sat.seats, sat.owner, sat.watcher)
        ]
        assert len({*found, *sat.tokens}) == 8
        new = (await sat.status())["next"]
        for token in sat.tokens:
            assert (await door.get(f"/v1/matches/{new}", token)).status_code == 403
        invitation = sat.made["invitations"][0]["invitation"]
        for token in ("", "x" * 43, invitation):
            assert (await door.get(f"{sat.path}/rematch", token)).status_code in (401, 403)


async def test_strangers_follow_a_public_match_without_a_token() -> None:
    async with opened() as door:
        sat = await over(door, public=True)
        for seat in (0, 1):
            await agree(sat, seat)
        shown = await asked(door, sat.path, "")
        assert (shown["seat"], shown["token"]) == (None, None)
        assert (await door.get(f"{shown['match']['links']['self']}/view")).status_code == 200


async def test_agreeing_again_changes_nothing_and_who_agreed_may_think_again() -> None:
    async with opened() as door:
        sat = await over(door)
        await agree(sat, 0)
        tag = (await door.get(sat.path, sat.owner)).headers["etag"]
        await agree(sat, 0)
        assert (await door.get(sat.path, sat.owner)).headers["etag"] == tag
        assert (await agree(sat, 0, False)).json()["agreed"] == []
        assert (await agree(sat, 1)).json()["match"] is None
        first = (await agree(sat, 0)).json()
        for _ in range(2):
            assert (await agree(sat, 0)).json() == first
        problem(await agree(sat, 1, False), 409, "match_started")


async def test_a_match_that_runs_has_no_rematch() -> None:
    async with opened() as door:
        sat = await door.sit(**SHORT)
        problem(await agree(sat, 0), 409, "not_over")
        for token in (sat.owner, sat.watcher):
            refused = await door.post(f"{sat.path}/rematch", {}, token)
            problem(refused, 403, "not_allowed")


async def test_bots_always_agree_and_move_on_too() -> None:
    async with opened() as door:
        made = await door.create(**SHORT, name="Ada", bots=[{"seat": 1, "bot": "random"}])
        sat = Sat(door, made["match"]["id"], made["owner"], made["watcher"], (made["token"],), made)
        async with asyncio.timeout(PATIENCE):
            while (status := await sat.status())["status"] == "running":
                if 0 in status["actors"]:
                    moves = (await sat.get("moves", 0)).json()["moves"]
                    await sat.move(0, moves[0]["number"])
                else:
                    await sat.get(f"events?after={status['version']}&wait=1")
        answer = (await agree(sat, 0)).json()
        assert answer["seat"] == 1
        assert [seat["holder"] for seat in answer["match"]["seats"]] == ["bot", "person"]


async def test_a_player_who_resigned_isnt_asked_and_only_watches() -> None:
    async with opened() as door:
        sat = await resigned_over(door, 1)
        problem(await agree(sat, 1), 409, "resigned")
        for seat in (0, 2):
            answer = (await agree(sat, seat)).json()
        assert [seat["holder"] for seat in answer["match"]["seats"]] == ["bot", "person", "person"]
        shown = await asked(door, sat.path, sat.seats[1])
        assert shown["seat"] is None
        view = await door.get(f"{answer['match']['links']['self']}/view", shown["token"])
        assert view.json()["seat"] is None


async def test_users_find_the_rematch_among_their_matches_and_play_it_without_a_token() -> None:
    async with with_users() as door:
        group = await sit(door, **{**SHORT, "seats": 3})
        old = Sat(
            door, group.made["match"]["id"], group.made["owner"], group.made["watcher"], group.seats, {}
        )
        await old.finish()
        for user in (ADA, BEN, CY):
            await door.post(f"{group.path}/rematch", {}, X_User=user)
        new = (await door.get(group.path, X_User=OWNER)).json()["next"]
        for user, seat in ((ADA, 2), (BEN, 0), (CY, 1)):
            assert (await door.get(f"/v1/matches/{new}/view", X_User=user)).json()["seat"] == seat
            mine = (await door.get("/v1/my/matches?status=running", X_User=user)).json()["matches"]
            assert [(one["match"]["id"], one["seats"]) for one in mine] == [(new, [seat])]
        assert (await door.ask("DELETE", f"/v1/matches/{new}", X_User=OWNER)).status_code == 204


async def test_a_rematch_of_a_match_that_waits_for_all_waits_again() -> None:
    async with opened() as door:
        made = await door.create(**SHORT, starts="ready")
        path, tokens = f"/v1/matches/{made['match']['id']}", list[str]()
        for one in made["invitations"]:
            player = {"name": f"p{one['seat']}", "invitation": one["invitation"]}
            tokens.append((await door.post(f"{path}/seats", player)).json()["token"])
        for token in tokens:
            await door.post(f"{path}/ready", {}, token)
        sat = Sat(door, made["match"]["id"], made["owner"], made["watcher"], tuple(tokens), made)
        await sat.finish()
        await agree(sat, 0)
        new = (await agree(sat, 1)).json()
        assert (new["match"]["status"], [one["ready"] for one in new["match"]["seats"]]) == (
            "open",
            [False] * 2,
        )
        left = await door.ask("DELETE", f"{new['match']['links']['seats']}/{new['seat']}", new["token"])
        assert left.status_code == 204
        again = await asked(door, sat.path, sat.seats[1])
        assert (await door.get(f"/v1/matches/{new['match']['id']}", again["token"])).status_code == 403


async def test_all_who_agree_at_the_same_time_get_the_same_match(shared_place: Place) -> None:
    async with pair(shared_place) as two:
        sat = await over(two.a, seats=4)
        there = Sat(two.b, sat.id, sat.owner, sat.watcher, sat.seats, sat.made)
        await asyncio.gather(*(agree(sat if seat % 2 else there, seat) for seat in range(4)))
        found = [await asked(two.a, sat.path, token) for token in sat.seats]
        assert len({one["match"]["id"] for one in found}) == 1
        assert len({one["token"] for one in found}) == 4


class Dying(MemoryStore):
    """Fails when the second match is made, as if the server were killed there."""

    alive = False

    async def write(self, change: Change) -> Written | Stale | Repeated:
        if not self.alive and change.row is not None and change.row.revision == 1 and self._matches:
            raise RuntimeError("killed")
        return await super().write(change)


async def test_a_rematch_that_was_cut_off_is_made_by_the_next_request() -> None:
    store = Dying()
    async with opened(store) as door:
        sat = await over(door)
        await agree(sat, 0)
        assert (await agree(sat, 1)).status_code == 500
        assert (await sat.status())["next"] is None
        planned = await asked(door, sat.path, sat.seats[0])
        assert (planned["match"], planned["token"]) == (None, None)
    store.alive = True
    async with opened(store, key=KEY) as door:
        again = Sat(door, sat.id, sat.owner, sat.watcher, sat.seats, sat.made)
        answer = (await agree(again, 0)).json()
        assert answer["match"]["status"] == "running"
        assert (await again.status())["next"] == answer["match"]["id"]


async def test_a_rematch_that_was_deleted_isnt_dealt_again() -> None:
    async with opened() as door:
        sat = await over(door)
        await agree(sat, 0)
        new = (await agree(sat, 1)).json()["match"]["id"]
        owner = (await asked(door, sat.path, sat.owner))["token"]
        await door.ask("DELETE", f"/v1/matches/{new}", owner)
        answer = (await agree(sat, 0)).json()
        assert (answer["match"], answer["token"]) == (None, None)
        assert (await door.get(f"/v1/matches/{new}", owner)).status_code == 404


def test_the_wish_is_yes_if_nothing_else_is_said() -> None:
    assert NewRematch().agreed
