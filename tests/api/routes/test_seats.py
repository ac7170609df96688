"""Seats that change hands: leaving, being asked to leave, new tokens and invitations."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import attrs
import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import cardkit
from cardkit_api.stores.contract import Change, Repeated, Stale, Store, Written
from cardkit_api.stores.memory import MemoryStore
from cardkit_api.webhooks import Webhooks
from tests.api.door import PATIENT, SOME_KEY, Door, Sat, listening, opened
from tests.api.places import Place
from tests.api.processes.pair import pair
from tests.api.routes.test_events import NDJSON
from tests.api.routes.test_socket import receive, socket
from tests.api.routes.test_tickets import ticket_of
from tests.api.test_problems import problem
from tests.api.timing.told_time import FAST, NOON
from tests.patience import SOON, wait_until

pytestmark = pytest.mark.anyio


async def renew(sat: Sat, seat: int, token: str = "", **headers: str) -> httpx.Response:
    return await sat.door.post(f"{sat.path}/seats/{seat}/token", {}, token or sat.seats[seat], **headers)


async def free(door: Door, path: str, seat: int, token: str, **headers: str) -> httpx.Response:
    return await door.ask("DELETE", f"{path}/seats/{seat}", token, **headers)


async def invite(door: Door, path: str, seat: int, token: str, **headers: str) -> httpx.Response:
    return await door.post(f"{path}/seats/{seat}/invitation", {}, token, **headers)


async def join(door: Door, path: str, name: str, invitation: str, **headers: str) -> httpx.Response:
    return await door.post(f"{path}/seats", {"name": name, "invitation": invitation}, **headers)


async def opened_by_ada(door: Door, **body: object) -> tuple[dict[str, Any], str]:
    """Create an open match for three in which Ada has seat 0. Return what she was told, and the path."""
    made = await door.create(name="Ada", **body)
    return made, f"/v1/matches/{made['match']['id']}"


def holders(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [seat["name"] for seat in answer.json()["seats"]]


# --- new tokens


async def test_a_new_token_does_what_the_old_one_did_and_the_old_one_nothing(kept: Store) -> None:
    async with opened(kept) as door:
        sat = await door.sit()
        old = sat.seats[1]
        before = (await sat.get("view", 1)).json()
        answer = await renew(sat, 1)
        assert (answer.status_code, answer.json()["seat"]) == (201, 1)
        new = answer.json()["token"]
        assert new not in sat.tokens
        assert (await door.get(f"{sat.path}/view", new)).json() == before
        for what in ("", "/view", "/moves", "/events", "/table"):
            problem(await door.get(f"{sat.path}{what}", old), 403, "not_allowed")
        again = await door.post(f"{sat.path}/seats/1/token", {}, new)
        assert again.status_code == 201
        assert (await door.get(sat.path, new)).status_code == 403
    async with opened(kept) as door:
        assert (await door.get(f"{sat.path}/view", again.json()["token"])).json() == before
        assert (await door.get(f"{sat.path}/view", old)).status_code == 403


async def test_nobody_but_its_holder_gets_the_token_of_a_seat() -> None:
    async with opened() as door:
        sat = await door.sit()
        for token in (
            sat.owner,
            sat.watcher,
            sat.seats[0],
            sat.made["invitations"][1]["invitation"],
            "x" * 43,
        ):
            for headers in ({}, {"Idempotency_Key": SOME_KEY}):
                problem(await renew(sat, 1, token, **headers), 403, "not_allowed")
        answer = await door.post(f"{sat.path}/seats/1/token", {}, Idempotency_Key=SOME_KEY)
        problem(answer, 401, "token_missing")
        assert (await sat.get("view", 1)).status_code == 200
        for seat in (3, 99, 10**12):
            problem(await renew(sat, seat, sat.seats[1]), 403, "not_allowed")


async def test_a_lost_answer_with_a_new_token_is_given_again_for_the_old_one_and_its_key() -> None:
    async with opened() as door:
        sat = await door.sit()
        first = await renew(sat, 1, Idempotency_Key=SOME_KEY)
        again = await renew(sat, 1, Idempotency_Key=SOME_KEY)
        assert (again.status_code, again.json()) == (first.status_code, first.json())
        assert (await door.get(f"{sat.path}/view", first.json()["token"])).status_code == 200
        problem(await renew(sat, 1, Idempotency_Key=SOME_KEY + "another"), 403, "not_allowed")
        problem(await renew(sat, 1), 403, "not_allowed")
        for token in (sat.seats[0], sat.owner, "x" * 43):
            problem(await renew(sat, 1, token, Idempotency_Key=SOME_KEY), 403, "not_allowed")


async def test_streams_sockets_and_tickets_of_the_old_token_end() -> None:
    async with listening() as door:
        sat = await door.sit()
        ticket = await ticket_of(sat, sat.seats[1])
        version = (await sat.status())["version"]
        async with (
            socket(door, sat.path, sat.seats[1], query=f"?after={version}") as old,
            socket(door, sat.path, query=f"?after={version}&ticket={ticket}") as by_ticket,
            socket(door, sat.path, sat.seats[0], query=f"?after={version}") as other,
        ):
            streams = [
                asyncio.ensure_future(
                    door.get(f"{sat.path}/events?after={version}{more}", sat.seats[1], Accept=media)
                )
                for media, more in ((NDJSON, ""), ("text/event-stream", ""), ("application/json", "&wait=30"))
            ]
            await wait_until(lambda: door.app.state["budgets"].streams.total() >= 6)
            new = (await renew(sat, 1)).json()["token"]
            async with asyncio.timeout(SOON):
                for connection in (old, by_ticket):
                    with pytest.raises(ConnectionClosed) as closed:
                        await connection.recv()
                    assert closed.value.rcvd is not None
                    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4403, "not_allowed")
                *endless, polled = await asyncio.gather(*streams)
            assert [answer.text.strip() for answer in endless] == ["", ""]
            problem(polled, 403, "not_allowed")
            seat, legal, _ = await Sat(
                door, sat.id, sat.owner, sat.watcher, (sat.seats[0], new, sat.seats[2]), sat.made
            ).turn()
            await door.post(
                f"{sat.path}/moves",
                {"move": legal[0]["number"]},
                (sat.seats[0], new, sat.seats[2])[seat],
                If_Match="*",
            )
            assert (await receive(other))["n"] == version + 1
        for query in (f"?ticket={ticket}", f"?token={sat.seats[1]}"):
            problem(await door.get(f"{sat.path}/events{query}"), 403, "not_allowed")
            with pytest.raises(InvalidStatus):
                async with socket(door, sat.path, query=query):
                    pass


async def test_a_slow_request_of_the_old_token_comes_too_late() -> None:
    async with opened() as door:
        sat = await door.sit()
        seat, legal, _ = await sat.turn()
        renewed = asyncio.Event()

        async def body() -> AsyncGenerator[bytes]:
            renewed.set()
            await asyncio.sleep(0)
            await renew(sat, seat)
            yield b'{"move": %d}' % legal[0]["number"]

        headers = {
            "Authorization": f"Bearer {sat.seats[seat]}",
            "Content-Type": "application/json",
            "If-Match": "*",
        }
        late = await door.http.post(f"{sat.path}/moves", content=body(), headers=headers)
        problem(late, 403, "not_allowed")


class Interrupted(MemoryStore):
    """A store in which somebody else's change comes between a request's first look and what it writes."""

    def __init__(self) -> None:
        super().__init__(lambda: NOON)
        self.before_write: Callable[[], Awaitable[object]] | None = None
        self.before_now: Callable[[], Awaitable[object]] | None = None

    async def write(self, change: Change) -> Written | Stale | Repeated:
        if (act := self.before_write) is not None:
            self.before_write = None
            await act()
        return await super().write(change)

    async def now(self) -> int:
        if (act := self.before_now) is not None:
            self.before_now = None
            await act()
        return await super().now()


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("moves", {}),
        ("undo", {}),
        ("pause", {}),
        ("gifts", {"to": 0, "time": 1000}),
        ("resign", {}),
        ("webhook", {"url": "https://bot.example/"}),
    ],
)
async def test_an_act_of_the_old_token_that_the_new_one_overtakes_is_refused(
    act: str, body: dict[str, object]
) -> None:
    store = Interrupted()
    async with opened(store, webhooks=Webhooks(players=True)) as door:
        sat = await door.sit(clock=FAST)
        seat, legal, _ = await sat.turn()
        if act == "undo":
            await sat.move(seat, legal[0]["number"])
        if act == "gifts":
            body = {**body, "to": (seat + 1) % 3}
        if act == "moves":
            body = {"move": legal[0]["number"]}
        before = (await sat.status())["version"]

        async def overtake() -> None:
            assert (await renew(sat, seat)).status_code == 201

        if act in ("resign", "webhook"):  # these replace the row, and so does the new token
            store.before_write = overtake
        else:
            store.before_now = overtake
        method = "PUT" if act == "webhook" else "POST"
        late = await door.ask(method, f"{sat.path}/{act}", sat.seats[seat], body, If_Match="*")

        problem(late, 403, "not_allowed")
        status = await sat.status()
        assert status["version"] == before
        assert status["takeback"] is None
        assert status["timing"]["pause"] == []
        assert not status["seats"][seat]["resigned"]


async def test_the_token_ends_in_all_processes(shared_place: Place) -> None:
    async with pair(shared_place) as two:
        here, there = await two.sit()
        assert (await there.get("view", 0)).status_code == 200
        version = (await there.status())["version"]
        poll = asyncio.ensure_future(there.get(f"events?after={version}&wait=30", 0))
        await there.door.is_listened_to(there.id)
        new = (await renew(here, 0)).json()["token"]
        async with asyncio.timeout(SOON):
            problem(await poll, 403, "not_allowed")
        assert (await there.get("view", 0)).status_code == 403
        assert (await there.door.get(f"{there.path}/view", new)).status_code == 200


# --- leaving, and being asked to leave


async def test_who_leaves_gives_the_seat_back_and_somebody_else_may_have_it() -> None:
    async with opened() as door:
        made, path = await opened_by_ada(door)
        invitation = made["invitations"][0]["invitation"]
        ben = (await join(door, path, "Ben", invitation)).json()["token"]
        assert (await free(door, path, 1, ben)).status_code == 204
        assert holders(await door.get(path, made["owner"])) == ["Ada", "", ""]
        problem(await door.get(path, ben), 403, "not_allowed")
        problem(await join(door, path, "Ben", invitation), 403, "not_invited")
        fresh = (await invite(door, path, 1, made["owner"])).json()
        assert (await join(door, path, "Cy", fresh["invitation"])).json()["seat"] == 1
        assert holders(await door.get(path, made["owner"])) == ["Ada", "Cy", ""]


async def test_the_owner_frees_any_seat_and_nobody_else_that_of_another() -> None:
    async with opened() as door:
        made, path = await opened_by_ada(door, bots=[{"seat": 2, "bot": "greedy"}], seats=4)
        joined = (await join(door, path, "Ben", made["invitations"][0]["invitation"])).json()
        ben = joined["token"]
        for token in (ben, made["watcher"], made["invitations"][1]["invitation"], "x" * 43):
            problem(await free(door, path, 0, token), 403, "not_allowed")
            problem(await free(door, path, 0, token, Idempotency_Key=SOME_KEY), 403, "not_allowed")
        for seat in (2, 1, 3):
            assert (await free(door, path, seat, made["owner"])).status_code == 204
        status = (await door.get(path, made["owner"])).json()
        assert [seat["holder"] for seat in status["seats"]] == ["person", *["nobody"] * 3]
        problem(await free(door, path, 4, made["owner"]), 422, "no_such_seat")


async def test_a_seat_is_left_once_even_if_the_answer_was_lost() -> None:
    async with opened() as door:
        made, path = await opened_by_ada(door)
        ben = (await join(door, path, "Ben", made["invitations"][0]["invitation"])).json()["token"]
        for _ in range(2):
            assert (await free(door, path, 1, ben, Idempotency_Key=SOME_KEY)).status_code == 204
        problem(await free(door, path, 1, ben), 403, "not_allowed")
        assert (await free(door, path, 0, made["owner"], Idempotency_Key=SOME_KEY)).status_code == 204
        fresh = (await invite(door, path, 0, made["owner"])).json()["invitation"]
        await join(door, path, "Cy", fresh)
        assert (await free(door, path, 0, made["owner"], Idempotency_Key=SOME_KEY)).status_code == 204
        assert holders(await door.get(path, made["owner"]))[0] == "Cy"


async def test_a_repeated_answer_never_holds_the_token_of_somebody_who_came_later() -> None:
    async with opened() as door:
        body = {"game": "thirteen", "seats": 3, "name": "Ada"}
        made = (await door.post("/v1/matches", body, Idempotency_Key=SOME_KEY)).json()
        path = f"/v1/matches/{made['match']['id']}"
        invitation = made["invitations"][0]["invitation"]
        ben = (await join(door, path, "Ben", invitation, Idempotency_Key=SOME_KEY)).json()
        for seat in (0, 1):
            await free(door, path, seat, made["owner"])
            fresh = (await invite(door, path, seat, made["owner"])).json()["invitation"]
            assert (await join(door, path, f"Cy {seat}", fresh)).status_code == 201
        again = await join(door, path, "Ben", invitation, Idempotency_Key=SOME_KEY)
        assert again.json()["token"] == ben["token"]
        remade = (await door.post("/v1/matches", body, Idempotency_Key=SOME_KEY)).json()
        assert [remade[name] for name in ("token", "owner", "invitations")] == [
            made[name] for name in ("token", "owner", "invitations")
        ]
        for token in (ben["token"], made["token"], invitation):
            problem(await door.get(path, token), 403, "not_allowed")


async def test_after_the_start_nobody_leaves_but_resigns() -> None:
    async with opened() as door:
        sat = await door.sit()
        for token in (sat.seats[0], sat.owner):
            refused = await free(door, sat.path, 0, token)
            problem(refused, 409, "match_started")
            assert "resign instead" in refused.json()["detail"]
        problem(await invite(door, sat.path, 0, sat.owner), 409, "match_started")


async def test_a_new_invitation_ends_the_old_one_and_only_free_seats_have_any() -> None:
    async with opened() as door:
        made, path = await opened_by_ada(door)
        old = made["invitations"][0]["invitation"]
        first = await invite(door, path, 1, made["owner"], Idempotency_Key=SOME_KEY)
        again = await invite(door, path, 1, made["owner"], Idempotency_Key=SOME_KEY)
        assert (first.status_code, first.json()) == (201, again.json())
        problem(await door.get(path, old), 403, "not_allowed")
        problem(await join(door, path, "Ben", old), 403, "not_invited")
        assert (await join(door, path, "Ben", first.json()["invitation"])).status_code == 201
        problem(await invite(door, path, 1, made["owner"]), 409, "seat_taken")
        problem(await invite(door, path, 3, made["owner"]), 422, "no_such_seat")
        problem(await invite(door, path, 2, made["token"]), 403, "not_allowed")


async def test_the_entropy_of_who_left_isnt_used_and_the_commitment_stays(kept: Store) -> None:
    async with opened(kept) as door:
        made, path = await opened_by_ada(door, entropy="Ada's", options={"rounds": 1})
        body = {"name": "Ben", "invitation": made["invitations"][0]["invitation"], "entropy": "Ben's"}
        ben = (await door.post(f"{path}/seats", body)).json()["token"]
        await free(door, path, 1, ben)
        await free(door, path, 0, made["token"])
        tokens: list[str] = []
        for seat in range(3):
            fresh = (await invite(door, path, seat, made["owner"])).json()["invitation"]
            player = {"name": f"player {seat}", "invitation": fresh}
            tokens.append((await door.post(f"{path}/seats", player)).json()["token"])
        sat = Sat(door, made["match"]["id"], made["owner"], made["watcher"], tuple(tokens), made)
        assert (await sat.finish())["commitment"] == made["match"]["commitment"]
        match = cardkit.loads((await sat.get("log")).text)
        assert cardkit.verify(match).complete
        assert match.header.entropy == ()


async def test_streams_of_who_was_asked_to_leave_end(kept: Store) -> None:
    async with listening(kept, limits=attrs.evolve(PATIENT, heartbeat=60.0)) as door:
        made, path = await opened_by_ada(door)
        ben = (await join(door, path, "Ben", made["invitations"][0]["invitation"])).json()["token"]
        stream = asyncio.ensure_future(door.get(f"{path}/events", ben, Accept=NDJSON))
        await door.is_listened_to(made["match"]["id"])
        await free(door, path, 1, made["owner"])
        async with asyncio.timeout(SOON):
            assert (await stream).text == ""
