"""What one process tells another of its moves: enough not to read them, and nothing to anybody else."""

import asyncio
from base64 import b64decode, b64encode
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import asyncpg
import attrs
import pytest

from cardkit_api.keys import Keys
from cardkit_api.service import cache
from cardkit_api.service.service import Service
from cardkit_api.service.timing.timed import Timed
from cardkit_api.stores.contract import ASIDE, EVERYBODY, Change, NewFacts
from cardkit_api.stores.postgres.connection import Listener
from cardkit_api.stores.postgres.news import asides, receive, share_out
from tests.api.door import KEY, Door, Sat
from tests.api.places import Place
from tests.api.processes.pair import Pair, pair
from tests.patience import PATIENCE, wait_until

pytestmark = pytest.mark.anyio


def service_of(door: Door) -> Service:
    service: object = door.app.state["service"]
    assert isinstance(service, Service)
    return service


def count_reads(door: Door) -> list[int]:
    """Return a list of the versions from which logs are read in that process from now on."""
    store = service_of(door).store
    lines, read = store.lines, list[int]()

    async def reading(match: str, after: int = 0) -> str:
        read.append(after)
        return await lines(match, after)

    store.lines = reading  # type: ignore[method-assign]  # the store itself stays as it is
    return read


@asynccontextmanager
async def acquainted(place: Place, **body: object) -> AsyncGenerator[tuple[Pair, Sat, Sat]]:
    """Yield two processes that have heard each other, and a match that both have in memory."""
    async with pair(place) as both:
        a, b = await both.sit(**body)
        await alternate(a, b, 4)
        yield both, a, b


async def alternate(one: Sat, other: Sat, moves: int) -> None:
    """Play moves through both processes in turns. Each waits until it has heard the move before."""
    for n in range(moves):
        here, there = ((one, other), (other, one))[n % 2]
        await hears(there, await play(here))


async def play(sat: Sat) -> int:
    """Play a move through that process. Return the version after it."""
    seat, legal, before = await sat.turn()
    moved = await sat.move(seat, legal[0]["number"], f'"{before}"')
    assert moved.status_code == 200, moved.text
    version: int = moved.json()["version"]
    return version


async def hears(sat: Sat, version: int) -> None:
    """Wait until that process knows of the version."""
    async with asyncio.timeout(PATIENCE):
        while (await sat.status())["version"] < version:
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("body", [{}, {"clock": {"kind": "bank", "time": 600_000}}], ids=["", "clock"])
async def test_a_process_that_was_told_of_moves_doesnt_read_them(
    postgres: Place, body: dict[str, object]
) -> None:
    async with acquainted(postgres, **body) as (both, a, b):
        read = count_reads(both.a), count_reads(both.b)
        await alternate(a, b, 10)
        assert read == ([], [])
        assert (await a.get("events")).json()["events"] == (await b.get("events")).json()["events"]


async def test_processes_that_tell_each_other_of_moves_show_the_same_clock(postgres: Place) -> None:
    async with acquainted(postgres, clock={"kind": "bank", "time": 600_000, "increment": 9}) as (both, a, b):
        await alternate(a, b, 6)
        one, other = (service_of(door).cache.loaded[a.id].clock for door in (both.a, both.b))
        assert one is not None
        assert one == other
        assert one.version == (await a.status())["version"]
        stored = (await service_of(both.a).store.facts(a.id)).splitlines()
        assert len(stored) == one.facts


async def test_facts_that_were_told_and_dont_fit_are_read(postgres: Place) -> None:
    async with acquainted(postgres, clock={"kind": "bank", "time": 600_000}) as (both, a, b):
        known = service_of(both.b).cache.get(b.id)
        assert known is not None
        assert known.timed is not None
        before, version = known.timed, (await a.status())["version"]
        known.timed = Timed(attrs.evolve(before.clock, facts=before.clock.facts - 1), (), before.time)
        await play(a)
        await hears(b, version + 1)
        assert known.clock is not None
        assert known.clock.facts == before.clock.facts + 1


async def test_a_stream_is_told_of_moves_without_a_read(postgres: Place) -> None:
    async with acquainted(postgres) as (both, a, b):
        version = (await b.status())["version"]
        await hears(a, version)
        read = count_reads(both.a)
        polling = asyncio.create_task(a.get(f"events?after={version}&wait=30", 0))
        await both.a.is_listened_to(a.id)
        await play(b)
        events = (await polling).json()["events"]
        assert events
        assert read == []


async def test_a_told_move_waits_for_a_request_unless_somebody_asked_since_the_last_one(
    postgres: Place,
) -> None:
    async with acquainted(postgres) as (both, a, b):
        await hears(b, (await a.status())["version"])
        known = service_of(both.b).cache.get(b.id)
        assert known is not None
        async with asyncio.timeout(PATIENCE):
            first = await play(a)
            while known.version < first:
                await asyncio.sleep(0.005)
            second = await play(a)
            while not known.told:
                await asyncio.sleep(0.005)
        assert known.version == first
        assert (await b.status())["version"] == second


@pytest.mark.parametrize(("late", "moment", "reads"), [(0.1, PATIENCE, 0), (PATIENCE, 0.01, 1)])
async def test_a_move_that_is_faster_than_the_news_waits_a_moment_for_it(
    postgres: Place, late: float, moment: float, reads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    receive = Listener._receive  # pyright: ignore[reportPrivateUsage]  # asyncpg calls it
    delays: list[float] = []

    def receive_late(listener: Listener, connection: object, pid: int, channel: str, told: object) -> None:
        if delays:
            asyncio.get_running_loop().call_later(
                delays[0], receive, listener, connection, pid, channel, told
            )
        else:
            receive(listener, connection, pid, channel, told)

    monkeypatch.setattr(Listener, "_receive", receive_late)
    monkeypatch.setattr(cache, "_MOMENT", moment)
    async with acquainted(postgres) as (both, a, b):
        await hears(a, (await b.status())["version"])
        read = count_reads(both.b)
        delays.append(late)
        await play(a)
        seat, legal, version = await a.turn()
        moved = await b.move(seat, legal[0]["number"], f'"{version}"')
        assert moved.status_code == 200, moved.text
        assert len(read) == reads


@pytest.mark.parametrize("spoilt", ["", "AAAA", "another key", "another move"])
async def test_what_was_told_is_read_if_it_doesnt_fit(
    postgres: Place, spoilt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    veil = Keys.veil
    first: list[str] = []

    def spoil(keys: Keys, text: str, size: int) -> str:
        first.append(veil(keys, text, size))
        made = {"another key": veil(Keys(bytes(32)), text, size), "another move": first[0]}
        return made.get(spoilt, spoilt)

    async with acquainted(postgres) as (_, a, b):
        monkeypatch.setattr(Keys, "veil", spoil)
        await alternate(a, b, 6)
        assert (await a.get("events")).json() == (await b.get("events")).json()


async def test_whoever_listens_at_the_database_learns_only_which_match_went_on(postgres: Place) -> None:
    heard: list[str] = []
    connection = await asyncpg.connect(postgres.url)

    def listen(_connection: object, _pid: int, _channel: str, payload: object) -> None:
        if f"\n{EVERYBODY} " not in str(payload):  # a process says that it runs
            heard.append(str(payload))

    await connection.add_listener("cardkit", listen)
    async with acquainted(postgres) as (both, a, b):
        heard.clear()
        await alternate(a, b, 6)
        lines = (await service_of(both.a).store.lines(a.id)).splitlines()
        await wait_until(lambda: len(heard) >= 3)
    await connection.close()
    veiled = [line[1:] for told in heard for line in told.split("\n") if line.startswith(" ")]
    assert veiled
    keys = Keys(KEY)
    for one in veiled:
        _, *told_lines = keys.unveil(one).splitlines()
        assert told_lines
        assert {*told_lines} <= {*lines}
    for told in heard:
        assert "type" not in told
        assert not any(line[-60:] in told for line in lines)


def test_what_is_veiled_is_read_by_the_same_key_only_and_never_looks_the_same() -> None:
    keys = Keys(KEY)
    veiled = {keys.veil("the blue seven, ä", 100) for _ in range(100)}
    assert len(veiled) == 100
    assert {keys.unveil(one) for one in veiled} == {"the blue seven, ä"}
    for one in veiled:
        assert not any(mark in one for mark in " \n\"'")
        with pytest.raises(ValueError, match="another key"):
            Keys(bytes(32)).unveil(one)


def test_what_is_veiled_is_refused_if_a_bit_of_it_was_changed() -> None:
    keys = Keys(KEY)
    veiled = b64decode(keys.veil("the blue seven", 20))
    for place in range(len(veiled)):
        forged = bytearray(veiled)
        forged[place] ^= 1
        with pytest.raises(ValueError, match="changed"):
            keys.unveil(b64encode(forged).decode())
    with pytest.raises(ValueError, match="changed"):
        keys.unveil("")


class Listening:
    """What a process hears of notifications that were made up here."""

    def __init__(self, *held: str) -> None:
        self.held = held
        self.heard: list[tuple[str, int, int, str]] = []
        self.woken: list[tuple[str, int]] = []

    def veil(self, text: str, size: int) -> str:
        return Keys(KEY).veil(text, size)

    def unveil(self, veiled: str) -> str:
        return Keys(KEY).unveil(veiled)

    def holds(self, match: str) -> bool:
        return match in self.held

    def hear(self, match: str, after: int, upto: int, lines: str) -> None:
        self.heard.append((match, after, upto, lines))

    def receive(self, *lines: str) -> None:
        receive([*lines], lambda match, version: self.woken.append((match, version)), self)


def moved(match: str, lines: str = "x\n") -> Change:
    return Change(match=match, after=3, upto=4, lines=lines, now=0)


def test_a_move_that_was_told_is_taken_only_with_its_tag_and_for_its_match() -> None:
    listening = Listening("a", "b", "c")
    told = share_out([moved("a"), moved("b"), moved("c")], listening)
    (veiled,) = told.ends
    assert {*told.notifications} == {1}
    a, b, c = told.tags

    # "a" was written. "b" wasn't, so nobody knows its tag. Somebody claims that "c" is another match.
    listening.receive(f"a 4 {a}", f"b 4 {a}", f"b 4 {c}", "b 4 ", f"b 4 {b[:-1]}", f"d 4 {c}", veiled[1:])

    assert listening.heard == [("a", 3, 4, "x\n")]
    assert listening.woken == [("b", 4), ("b", 4), ("b", 4), ("b", 4), ("d", 4)]


def test_moves_of_matches_that_nobody_holds_stay_veiled(monkeypatch: pytest.MonkeyPatch) -> None:
    listening = Listening("a")
    told = share_out([moved("b")], listening)
    monkeypatch.setattr(Keys, "unveil", None)

    listening.receive(f"b 4 {told.tags[0]}", told.ends[0][1:])

    assert (listening.heard, listening.woken) == ([], [("b", 4)])


@pytest.mark.parametrize(
    "lines", [("a",), ("a b",), (f"a {'1' * 7000}",), ("a 1", " "), ("a 1 x", " AAAA"), (" ",), ("", "")]
)
def test_notifications_of_others_are_ignored(lines: tuple[str, ...]) -> None:
    listening = Listening("a")
    listening.receive(*lines)
    assert listening.heard == []
    assert {*listening.woken} <= {("a", 1)}


@pytest.mark.parametrize("moves", [1, 2, 5, 16])
@pytest.mark.parametrize("clock", [None, NewFacts(after=70, upto=71, lines="x" * 110, due=None)])
def test_the_size_of_a_notification_does_not_tell_the_length_of_a_card(
    moves: int, clock: NewFacts | None
) -> None:
    line = '{"n":7,"by":1,"type":"drew","seat":1,"card":"CARD"}\n'
    changes = [
        [attrs.evolve(moved(f"{n:022}", line.replace("CARD", card)), clock=clock) for n in range(moves)]
        for card in ("1", "draw2", "a card with a long name")
    ]

    assert len({tuple(map(len, share_out(some, Listening()).ends)) for some in changes}) == 1


@pytest.mark.parametrize("match", ["m", "a match with a name " * 8, "ä" * 298])
@pytest.mark.parametrize("length", [5, 500])
def test_texts_that_belong_to_no_write_arrive_whole_in_few_notifications(match: str, length: int) -> None:
    told = [(EVERYBODY, "runs"), *((f"{match}{n:02}", f"{n} é" * length) for n in range(40))]
    listening = Listening(*(name for name, _ in told))

    notifications = [*asides(told, listening)]
    for news in notifications:
        assert len(news.encode()) + 16 < 8000
        listening.receive(*news.split("\n")[1:])

    assert listening.heard == [(name, 0, ASIDE, text) for name, text in told]
    assert listening.woken == []
    assert len(notifications) < len(told)


def test_a_text_that_cant_be_read_wakes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    listening = Listening("a", EVERYBODY)
    (news,) = asides([(EVERYBODY, "runs"), ("a", "here")], listening)
    monkeypatch.setattr(listening, "unveil", Keys(bytes(32)).unveil)

    listening.receive(*news.split("\n")[1:])

    assert (listening.heard, listening.woken) == ([], [])


@pytest.mark.parametrize("length", [20, 400, 3000, 5000, 6000])
@pytest.mark.parametrize("match", ["m", "a match with a name " * 8, "ä" * 298])
def test_no_notification_is_too_large_for_postgresql(match: str, length: int) -> None:
    changes = [moved(f"{match}{n:02}", "x" * length) for n in range(100)]
    for peers in (None, Listening()):
        told = share_out(changes, peers)
        sizes = [17 + len(end.encode()) for end in told.ends]
        for change, tag, notification in zip(changes, told.tags, told.notifications, strict=True):
            sizes[notification - 1] += len(f"\n{change.match} {2**63 - 1} {tag}".encode())
            assert bool(tag) == bool(told.ends[notification - 1])
        assert max(sizes) < 8000
