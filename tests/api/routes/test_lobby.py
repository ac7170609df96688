"""Before the start: who is ready, on what terms, and how everybody hears of it."""

import asyncio
import json
from typing import Any

import httpx
import pytest

import cardkit
from cardkit_api.stores.contract import Store
from tests.api.door import SOME_KEY, Door, Sat, listening, opened
from tests.api.places import Place
from tests.api.processes.pair import pair
from tests.api.routes.test_events import NDJSON, SSE
from tests.api.routes.test_seats import free, invite, join
from tests.api.routes.test_socket import receive, socket
from tests.api.test_problems import problem
from tests.patience import SOON

pytestmark = pytest.mark.anyio


async def ready(door: Door, path: str, token: str, flag: bool = True, *, key: str = "") -> httpx.Response:
    keyed = {"Idempotency_Key": key} if key else {}
    return await door.post(f"{path}/ready", {"ready": flag}, token, **keyed)


async def terms(door: Door, path: str, token: str, **changed: object) -> httpx.Response:
    return await door.post(f"{path}/terms", changed, token)


async def full(door: Door, **body: object) -> tuple[str, dict[str, Any], list[str]]:
    """Return a match for three, all of whose seats are taken: its path, what its maker was told, and the tokens."""
    made = await door.create(**body)
    path = f"/v1/matches/{made['match']['id']}"
    tokens: list[str] = []
    for one in made["invitations"]:
        answer = await join(door, path, f"player {one['seat']}", one["invitation"])
        assert answer.status_code == 201, answer.text
        tokens.append(answer.json()["token"])
    return path, made, tokens


def flags(answer: httpx.Response) -> list[bool]:
    assert answer.status_code == 200, answer.text
    return [seat["ready"] for seat in answer.json()["seats"]]


# --- when it starts


async def test_a_match_that_waits_for_all_starts_when_the_last_one_is_ready(kept: Store) -> None:
    async with opened(kept) as door:
        path, made, tokens = await full(door, seats=4, starts="ready", bots=[{"seat": 3, "bot": "random"}])
        assert made["match"]["starts"] == "ready"
        assert flags(await ready(door, path, tokens[1])) == [False, True, False, True]
        assert flags(await ready(door, path, tokens[0])) == [True, True, False, True]
        assert flags(await ready(door, path, tokens[1], False)) == [True, False, False, True]
        await ready(door, path, tokens[2])
        status = (await door.get(path, made["owner"])).json()
        assert (status["status"], status["version"]) == ("open", 0)
        last = await ready(door, path, tokens[1])
        assert (last.json()["status"], last.json()["version"] > 0) == ("running", True)
        problem(await ready(door, path, tokens[0]), 409, "match_started")


async def test_a_match_that_waits_for_its_owner_starts_when_they_say_so() -> None:
    async with opened() as door:
        path, made, tokens = await full(door, starts="owner", public=True)
        for token in tokens:
            assert (await ready(door, path, token)).json()["status"] == "open"
        for wanted in ({}, {"seat": 1}):
            late = await door.post(f"{path}/seats", {"name": "Late", **wanted})
            problem(late, 409, "seat_taken")
            assert late.json()["detail"] == "all seats are taken"
        assert (await door.post(f"{path}/start", {}, made["owner"])).json()["status"] == "running"


async def test_a_match_starts_with_its_last_player_if_nothing_else_is_said() -> None:
    async with opened() as door:
        path, made, _ = await full(door)
        assert made["match"]["starts"] == "full"
        assert (await door.get(path, made["owner"])).json()["status"] == "running"


async def test_who_takes_a_seat_anew_isnt_ready() -> None:
    async with opened() as door:
        path, made, tokens = await full(door, starts="ready")
        for token in tokens[:2]:
            await ready(door, path, token)
        await free(door, path, 1, tokens[1])
        fresh = (await invite(door, path, 1, made["owner"])).json()["invitation"]
        assert (await join(door, path, "Dan", fresh)).json()["match"]["seats"][1]["ready"] is False
        assert (await ready(door, path, tokens[2])).json()["status"] == "open"


async def test_being_ready_twice_changes_nothing() -> None:
    async with opened() as door:
        path, _, tokens = await full(door, starts="ready")
        first = await ready(door, path, tokens[0], key=SOME_KEY)
        for key in (SOME_KEY, ""):
            again = await ready(door, path, tokens[0], key=key)
            assert (again.status_code, again.headers["etag"]) == (200, first.headers["etag"])


# --- on what terms


async def test_the_owner_changes_the_terms_and_nobody_is_ready_then() -> None:
    async with opened() as door:
        path, made, tokens = await full(door, starts="ready", options={"rounds": 3})
        for token in tokens[:2]:
            await ready(door, path, token)
        changed = await terms(door, path, made["owner"], options={"rounds": 1}, takebacks="none")
        assert flags(changed) == [False] * 3
        status = changed.json()
        assert (status["options"]["rounds"], status["takebacks"], status["starts"]) == (1, "none", "ready")
        assert status["commitment"] == made["match"]["commitment"]
        await ready(door, path, tokens[0])
        assert flags(await terms(door, path, made["owner"], options={"rounds": 1})) == [True, False, False]
        for token in tokens[1:]:
            await ready(door, path, token)
        sat = Sat(door, made["match"]["id"], made["owner"], made["watcher"], tuple(tokens), made)
        await sat.finish()
        match = cardkit.loads((await sat.get("log")).text)
        assert cardkit.verify(match).complete
        assert cardkit.dumps(match).count('"rounds":1') > 0
        problem(await terms(door, path, made["owner"], options={}), 409, "match_started")


async def test_a_full_match_starts_as_soon_as_the_owner_waits_for_nothing_else() -> None:
    async with opened() as door:
        path, made, _ = await full(door, starts="owner")
        changed = await terms(door, path, made["owner"], starts="full")
        assert changed.json()["status"] == "running"


async def test_the_owner_changes_the_clock_and_streams_tell_of_it(kept: Store) -> None:
    async with listening(kept) as door:
        path, made, tokens = await full(door, starts="ready")
        await ready(door, path, tokens[0])
        async with socket(door, path, tokens[1], query="?lobby=true") as connection:
            assert (await receive(connection))["timing"] is None
            told: list[dict[str, Any]] = []
            for changed in (
                {"clock": {"kind": "per_move", "time": 5000}},
                {"absence": "wait"},
                {"clock": {"kind": "days", "days": 2}},
                {"untimed": True},
                {"clock": {"kind": "bank", "time": 60_000}},
            ):
                status = await terms(door, path, made["owner"], **changed)
                assert flags(status) == [False] * 3
                told.append((await receive(connection))["timing"])
                assert told[-1] == status.json()["timing"]
            assert [timing and timing["control"]["kind"] for timing in told] == [
                "per_move",
                "per_move",
                "days",
                None,
                "bank",
            ]
            assert [timing and timing["absence"] for timing in told] == [
                "bot:greedy",
                "wait",
                "wait",
                None,
                "bot:greedy",
            ]
            for token in tokens:
                await ready(door, path, token)
                told.append((await receive(connection))["timing"])
            left: list[int] = [one["left"] for one in told[-1]["clock"]["seats"]]
            assert left == [60_000] * 3


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"absence": "wait"}, "absence"),
        ({"clock": {"kind": "bank", "time": 999}}, "clock.time"),
        ({"clock": {"kind": "none"}, "absence": "bot:nobody"}, "absence"),
        ({"clock": {"kind": "none"}, "untimed": True}, "untimed"),
    ],
)
async def test_a_clock_that_isnt_valid_changes_nothing(changed: dict[str, object], field: str) -> None:
    async with opened() as door:
        path, made, _ = await full(door, starts="ready")
        refused = await terms(door, path, made["owner"], **changed)
        problem(refused, 422, "invalid")
        assert refused.json()["field"] == field
        assert (await door.get(path, made["owner"])).json()["timing"] is None


async def test_terms_that_arent_valid_change_nothing() -> None:
    async with opened() as door:
        path, made, tokens = await full(door, starts="ready")
        await ready(door, path, tokens[0])
        before = (await door.get(path, made["owner"])).json()
        problem(await terms(door, path, made["owner"], options={"joker": 1}), 422, "invalid_option")
        problem(await terms(door, path, made["owner"], options={"rounds": 99}), 422, "invalid_option")
        problem(await terms(door, path, made["owner"], starts="never"), 422, "malformed")
        problem(await terms(door, path, made["owner"], seats=4), 422, "malformed")
        problem(await terms(door, path, tokens[0], options={}), 403, "not_allowed")
        assert (await door.get(path, made["owner"])).json() == before


# --- how everybody hears of it


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line]


async def test_a_stream_tells_of_each_change_before_the_start_and_then_of_the_match() -> None:
    async with listening() as door:
        made = await door.create(seats=2, game="push", starts="ready")
        path = f"/v1/matches/{made['match']['id']}"
        heard: list[dict[str, Any]] = []
        async with socket(door, path, made["watcher"], query="?lobby=true") as connection:
            heard.append(await receive(connection))
            tokens: list[str] = []
            for one in made["invitations"]:
                joined = await join(door, path, f"player {one['seat']}", one["invitation"])
                tokens.append(joined.json()["token"])
                heard.append(await receive(connection))
            await terms(door, path, made["owner"], takebacks="none")
            heard.append(await receive(connection))
            for token in tokens:
                await ready(door, path, token)
                heard.append(await receive(connection))
            assert (await receive(connection))["type"] == "glimpse"
        assert all(told["type"] == "lobby" for told in heard)
        assert [[seat["name"] for seat in told["seats"]] for told in heard[:3]] == [
            ["", ""],
            ["player 0", ""],
            ["player 0", "player 1"],
        ]
        assert [[seat["ready"] for seat in told["seats"]] for told in heard[2:]] == [
            [False, False],
            [False, False],
            [True, False],
            [True, True],
        ]
        assert [told["takebacks"] for told in heard] == ["ask"] * 3 + ["none"] * 3
        assert [told["status"] for told in heard] == ["open"] * 5 + ["running"]
        secrets = (
            made["owner"],
            made["watcher"],
            *tokens,
            *(one["invitation"] for one in made["invitations"]),
        )
        assert not any(secret in json.dumps(heard) for secret in secrets)


@pytest.mark.parametrize("media", [NDJSON, SSE])
async def test_a_line_of_the_lobby_has_no_number_and_comes_only_if_it_is_asked_for(media: str) -> None:
    async with listening() as door:
        made = await door.create(seats=2, game="push", name="Ada")
        match, path = made["match"]["id"], f"/v1/matches/{made['match']['id']}"
        streams = [
            asyncio.ensure_future(door.get(f"{path}/events{query}", made["owner"], Accept=media))
            for query in ("?lobby=true", "")
        ]
        await door.is_listened_to(match, by=2)
        await join(door, path, "Ben", made["invitations"][0]["invitation"])
        await door.is_listened_to(match, by=2)
        await door.ask("DELETE", path, made["owner"])
        told, plain = [(await stream).text for stream in streams]
        if media == NDJSON:
            assert [line.get("type", "event") for line in lines(told)][:3] == ["lobby", "lobby", "event"]
            assert [line for line in lines(told) if line.get("type") != "lobby"] == lines(plain)
        else:
            blocks = told.split("\n\n")
            assert [block.split("\n")[0] for block in blocks[:3]] == ["event: lobby", "event: lobby", "id: 1"]
            assert "\n\n".join(blocks[2:]) == plain


async def test_a_match_that_runs_has_no_lobby() -> None:
    async with listening() as door:
        sat = await door.sit()
        async with socket(door, sat.path, sat.watcher, query="?lobby=true") as connection:
            assert (await receive(connection))["type"] == "glimpse"


async def test_the_status_is_waited_for() -> None:
    """With the entity tag of what the client has. An invitation may wait, too."""
    async with opened() as door:
        made = await door.create(starts="ready")
        match, path = made["match"]["id"], f"/v1/matches/{made['match']['id']}"
        invitation = made["invitations"][2]["invitation"]
        tag = (await door.get(path, invitation)).headers["etag"]
        same = await door.get(f"{path}?wait=0.01", invitation, If_None_Match=tag)
        assert (same.status_code, same.text) == (304, "")
        waiting = asyncio.ensure_future(door.get(f"{path}?wait=30", invitation, If_None_Match=tag))
        await door.is_listened_to(match)
        await join(door, path, "Ada", made["invitations"][0]["invitation"])
        async with asyncio.timeout(SOON):
            answer = await waiting
        assert (answer.status_code, answer.json()["seats"][0]["name"]) == (200, "Ada")
        assert (await door.get(f"{path}?wait=30", invitation)).status_code == 200
        assert (await door.get(f"{path}?wait=30", invitation, If_None_Match=tag)).status_code == 200
        waiting = asyncio.ensure_future(
            door.get(f"{path}?wait=30", invitation, If_None_Match=answer.headers["etag"])
        )
        await door.is_listened_to(match)
        await invite(door, path, 2, made["owner"])
        problem(await waiting, 403, "not_allowed")


async def test_all_processes_tell_of_it(shared_place: Place) -> None:
    async with pair(shared_place) as two:
        made = await two.a.create()
        match, path = made["match"]["id"], f"/v1/matches/{made['match']['id']}"
        there = two.b
        tag = (await there.get(path, made["owner"])).headers["etag"]
        waiting = asyncio.ensure_future(there.get(f"{path}?wait=30", made["owner"], If_None_Match=tag))
        await there.is_listened_to(match)
        await join(two.a, path, "Ada", made["invitations"][0]["invitation"])
        async with asyncio.timeout(SOON):
            assert (await waiting).json()["seats"][0]["name"] == "Ada"
