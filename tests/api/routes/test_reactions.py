"""What players say to each other: told to those who listen now, and to nobody else."""

import asyncio
from typing import Any, get_args

import httpx
import pytest

from cardkit.phrases import PHRASES
from cardkit_api.messages import ReactionKey
from cardkit_api.stores.contract import Change, Repeated, Stale, Written
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import Sat, listening, opened
from tests.api.places import Place
from tests.api.processes.pair import pair
from tests.api.routes.test_events import NDJSON, SSE
from tests.api.routes.test_lobby import lines
from tests.api.routes.test_socket import receive, socket, until
from tests.api.test_problems import problem

pytestmark = pytest.mark.anyio


async def react(sat: Sat, seat: int, reaction: str = "hello", **headers: str) -> httpx.Response:
    return await sat.door.post(f"{sat.path}/reactions", {"reaction": reaction}, sat.seats[seat], **headers)


async def test_a_reaction_is_told_to_all_who_listen_each_in_their_language() -> None:
    async with listening() as door:
        sat = await door.sit(seats=2, game="push", public=True)
        version = (await sat.status())["version"]
        query = f"?reactions=true&after={version}"
        async with (
            socket(door, sat.path, sat.seats[1], query) as english,
            socket(door, sat.path, "", f"{query}&language=de") as german,
            socket(door, sat.path, sat.seats[1], f"?after={version}") as deaf,
        ):
            await door.is_listened_to(sat.id, by=3)
            answer = await react(sat, 0, "well_played", Accept_Language="nl")
            told = {"type": "reaction", "seat": 0, "reaction": "well_played"}
            assert answer.json() == {**told, "text": "Goed gespeeld!"}
            assert await receive(english) == {**told, "text": "Well played!"}
            assert await receive(german) == {**told, "text": "Gut gespielt!"}
            await sat.go_on()
            assert (await receive(deaf))["type"] == "glimpse"
        async with socket(door, sat.path, sat.seats[1], query) as late:
            assert (await receive(late))["type"] == "glimpse"


@pytest.mark.parametrize("media", [NDJSON, SSE])
async def test_a_stream_tells_reactions_without_a_number(media: str) -> None:
    async with listening() as door:
        made = await door.create(seats=2, game="push", name="Ada")
        path = f"/v1/matches/{made['match']['id']}"
        stream = asyncio.ensure_future(door.get(f"{path}/events?reactions=true", made["token"], Accept=media))
        await door.is_listened_to(made["match"]["id"])
        for reaction in ("hello", "oops"):
            answer = await door.post(f"{path}/reactions", {"reaction": reaction}, made["token"])
            assert answer.status_code == 200, answer.text
        await door.ask("DELETE", path, made["owner"])
        text = (await stream).text
        if media == NDJSON:
            assert [one.get("reaction") for one in lines(text)] == ["hello", "oops", None]
        else:
            assert [block.split("\n")[0] for block in text.split("\n\n")[:2]] == ["event: reaction"] * 2


def test_each_reaction_has_words_in_each_language() -> None:
    for phrases in PHRASES.values():
        assert {name for name in phrases if name.startswith("reaction, ")} == {
            f"reaction, {key}" for key in get_args(ReactionKey)
        }


@pytest.mark.parametrize("spectators", [{"spectators": "delayed", "delay": 1}, {"spectators": "after"}])
async def test_spectators_from_whom_something_is_withheld_hear_nothing(spectators: dict[str, Any]) -> None:
    async with listening() as door:
        sat = await door.sit(seats=2, game="push", **spectators)
        query = f"?reactions=true&after={(await door.get(sat.path, sat.seats[0])).json()['version']}"
        streams = [
            asyncio.ensure_future(door.get(f"{sat.path}/events?reactions=true", token, Accept=NDJSON))
            for token in (sat.watcher, sat.owner)
        ]
        async with socket(door, sat.path, sat.seats[1], query) as player:
            listening_now = 3 if spectators["spectators"] == "delayed" else 1
            await door.is_listened_to(sat.id, by=listening_now)
            await react(sat, 0)
            assert (await until(player, "reaction"))["reaction"] == "hello"
        await door.ask("DELETE", sat.path, sat.owner)
        for stream in streams:
            answer = await stream
            assert "hello" not in answer.text
            assert answer.status_code == (403 if spectators["spectators"] == "after" else 200)


async def test_only_seats_react_and_only_before_the_end() -> None:
    async with opened() as door:
        sat = await door.sit(game="biberbande", seats=2, options={"rounds": 1, "turn_limit": 1})
        for token in (sat.watcher, sat.owner):
            problem(
                await door.post(f"{sat.path}/reactions", {"reaction": "hello"}, token), 403, "not_allowed"
            )
        problem(await react(sat, 0, "anything"), 422, "malformed")
        await sat.finish()
        problem(await react(sat, 0), 409, "match_over")


async def test_who_has_resigned_says_nothing_more() -> None:
    async with opened() as door:
        sat = await door.sit(game="push", seats=2)
        await door.post(f"{sat.path}/resign", {}, sat.seats[0])
        problem(await react(sat, 0), 409, "resigned")


async def test_a_seat_says_three_things_at_once_and_others_may_still_speak() -> None:
    async with opened() as door:
        sat = await door.sit(game="push", seats=2)
        assert [(await react(sat, 0)).status_code for _ in range(3)] == [200] * 3
        refused = await react(sat, 0)
        problem(refused, 429, "too_many_reactions")
        assert refused.headers["retry-after"] in ("1", "2", "3")
        assert (await react(sat, 1)).status_code == 200


class Counted(MemoryStore):
    """A store that counts what is written."""

    written = 0

    async def write(self, change: Change) -> Written | Stale | Repeated:
        self.written += 1
        return await super().write(change)


async def test_nothing_is_stored_of_a_reaction() -> None:
    store = Counted()
    async with opened(store) as door:
        sat = await door.sit(game="push", seats=2)
        before = store.written
        tag = (await door.get(sat.path, sat.owner)).headers["etag"]
        assert (await react(sat, 0)).status_code == 200
        assert store.written == before > 0
        assert (await door.get(sat.path, sat.owner)).headers["etag"] == tag


async def test_other_processes_hear_a_reaction_through_postgres(postgres: Place) -> None:
    async with pair(postgres) as two:
        here, there = await two.sit(game="push", seats=2)
        version = (await here.status())["version"]
        query = f"?reactions=true&after={version}"
        async with socket(two.b, there.path, there.seats[1], query) as listener:
            await two.b.is_listened_to(there.id)
            assert (await react(here, 0, "thanks")).status_code == 200
            told = await receive(listener)
            assert (told["type"], told["seat"], told["reaction"]) == ("reaction", 0, "thanks")
