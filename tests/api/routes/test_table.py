"""A whole table in one answer: all that the single routes say, of one version."""

from typing import Any

import pytest

from tests.api.door import Sat, opened
from tests.api.routes.test_events import NDJSON, heard, page
from tests.api.test_problems import problem

pytestmark = pytest.mark.anyio


async def table(sat: Sat, token: str, query: str = "", **headers: str) -> dict[str, Any]:
    answer = await sat.door.get(f"{sat.path}/table{query}", token, **headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("moves", [0, 12, 10_000])
async def test_it_says_what_the_single_routes_say(moves: int) -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        status = await sat.go_on(moves)
        for seat, token in enumerate((*sat.seats, sat.watcher, sat.owner)):
            found = await table(sat, token, "?limit=200")
            assert found["status"] == status
            assert found["version"] == status["version"]
            assert {"version": found["version"], "seat": found["seat"], "view": found["view"]} == (
                await door.get(f"{sat.path}/view", token)
            ).json()
            assert found["events"] == await page(sat, token)
            if seat < 3:
                assert found["moves"] == (await sat.get("moves", seat)).json()["moves"]
            else:
                assert (found["seat"], found["moves"]) == (None, None)


async def test_it_has_the_latest_events_and_streams_go_on_after_them() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        await sat.go_on(9)
        found = await table(sat, sat.seats[1], "?limit=4")
        await sat.finish()
        more = await heard(door, f"{sat.path}/events?after={found['version']}", sat.seats[1], NDJSON)
        events = await page(sat, sat.seats[1])
        assert [event["n"] for event in found["events"]] == [
            *range(found["version"] - 3, found["version"] + 1)
        ]
        assert [*found["events"], *(event for _, event in more[:-1])] == events[found["version"] - 4 :]


async def test_before_the_start_it_has_the_status_alone() -> None:
    async with opened() as door:
        made = await door.create(name="Ann")
        found = (await door.get(made["match"]["links"]["table"], made["token"])).json()
        assert found == {
            "version": 0,
            "seat": 0,
            "status": made["match"],
            "view": None,
            "moves": None,
            "events": [],
        }


async def test_sentences_come_in_the_language_that_the_url_or_the_header_asks_for() -> None:
    async with opened() as door:
        sat = await door.sit()
        texts: set[str] = set()
        for language in ("de", "nl", "en"):
            by_header = await table(sat, sat.watcher, Accept_Language=language)
            assert by_header == await table(sat, sat.watcher, f"?language={language}", Accept_Language="fr")
            events = await door.get(
                f"{sat.path}/events?language={language}", sat.watcher, Accept_Language="fr"
            )
            assert by_header["events"] == events.json()["events"]
            texts.add(by_header["events"][-1]["text"])
        assert len(texts) == 3
        assert await table(sat, sat.watcher, "?language=tlh") == by_header
        for what in ("table", "events"):
            problem(await sat.get(f"{what}?language=d_e"), 400, "bad_request")


async def test_an_unchanged_table_is_not_sent_again() -> None:
    async with opened() as door:
        sat = await door.sit()
        answer = await sat.get("table", 0)
        tag = answer.headers["etag"]
        assert (await sat.get("table", 0, If_None_Match=tag)).status_code == 304
        assert (await sat.get("table", 1, If_None_Match=tag)).status_code == 200
        assert (await sat.get("table", 0, If_None_Match=tag, Accept_Language="de")).status_code == 200
        seat, moves, _ = await sat.turn()
        moved = await sat.move(seat, moves[0]["number"], (await sat.get("table", seat)).headers["etag"])
        assert moved.status_code == 200
        assert (await sat.get("table", 0, If_None_Match=tag)).status_code == 200


async def test_it_is_no_older_than_what_was_seen() -> None:
    async with opened() as door:
        sat = await door.sit()
        version = (await sat.status())["version"]
        assert (await table(sat, sat.watcher, f"?seen={version}"))["version"] == version
        problem(await sat.get(f"table?seen={version + 1}"), 404, "no_such_version")


async def test_who_may_not_watch_gets_none() -> None:
    async with opened() as door:
        sat = await door.sit()
        problem(await door.get(f"{sat.path}/table"), 401, "token_missing")
        problem(
            await door.get(f"{sat.path}/table", sat.made["invitations"][0]["invitation"]), 403, "not_allowed"
        )
