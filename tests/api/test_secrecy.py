"""Two servers whose matches differ only in what a viewer may not know give that viewer the same bytes, everywhere."""

import asyncio
import os
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any, Final

import pytest
from attrs import evolve, frozen
from litestar import Litestar

import cardkit
import cardkit_api.routes.views
import cardkit_api.service.matches
import cardkit_api.service.moves
import cardkit_api.service.seats
from cardkit.chance import SeededChance
from cardkit.documents import move_of, view_document
from cardkit.log import dumps
from cardkit.match import AnyMatch
from cardkit.seats import Viewer
from cardkit.testing.exchanges import Exchanges
from cardkit.testing.trial import play_at_random
from cardkit_api.keys import Keys
from cardkit_api.metrics import Metrics
from cardkit_api.stores.contract import Change, MatchRow, Written, bits_of
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import KEY, Door, Sat, opened
from tests.api.routes.test_events import NDJSON, SSE
from tests.api.scopes import scope_of
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))
ROUNDS: Final = 12 if SOAK else 2
TRIES: Final = 15


@frozen
class Twins:
    """A match at some step, and another that this viewer can't tell from it."""

    viewer: Viewer
    one: AnyMatch
    other: AnyMatch


@cache
def twins(game: str, seats: int, seed: str) -> tuple[Twins, ...]:
    """Return pairs for all viewers at some steps of a match with that seed. Late in a match, some viewers have none."""
    return tuple(found_twins(game, seats, seed))


def found_twins(game: str, seats: int, seed: str) -> Iterator[Twins]:
    trial = play_at_random(cardkit.game(game), seats, cardkit.game(game).options(), seed)
    for round_ in range(ROUNDS):
        luck = SeededChance(f"{seed}, steps", round_)
        step = luck.below("step", max(1, len(trial.steps) * 2 // 3))
        for viewer in (*range(seats), None):
            chance = SeededChance(f"{seed}, walk {round_} {viewer}")
            walk = Exchanges(trial, viewer, step, chance, moves=False)
            one = other = trial.steps[step]
            for _ in range(TRIES):
                other = walk.walk(10)
                if other.state != one.state:
                    break
            if other.state != one.state and one.actors:
                yield Twins(viewer, one, other)


async def prepared(game: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> tuple[MatchRow, Sat, str]:
    """Return a match that has begun, the same each time: its row, its tokens, and the seed."""
    name_in_order(monkeypatch, 0)
    if (game, seats) not in _PREPARED:
        store = MemoryStore()
        async with opened(store) as door:
            sat = await door.sit(game=game, seats=seats, public=True)
            row = await store.row(sat.id)
        assert row is not None
        _PREPARED[game, seats] = row, sat, Keys(KEY).seed("name-0", "name-1")
    name_in_order(monkeypatch, 100)
    return _PREPARED[game, seats]


_PREPARED: Final[dict[tuple[str, int], tuple[MatchRow, Sat, str]]] = {}


def name_in_order(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    """Let matches and salts have numbers for names."""
    numbers = count(first)
    for room in (cardkit_api.service.matches, cardkit_api.service.seats):
        monkeypatch.setattr(room, "new_id", lambda: f"name-{next(numbers)}")


async def stored(row: MatchRow, match: AnyMatch) -> MemoryStore:
    """Return a store in which the match of that row, at its revision, went as this one."""
    store = MemoryStore()
    await store.open(lambda _match, _version: None)
    for revision in range(1, row.revision + 1):
        made = Change(match=row.match, row=evolve(row, revision=revision), now=row.created)
        assert isinstance(await store.write(made), Written)
    lines, actors = dumps(match).partition("\n")[2], bits_of(match.actors)
    moved = Change(match=row.match, upto=match.version, lines=lines, now=row.created, actors=actors)
    assert isinstance(await store.write(moved), Written)
    await store.close()
    return store


# --- all that a viewer can get out of a server


async def everything(
    door: Door, sat: Sat, viewer: Viewer, match: AnyMatch, token: str | None = None, lines: int | None = None
) -> dict[str, object]:
    """Return the whole answer by what was asked. Streams send that number of lines, by default one for each event."""
    if token is None:
        token = sat.watcher if viewer is None else sat.seats[viewer]
    lines = match.version if lines is None else lines
    seen: dict[str, object] = {}

    async def ask(method: str, path: str, body: object = None, **headers: str) -> None:
        answer = await door.ask(method, path, token, body, X_Request_ID="this", **headers)
        name = f"{method} {path} {body} {headers}"
        seen[name] = answer.status_code, sorted(answer.headers.items()), answer.content
        tag = answer.headers.get("etag") if method == "GET" and "If_None_Match" not in headers else None
        if tag is not None and (SOAK or "?at=" not in path):  # the latest version, unless at full size
            await ask(method, path, If_None_Match=tag)

    await ask("GET", sat.path)
    await ask("GET", "/v1/matches?status=running")
    await ask("GET", f"{sat.path}/log")
    some = {*range(1, match.version + 2, max(1, match.version // 6)), match.version, match.version - 1}
    for place, version in enumerate(sorted(some, reverse=True)):
        await ask("GET", f"{sat.path}/view?at={version}")
        if SOAK or place < 3 or place % 2 == 0:  # it takes longest, and holds what the earlier ones do
            await ask("GET", f"{sat.path}/memory?at={version}")
    await ask("GET", f"{sat.path}/view")
    await ask("GET", f"{sat.path}/memory")
    for language in ("en", "de", "nl"):
        await ask("GET", f"{sat.path}/events?limit=200", Accept_Language=language)
    await ask("GET", f"{sat.path}/events?after={match.version // 2}&limit=3")
    await ask("GET", f"{sat.path}/events?limit=200&legal=true")
    await ask("GET", f"{sat.path}/events?after={match.version}&wait=0.01")
    await ask("GET", f"{sat.path}/events?after={match.version + 1}")
    await ask("GET", f"{sat.path}/moves")
    for language in ("en", "de"):
        await ask("GET", f"{sat.path}/scene?language={language}")
    await ask("GET", f"{sat.path}/scene?at={match.version - 1}")
    for seat in range(len(sat.seats)):
        await ask("GET", f"{sat.path}/scene?as={seat}")
    for what in ("view", "memory", "events"):
        await ask("GET", f"{sat.path}/{what}?as=0")
    await ask("GET", f"{sat.path}/table?limit=200")
    await ask("GET", f"{sat.path}/table?limit=3&language=nl")
    await ask("POST", f"{sat.path}/seats", {"name": "x"})
    for what in ("rematch", "ready", "terms", "seats/0/invitation"):
        await ask("POST", f"{sat.path}/{what}", {})
    for seat in range(len(sat.seats)):
        await ask("DELETE", f"{sat.path}/seats/{seat}")
        if seat != viewer:
            await ask("POST", f"{sat.path}/seats/{seat}/token", {})
    await ask("GET", f"{sat.path}/rematch")
    await ask("GET", "/v1/my/matches")
    for move in refused(match, viewer):
        await ask("POST", f"{sat.path}/moves", {"move": move}, If_Match="*")
    await ask("POST", f"{sat.path}/moves", {"move": 0}, If_Match='"1"')
    await ask("POST", f"{sat.path}/moves", {"move": 0})
    for media in (SSE, NDJSON):
        seen[media] = await overheard(door.app, sat, token, media, lines)
    seen["socket"] = await overheard(door.app, sat, token, "socket", lines)
    for of in range(len(sat.seats)):
        await ask("POST", f"{sat.path}/undo", {"of": of})
    await ask("GET", sat.path)
    seen["figures"] = [*figures(door.app)]
    return seen


def figures(app: Litestar) -> Iterator[tuple[str, dict[str, str], float]]:
    """Return what `/metrics` shows, except what depends on the time. To write it as a text takes longer."""
    metrics: object = app.state["metrics"]
    assert isinstance(metrics, Metrics)
    # as samples, they have a lot of buckets
    for (method, route, status), kind in metrics.requests.items():
        labels = {"method": method, "route": route, "status": str(status)}
        yield "cardkit_request_seconds_count", labels, sum(kind.counts)
    for metric in metrics.registry.collect():
        for name, labels, value, *_ in metric.samples:
            if not name.endswith(("_seconds_sum", "_bucket", "_created")):
                yield name, labels, value


def refused(match: AnyMatch, viewer: Viewer) -> list[object]:
    """Return moves that the viewer may not make now, by number and by text, and things that aren't moves."""
    moves = match.game.moves(match.header.seats, match.header.options)
    legal = match.legal(viewer) if viewer is not None and viewer in match.actors else ()
    others = [number for number, move in enumerate(moves) if move not in legal]
    texts = [match.game.say(moves[number]) for number in others[::7]]
    return [*others[:12], *texts[:6], "zz", len(moves), -1, {}]


async def overheard(app: Litestar, sat: Sat, token: str, media: str, number: int) -> list[object]:
    """Return each message that a stream sends, up to the glimpse of that number."""
    said: list[object] = []
    enough = asyncio.Event()
    glimpses = 0
    if not number:
        enough.set()

    async def send(message: Any) -> None:
        nonlocal glimpses
        said.append(message)
        glimpses += message["type"] in ("http.response.body", "websocket.send")
        if glimpses >= number:
            enough.set()

    opening: list[dict[str, Any]] = [{"type": "websocket.connect"}] if media == "socket" else []

    async def receive() -> dict[str, Any]:
        if opening:
            return opening.pop()
        await enough.wait()
        return {"type": "websocket.disconnect" if media == "socket" else "http.disconnect", "code": 1000}

    headers = {"accept": media, "authorization": f"Bearer {token}", "x-request-id": "this"}
    if media == "socket":
        scope = scope_of(f"{sat.path}/socket?players=true", headers, "websocket")
    else:
        scope = scope_of(f"{sat.path}/events?players=true", headers)
    await asyncio.wait_for(app(scope, receive, send), PATIENCE)  # type: ignore[arg-type]  # plain dicts
    return said


async def seen_of(row: MatchRow, sat: Sat, viewer: Viewer, match: AnyMatch) -> dict[str, object]:
    async with opened(await stored(row, match)) as door:
        return await everything(door, sat, viewer, match)


def differing(one: dict[str, object], other: dict[str, object]) -> list[str]:
    return [name for name in {**one, **other} if one.get(name) != other.get(name)]


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        (key, game.seats[0] + more)
        for key, game in cardkit.games().items()
        for more in ((0, 1) if SOAK else (0,))
    ],
)
async def test_what_a_viewer_may_not_know_changes_no_byte_of_what_it_gets(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, sat, seed = await prepared(game, seats, monkeypatch)
    tried: set[Viewer] = set()
    for pair in twins(game, seats, seed):
        one = await seen_of(row, sat, pair.viewer, pair.one)
        other = await seen_of(row, sat, pair.viewer, pair.other)
        assert differing(one, other) == []
        assert len(one) > 30
        tried.add(pair.viewer)
        _SEEN[game, seats, pair.viewer] = pair.one, one
    assert len(tried) > 1


_SEEN: Final[dict[tuple[str, int, Viewer], tuple[AnyMatch, dict[str, object]]]] = {}
"""What viewers were shown of a match that hadn't ended."""


# --- would it be noticed?


async def first_pair(monkeypatch: pytest.MonkeyPatch) -> tuple[MatchRow, Sat, Twins]:
    row, sat, seed = await prepared("thirteen", 3, monkeypatch)
    return row, sat, twins("thirteen", 3, seed)[0]


async def differing_answers(row: MatchRow, sat: Sat, pair: Twins) -> list[str]:
    one = await seen_of(row, sat, pair.viewer, pair.one)
    other = await seen_of(row, sat, pair.viewer, pair.other)
    return differing(one, other)


async def test_a_leak_in_the_body_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    row, sat, pair = await first_pair(monkeypatch)

    def leaky(match: AnyMatch, viewer: Viewer) -> dict[str, Any]:
        return {**view_document(match, viewer), "luck": hash(repr(match.state)) % 1000}

    monkeypatch.setattr(cardkit_api.routes.views, "view_document", leaky)
    assert any("/view" in name for name in await differing_answers(row, sat, pair))


async def test_a_leak_in_the_order_of_keys_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    row, sat, pair = await first_pair(monkeypatch)
    worlds = [pair.one.state, pair.other.state]

    def leaky(match: AnyMatch, viewer: Viewer) -> dict[str, Any]:
        document = view_document(match, viewer)
        return dict(reversed(document.items())) if match.state == worlds[1] else document

    monkeypatch.setattr(cardkit_api.routes.views, "view_document", leaky)
    assert any("/view" in name for name in await differing_answers(row, sat, pair))


async def test_a_leak_in_a_refusal_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    row, sat, pair = await first_pair(monkeypatch)
    worlds = [pair.one.state, pair.other.state]

    def leaky(match: AnyMatch, given: Any) -> Any:
        if match.state == worlds[1]:
            raise cardkit.Rejected("unreadable", "something else")
        return move_of(match, given)

    monkeypatch.setattr(cardkit_api.service.moves, "move_of", leaky)
    found = any("/moves" in name for name in await differing_answers(row, sat, pair))
    assert found == (pair.viewer is not None)


# --- the seed and the commitment


async def test_no_viewer_sees_the_seed_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in cardkit.games():
        seats = cardkit.game(game).seats[0]
        row, sat, seed = await prepared(game, seats, monkeypatch)
        for viewer in (*range(seats), None):
            if (game, seats, viewer) not in _SEEN:
                trial = play_at_random(cardkit.game(game), seats, cardkit.game(game).options(), seed)
                _SEEN[game, seats, viewer] = trial.steps[5], await seen_of(row, sat, viewer, trial.steps[5])
            match, answers = _SEEN[game, seats, viewer]
            seen = str(answers)
            assert seed not in seen
            assert match.chance.seed not in seen
            for token in {*sat.tokens} - {sat.watcher if viewer is None else sat.seats[viewer]}:
                assert token not in seen
