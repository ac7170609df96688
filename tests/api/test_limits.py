"""Bounds: who asks for too much is told when to come back, and nobody else notices."""

import asyncio

import attrs
import pytest

from cardkit_api import Limits, Store
from cardkit_api.limits import RateLimiter
from tests.api.door import PATIENT, SOME_KEY, listening, opened
from tests.api.routes.test_events import NDJSON, SSE, stream, streams_are
from tests.api.routes.test_socket import socket
from tests.api.test_problems import problem
from tests.patience import PATIENCE, SOON

pytestmark = pytest.mark.anyio


def test_a_bucket_is_emptied_at_once_and_filled_again_slowly() -> None:
    now = [0.0]
    limiter = RateLimiter(rate=2, burst=3, clock=lambda: now[0])
    assert [limiter.wait("a") for _ in range(5)] == [0, 0, 0, 0.5, 0.5]
    assert limiter.wait("b") == 0
    now[0] = 0.49
    assert limiter.wait("a") > 0
    now[0] = 0.5
    assert [limiter.wait("a"), limiter.wait("a")] == [0, 0.5]
    now[0] = 1000.0
    assert [limiter.wait("a") for _ in range(4)] == [0, 0, 0, 0.5]


async def test_one_token_that_asks_too_much_takes_nothing_from_the_others() -> None:
    async with opened(limits=attrs.evolve(PATIENT, requests=0.01, burst=10)) as door:
        sat = await door.sit()
        answers = [await sat.get("view", 0) for _ in range(11)]
        assert [answer.status_code for answer in answers] == [200] * 10 + [429]
        refused = problem(answers[-1], 429, "too_many_requests")
        wait = int(answers[-1].headers["retry-after"])
        assert 90 <= wait <= 101
        assert str(wait) in refused["detail"]
        assert (await sat.get("view", 1)).status_code == 200
        assert (await sat.get("view")).status_code == 200
        assert (await door.get("/v1/games")).status_code == 200


async def test_guessing_tokens_costs_what_a_stranger_has() -> None:
    async with opened(limits=attrs.evolve(PATIENT, requests=0.01, burst=10)) as door:
        sat = await door.sit()  # four requests of a stranger's
        guesses = [await door.get(sat.path, f"guess {n}") for n in range(8)]
        assert [answer.status_code for answer in guesses] == [403] * 6 + [429] * 2
        assert (await sat.get("view", 0)).status_code == 200


async def test_health_and_figures_are_for_whoever_runs_the_server_at_any_time() -> None:
    async with opened(limits=Limits(requests=0.01, burst=1)) as door:
        documents = ("/schema/openapi.json", "/schema/asyncapi.json")
        for path in ("/health/live", "/health/ready", "/metrics", "/schema", *documents):
            for _ in range(5):
                assert (await door.get(path)).status_code == 200


async def test_a_client_makes_so_many_matches() -> None:
    limits = attrs.evolve(PATIENT, new_matches=0.01, new_matches_burst=2)
    async with opened(limits=limits) as door:
        body = {"game": "thirteen", "seats": 3}
        assert (await door.post("/v1/matches", {**body, "seats": 99})).status_code == 422
        assert (await door.post("/v1/matches", {})).status_code == 422
        answers = [await door.post("/v1/matches", body) for _ in range(3)]
        assert [answer.status_code for answer in answers[:1]] == [201]
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) > 50


async def test_a_token_has_so_many_streams_and_a_closed_one_makes_room() -> None:
    async with listening(limits=attrs.evolve(PATIENT, streams=2)) as door:
        sat = await door.sit()
        path = f"{sat.path}/events"
        async with stream(door, path, sat.seats[0]):
            async with socket(door, sat.path, sat.seats[0]):
                await streams_are(door, 2)
                for media in (SSE, NDJSON):
                    answer = await sat.get("events", 0, Accept=media)
                    problem(answer, 429, "too_many_streams")
                    assert answer.headers["retry-after"]
                polled = await sat.get("events?after=3&wait=5", 0)
                problem(polled, 429, "too_many_streams")
                assert (await sat.get("events", 0)).status_code == 200
                async with stream(door, path, sat.seats[1]):
                    await streams_are(door, 3)
            await streams_are(door, 1)
            async with stream(door, path, sat.seats[0]):
                await streams_are(door, 2)


async def test_the_server_has_so_many_streams() -> None:
    async with listening(limits=attrs.evolve(PATIENT, all_streams=2)) as door:
        sat = await door.sit()
        path = f"{sat.path}/events"
        async with stream(door, path, sat.seats[0]), stream(door, path, sat.seats[1]):
            await streams_are(door, 2)
            answer = await sat.get("events", 2, Accept=SSE)
            problem(answer, 429, "too_many_streams")


async def test_pages_are_no_longer_than_the_server_likes() -> None:
    async with opened(limits=attrs.evolve(PATIENT, page=2)) as door:
        sat = await door.sit(public=True)
        await door.create(public=True)
        await door.create(public=True)
        made = await door.create(public=True)
        page = (await sat.get("events?limit=100", 0)).json()
        assert (len(page["events"]), page["next"], page["over"]) == (2, 2, False)
        listed = (await door.get("/v1/matches?limit=100")).json()
        assert len(listed["matches"]) == 2
        assert listed["matches"][0]["id"] == made["match"]["id"]
        rest = (await door.get(f"/v1/matches?after={listed['next']}")).json()
        assert (len(rest["matches"]), rest["next"]) == (1, None)


async def test_matches_in_memory_are_bounded_and_all_go_on() -> None:
    async with opened(limits=attrs.evolve(PATIENT, live_matches=3)) as door:
        sats = [await door.sit() for _ in range(8)]
        for _ in range(2):
            for sat in sats:
                await sat.go_on()
        assert "cardkit_live_matches 3.0" in (await door.get("/metrics")).text
        versions = {(await sat.status())["version"] for sat in sats}
        assert min(versions) >= 5


async def test_a_match_that_is_watched_stays_in_memory() -> None:
    async with opened(limits=attrs.evolve(PATIENT, live_matches=2)) as door:
        sat = await door.sit()
        version = (await sat.status())["version"]
        polling = asyncio.create_task(sat.get(f"events?after={version}&wait=30", 0))
        await door.is_listened_to(sat.id)
        for _ in range(5):
            await door.sit()
        await sat.go_on()
        assert (await asyncio.wait_for(polling, SOON)).json()["events"]


async def test_a_smaller_body_limit_holds() -> None:
    async with opened(limits=attrs.evolve(PATIENT, body=100)) as door:
        answer = await door.post("/v1/matches", {"game": "thirteen", "seats": 3, "name": "x" * 100})
        problem(answer, 413, "too_large")


async def test_a_match_made_again_under_its_key_is_no_new_one() -> None:
    limits = attrs.evolve(PATIENT, new_matches=0.01, new_matches_burst=2)
    async with opened(limits=limits) as door:
        body = {"game": "thirteen", "seats": 3}
        answers = [await door.post("/v1/matches", body, Idempotency_Key=SOME_KEY) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201] * 4


async def test_what_nobody_touched_for_long_is_removed(kept: Store) -> None:
    async with opened(kept) as door:
        made = await door.create(public=True)
        body = {"game": "thirteen", "seats": 3}
        first = await door.post("/v1/matches", body, Idempotency_Key=SOME_KEY)
    later = attrs.evolve(PATIENT, keep_idle=0.0, keep_answers=0.0)
    async with opened(kept, limits=later) as door, asyncio.timeout(PATIENCE):
        while (await door.get(made["match"]["links"]["self"])).status_code != 404:
            await asyncio.sleep(0.01)
        assert (await door.get("/v1/matches")).json()["matches"] == []
        again = await door.post("/v1/matches", body, Idempotency_Key=SOME_KEY)
        assert again.json()["owner"] != first.json()["owner"]


def test_a_request_that_takes_more_work_counts_as_several() -> None:
    now = [0.0]
    limiter = RateLimiter(rate=2, burst=5, clock=lambda: now[0])
    assert [limiter.wait("a", 3), limiter.wait("a", 3), limiter.wait("a", 2)] == [0, 0.5, 0]
    assert limiter.wait("a") == 0.5
    now[0] = 1000.0
    assert limiter.wait("a", 99) == 0, "a client who has asked for nothing else may ask for it"
    assert limiter.wait("a") == 0.5


@pytest.mark.parametrize("query", ["limit=200", "limit=1&seats=3", "limit=1&game=push"])
async def test_a_list_counts_by_the_matches_that_are_looked_at(query: str) -> None:
    async with opened(limits=attrs.evolve(PATIENT, requests=0.01, burst=10)) as door:
        answers = [await door.get(f"/v1/matches?{query}") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        problem(answers[-1], 429, "too_many_requests")
    async with opened(limits=attrs.evolve(PATIENT, requests=0.01, burst=10)) as door:
        short = [await door.get("/v1/matches?limit=40") for _ in range(11)]
        assert [answer.status_code for answer in short] == [200] * 10 + [429]
