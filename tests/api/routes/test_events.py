"""Endless streams and long polls: every event exactly once and in order, whatever happens to the connection."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias

import attrs
import httpx
import pytest

from cardkit.match import AnyMatch
from cardkit_api import Limits
from cardkit_api.messages import SeenEvent
from cardkit_api.responses import encode
from cardkit_api.service import events
from cardkit_api.service.events import seen_events
from cardkit_api.stores.contract import DELETED, StoreDown
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import PATIENT, Door, Sat, listening, opened
from tests.api.scopes import scope_of
from tests.api.test_problems import problem
from tests.patience import PATIENCE, SOON, wait_until

pytestmark = pytest.mark.anyio

NDJSON: Final = "application/x-ndjson"
SSE: Final = "text/event-stream"

Told: TypeAlias = tuple[int, dict[str, Any]]


@asynccontextmanager
async def stream(
    door: Door, path: str, token: str, media: str = SSE, last: int | None = None
) -> AsyncGenerator[AsyncIterator[Told | None]]:
    """Yield what a stream tells: numbered documents; `None` is a sign of life."""
    headers = {"Accept": media, "Authorization": f"Bearer {token}"}
    if last is not None:
        headers["Last-Event-ID"] = str(last)
    async with door.http.stream("GET", path, headers=headers) as answer:
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"].partition(";")[0] == media
        assert answer.headers["cache-control"] == "private, no-cache"
        yield told(answer, media)


async def told(answer: httpx.Response, media: str) -> AsyncIterator[Told | None]:
    fields: dict[str, str] = {}
    async for line in answer.aiter_lines():
        if media == NDJSON:
            document = json.loads(line) if line else None
            yield document and (document.get("n", document.get("version", 0)), document)
        elif line.startswith(":"):
            yield None
        elif line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif "data" in fields:  # else it only says when to come back
            document = json.loads(fields["data"])
            assert fields["event"] == document.get("type", "glimpse")
            number, over, _ = fields.get("id", "0").partition(".over")
            assert bool(over) == (fields["event"] == "match_over")
            yield int(number), document
            fields = {}


async def heard(
    door: Door, path: str, token: str, media: str = SSE, last: int | None = None, limit: int = 10**9
) -> list[Told]:
    """Return all that a stream tells until it ends, or the first few."""
    async with stream(door, path, token, media, last) as telling:
        found: list[Told] = []
        async for item in telling:
            if item is not None:
                found.append(item)
            if len(found) >= limit:
                break
        return found


async def page(sat: Sat, token: str) -> list[dict[str, Any]]:
    """Return all events, read in pages."""
    events: list[dict[str, Any]] = []
    while True:
        got = (await sat.door.get(f"{sat.path}/events?after={len(events)}&limit=200", token)).json()
        events += got["events"]
        if len(events) == got["version"]:
            return events


@pytest.mark.parametrize("media", [SSE, NDJSON])
async def test_a_stream_tells_what_the_pages_tell_and_then_that_it_is_over(media: str) -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        over = await sat.finish()
        for token in (sat.seats[0], sat.seats[2], sat.watcher, sat.owner):
            events = await page(sat, token)
            found = await heard(door, f"{sat.path}/events", token, media)
            assert [document for _, document in found[:-1]] == events
            assert [n for n, _ in found] == [*range(1, len(events) + 1), len(events)]
            assert found[-1][1] == {
                "type": "match_over",
                "version": over["version"],
                "outcome": over["outcome"],
            }


@pytest.mark.parametrize("media", [SSE, NDJSON])
async def test_a_stream_tells_events_as_they_happen(media: str) -> None:
    async with listening() as door:
        made = await door.create(public=True, options={"rounds": 1})
        path = made["match"]["links"]["self"]
        reading = asyncio.create_task(heard(door, f"{path}/events", made["watcher"], media))
        await door.is_listened_to(made["match"]["id"])  # it has not begun
        tokens = [(await door.post(f"{path}/seats", {"name": name})).json()["token"] for name in "xyz"]
        sat = Sat(door, made["match"]["id"], made["owner"], made["watcher"], tuple(tokens), made)
        await sat.finish()
        found = await asyncio.wait_for(reading, PATIENCE)
        assert [document for _, document in found[:-1]] == await page(sat, sat.watcher)
        assert found[-1][1]["type"] == "match_over"


async def test_a_stream_is_resumed_at_every_event() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        await sat.finish()
        events = await page(sat, token := sat.seats[1])
        for n in range(len(events) + 1):
            by_header = await heard(door, f"{sat.path}/events", token, SSE, last=n)
            by_query = await heard(door, f"{sat.path}/events?after={n}", token, NDJSON)
            assert by_header == by_query
            assert [document for _, document in by_header[:-1]] == events[n:]
            assert by_header[-1][1]["type"] == "match_over"


async def test_a_browser_that_knows_the_end_is_told_to_stop_and_one_that_doesnt_is_told_the_end() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        end = (await sat.finish())["version"]
        for token in (sat.seats[0], sat.watcher):
            stop = await door.get(f"{sat.path}/events", token, Accept=SSE, Last_Event_ID=f"{end}.over")
            assert (stop.status_code, stop.content) == (204, b"")
            (last,) = await heard(door, f"{sat.path}/events", token, SSE, last=end)
            early = await door.get(f"{sat.path}/events", token, Accept=SSE, Last_Event_ID=f"{end - 1}.over")
            assert (early.status_code, early.text.count("event: ")) == (200, 2)
            assert last[1]["type"] == "match_over"
            page = await door.get(f"{sat.path}/events", token, Last_Event_ID=f"{end}.over")
            assert page.json() == {"events": [], "next": end, "version": end, "over": True, "clock": None}
        for wrong in ("over", ".over", f"{end}.ove", f"{end}over", f"{end}.over.over"):
            problem(await sat.get("events", Last_Event_ID=wrong), 400, "bad_last_event_id")


async def test_who_says_that_a_running_match_is_over_is_told_what_happens() -> None:
    async with listening() as door:
        sat = await door.sit()
        seat, moves, version = await sat.turn()
        headers = {
            "Accept": SSE,
            "Authorization": f"Bearer {sat.watcher}",
            "Last-Event-ID": f"{version}.over",
        }
        async with door.http.stream("GET", f"{sat.path}/events", headers=headers) as answer:
            assert answer.status_code == 200
            await sat.move(seat, moves[0]["number"])
            number, _ = await anext(item async for item in told(answer, SSE) if item is not None)
            assert number == version + 1


async def test_a_reader_that_is_cut_off_after_each_event_gets_all_of_them_once() -> None:
    async with listening() as door:
        sat = await door.sit(options={"rounds": 1})
        playing = asyncio.create_task(sat.finish())
        found: list[Told] = []
        while not found or found[-1][1].get("type") != "match_over":
            last = found[-1][0] if found else None
            found += await heard(door, f"{sat.path}/events?after=0", sat.seats[0], SSE, last, limit=1)
        await playing
        assert [document for _, document in found[:-1]] == await page(sat, sat.seats[0])


async def test_a_browser_that_resumes_says_so_in_the_header_and_the_url_stays() -> None:
    """An EventSource asks for the same URL again; what it has seen since stands in Last-Event-ID."""
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        await sat.finish()
        found = await heard(door, f"{sat.path}/events?after=2&token={sat.seats[0]}", sat.seats[0], last=9)
        assert found[0][0] == 10


@pytest.mark.parametrize("given", ["x", "-1", "1.5", "1" * 10, "\xb2"])
async def test_an_id_that_is_none_is_refused(given: str) -> None:
    async with opened() as door:
        sat = await door.sit()
        answer = await sat.get("events", 0, Accept=SSE, Last_Event_ID=given)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_last_event_id")


async def test_an_id_from_beyond_the_end_is_404() -> None:
    async with opened() as door:
        sat = await door.sit()
        answer = await sat.get("events", 0, Accept=SSE, Last_Event_ID="99")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_version")


@pytest.mark.parametrize("media", [SSE, NDJSON])
async def test_a_deleted_match_ends_its_streams(media: str) -> None:
    async with listening() as door:
        sat = await door.sit()
        reading = asyncio.create_task(heard(door, f"{sat.path}/events", sat.seats[0], media))
        waiting = asyncio.create_task(sat.get("events?after=3&wait=30", 1))
        await streams_are(door, 2)
        await door.ask("DELETE", sat.path, sat.owner)
        found = await asyncio.wait_for(reading, PATIENCE)
        assert found[-1][1] == {"type": "match_deleted"}
        polled = await asyncio.wait_for(waiting, SOON)
        assert (polled.status_code, polled.json()["code"]) == (404, "no_such_match")


async def streams_are(door: Door, number: int) -> None:
    """Wait until this number of streams is open."""
    async with asyncio.timeout(PATIENCE):
        while f"cardkit_streams {number}.0\n" not in (await door.get("/metrics")).text:
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("media", [SSE, NDJSON])
async def test_a_stream_with_nothing_to_say_gives_signs_of_life(media: str) -> None:
    async with listening(limits=attrs.evolve(PATIENT, heartbeat=0.02)) as door:
        sat = await door.sit()
        async with stream(door, f"{sat.path}/events", sat.seats[0], media) as telling:
            items = [await anext(telling) for _ in range(8)]
        assert [item and item[0] for item in items[:5]] == [1, 2, 3, None, None]


async def test_a_reader_that_leaves_is_noticed() -> None:
    async with listening() as door:
        sat = await door.sit()
        async with stream(door, f"{sat.path}/events", sat.seats[0]) as telling:
            await anext(telling)
            await streams_are(door, 1)
        await streams_are(door, 0)


async def test_all_who_watch_are_told_all() -> None:
    async with listening(limits=attrs.evolve(PATIENT, streams=100)) as door:
        sat = await door.sit(options={"rounds": 1}, public=True)
        tokens = [*sat.seats, *[sat.watcher] * 5]
        readings = [asyncio.create_task(heard(door, f"{sat.path}/events", token)) for token in tokens]
        await streams_are(door, 8)
        await sat.finish()
        for token, reading in zip(tokens, readings, strict=True):
            found = await asyncio.wait_for(reading, PATIENCE)
            assert [document for _, document in found[:-1]] == await page(sat, token)


# --- a reader that takes nothing


async def test_a_slow_reader_is_cut_off_and_may_resume() -> None:
    async with opened(limits=attrs.evolve(PATIENT, slow=0.05, heartbeat=0.01)) as door:
        sat = await door.sit()
        status = await sat.go_on(5)
        taken: list[bytes] = []

        async def take(message: Any) -> None:
            taken.append(message.get("body", b""))
            if len(taken) > 4:
                await asyncio.Event().wait()  # takes no more

        async def still_there() -> Any:
            await asyncio.Event().wait()

        headers = {"accept": SSE, "authorization": f"Bearer {sat.seats[0]}"}
        scope = scope_of(f"{sat.path}/events", headers)
        await asyncio.wait_for(door.app(scope, still_there, take), PATIENCE)  # type: ignore[arg-type]  # plain dicts
        await streams_are(door, 0)
        last = int(re.findall(rb"^id: (\d+)$", b"".join(taken[:-1]), re.MULTILINE)[-1])
        assert 0 < last < status["version"]
        rest = (await sat.get(f"events?after={last}", 0)).json()["events"]
        assert [event["n"] for event in rest] == [*range(last + 1, status["version"] + 1)]


# --- a server that loses its store


class Shaky(MemoryStore):
    down = False

    async def row(self, match: str) -> Any:
        if self.down:
            raise StoreDown("gone")
        return await super().row(match)

    def stumble(self) -> None:
        """Say that the connection was lost for a while: anything may have changed."""
        assert self._wake is not None
        self._wake("", 0)


@pytest.mark.parametrize("media", [SSE, NDJSON])
async def test_a_stream_that_loses_sight_of_its_match_ends_without_a_last_word(media: str) -> None:
    """It must not say that the match was deleted: its reader would never come back."""
    store = Shaky()
    async with listening(store) as door:
        sat = await door.sit()
        reading = asyncio.create_task(heard(door, f"{sat.path}/events", sat.seats[0], media))
        waiting = asyncio.create_task(sat.get("events?after=3&wait=30", 1))
        await streams_are(door, 2)
        store.down = True
        store.stumble()
        found = await asyncio.wait_for(reading, PATIENCE)
        assert [n for n, _ in found] == [1, 2, 3]
        assert all("glimpse" in document for _, document in found)
        polled = await asyncio.wait_for(waiting, SOON)
        assert (polled.status_code, polled.json()["code"]) == (503, "store_down")
        store.down = False
        await sat.go_on()
        again = await heard(door, f"{sat.path}/events", sat.seats[0], media, limit=4)
        assert [n for n, _ in again] == [1, 2, 3, 4]


async def test_streams_go_on_when_the_store_only_stumbles() -> None:
    store = Shaky()
    async with listening(store) as door:
        sat = await door.sit()
        reading = asyncio.create_task(heard(door, f"{sat.path}/events", sat.seats[0], limit=5))
        await streams_are(door, 1)
        store.stumble()
        await sat.go_on(2)
        assert [n for n, _ in await asyncio.wait_for(reading, PATIENCE)] == [1, 2, 3, 4, 5]


class Slow(Shaky):
    """Somebody else writes to the match while this server reads it."""

    async def lines(self, match: str, after: int = 0) -> str:
        found = await super().lines(match, after)
        if self.hook is not None:
            hook, self.hook = self.hook, None
            await hook()
        return found

    hook: Any = None


async def test_what_is_written_while_a_match_is_read_is_not_missed() -> None:
    store = Slow()
    async with opened(store) as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        kept = store._matches[sat.id]  # pyright: ignore[reportPrivateUsage]  # what another server changes
        before = [*kept.moves]
        moved = (await sat.move(seat, legal[0]["number"])).json()
        after = [*kept.moves]
        kept.moves[:] = before
    async with opened(store) as later:

        async def another_server_writes() -> None:
            kept.moves[:] = after
            store.stumble()

        store.hook = another_server_writes
        page = (await later.get(f"{sat.path}/events?after={version}&wait=5", sat.watcher)).json()
        assert page["version"] == moved["version"]
    assert DELETED < 0


# --- long polls


async def test_a_long_poll_answers_as_soon_as_there_is_news() -> None:
    async with opened() as door:
        sat = await door.sit()
        version = (await sat.status())["version"]
        waiting = asyncio.create_task(sat.get(f"events?after={version}&wait=30", 1))
        await door.is_listened_to(sat.id)
        await sat.go_on()
        answer = await asyncio.wait_for(waiting, SOON)
        assert answer.json()["events"][0]["n"] == version + 1


async def test_a_long_poll_without_news_ends_when_its_time_is_over() -> None:
    async with opened() as door:
        sat = await door.sit()
        version = (await sat.status())["version"]
        answer = await sat.get(f"events?after={version}&wait=0.05", 1)
        assert answer.json() == {
            "events": [],
            "next": version,
            "version": version,
            "over": False,
            "clock": None,
        }
        tag = answer.headers["etag"]
        known = await sat.get(f"events?after={version}&wait=0.05", 1, If_None_Match=tag)
        assert known.status_code == 304


async def test_a_long_poll_isnt_answered_for_what_is_no_event() -> None:
    async with opened() as door:
        sat = await door.sit()
        await sat.go_on()
        version = (await sat.status())["version"]
        actor: int = (await sat.status())["actors"][0]
        waiting = asyncio.create_task(sat.get(f"events?after={version}&wait=20", 1))
        await door.is_listened_to(sat.id)
        await door.post(f"{sat.path}/resign", {}, sat.seats[(actor + 1) % 3])
        await sat.go_on()
        assert (await waiting).json()["events"]


async def test_a_long_poll_at_the_end_answers_at_once() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        version = (await sat.finish())["version"]
        answer = (await sat.get(f"events?after={version}&wait=20", 1)).json()
        assert answer == {"events": [], "next": version, "version": version, "over": True, "clock": None}


async def test_a_long_poll_waits_for_the_start() -> None:
    async with opened() as door:
        made = await door.create(name="Ada")
        path = made["match"]["links"]["self"]
        waiting = asyncio.create_task(door.get(f"{path}/events?wait=20", made["token"]))
        await door.is_listened_to(made["match"]["id"])
        await door.post(f"{path}/start", {}, made["owner"])
        assert (await waiting).json()["events"][0]["n"] == 1


async def test_a_poll_waits_no_longer_than_the_server_allows() -> None:
    async with opened(limits=attrs.evolve(PATIENT, wait=0.05)) as door:
        sat = await door.sit()
        await asyncio.wait_for(sat.get("events?after=3&wait=30", 1), SOON)


async def test_limits_have_defaults_that_fit_a_browser() -> None:
    assert Limits().streams >= 6  # a browser opens six connections at most


async def test_each_event_says_to_which_version_its_move_led_and_who_may_move_then() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        turns = {(await sat.status())["version"]: (await sat.status())["actors"]}
        while status := await sat.go_on():
            turns[status["version"]] = status["actors"]
            if not status["actors"]:
                break
        for token in sat.tokens:
            events = await page(sat, token)
            assert {event["version"]: event["actors"] for event in events} == turns
            for event in events:
                assert event["version"] == min(version for version in turns if version >= event["n"])
                assert event["moves"] is None
            assert any(event["n"] < event["version"] for event in events)


@pytest.mark.parametrize("media", [SSE, NDJSON])
async def test_a_seat_that_asks_is_told_its_legal_moves_with_each_event(media: str) -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        told: dict[tuple[int, int], Any] = {}
        status = await sat.status()
        while status["actors"]:
            for seat in range(3):
                told[seat, status["version"]] = (await sat.get("moves", seat)).json()["moves"]
            status = await sat.go_on()
        for seat, token in enumerate(sat.seats):
            for n, event in (await heard(door, f"{sat.path}/events?legal=true", token, media))[:-1]:
                last = event["version"] == n
                assert event["moves"] == (told.get((seat, n), []) if last else None)
        for token in (sat.watcher, sat.owner):
            events = (await door.get(f"{sat.path}/events?legal=true", token)).json()["events"]
            assert {event["moves"] for event in events} == {None}


async def test_the_answer_to_a_move_says_who_may_move_now() -> None:
    async with opened() as door:
        sat = await door.sit()
        for _ in range(5):
            seat, moves, _ = await sat.turn()
            moved = (await sat.move(seat, moves[0]["number"])).json()
            status = await sat.status()
            assert moved["actors"] == status["actors"] == moved["events"][-1]["actors"]
            assert moved["version"] == status["version"] == moved["events"][0]["version"]


async def test_streams_of_the_same_kind_share_what_they_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a move costs little more with many watchers than with one."""
    made: list[tuple[object, ...]] = []

    def counting(match: AnyMatch, *given: Any, **named: Any) -> list[SeenEvent]:
        made.append((match.version, *given[:3], named["legal"]))
        return seen_events(match, *given, **named)

    async with opened(limits=attrs.evolve(PATIENT, streams=100)) as door:
        sat = await door.sit()
        seats = {"seat 0": sat.seats[0], "seat 1": sat.seats[1], "the watcher": sat.watcher}
        version = (await sat.status())["version"]
        seat, moves, _ = await sat.turn()
        monkeypatch.setattr(events, "seen_events", counting)
        queries = [f"after={version}&wait=30{more}" for more in ("", "&legal=true", "&language=de")]
        asked = [(who, query) for who in seats for query in queries] * 3
        polls = [
            asyncio.ensure_future(door.get(f"{sat.path}/events?{query}", seats[who])) for who, query in asked
        ]
        loaded = door.app.state["service"].cache.get(sat.id)
        await wait_until(lambda: loaded.pins >= len(polls))
        await sat.move(seat, moves[0]["number"])
        answers = [answer.json()["events"] for answer in await asyncio.gather(*polls)]

    for (who, query), answer in zip(asked, answers, strict=True):
        viewer = None if who == "the watcher" else int(who[-1])
        language, legal = "de" if "de" in query else "en", "legal" in query
        shown = seen_events(loaded.match, viewer, version, language, loaded.info.names, legal=legal)
        assert answer == json.loads(encode(shown))
    assert len(made) == len({*made}) == len({*asked})
