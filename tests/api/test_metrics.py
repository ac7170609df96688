"""The server tells its operator how it is, and nothing about anybody's cards or tokens."""

import asyncio
import logging
from threading import Event

import pytest

import cardkit
from cardkit.bots.contract import AnyBot, Bot
from cardkit.bots.observation import AnyObservation
from cardkit.game import AnyGame
from cardkit_api import Limits, Store
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import SOME_KEY, listening, opened
from tests.api.routes.test_events import heard
from tests.api.routes.test_undo import undo
from tests.api.test_problems import Down
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


async def test_neither_logs_nor_figures_name_a_match_a_player_a_token_or_the_seed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    async with listening() as door:
        sat = await door.sit(options={"rounds": 1})
        await door.get("/v1/games/nothing")
        await door.get(f"{sat.path}/view", "x" * 43)
        await door.get(f"{sat.path}/view?at=x", sat.seats[0])
        await door.get(f"{sat.path}/events?token={sat.seats[0]}")
        seat, legal, version = await sat.turn()
        await sat.move(seat, "zz")
        await sat.move(seat, legal[0]["number"], f'"{version}"', Idempotency_Key=SOME_KEY)
        await sat.move(seat, legal[0]["number"], f'"{version}"', Idempotency_Key=SOME_KEY)
        await undo(sat, seat)
        hands = [(await sat.get("view", seat)).json()["view"]["hands"][seat] for seat in range(3)]
        await sat.finish()
        await heard(door, f"{sat.path}/events", sat.seats[0])
        figures = (await door.get("/metrics")).text
        seed = cardkit.loads((await sat.get("log")).text).header.seed
    ours = [row for row in caplog.records if not row.name.startswith(("httpx", "httpcore", "asyncio"))]
    logged = "\n".join(f"{row.getMessage()} {row.exc_text or ''}" for row in ours)
    invitations = [item["invitation"] for item in sat.made["invitations"]]
    for secret in (*sat.tokens, *invitations, seed, sat.id, SOME_KEY, "player 0"):
        assert secret
        assert secret not in logged
        assert secret not in figures
    assert str(hands[0])[1:-1] not in logged
    assert [row for row in ours if row.levelno >= logging.WARNING] == []


async def test_figures_count_requests_by_route_and_status() -> None:
    async with opened() as door:
        sat = await door.sit()
        await sat.go_on(2)
        await door.get("/v1/matches/nothing")
        await door.get("/nowhere")
        await door.ask("BREW", "/v1/games")
        answer = await door.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=")
        lines = answer.text.splitlines()
        counted = dict(
            line.removeprefix("cardkit_request_seconds_count").rsplit(" ", 1)
            for line in lines
            if line.startswith("cardkit_request_seconds_count")
        )
        for method, route, status, number in (
            ("POST", "/v1/matches", 201, "1.0"),
            ("POST", "/v1/matches/{match_id}/moves", 200, "2.0"),
            ("GET", "/v1/matches/{match_id}", 404, "1.0"),
            ("GET", "unknown", 404, "1.0"),
            ("other", "unknown", 405, "1.0"),
        ):
            assert counted[f'{{method="{method}",route="{route}",status="{status}"}}'] == number
        assert not any("BREW" in line or "nowhere" in line for line in lines)
        assert "cardkit_moves_played 2.0" in lines
        assert "cardkit_live_matches 1.0" in lines
        assert "cardkit_streams 0.0" in lines


async def test_strange_requests_make_no_new_figures() -> None:
    async with opened() as door:
        await door.get("/nowhere")
        before = len((await door.get("/metrics")).text.splitlines())
        for n in range(20):
            await door.get(f"/nowhere/{n}")
            await door.ask(f"BREW{n}", "/nowhere")
        await door.ask("BREW", "/nowhere")
        after = len((await door.get("/metrics")).text.splitlines())
        assert after - before < 60  # one more method, its buckets, and this route itself


async def test_health_says_that_the_process_answers_and_that_the_store_takes_writes(
    kept: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit_api.service.readiness._FRESH", 0.0)
    async with opened(kept) as door:
        assert (await door.get("/health/live")).json() == {"status": "live"}
        assert (await door.get("/health/ready")).json() == {"status": "ready"}
        await kept.close()
        assert (await door.get("/health/live")).status_code == 200
        answer = await door.get("/health/ready")
        assert (answer.status_code, answer.json()["code"]) == (503, "store_down")


def figure(text: str, name: str) -> float:
    return next(
        (float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(f"{name} ")), 0
    )


async def test_figures_count_commits_and_errors_of_the_store() -> None:
    store = Down()
    async with opened(store) as door:
        sat = await door.sit()
        await sat.go_on(2)
        text = (await door.get("/metrics")).text
        assert figure(text, "cardkit_commit_seconds_count") == 6  # the match, three seats, two moves
        store.down = True
        seat, legal, _ = await sat.turn()
        for _ in range(3):
            await sat.move(seat, legal[0]["number"])
        await door.get("/health/ready")
        await door.get("/v1/matches/another")
        text = (await door.get("/metrics")).text
        for what, least in (("write", 1), ("ready", 1), ("read", 1)):
            assert figure(text, f'cardkit_store_errors_total{{what="{what}"}}') >= least
        assert figure(text, "cardkit_commit_seconds_count") == 6
        assert figure(text, "cardkit_moves_played") == 2


async def test_figures_tell_how_many_bots_think_and_how_many_wait_for_them() -> None:
    going = Event()

    def slow(game: AnyGame) -> AnyBot:
        def choose(seen: AnyObservation) -> object:
            going.wait(PATIENCE)
            return seen.legal[0]

        return Bot("slow", choose)

    async with opened(bots={"slow": slow}) as door:
        bots = [{"seat": seat, "bot": "slow"} for seat in range(3)]
        try:
            for _ in range(5):
                await door.create(bots=bots, options={"rounds": 1})
            async with asyncio.timeout(PATIENCE):
                while figure((await door.get("/metrics")).text, "cardkit_bots_thinking") != 2:
                    await asyncio.sleep(0.01)
            assert figure((await door.get("/metrics")).text, "cardkit_bots_waiting") == 3
        finally:
            going.set()


async def test_readiness_tries_the_store_once_for_all_who_ask_at_once() -> None:
    class Tried(MemoryStore):
        trials = 0

        async def ready(self) -> None:
            self.trials += 1
            await asyncio.sleep(0.01)

    store = Tried()
    async with opened(store) as door:
        answers = await asyncio.gather(*(door.get("/health/ready") for _ in range(20)))
        assert {answer.status_code for answer in answers} == {200}
        assert (await door.get("/health/ready")).status_code == 200
    assert store.trials == 1


async def test_metrics_that_are_asked_for_often_are_counted_once_a_second() -> None:
    async with opened(limits=Limits()) as door:
        first = await door.get("/metrics")
        await door.get("/v1/games")
        again = await door.get("/metrics")

    assert again.content == first.content
