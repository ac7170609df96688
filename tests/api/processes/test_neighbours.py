"""Processes of a server tell each other which players follow a match. It is stored nowhere, and ends with them."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import pytest

from cardkit_api.service.background import Background
from cardkit_api.service.loaded_match import LoadedMatch
from cardkit_api.service.match_info import Chair, MatchInfo
from cardkit_api.service.neighbours import Neighbours
from cardkit_api.stores.contract import MatchRow
from cardkit_api.stores.memory import MemoryStore
from tests.api.places import Place
from tests.api.processes.pair import Pair, pair
from tests.api.processes.test_told import service_of
from tests.api.routes.test_socket import socket
from tests.api.timing.test_clock_lines import lines
from tests.api.timing.test_presence import present

pytestmark = pytest.mark.anyio


class Process:
    """A process with one match in memory, and what it tells the others."""

    def __init__(self, others: "list[Process]") -> None:
        self.others = others
        self.now = 0.0
        self.told: list[str] = []
        self.deaf = False
        info = MatchInfo(
            game="push",
            options={},
            chairs=tuple(Chair(salt="", token=f"{seat}", invitation="") for seat in range(2)),
            salt="",
            key="",
            commitment="",
            owner="",
            watcher="",
        )
        row = MatchRow(match="m", revision=1, status="running", public=False, created=0, document="")
        self.loaded = LoadedMatch(row, info)
        self.matches = {"m": self.loaded}
        self.background = Background()
        self.neighbours = Neighbours(Wire(self), self.background, delay=0, clock=lambda: self.now)
        self.others.append(self)

    @property
    def here(self) -> list[bool]:
        return [one.here for one in self.loaded.presences.shown(2).seats]

    def says(self, word: str) -> int:
        """Return how often it has told this."""
        return sum(text.startswith(f"{word} ") for text in self.told)


class Wire(MemoryStore):
    """A store that passes on what its process tells."""

    def __init__(self, process: Process) -> None:
        super().__init__()
        self.process = process

    async def tell(self, told: Sequence[tuple[str, str]]) -> None:
        for match, text in told:
            self.process.told.append(text)
            for other in self.process.others:
                if other is not self.process and not other.deaf:
                    other.neighbours.hear(other.matches.get(match), text, other.matches)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@asynccontextmanager
async def processes(number: int) -> AsyncGenerator[list[Process]]:
    """Provide processes that know each other."""
    found: list[Process] = []
    for _ in range(number):
        Process(found)
    for process in found:
        process.background.spawn(process.neighbours.run(process.matches))
    await settle()
    yield found
    for process in found:
        await process.background.stop()


class follows:  # noqa: N801  # reads like a verb
    """Follow the match at a process as a seat, for the time of the block."""

    def __init__(self, process: Process, seat: int | None) -> None:
        self.process = process
        self.pin = process.loaded.pin(seat)

    async def __aenter__(self) -> None:
        self.pin.__enter__()
        self.process.neighbours.note(self.process.loaded)
        await settle()

    async def __aexit__(self, *_: object) -> None:
        self.pin.__exit__(None, None, None)
        self.process.neighbours.note(self.process.loaded)
        await settle()


async def test_who_follows_a_match_at_one_process_is_here_at_all() -> None:
    async with processes(3) as (a, b, c):
        async with follows(c, None), follows(a, 0):
            assert a.here == b.here == c.here == [True, False]
            async with follows(b, 1), follows(b, 0):
                assert a.here == b.here == c.here == [True, True]
            assert a.here == b.here == c.here == [True, False]
        assert a.here == b.here == c.here == [False, False]
        assert [one.away is None for one in c.loaded.presences.shown(2).seats] == [False, False]


async def test_somebody_who_comes_later_learns_who_is_here_elsewhere_and_who_left() -> None:
    async with processes(2) as (a, b):
        b.deaf = True
        async with follows(a, 1):
            pass
        async with follows(a, 0):
            b.deaf = False
            assert b.here == [False, False]
            async with follows(b, None):
                assert b.here == [True, False]
                assert b.loaded.presences.shown(2).seats[1].away is not None


async def test_the_players_of_a_process_that_ends_are_away_at_once() -> None:
    async with processes(2) as (a, b), follows(b, None), follows(a, 0):
        changes = b.loaded.presences.changes
        await a.neighbours.close()
        assert b.here == [False, False]
        assert b.loaded.presences.changes == changes + 1


async def test_the_players_of_a_process_that_was_killed_are_away_after_a_while() -> None:
    async with processes(2) as (a, b), follows(b, None), follows(a, 0):
        waiting = asyncio.create_task(b.loaded.wait(5))
        await settle()
        b.now += 45
        b.neighbours.look(b.matches)
        assert b.here == [True, False]
        b.now += 1
        b.neighbours.look(b.matches)
        assert b.here == [False, False]
        assert await waiting


async def test_a_process_that_was_only_silent_is_heard_again_with_all_its_players() -> None:
    async with processes(2) as (a, b), follows(b, None), follows(a, 0):
        b.now += 46
        b.neighbours.look(b.matches)
        assert b.here == [False, False]
        await Wire(a).tell([("*", f"runs {a.neighbours.me}")])
        await settle()
        assert b.here == [True, False]


async def test_a_process_that_is_alone_tells_nothing_of_its_matches() -> None:
    async with processes(1) as (a,):
        async with follows(a, 0):
            pass
        assert [text.split()[0] for text in a.told] == ["runs"]


async def test_what_changes_and_changes_back_isnt_told() -> None:
    async with processes(2) as (a, b):
        async with follows(a, 0):
            before = a.says("here")
            with a.loaded.pin(0):
                a.neighbours.note(a.loaded)
            a.neighbours.note(a.loaded)
            await settle()
            assert a.says("here") == before == 1
        assert b.says("here") == 0


async def test_what_another_version_of_the_library_tells_does_no_harm() -> None:
    async with processes(2) as (a, b):
        for text in (
            "here x",
            "here x {",
            'here x {"0": 1}',
            "here x [null,",
            "asks",
            "runs",
            "ends",
            "here",
        ):
            assert b.neighbours.hear(b.loaded, text, b.matches)
        assert not b.neighbours.hear(b.loaded, "0 hello", b.matches)
        async with follows(a, 0):
            assert b.here == [True, False]


def quick(two: Pair) -> None:
    for door in (two.a, two.b):
        service_of(door).neighbours.delay = 0.01


async def test_presence_reaches_other_processes_through_postgres(postgres: Place) -> None:
    async with pair(postgres) as two:
        quick(two)
        here, there = await two.sit()
        async with socket(two.a, here.path, here.seats[0]):
            async with lines(there, there.watcher, "?presence=true") as watching:
                await present(watching, True, False, False)
                async with socket(two.a, here.path, here.seats[1]):
                    await present(watching, True, True, False)
                away = await present(watching, True, False, False)
                assert away[1] is not None
            async with lines(here, here.watcher, "?presence=true") as watching:
                await present(watching, True, False, False)
                async with lines(there, there.seats[2]):
                    await present(watching, True, False, True)


async def test_the_players_of_a_server_that_stops_are_away_at_the_others(postgres: Place) -> None:
    async with pair(postgres) as two:
        quick(two)
        here, there = await two.sit()
        async with (
            lines(there, there.watcher, "?presence=true") as watching,
            socket(two.a, here.path, here.seats[0]),
        ):
            await present(watching, True, False, False)
            await service_of(two.a).neighbours.close()
            await present(watching, False, False, False)
