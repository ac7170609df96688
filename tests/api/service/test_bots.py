"""Bots: they move when it is their turn, whatever happens to the server, and whatever is wrong with them."""

import asyncio
import gc
from collections.abc import Callable
from typing import Any, Final, NoReturn

import attrs
import pytest

import cardkit
from cardkit.bots.contract import AnyBot, Bot
from cardkit.bots.observation import AnyObservation, Need
from cardkit.bots.random_bot import random_bot
from cardkit.game import AnyGame, any_game
from cardkit_api import Store
from cardkit_api.service.service import Service
from cardkit_api.stores.contract import Change, DuePage, StoreDown
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import Door, opened
from tests.api.test_problems import CANARY, broken
from tests.patience import PATIENCE
from tests.testing.tiny import TINY

pytestmark = pytest.mark.anyio

ALL = [{"seat": seat, "bot": "random"} for seat in range(3)]
TWO = [{"seat": 1, "bot": "random"}, {"seat": 2, "bot": "random"}]


async def ended(door: Door, made: dict[str, Any]) -> dict[str, Any]:
    path = made["match"]["links"]["self"]
    async with asyncio.timeout(PATIENCE):
        while (status := (await door.get(path, made["owner"])).json())["status"] != "over":
            await door.get(f"{path}/events?after={status['version']}&wait=5", made["owner"])
    found: dict[str, Any] = status
    return found


async def my_turn(door: Door, made: dict[str, Any]) -> dict[str, Any]:
    path = made["match"]["links"]["self"]
    async with asyncio.timeout(PATIENCE):
        while (status := (await door.get(path, made["owner"])).json())["actors"] != [0]:
            await door.get(f"{path}/events?after={status['version']}&wait=1", made["owner"])
    found: dict[str, Any] = status
    return found


@pytest.mark.parametrize("game", [*cardkit.games()])
async def test_bots_play_a_match_to_its_end_by_themselves(game: str) -> None:
    async with opened() as door:
        seats = cardkit.game(game).seats[0]
        short = {} if game == "push" else {"rounds": 1}
        made = await door.create(game=game, seats=seats, bots=ALL[:seats], options=short)
        assert made["match"]["status"] == "running"
        assert (await ended(door, made))["outcome"]
        log = await door.get(made["match"]["links"]["log"], made["owner"])
        assert cardkit.verify(log.text).complete


async def test_bots_play_on_after_a_restart_though_nobody_asks(kept: Store) -> None:
    async with opened(kept) as door:
        made = await door.create(bots=ALL, options={"rounds": 1})
    async with opened(kept) as door, asyncio.timeout(PATIENCE):
        while "cardkit_moves_played 0.0" in (await door.get("/metrics")).text:
            await asyncio.sleep(0.01)
        await ended(door, made)


async def test_a_match_that_another_server_let_go_goes_on_as_soon_as_anybody_looks() -> None:
    store = MemoryStore()
    async with opened(store) as door:
        made = await door.create(bots=TWO, name="Ada")
        status = await my_turn(door, made)
        path = made["match"]["links"]["self"]
        await door.post(f"{path}/moves", {"move": await some(door, made)}, made["token"], If_Match="*")

    async def none_due(after: tuple[float, str] | None, limit: int, before: float) -> DuePage:
        return DuePage((), None)

    store.list_due = none_due  # type: ignore[method-assign]  # the housekeeper finds nothing
    async with opened(store) as door:
        later = await my_turn(door, made)
        assert later["version"] > status["version"]


async def some(door: Door, made: dict[str, Any]) -> int:
    moves = (await door.get(made["match"]["links"]["moves"], made["token"])).json()["moves"]
    number: int = moves[0]["number"]
    return number


class Unequal:
    __hash__ = None  # type: ignore[assignment]  # meant

    def __eq__(self, other: object) -> NoReturn:
        raise TypeError(CANARY)


def unmade(game: AnyGame) -> AnyBot:
    raise ValueError(CANARY)


def bad(move: object) -> Callable[[AnyGame], AnyBot]:
    """Return a bot that answers with that, whatever it is asked."""

    def choose(_: object) -> object:
        if isinstance(move, Exception):
            raise move
        return move

    return lambda _: Bot("bad", choose)


BADLY_MADE: Final[dict[str, Callable[[AnyGame], AnyBot]]] = {
    "raises": bad(ValueError(CANARY)),
    "nothing": bad(None),
    "text": bad("y2"),
    "unequal": bad(Unequal()),
    "unmade": unmade,
}


@pytest.mark.parametrize("what", [*BADLY_MADE])
async def test_whatever_is_wrong_with_a_bot_the_match_goes_on(
    what: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(bots={"random": random_bot, "bad": BADLY_MADE[what]}) as door:
        bots = [{"seat": seat, "bot": "bad"} for seat in range(3)]
        made = await door.create(bots=bots, options={"rounds": 1})
        await ended(door, made)
    assert CANARY not in caplog.text
    if what in ("raises", "unmade"):
        assert "the bot 'bad' failed with ValueError" in caplog.text


async def test_a_bot_that_the_server_doesnt_have_any_more_is_replaced(kept: Store) -> None:
    async with opened(kept, bots={"old": random_bot}) as door:
        made = await door.create(bots=[{"seat": s, "bot": "old"} for s in (1, 2)], name="Ada")
        await my_turn(door, made)
    async with opened(kept, bots={"new": random_bot}) as door:
        path = made["match"]["links"]["self"]
        await door.post(f"{path}/moves", {"move": await some(door, made)}, made["token"], If_Match="*")
        await my_turn(door, made)


async def test_the_owner_starts_with_the_first_bot_that_there_is() -> None:
    async with opened(bots={"deep": random_bot}) as door:
        made = await door.create(name="Ada")
        path = made["match"]["links"]["self"]
        answer = await door.post(f"{path}/start", {}, made["owner"])
        assert [seat["bot"] for seat in answer.json()["seats"]] == ["", "deep", "deep"]


class Hiccup(MemoryStore):
    """Fails now and then."""

    writes = 0

    async def write(self, change: Change) -> Any:
        self.writes += 1
        if self.writes % 5 == 0:
            raise StoreDown("not now")
        return await super().write(change)


async def test_bots_go_on_when_the_store_failed_for_a_moment() -> None:
    async with opened(Hiccup()) as door:
        made = await door.create(bots=ALL, options={"rounds": 1})
        await ended(door, made)


async def test_a_game_that_fails_under_a_bot_stops_no_other_match(caplog: pytest.LogCaptureFixture) -> None:
    games = {
        "tiny": any_game(attrs.evolve(TINY, decide=broken)),
        "thirteen": cardkit.game("thirteen"),
    }
    async with opened(games=games) as door:
        stuck = await door.create(game="tiny", seats=2, bots=ALL[:2])
        made = await door.create(bots=ALL, options={"rounds": 1})
        await ended(door, made)
        answer = await door.get(stuck["match"]["links"]["self"], stuck["owner"])
        assert answer.json()["status"] == "running"
    gc.collect()
    assert "a bot could not move: ValueError" in caplog.text
    assert CANARY not in caplog.text


class Counted:
    """A bot for any game that notes what its observations hold, and takes the first legal move."""

    def __init__(self, needs: frozenset[Need]) -> None:
        self.needs = needs
        self.seen: list[AnyObservation] = []

    def __call__(self, game: AnyGame) -> AnyBot:
        return Bot("counted", self._choose, self.needs)

    def _choose(self, observation: AnyObservation) -> object:
        self.seen.append(observation)
        return observation.legal[-1]


async def test_a_bot_is_shown_each_event_once_however_long_the_match_is() -> None:
    asked: list[object] = []
    thirteen = cardkit.game("thirteen")

    def glimpse(event: object, viewer: int | None) -> object:
        asked.append(event)
        return thirteen.glimpse(event, viewer)

    counted = Counted(frozenset({"memory", "glimpses"}))
    games = {"thirteen": attrs.evolve(thirteen, glimpse=glimpse)}
    async with opened(games=games, bots={"counted": counted}) as door:
        made = await door.create(
            bots=[{"seat": seat, "bot": "counted"} for seat in range(3)], options={"rounds": 1}
        )
        status = await ended(door, made)
    assert len(counted.seen) > 20
    assert len(asked) <= 4 * status["version"]


async def test_a_bot_gets_what_it_needs_and_nothing_else() -> None:
    counted = Counted(frozenset({"view"}))
    async with opened(bots={"counted": counted}) as door:
        made = await door.create(
            bots=[{"seat": seat, "bot": "counted"} for seat in range(3)], options={"rounds": 1}
        )
        await ended(door, made)
    assert all(seen.seen_view and not seen.seen_glimpses and not seen.seen_memory for seen in counted.seen)


async def test_what_a_bot_carries_along_is_what_its_seat_may_know() -> None:
    """Also after moves of a person, an undo that all agree to, and a restart."""
    counted = Counted(frozenset({"view", "memory", "glimpses"}))
    store = MemoryStore()
    for _ in range(2):
        async with opened(store, bots={"counted": counted}) as door:
            made = await door.create(bots=[{"seat": 1, "bot": "counted"}], name="Ada", seats=3, public=True)
            path = made["match"]["links"]["self"]
            answer = await door.post(f"{path}/seats", {"name": "Ben"})
            people = {0: made["token"], 2: answer.json()["token"]}
            for turn in range(12):
                status = (await door.get(path)).json()
                while status["actors"] == [1]:
                    await door.get(f"{path}/events?after={status['version']}&wait=1")
                    status = (await door.get(path)).json()
                seat = status["actors"][0]
                legal = (await door.get(f"{path}/moves", people[seat])).json()["moves"]
                move = legal[0]["number"]
                played = await door.post(f"{path}/moves", {"move": move}, people[seat], If_Match="*")
                assert played.status_code == 200, played.text
                if turn == 6:
                    for other in (seat, 2 - seat):
                        await door.post(f"{path}/undo", {"of": seat}, people[other])
            service: object = door.app.state["service"]
            assert isinstance(service, Service)
            loaded = service.cache.get(made["match"]["id"])
            assert loaded is not None
            match = loaded.require_started()
            last = counted.seen[-1]
            then = match.at(len(last.glimpses))
            assert last.glimpses == then.glimpses(1)
            assert last.memory == then.memory(1)
            assert last.view == then.view(1)
