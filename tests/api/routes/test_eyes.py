"""After a match, all who may read its log can look through the eyes of any seat. Before the end, nobody can."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from tests.api.door import Door, Sat, opened
from tests.api.routes.test_events import NDJSON, SSE
from tests.api.test_problems import problem

pytestmark = pytest.mark.anyio

OPENAPI: Final = Path(__file__).parents[3] / "docs" / "openapi.json"
SHORT: Final[dict[str, Any]] = {"game": "biberbande", "seats": 2, "options": {"rounds": 1, "turn_limit": 2}}
POLICIES: Final = ("public", "delayed", "after", "none")


@cache
def paths() -> list[str]:
    """Return what can be asked with `as`, by the OpenAPI document."""
    document = json.loads(OPENAPI.read_text("utf-8"))
    return [
        path.partition("{match_id}/")[2]
        for path, methods in document["paths"].items()
        for operation in methods.values()
        if any(parameter.get("name") == "as" for parameter in operation.get("parameters", ()))
    ]


async def sit(door: Door, policy: str, **more: object) -> Sat:
    delay = {"delay": 3} if policy == "delayed" else {}
    found: Sat = await door.sit(**{**SHORT, **more}, spectators=policy, **delay)
    return found


def test_scene_view_memory_and_events_take_the_eyes_of_a_seat() -> None:
    assert sorted(paths()) == ["events", "memory", "scene", "view"]


@pytest.mark.parametrize("policy", POLICIES)
async def test_before_the_end_nobody_looks_through_the_eyes_of_any_seat(policy: str) -> None:
    async with opened() as door:
        sat = await sit(door, policy, public=True, takebacks="free")
        moves = 0
        while not await is_over(sat):
            for token in (*sat.tokens, ""):
                assert (
                    len({await refused(sat, token, what) for what in every_question(odd=moves % 2 == 1)}) == 1
                )
            seat = await play_on(sat)
            moves += 1
            if moves == 2:
                undone = await door.post(f"{sat.path}/undo", {}, sat.seats[seat])
                assert undone.json()["done"]
        assert moves > 3


async def actors_of(sat: Sat) -> list[int]:
    actors: list[int] = (await sat.door.get(sat.path, sat.seats[0])).json()["actors"]
    return actors


async def is_over(sat: Sat) -> bool:
    return not await actors_of(sat)


async def play_on(sat: Sat) -> int:
    """Play the last legal move. Return the seat that has moved."""
    seat = (await actors_of(sat))[0]
    moves: list[dict[str, int]] = (await sat.get("moves", seat)).json()["moves"]
    await sat.move(seat, moves[-1]["number"])
    return seat


def every_question(odd: bool) -> list[str]:
    """Return what can be asked about the eyes of each seat, and of one that isn't there."""
    more = {"events": "&after=1&wait=1"} if odd else {}
    return [
        f"{what}?as={seat}{more.get(what, '&at=3' if odd else '')}" for what in paths() for seat in (0, 1, 2)
    ]


REFUSALS: Final[frozenset[tuple[int, str]]] = frozenset(
    (
        (409, "not_revealed"),
        (409, "not_started"),  # delayed spectators are shown nothing at first
        (403, "spectators_after"),
        (403, "no_spectators"),
    )
)


async def refused(sat: Sat, token: str, what: str) -> bytes:
    """Return the refusal, which depends only on who asks."""
    media = ("application/json", NDJSON, SSE) if what.startswith("events") else ("application/json",)
    answers = [await sat.door.get(f"{sat.path}/{what}", token, Accept=accepted) for accepted in media]
    (code,) = {(answer.status_code, answer.json()["code"]) for answer in answers}
    assert code in REFUSALS
    assert token in sat.seats or code[1] != "not_started" or sat.made["match"]["spectators"] == "delayed"
    return answers[0].content


async def test_an_open_match_shows_nobodys_eyes() -> None:
    async with opened() as door:
        made = await door.create(**SHORT)
        for what in paths():
            answer = await door.get(f"/v1/matches/{made['match']['id']}/{what}?as=0", made["owner"])
            problem(answer, 409, "not_started")


@pytest.mark.parametrize("policy", POLICIES)
async def test_after_the_end_those_who_may_read_the_log_see_what_each_seat_saw(policy: str) -> None:
    async with opened() as door:
        sat = await sit(door, policy)
        while not await is_over(sat):
            await play_on(sat)
        versions = sorted(
            {event["version"] for event in (await sat.get("events?limit=200", 0)).json()["events"]}
        )
        asked = [
            "events?limit=200",
            *(f"{what}?at={at}" for at in versions for what in ("scene", "view", "memory")),
        ]
        seen = {(what, eyes): await sat.get(what, eyes) for what in asked for eyes in (0, 1)}
        hands: set[bytes] = set()
        for token in (sat.owner, sat.watcher, *sat.seats):
            allowed = (await door.get(f"{sat.path}/log", token)).status_code == 200
            assert allowed is (policy != "none" or token in sat.seats)
            for eyes in (0, 1):
                for what in asked:
                    answer = await door.get(f"{sat.path}/{what}&as={eyes}", token)
                    own = seen[what, eyes]
                    if allowed:
                        assert (answer.status_code, answer.content) == (200, own.content)
                        assert answer.headers["etag"] == own.headers["etag"]
                        hands.add(own.content)
                    else:
                        problem(answer, 403, "no_spectators")
        assert len(hands) > 2 * len(versions)
        # a match that is over stays over, so nobody plays on with what they have seen
        for seat in (0, 1):
            problem(await door.post(f"{sat.path}/undo", {}, sat.seats[seat]), 409, "match_over")
        for number in (-1, 2, 99):
            problem(await sat.get(f"scene?as={number}", 0), 422, "no_such_seat")
        assert problem(await sat.get("scene?as=x", 0), 400, "bad_request")["detail"].startswith("as: ")


async def test_a_stranger_to_a_private_match_sees_nothing_by_anybodys_eyes() -> None:
    async with opened() as door:
        sat = await door.sit(**SHORT)
        await sat.finish()
        for what in paths():
            problem(await door.get(f"{sat.path}/{what}?as=0"), 401, "token_missing")
            problem(await door.get(f"{sat.path}/{what}?as=0", "x" * 43), 403, "not_allowed")


async def test_a_stream_by_a_seats_eyes_tells_all_that_it_saw_and_ends() -> None:
    async with opened() as door:
        sat = await door.sit(**SHORT)
        await sat.finish()
        told = await door.get(f"{sat.path}/events?as=1", sat.watcher, Accept=NDJSON)
        own = await door.get(f"{sat.path}/events", sat.seats[1], Accept=NDJSON)

        assert told.content == own.content
        assert json.loads(told.text.splitlines()[-1])["type"] == "match_over"
