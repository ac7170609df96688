"""The AsyncAPI document: the one that is committed is the one that is served, and sockets and streams keep to it."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any, Final

import attrs
import pytest
from jsonschema_rs import Draft7Validator

from cardkit.game import Json
from cardkit.games import BUILT_IN
from cardkit_api import Limits
from tests import plain_http
from tests.api.clients.serving import built_in, serving
from tests.api.clients.test_typescript import LOCKED, PROJECT
from tests.api.door import PATIENT, Door, Sat, listening
from tests.api.orders.giving import give, withdraw
from tests.api.routes.test_events import NDJSON, SSE, heard, stream
from tests.api.routes.test_socket import ask, receive, socket
from tests.node import found, installed
from tests.patience import PATIENCE
from tools.write_openapi import DOCS, documents

FILE: Final = DOCS / "asyncapi.json"
DOCUMENT: Final[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
SHORT: Final[dict[str, dict[str, object]]] = {
    key: {"rounds": 1} for key in ("thirteen", "friday13", "biberbande")
}
"""Options of games that would take long."""


def objects(value: Json) -> Iterator[dict[str, Any]]:
    """Yield all objects in a document."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(inner)


def closed(schema: Json) -> Json:
    """Return a schema that refuses every field that it doesn't name."""
    if isinstance(schema, list):
        return [closed(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(value) for name, value in schema.items()}
    return {"additionalProperties": False, **inner} if "properties" in inner else inner


def validator_of(channel: str, name: str) -> Draft7Validator:
    """Return what tells whether one message is valid. AsyncAPI takes JSON Schema of draft 7."""
    assert name in DOCUMENT["channels"][channel]["messages"]
    payload = DOCUMENT["components"]["messages"][name]["payload"]
    components: Json = {"schemas": DOCUMENT["components"]["schemas"]}
    whole = closed({**payload, "components": components})
    assert isinstance(whole, dict)
    return Draft7Validator(whole)


class Checked:
    """Everything that was sent, by channel and message, each held against the document."""

    def __init__(self) -> None:
        self.seen: Counter[tuple[str, str]] = Counter()
        self.validators: dict[tuple[str, str], Draft7Validator] = {}

    def check(self, channel: str, message: dict[str, Any]) -> None:
        kind = channel, message.get("type", "event")
        self._validator(*kind).validate(message)
        self.seen[kind] += 1

    def check_taken(self, message: dict[str, Any], *, valid: bool = True) -> None:
        assert self._validator("socket", "move").is_valid(message) is valid

    def _validator(self, channel: str, name: str) -> Draft7Validator:
        if (channel, name) not in self.validators:
            self.validators[channel, name] = validator_of(channel, name)
        return self.validators[channel, name]


def test_the_committed_document_is_the_served_one() -> None:
    with serving() as url:
        served = plain_http.get(f"{url}/schema/asyncapi.json")
        kept = {"If-None-Match": served.headers["etag"]}
        known = plain_http.get(f"{url}/schema/asyncapi.json", headers=kept)

    assert FILE.read_text(encoding="utf-8") == documents()[FILE], "run tools/write_openapi.py"
    assert served.json() == DOCUMENT
    assert known.status_code == 304


def test_it_is_asyncapi_3() -> None:
    specs = (
        installed(found(), PROJECT, LOCKED) / "node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json"
    )
    validator = Draft7Validator(json.loads(specs.read_text(encoding="utf-8")))

    validator.validate(DOCUMENT)
    assert not validator.is_valid({**DOCUMENT, "operations": {"tell": {"action": "shout"}}})


def test_every_reference_leads_somewhere_and_everything_is_referred_to() -> None:
    references = {part["$ref"] for part in objects(DOCUMENT) if "$ref" in part}
    for reference in references:
        place = DOCUMENT
        for name in reference.removeprefix("#/").split("/"):
            place = place[name]
    for kind, parts in DOCUMENT["components"].items():
        for name in parts:
            assert f"#/components/{kind}/{name}" in references


@pytest.mark.anyio
@pytest.mark.parametrize("key", BUILT_IN)
async def test_all_that_sockets_and_streams_send_in_a_match_is_in_the_document(key: str) -> None:
    checked = Checked()
    async with listening(games=built_in(), limits=QUICK) as door:
        seats = built_in()[key].seats[0]
        sat = await door.sit(game=key, seats=seats, options=SHORT.get(key, {}))
        await play(sat, checked)
        for token, media in ((sat.seats[0], NDJSON), (sat.watcher, SSE)):
            for _, message in await heard(door, f"{sat.path}/events?legal=true", token, media):
                checked.check("events", message)
            async with socket(door, sat.path, token, "?legal=true") as connection:
                while (message := await receive(connection))["type"] != "match_over":
                    checked.check("socket", message)
                checked.check("socket", message)
    kinds = {("socket", kind) for kind in ("glimpse", "match_over", "moved", "refused")}
    assert checked.seen.keys() == kinds | {("events", "event"), ("events", "match_over")}


QUICK: Final[Limits] = attrs.evolve(PATIENT, heartbeat=60.0)


async def play(sat: Sat, checked: Checked) -> None:
    """Play a match over sockets, with a refused attempt at each seat."""
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(socket(sat.door, sat.path, token)) for token in sat.seats]
        for connection in sockets:
            checked.check("socket", await ask(connection, {"move": "no such move", "id": "a"}))
        moved = await sat.status()
        while moved["actors"]:
            seat: int = moved["actors"][0]
            version = moved["version"]
            move = (await sat.get("moves", seat)).json()["moves"][-1]
            said = {"move": move[("move", "text", "number")[version % 3]], "expect": version}
            checked.check_taken(said)
            moved = await ask(sockets[seat], said)
            checked.check("socket", moved)


async def follow(
    door: Door, made: dict[str, Any], checked: Checked, media: str, begun: asyncio.Event
) -> None:
    """Check what a stream sends until it ends."""
    path = f"/v1/matches/{made['match']['id']}/events?lobby=true&reactions=true"
    async with stream(door, path, made["watcher"], media) as telling:
        async for item in telling:
            begun.set()
            if item is not None:
                checked.check("events", item[1])


@pytest.mark.anyio
async def test_what_is_sent_before_the_start_and_when_a_match_is_deleted_is_in_the_document() -> None:
    checked = Checked()
    async with asyncio.timeout(PATIENCE), listening(limits=attrs.evolve(PATIENT, heartbeat=0.01)) as door:
        made = await door.create()
        path = f"/v1/matches/{made['match']['id']}"
        async with socket(door, path, made["watcher"], "?lobby=true&reactions=true") as connection:
            begun = {media: asyncio.Event() for media in (SSE, NDJSON)}
            followers = [asyncio.create_task(follow(door, made, checked, *item)) for item in begun.items()]
            await asyncio.gather(*(event.wait() for event in begun.values()))
            for given in made["invitations"]:
                player = {"name": f"player {given['seat']}", "invitation": given["invitation"]}
                joined = await door.post(f"{path}/seats", player)
                assert joined.status_code == 201
                said = await door.post(f"{path}/reactions", {"reaction": "hello"}, joined.json()["token"])
                assert said.status_code == 200
            while ("socket", "still_here") not in checked.seen:
                checked.check("socket", await receive(connection))
            await door.ask("DELETE", path, made["owner"])
            while ("socket", "match_deleted") not in checked.seen:
                checked.check("socket", await receive(connection))
            await asyncio.gather(*followers)
    assert checked.seen["socket", "lobby"] >= 1
    assert checked.seen["events", "lobby"] >= 2
    assert (checked.seen["socket", "reaction"], checked.seen["events", "reaction"]) == (3, 6)
    assert checked.seen["events", "match_deleted"] == 2


@pytest.mark.anyio
async def test_who_wants_a_move_back_is_told_as_the_document_says() -> None:
    checked = Checked()
    async with listening() as door:
        sat = await door.sit()
        seat, legal, _ = await sat.turn()
        await sat.move(seat, legal[0]["number"])
        assert (await door.post(f"{sat.path}/undo", {}, sat.seats[seat])).status_code == 200
        query = f"?after={(await sat.status())['version']}&players=true"
        async with (
            socket(door, sat.path, sat.seats[0], query) as connection,
            stream(door, f"{sat.path}/events{query}", sat.seats[0], NDJSON) as telling,
        ):
            told = await receive(connection)
            checked.check("socket", told)
            item = await anext(telling)
            assert item is not None
            checked.check("events", item[1])
    assert told["takeback"]["by"] == seat
    assert [*checked.seen] == [("socket", "players"), ("events", "players")]


@pytest.mark.anyio
async def test_what_becomes_of_an_order_is_told_as_the_document_says() -> None:
    checked = Checked()
    async with listening() as door:
        sat = await door.sit()
        status = await sat.status()
        seat = next(seat for seat in range(3) if seat not in status["actors"])
        query = f"?after={status['version']}&orders=true"
        async with (
            socket(door, sat.path, sat.seats[seat], query) as connection,
            stream(door, f"{sat.path}/events{query}", sat.seats[seat], NDJSON) as telling,
        ):
            await door.is_listened_to(sat.id, by=2)
            assert (await give(sat, seat, 0)).status_code == 200
            await withdraw(sat, seat)
            checked.check("socket", await receive(connection))
            async for item in telling:
                if item is not None:
                    checked.check("events", item[1])
                    break
    assert [*checked.seen] == [("socket", "order_ended"), ("events", "order_ended")]


@pytest.mark.anyio
async def test_a_refused_handshake_of_a_browser_is_in_the_document() -> None:
    checked = Checked()
    async with listening() as door:
        sat = await door.sit()
        async with socket(door, sat.path, query="?after=99", Origin="http://cards.test") as connection:
            checked.check("socket", await receive(connection))
    assert [*checked.seen] == [("socket", "refused")]


@pytest.mark.anyio
@pytest.mark.parametrize(
    "said",
    [{}, {"move": None}, {"move": 0, "expect": "3"}, {"move": 0, "id": 3}, {"move": 0, "colour": "red"}],
)
async def test_a_message_that_the_document_forbids_is_malformed(said: dict[str, object]) -> None:
    checked = Checked()
    checked.check_taken(said, valid=False)
    async with listening() as door:
        sat = await door.sit()
        async with socket(door, sat.path, sat.seats[0]) as connection:
            refused = await ask(connection, said)
    assert refused["code"] == "malformed"
    checked.check("socket", refused)


@pytest.mark.anyio
async def test_the_parameters_of_the_document_are_read() -> None:
    query = DOCUMENT["channels"]["socket"]["bindings"]["ws"]["query"]["properties"]
    assert [*query] == ["after", "language", "legal", "lobby", "players", "presence", "reactions", "orders"]
    assert {*DOCUMENT["operations"]["streamEvents"]["bindings"]["http"]["query"]["properties"]} == {
        *query,
        "as",
    }
    async with listening() as door:
        sat = await door.sit()
        seat, _, version = await sat.turn()
        given = f"?after={version - 1}&language=de&legal=true"
        async with socket(door, sat.path, sat.seats[seat], given) as connection:
            message = await receive(connection)
    assert (message["n"], bool(message["moves"])) == (version, True)
