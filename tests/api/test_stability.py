"""`docs/stability.md`: what clients rely on stays. `tests/api/face.txt` has what they were promised."""

import json
from datetime import date
from typing import Any, Final

import pytest
from litestar import get

from cardkit_api import create_app
from cardkit_api.declaration import Deprecation, open_to
from cardkit_api.routes import ROUTES
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import KEY, PATIENT, visited
from tools.freeze_api import FILE, ROOT, channels, codes, face, messages, operations

PROMISED: Final = frozenset(FILE.read_text(encoding="utf-8").splitlines())
OPENAPI: Final = (ROOT / "docs" / "openapi.json").read_text(encoding="utf-8")
ASYNCAPI: Final = (ROOT / "docs" / "asyncapi.json").read_text(encoding="utf-8")
PAGE: Final = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")


def broken(promised: frozenset[str], now: set[str]) -> set[str]:
    """Return the promises that aren't kept, and what clients must send now that they didn't have to."""
    demands = {line for line in now - promised if line.partition(" needs ")[0] in promised}
    return {*(promised - now), *demands}


def test_nothing_that_was_promised_is_gone_or_different() -> None:
    assert broken(PROMISED, face()) == set(), (
        "clients rely on this; docs/stability.md says how to deprecate it. Run tools/freeze_api.py if no release had it"
    )


GONE: Final = object()
MOVES: Final = "/v1/matches/{match_id}/moves"
TEXT: Final = {"type": "string"}
SEED: Final = {"name": "seed", "in": "query", "required": True, "schema": TEXT}


def changed(document: str, place: tuple[str, ...], value: object) -> Any:
    """Return a document with another value at that place, or none. `+` is the place after the last item."""
    whole = json.loads(document)
    *way, last = place
    inner = whole
    for name in way:
        inner = inner[name]
    if value is GONE:
        del inner[last]
    elif last == "+":
        inner.append(value)
    else:
        inner[last] = value
    return whole


def schema(name: str, *place: str) -> tuple[str, ...]:
    return ("components", "schemas", name, *place)


@pytest.mark.parametrize(
    ("place", "value", "what"),
    [
        (("paths", MOVES), GONE, f"GET {MOVES}"),
        (("paths", MOVES, "post"), GONE, f"POST {MOVES}"),
        (("paths", MOVES, "get", "parameters", "+"), SEED, f"GET {MOVES} needs query seed: string"),
        (("paths", "/v1/games", "get", "parameters"), [SEED], "GET /v1/games needs query seed: string"),
        (schema("Outcome", "properties", "winners"), GONE, "Outcome has winners: [integer]"),
        (schema("View", "properties", "version"), TEXT, "View has version: integer"),
        (
            schema("MatchStatus", "properties", "status", "enum", "+"),
            "paused",
            'MatchStatus has status: "open"|"over"|"running"',
        ),
        (schema("Undo", "required"), ["of"], "Undo needs of: integer|null"),
        (
            schema("NewTicket"),
            {"properties": {"why": TEXT}, "required": ["why"]},
            "NewTicket needs why: string",
        ),
    ],
)
def test_a_change_that_would_break_a_client_is_noticed(
    place: tuple[str, ...], value: object, what: str
) -> None:
    document = changed(OPENAPI, place, value)
    now = {*operations(document), *messages(document)}
    rest = face() - {*operations(json.loads(OPENAPI)), *messages(json.loads(OPENAPI))}

    assert what in broken(PROMISED, now | rest)


def test_a_code_or_a_message_that_is_gone_is_noticed() -> None:
    assert "refusal 401 bad_ticket" in {*codes(PAGE)} - {*codes(PAGE.replace("`bad_ticket`", "`old_ticket`"))}
    quiet = changed(ASYNCAPI, ("operations", "tellOnSocket"), GONE)
    assert "socket sends still_here" in PROMISED - {*channels(quiet)}


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("paths", "/v1/clubs"), {"get": {"parameters": [SEED], "responses": {"200": {}}}}),
        (("paths", MOVES, "get", "parameters", "+"), {**SEED, "required": False}),
        (schema("Outcome", "properties", "prize"), TEXT),
        (schema("Undo", "properties", "why"), TEXT),
    ],
)
def test_an_addition_breaks_nobody(place: tuple[str, ...], value: object) -> None:
    document = changed(OPENAPI, place, value)

    assert broken(PROMISED, face() | {*operations(document), *messages(document)}) == set()


@get(
    "/v1/old",
    opt=open_to("anyone", deprecated=Deprecation(date(2027, 1, 31), date(2027, 9, 30))),
    operation_id="getOld",
    sync_to_thread=False,
)
def get_old() -> str:
    """Answer as in the old days."""
    return "old"


@pytest.mark.anyio
async def test_a_deprecated_route_says_so_in_its_answers_and_in_the_document(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardkit_api.app.ROUTES", (*ROUTES, get_old))
    app = create_app(MemoryStore(), key=KEY, limits=PATIENT)
    async with app.lifespan(), visited(app) as door:
        old = await door.get("/v1/old")
        other = await door.get("/v1/games")
        document = (await door.get("/schema/openapi.json")).json()

    assert (old.status_code, old.headers["deprecation"]) == (200, "@1801353600")
    assert old.headers["sunset"] == "Thu, 30 Sep 2027 00:00:00 GMT"
    assert not {"deprecation", "sunset"} & {*other.headers}
    described = document["paths"]["/v1/old"]["get"]
    assert described["deprecated"] is True
    assert described["responses"]["200"]["headers"].keys() == {"Deprecation", "Sunset"}
    assert "deprecated" not in document["paths"]["/v1/games"]["get"]
