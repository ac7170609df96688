"""Clocks go on exactly while the server is killed, and nobody runs out of time who moved in time."""

import asyncio
import os
import time
from contextlib import suppress
from random import Random
from typing import Any, Final

import httpx
import pytest
from attrs import define, field

from cardkit.clock import Fact, Flagged, Moved, TakenOver, clock_of, load_facts
from tests.api.durability.served import Served, served
from tests.api.places import Place
from tests.api.stores.acts import opened
from tests.patience import PATIENCE, wait_until

pytestmark = pytest.mark.anyio

SEATS: Final = 3
BANK: Final = 3_600_000
INCREMENT: Final = 300
EXACT: Final = 100
"""Milliseconds by which a clock may be wrong."""


def now() -> int:
    return time.time_ns() // 1_000_000


@define
class Players:
    """Three players at one match, who note when they moved, and what their clocks must show."""

    random: Random
    path: str = ""
    tokens: list[str] = field(factory=list[str])
    left: list[int] = field(factory=lambda: [BANK] * SEATS)
    moved: set[int] = field(factory=set[int])
    at: int = 0
    """When the last move counted."""
    unanswered: tuple[int, int, dict[str, Any], dict[str, str]] | None = None
    moves: int = 0
    worst: int = 0

    def headers(self, seat: int, **more: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}", **more}

    async def sit(self, http: httpx.AsyncClient) -> None:
        clock = {"kind": "bank", "time": BANK, "increment": INCREMENT}
        body = {"game": "thirteen", "seats": SEATS, "public": True, "clock": clock, "options": {"rounds": 12}}
        made = (await http.post("/v1/matches", json=body)).json()
        self.path = f"/v1/matches/{made['match']['id']}"
        for seat in range(SEATS):
            joined = await http.post(f"{self.path}/seats", json={"name": f"player {seat}"})
            self.tokens.append(joined.json()["token"])

    async def play(self, http: httpx.AsyncClient) -> None:
        """Move until the server is gone."""
        if self.unanswered is not None:
            await self.ask(http, *self.unanswered)
        while True:
            asked = now()
            status = (await http.get(self.path, headers=self.headers(0))).json()
            self.check(asked, status["timing"]["clock"])
            if not status["actors"]:
                return
            (seat,) = status["actors"]
            legal = (await http.get(f"{self.path}/moves", headers=self.headers(seat))).json()["moves"]
            await asyncio.sleep(self.random.uniform(0, 0.1))
            self.moves += 1
            key = {"If-Match": f'"{status["version"]}"', "Idempotency-Key": f"the-move-number-{self.moves}"}
            body = {"move": self.random.choice(legal)["number"]}
            await self.ask(http, now(), seat, body, self.headers(seat, **key))

    async def ask(
        self, http: httpx.AsyncClient, sent: int, seat: int, body: dict[str, Any], headers: dict[str, str]
    ) -> None:
        self.unanswered = sent, seat, body, headers
        answer = await http.post(f"{self.path}/moves", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        self.unanswered = None
        clock = answer.json()["clock"]
        assert sent - EXACT <= clock["at"] <= now() + EXACT
        took = clock["at"] - self.at if seat in self.moved else 0
        self.left[seat] += (INCREMENT if seat in self.moved else 0) - took
        self.moved.add(seat)
        self.at = clock["at"]
        assert clock["seats"][seat]["left"] == self.left[seat]

    def check(self, asked: int, clock: dict[str, Any]) -> None:
        """Compare what a clock shows with what the players know. It shows what is so while they wait for it."""
        off = max(0, asked - clock["at"], clock["at"] - now())
        for seat, one in enumerate(clock["seats"]):
            runs = one["runs"] and seat in self.moved
            expected = self.left[seat] - (clock["at"] - self.at if runs else 0)
            off = max(off, abs(one["left"] - expected))
        self.worst = max(self.worst, off)
        assert off <= EXACT


async def until_killed(server: Served, players: Players, seconds: float) -> None:
    async with server.client() as http:
        if not players.path:
            await players.sit(http)
        moves = players.moves
        playing = asyncio.ensure_future(players.play(http))
        await wait_until(lambda: players.moves > moves or playing.done())
        await asyncio.wait({playing}, timeout=seconds)
        server.kill()
        with suppress(httpx.TransportError):
            await playing


async def kill_again_and_again(place: Place, times: int, random: Random) -> Players:
    players = Players(random)
    for _ in range(times):
        async with served(place.url) as server:
            await until_killed(server, players, random.uniform(0.3, 0.8))
        await place.left()
    async with opened(place) as store:
        facts = load_facts(await store.facts(players.path.rpartition("/")[2]))
    assert not [fact for fact in facts if isinstance(fact, Flagged | TakenOver)]
    clock = clock_of(facts)
    assert clock.actors, "the match ended before the last kill"
    taken = [
        sum(fact.took for fact in facts if isinstance(fact, Moved) and fact.seat == s) for s in range(SEATS)
    ]
    assert [clock.used(seat, clock.at) for seat in range(SEATS)] == taken
    return players


async def test_clocks_are_right_when_the_server_is_killed_and_starts_again(
    sqlite: Place, random: Random
) -> None:
    players = await kill_again_and_again(sqlite, 3, random)
    assert players.moves > 0


async def test_another_process_notices_a_flag_after_the_one_that_made_the_match_was_killed(
    shared_place: Place,
) -> None:
    """Nobody asks it for the match in between. Its sweeper finds it in the store."""
    clock = {"kind": "per_move", "time": 3000}
    body = {"game": "push", "seats": 2, "name": "Ann", "clock": clock, "absence": "resign", "public": True}
    async with served(shared_place.url) as one, served(shared_place.url) as other:
        async with one.client() as http:
            made = (await http.post("/v1/matches", json=body)).json()
            path = f"/v1/matches/{made['match']['id']}"
            joined = (await http.post(f"{path}/seats", json={"name": "Ben"})).json()
            tokens = [made["token"], joined["token"]]
            actors: list[int] = joined["match"]["actors"]
            moved: set[int] = set()
            while moved != {0, 1}:
                (seat,) = actors
                headers = {"Authorization": f"Bearer {tokens[seat]}", "If-Match": "*"}
                legal = (await http.get(f"{path}/moves", headers=headers)).json()["moves"]
                move = {"move": legal[-1]["number"]}
                actors = (await http.post(f"{path}/moves", json=move, headers=headers)).json()["actors"]
                moved.add(seat)
        one.kill()
        flags: list[Flagged] = []
        facts: tuple[Fact, ...] = ()
        async with opened(shared_place) as store, asyncio.timeout(PATIENCE):
            while not flags:
                await asyncio.sleep(0.1)
                facts = load_facts(await store.facts(made["match"]["id"]))
                flags = [fact for fact in facts if isinstance(fact, Flagged)]
        other.kill()
    assert [fact.seat for fact in facts if isinstance(fact, TakenOver)] == [flag.seat for flag in flags]


@pytest.mark.soak
@pytest.mark.skipif(not os.environ.get("CARDKIT_SOAK"), reason="only at full size")
async def test_clocks_are_right_through_fifty_kills(shared_place: Place, random: Random) -> None:
    players = await kill_again_and_again(shared_place, 50, random)
    print(
        f"{shared_place.url.partition(':')[0]}: 50 kills, {players.moves} moves; "
        f"clocks were right to {players.worst} ms"
    )
    assert players.moves > 50
