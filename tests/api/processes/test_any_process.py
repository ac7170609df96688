"""Any process serves any match. Nothing here depends on news: what a client was told of, every process knows."""

import asyncio
from itertools import cycle

import pytest

import cardkit
from cardkit.verify import verify
from tests.api.door import SOME_KEY, Sat
from tests.api.places import Place
from tests.api.processes.pair import deaf_pair, pair

pytestmark = pytest.mark.anyio


async def on_through(knowing: Sat, other: Sat, which: int = 0) -> int:
    """Return a move that one process knows to be legal, played through the other; the version after it."""
    seat, legal, version = await knowing.turn()
    moved = await other.move(seat, legal[which % len(legal)]["number"], f'"{version}"')
    assert moved.status_code == 200, moved.text
    after: int = moved.json()["version"]
    assert after > version
    return after


async def test_a_match_is_played_to_its_end_through_both_in_turns(postgres: Place) -> None:
    async with deaf_pair(postgres) as both:
        a, b = await both.sit(options={"rounds": 1})
        knowing, other = a, b
        await on_through(knowing, other)
        while (await other.status())["actors"]:
            knowing, other = other, knowing
            await on_through(knowing, other)
        log = await other.get("log")
        assert verify(cardkit.loads(log.text)).ok
        version = (await other.status())["version"]
        assert (await knowing.get(f"view?at={version}")).status_code == 200
        assert (await knowing.get("log")).text == log.text


async def test_of_moves_that_race_through_two_processes_exactly_one_wins(postgres: Place) -> None:
    async with deaf_pair(postgres) as both:
        sats = await both.sit()
        for _ in range(10):
            seat, legal, version = await sats[0].turn()
            first, last = legal[0]["number"], legal[-1]["number"]
            answers = await asyncio.gather(
                sats[0].move(seat, first, f'"{version}"'), sats[1].move(seat, last, f'"{version}"')
            )
            assert sorted(answer.status_code for answer in answers) == [200, 412]
            lost, won = sorted(answers, key=lambda answer: -answer.status_code)
            assert lost.json()["code"] == "stale_version"
            assert lost.json()["version"] == won.json()["version"]
            assert [(await sat.status())["version"] for sat in sats] == [won.json()["version"]] * 2


async def test_a_request_that_is_sent_to_both_at_once_has_one_effect_and_one_answer(postgres: Place) -> None:
    """Guarantee 2. Both processes know of the move afterwards, whichever wrote it."""
    async with deaf_pair(postgres) as both:
        sats = await both.sit()
        for n in range(10):
            seat, legal, version = await sats[0].turn()
            key = f"{SOME_KEY}-{n}"
            answers = await asyncio.gather(
                *(sat.move(seat, legal[0]["number"], f'"{version}"', Idempotency_Key=key) for sat in sats)
            )
            assert [answer.status_code for answer in answers] == [200, 200]
            assert answers[0].json() == answers[1].json()
            after = answers[0].json()["version"]
            assert [(await sat.status())["version"] for sat in sats] == [after, after]


async def test_who_makes_a_match_twice_at_once_gets_the_same_match(postgres: Place) -> None:
    async with deaf_pair(postgres) as both:
        body = {"game": "thirteen", "seats": 3, "public": True}
        answers = await asyncio.gather(
            *(door.post("/v1/matches", body, Idempotency_Key=SOME_KEY) for door in (both.a, both.b))
        )
        assert answers[0].json() == answers[1].json()
        assert len((await both.b.get("/v1/matches")).json()["matches"]) == 1


async def test_a_token_from_one_process_opens_the_doors_of_the_other(postgres: Place) -> None:
    async with deaf_pair(postgres) as both:
        made = await both.a.create()
        path = f"/v1/matches/{made['match']['id']}"
        assert (await both.b.get(path, made["owner"])).json()["status"] == "open"
        token = ""
        for invitation in made["invitations"]:
            player = {"name": f"player {invitation['seat']}", "invitation": invitation["invitation"]}
            joined = (await both.a.post(f"{path}/seats", player)).json()
            token = joined["token"]
            seen = await both.b.get(path, token)
            assert seen.status_code == 200
            assert seen.json() == joined["match"]
        seen = await both.b.get(f"{path}/view", token)
        assert seen.status_code == 200, seen.text


async def test_two_who_take_the_same_seat_through_two_processes(postgres: Place) -> None:
    async with deaf_pair(postgres) as both:
        made = await both.a.create(public=True)
        path = f"/v1/matches/{made['match']['id']}"
        answers = await asyncio.gather(
            both.a.post(f"{path}/seats", {"name": "one", "seat": 1}),
            both.b.post(f"{path}/seats", {"name": "two", "seat": 1}),
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409]
        assert {answer.json().get("code") for answer in answers} == {None, "seat_taken"}


async def test_everybody_agrees_to_an_undo_each_through_another_process(postgres: Place) -> None:
    async with deaf_pair(postgres) as both:
        a, b = await both.sit()
        seat, legal, version = await a.turn()
        assert (await a.move(seat, legal[0]["number"], f'"{version}"')).status_code == 200
        asked = (await b.door.post(f"{b.path}/undo", {}, b.seats[seat])).json()
        others = [other for other in range(3) if other != seat]
        assert asked["waiting_for"] == others
        for sat, other in zip((a, b), others, strict=True):
            agreed = await sat.door.post(f"{sat.path}/undo", {"of": seat}, sat.seats[other])
            assert agreed.status_code == 200, agreed.text
            asked = agreed.json()
        assert asked["done"]
        legal_again = (await b.get("moves", seat)).json()
        assert (legal_again["version"], legal_again["moves"]) == (asked["version"], legal)


async def test_bots_move_once_whoever_thinks_for_them(postgres: Place) -> None:
    async with pair(postgres) as both:
        bots = [{"seat": 1, "bot": "random"}, {"seat": 2, "bot": "random"}]
        made = await both.a.create(options={"rounds": 1}, bots=bots, name="me")
        a = Sat(both.a, made["match"]["id"], made["owner"], made["watcher"], (made["token"],), made)
        sats = cycle((a, Sat(both.b, a.id, a.owner, a.watcher, a.seats, made)))
        sat, status = a, await a.status()
        while status["status"] != "over":
            sat = next(sats)
            if status["actors"] == [0]:
                legal = (await sat.get("moves", 0)).json()
                if legal["moves"]:
                    moved = await sat.move(0, legal["moves"][0]["number"], f'"{legal["version"]}"')
                    assert moved.status_code in (200, 412)
            else:
                await sat.get(f"events?after={status['version']}&wait=1")
            status = await sat.status()
        log = await sat.get("log")
        assert verify(cardkit.loads(log.text)).ok
