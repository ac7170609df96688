"""Bots: they move when it is their turn, whatever happens to the server, and whatever is wrong with them."""

import asyncio
import gc
from typing import Any, Final, NoReturn

import attrs
import pytest

import cardkit
from cardkit.bots.contract import AnyBot
from cardkit.bots.random_bot import random_bot
from cardkit.game import AnyGame, any_game
from cardkit_api import Store
from cardkit_api.stores.contract import Change, StoreDown
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import Door, opened
from tests.api.test_problems import CANARY, broken
from tests.testing.tiny import TINY

pytestmark = pytest.mark.anyio

ALL = [{"seat": seat, "bot": "random"} for seat in range(3)]
TWO = [{"seat": 1, "bot": "random"}, {"seat": 2, "bot": "random"}]


async def ended(door: Door, made: dict[str, Any]) -> dict[str, Any]:
    path = made["match"]["links"]["self"]
    async with asyncio.timeout(20):
        while (status := (await door.get(path, made["owner"])).json())["status"] != "over":
            await door.get(f"{path}/events?after={status['version']}&wait=5", made["owner"])
    found: dict[str, Any] = status
    return found


async def my_turn(door: Door, made: dict[str, Any]) -> dict[str, Any]:
    path = made["match"]["links"]["self"]
    async with asyncio.timeout(5):
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
    async with opened(kept) as door, asyncio.timeout(10):
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

    async def none_due(limit: int) -> tuple[str, ...]:
        return ()

    store.list_due = none_due  # type: ignore[method-assign]  # the housekeeper finds nothing
    async with opened(store) as door:
        later = await my_turn(door, made)
        assert later["version"] > status["version"]


async def some(door: Door, made: dict[str, Any]) -> int:
    moves = (await door.get(made["match"]["links"]["moves"], made["token"])).json()["moves"]
    number: int = moves[0]["number"]
    return number


class Bad:
    """A bot with something wrong with it."""

    def __init__(self, move: object) -> None:
        self.move = move

    def choose(self, observation: object) -> object:
        if isinstance(self.move, Exception):
            raise self.move
        return self.move


class Unequal:
    __hash__ = None  # type: ignore[assignment]  # meant

    def __eq__(self, other: object) -> NoReturn:
        raise TypeError(CANARY)


def unmade(game: AnyGame) -> AnyBot:
    raise ValueError(CANARY)


def bad(move: object) -> Any:
    def made(_: AnyGame) -> Bad:
        return Bad(move)

    return made


BADLY_MADE: Final[dict[str, Any]] = {
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
