"""What those without a seat are shown of a match whose players don't want to be watched, or not as they play."""

import asyncio
from typing import Any, Final

import attrs
import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from cardkit.chance import SeededChance
from tests.api.door import PATIENT, SOME_KEY, Sat, listening, opened
from tests.api.routes.test_events import NDJSON, stream
from tests.api.routes.test_lobby import full, lines, terms
from tests.api.routes.test_my_matches import mine
from tests.api.routes.test_socket import receive, socket, until
from tests.api.test_problems import problem
from tests.api.test_secrecy import SOAK
from tests.api.test_users import OWNER, sit, with_users
from tests.api.timing.told_time import timed
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

ROUNDS: Final = 8 if SOAK else 1
SHORT: Final[dict[str, Any]] = {"game": "biberbande", "seats": 2, "options": {"rounds": 1, "turn_limit": 2}}
CLOSED: Final = ("view", "scene", "memory", "table", "log", "events", "rematch")


# --- delayed


async def play_on(sat: Sat) -> dict[str, Any]:
    """Play a move, and return the match's status as its players see it."""
    status: dict[str, Any] = (await sat.door.get(sat.path, sat.seats[0])).json()
    seat = status["actors"][0]
    moves = (await sat.get("moves", seat)).json()["moves"]
    chosen = SeededChance("on", status["version"]).below("move", len(moves))
    answer = await sat.move(seat, moves[chosen]["number"])
    assert answer.status_code == 200, answer.text
    after: dict[str, Any] = (await sat.door.get(sat.path, sat.seats[0])).json()
    return after


async def test_delayed_spectators_see_the_match_as_it_was_and_all_of_it_once_it_is_over() -> None:
    async with opened() as door:
        delayed = await door.sit(**SHORT, spectators="delayed", delay=4)
        assert (delayed.made["match"]["spectators"], delayed.made["match"]["delay"]) == ("delayed", 4)
        versions = [(await door.get(delayed.path, delayed.seats[0])).json()["version"]]
        status: dict[str, Any] = {"actors": [0]}
        while status["actors"]:
            seen = max((version for version in versions if version <= versions[-1] - 4), default=0)
            for token in (delayed.watcher, delayed.owner):
                shown = (await door.get(delayed.path, token)).json()
                assert (shown["status"], shown["version"], shown["outcome"]) == ("running", seen, None)
                table = (await door.get(f"{delayed.path}/table", token)).json()
                assert (table["version"], len(table["events"])) == (seen, min(seen, 50))
                page = (await door.get(f"{delayed.path}/events?limit=200", token)).json()
                assert (page["version"], page["next"], page["over"]) == (seen, min(seen, 200), False)
                view = await door.get(f"{delayed.path}/view", token)
                if seen:
                    assert view.json()["version"] == seen
                else:
                    problem(view, 409, "not_started")
                younger = await door.get(f"{delayed.path}/view?at={versions[-1]}", token)
                assert younger.status_code in (404, 409)
                ahead = await door.get(f"{delayed.path}?seen={versions[-1]}", token)
                told = problem(ahead, 404, "no_such_version")["detail"]
                assert told == f"seen: there is no version {versions[-1]}; the match is at version {seen}"
                problem(
                    await door.get(f"{delayed.path}/events?after={versions[-1]}", token),
                    404,
                    "no_such_version",
                )
            for seat in (0, 1):
                assert (await delayed.get("view", seat)).json()["version"] == versions[-1]
            status = await play_on(delayed)
            versions.append(status["version"])
        for token in (delayed.watcher, delayed.owner):
            assert (await door.get(delayed.path, token)).json() == status
            assert (await door.get(f"{delayed.path}/view", token)).json()["version"] == versions[-1]
            assert (await door.get(f"{delayed.path}/log", token)).status_code == 200
        assert len(versions) > 6


async def test_a_stream_tells_delayed_spectators_each_event_that_many_events_later() -> None:
    async with listening() as door:
        sat = await door.sit(**SHORT, spectators="delayed", delay=3)
        status = await play_on(sat)
        told: list[dict[str, Any]] = []
        async with stream(door, f"{sat.path}/events", sat.watcher, NDJSON) as telling:
            while status["actors"]:
                reached = (await door.get(sat.path, sat.watcher)).json()["version"]
                assert reached <= status["version"] - 3 or reached == 0
                while len(told) < reached:
                    item = await anext(telling)
                    assert item is not None
                    told.append(item[1])
                    assert told[-1]["version"] <= reached
                status = await play_on(sat)
            async for item in telling:
                assert item is not None
                told.append(item[1])
        assert [one["n"] for one in told[:-1]] == [*range(1, status["version"] + 1)]
        assert told[-1]["type"] == "match_over"


async def test_what_is_withheld_ends_no_long_poll_and_moves_no_sign_of_life() -> None:
    limits = attrs.evolve(PATIENT, heartbeat=0.3)
    async with listening(limits=limits) as door:
        sat = await door.sit(spectators="delayed", delay=200)
        tag = (await door.get(sat.path, sat.watcher)).headers["etag"]
        waits = [
            asyncio.ensure_future(door.get(f"{sat.path}?wait=0.6", sat.watcher, If_None_Match=tag)),
            asyncio.ensure_future(door.get(f"{sat.path}/events?wait=0.6", sat.watcher)),
        ]
        signs = asyncio.ensure_future(_first_line(sat))
        await door.is_listened_to(sat.id)
        async with asyncio.timeout(PATIENCE):
            while not (signs.done() and all(wait.done() for wait in waits)):
                assert (await play_on(sat))["actors"]
                for seat in range(3):  # who may have to ask the others
                    await door.post(f"{sat.path}/undo", {}, sat.seats[seat])
                await asyncio.sleep(0.02)
        status, page = [await wait for wait in waits]
        assert (status.status_code, status.headers["etag"]) == (304, tag)
        assert (page.json()["events"], page.json()["version"]) == ([], 0)


async def _first_line(sat: Sat) -> None:
    async with stream(sat.door, f"{sat.path}/events", sat.watcher, NDJSON) as telling:
        assert await anext(telling) is None


@pytest.mark.parametrize("spectators", [{"spectators": "delayed", "delay": 2}, {"spectators": "after"}])
async def test_no_clock_and_nobodys_presence_is_shown_while_something_is_withheld(
    spectators: dict[str, Any],
) -> None:
    async with timed(network=True, **SHORT, **spectators) as table:
        door, sat = table.door, table.sat
        status = (await door.get(sat.path, sat.seats[0])).json()
        assert len(status["timing"]["clock"]["seats"]) == 2
        tag = (await door.get(sat.path, sat.watcher)).headers["etag"]
        query = "?presence=true&reactions=true"
        async with socket(door, sat.path, sat.seats[1], query) as player:
            following: asyncio.Future[httpx.Response] | None = None
            if "delay" in spectators:
                following = asyncio.ensure_future(
                    door.get(f"{sat.path}/events{query}", sat.watcher, Accept=NDJSON)
                )
                await until(player, "presence")
                page = (await door.get(f"{sat.path}/events", sat.watcher)).json()
                assert page["clock"] is None
            await door.post(f"{sat.path}/pause", {}, sat.seats[0])
            asked = (await door.get(sat.path, sat.seats[1])).json()["timing"]
            assert asked["pause"] == [0]
            await door.post(f"{sat.path}/pause", {}, sat.seats[1])
            assert [fact["type"] for fact in (await until_paused(player))["facts"]] == ["paused"]
            shown = await door.get(sat.path, sat.watcher)
            assert shown.headers["etag"] == tag
            timing = shown.json()["timing"]
            assert (timing["control"], timing["absence"]) == (asked["control"], asked["absence"])
            assert (timing["clock"], timing["pause"], timing["late"], timing["replace"]) == (
                None,
                [],
                None,
                [],
            )
            await door.post(f"{sat.path}/resume", {}, sat.seats[0])
            while status["actors"]:
                status = await play_on(sat)
        if following is not None:
            kinds = [line.get("type", "event") for line in lines((await following).text)]
            assert {*kinds[:-3]} == {"event"}
            assert {*kinds[-3:]} <= {"event", "clock", "presence", "match_over"}
            assert kinds[-1] == "match_over"
        assert (await door.get(sat.path, sat.watcher)).json()["timing"]["clock"] is not None


async def until_paused(player: ClientConnection) -> dict[str, Any]:
    """Return the line of the clock that tells of a pause."""
    while not (line := await until(player, "clock"))["paused"]:
        pass
    return line


# --- nobody, or not yet


@pytest.mark.parametrize(("policy", "code"), [("none", "no_spectators"), ("after", "spectators_after")])
async def test_who_may_not_watch_is_refused_and_players_are_not(policy: str, code: str) -> None:
    async with opened() as door:
        sat = await door.sit(**SHORT, spectators=policy, public=True)
        for token in (sat.watcher, sat.owner, ""):
            for what in CLOSED:
                problem(await door.get(f"{sat.path}/{what}", token), 403, code)
            problem(await door.post(f"{sat.path}/tickets", {}, token), 403, code)
            shown = (await door.get(sat.path, token)).json()
            assert (shown["status"], shown["version"], shown["actors"]) == ("running", 0, [])
        german = await door.get(f"{sat.path}/view", sat.watcher, Accept_Language="de")
        assert "Spieler" in german.json()["detail"] or "Zuschauer" in german.json()["detail"]
        (listed,) = (await door.get("/v1/matches?status=running")).json()["matches"]
        assert (listed["version"], listed["actors"]) == (0, [])
        for what in ("view", "scene", "memory", "table", "events", "rematch"):
            assert (await sat.get(what, 1)).status_code == 200
        status: dict[str, Any] = {"actors": [0]}
        while status["actors"]:
            status = await play_on(sat)
        (listed,) = (await door.get("/v1/matches?status=over")).json()["matches"]
        shown = (await door.get(sat.path, sat.watcher)).json()
        for what in CLOSED:
            answer = await sat.get(what)
            if policy == "none":
                problem(answer, 403, code)
            else:
                assert answer.status_code == 200, what
        assert shown == listed
        assert (shown["outcome"] is None) == (policy == "none")
        assert (shown["version"] == 0) == (policy == "none")


@pytest.mark.parametrize("policy", ["none", "after"])
async def test_who_waits_for_the_start_hears_of_it_and_no_more(policy: str) -> None:
    async with listening() as door:
        made = await door.create(seats=2, game="push", name="Ada", spectators=policy)
        path, invitation = f"/v1/matches/{made['match']['id']}", made["invitations"][0]["invitation"]
        following = asyncio.ensure_future(
            door.get(f"{path}/events?lobby=true", made["watcher"], Accept=NDJSON)
        )
        async with socket(door, path, made["watcher"], query="?lobby=true") as connection:
            assert (await receive(connection))["status"] == "open"
            joined = await door.post(f"{path}/seats", {"name": "Ben", "invitation": invitation})
            assert joined.json()["match"]["version"] > 0
            assert (await receive(connection))["status"] == "running"
            await connection.wait_closed()
            assert connection.close_code == 4403
            assert connection.close_reason in ("no_spectators", "spectators_after")
        told = lines((await following).text)
        assert {line["type"] for line in told} == {"lobby"}
        assert told[-1]["status"] == "running"


async def test_an_owner_who_has_left_isnt_shown_the_match_by_a_repeated_request() -> None:
    async with opened() as door:
        new = {"game": "push", "seats": 2, "name": "Ada", "spectators": "none", "starts": "owner"}
        made = (await door.post("/v1/matches", new, Idempotency_Key=SOME_KEY)).json()
        path = f"/v1/matches/{made['match']['id']}"
        player = {"name": "Ben", "invitation": made["invitations"][0]["invitation"]}
        joined = await door.post(f"{path}/seats", player, Idempotency_Key=SOME_KEY)
        for seat, token in ((0, made["token"]), (1, joined.json()["token"])):
            assert (await door.ask("DELETE", f"{path}/seats/{seat}", token)).status_code == 204
        started = await door.post(f"{path}/start", {}, made["owner"])
        again = (await door.post("/v1/matches", new, Idempotency_Key=SOME_KEY)).json()
        there = await door.post(f"{path}/seats", player, Idempotency_Key=SOME_KEY)
        for shown in (started.json(), again["match"], there.json()["match"]):
            assert (shown["status"], shown["version"], shown["actors"]) == ("running", 0, [])


async def test_a_user_who_made_a_match_and_doesnt_play_is_shown_it_as_a_spectator() -> None:
    async with with_users() as door:
        await sit(door, spectators="after")
        (one,) = await mine(door, OWNER)
        assert (one["match"]["status"], one["match"]["version"], one["seats"]) == ("running", 0, [])


# --- the terms


async def test_the_owner_changes_what_spectators_see_before_the_start() -> None:
    async with opened() as door:
        path, made, _ = await full(door, starts="owner", spectators="delayed", delay=7)
        owner = made["owner"]
        for changed, found in (
            ({"takebacks": "none"}, ("delayed", 7)),
            ({"delay": 9}, ("delayed", 9)),
            ({"spectators": "none"}, ("none", 0)),
            ({"spectators": "delayed", "delay": 1}, ("delayed", 1)),
        ):
            status = (await terms(door, path, owner, **changed)).json()
            assert (status["spectators"], status["delay"]) == found
        await door.post(f"{path}/start", {}, owner)
        problem(await terms(door, path, owner, spectators="public"), 409, "match_started")


@pytest.mark.parametrize(
    ("spectators", "delay"), [("delayed", 0), ("delayed", 201), ("delayed", -1), ("public", 1), ("none", 5)]
)
async def test_a_delay_that_doesnt_fit_is_refused(spectators: str, delay: int) -> None:
    async with opened() as door:
        new = {"game": "push", "seats": 2, "spectators": spectators, "delay": delay}
        answer = await door.post("/v1/matches", new)
        problem(answer, 422, "invalid")
        assert answer.json()["field"] == "delay"
        path, made, _ = await full(door, starts="owner")
        problem(await terms(door, path, made["owner"], spectators=spectators, delay=delay), 422, "invalid")
        assert (await door.get(path, made["owner"])).json()["spectators"] == "public"


async def test_a_rematch_has_the_same_spectators_who_follow_it() -> None:
    async with opened() as door:
        sat = await door.sit(**SHORT, spectators="after")
        status: dict[str, Any] = {"actors": [0]}
        while status["actors"]:
            status = await play_on(sat)
        for seat in (0, 1):
            made = (await door.post(f"{sat.path}/rematch", {}, sat.seats[seat])).json()
        assert (made["match"]["spectators"], made["match"]["version"] > 0) == ("after", True)
        followed = (await door.get(f"{sat.path}/rematch", sat.watcher)).json()
        assert followed["match"]["version"] == 0
        there = await door.get(f"/v1/matches/{made['match']['id']}/view", followed["token"])
        problem(there, 403, "spectators_after")
