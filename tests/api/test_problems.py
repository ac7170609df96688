"""Whatever is refused, or fails, is a problem document: a code for programs, a sentence for people, and no more."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from typing import Any, NoReturn

import attrs
import httpx
import pytest

from cardkit.game import any_game
from cardkit_api import Limits
from cardkit_api.problems import MEDIA_TYPE
from cardkit_api.stores.contract import Change, StoreDown
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import Door, Sat, opened
from tests.testing.tiny import TINY

pytestmark = pytest.mark.anyio

CANARY = "a hidden card: seven of bells"


def problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Return the problem document, of the form that all have."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == MEDIA_TYPE
    assert answer.headers["cache-control"] == "no-store"
    document: dict[str, Any] = answer.json()
    assert document["code"] == code
    assert document["type"] == f"urn:cardkit:{code}"
    assert document["status"] == status
    assert document["title"]
    assert document["detail"]
    assert {*document} <= {
        *("type", "title", "status", "code", "detail"),
        *("path", "field", "accepted", "nearest", "version"),
    }
    for secret in ("Traceback", ".py", CANARY):
        assert secret not in answer.text
    return document


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/v1", 404, "not_found"),
        ("GET", "/v1/matchez", 404, "not_found"),
        ("GET", "/unused", 404, "not_found"),
        ("GET", "/unused/redoc", 404, "not_found"),
        ("GET", "/v1/matches/x/y", 404, "not_found"),
        ("GET", "/v1/games/%2e%2e%2fetc", 404, "not_found"),
        ("GET", "/v1/games/%00", 404, "unknown_game"),
        ("GET", "/v1/matches/%00", 404, "no_such_match"),
        ("GET", "/v1/matches/%ED%A0%80", 404, "no_such_match"),
        ("GET", f"/v1/matches/{'x' * 5000}", 404, "no_such_match"),
        ("DELETE", "/v1/games", 405, "method_not_allowed"),
        ("PUT", "/v1/matches", 405, "method_not_allowed"),
        ("BREW", "/v1/matches", 405, "method_not_allowed"),
        ("GET", "/v1/matches/x/undo", 405, "method_not_allowed"),
    ],
)
async def test_what_isnt_there(method: str, path: str, status: int, code: str) -> None:
    async with opened() as door:
        answer = await door.ask(method, path)
        problem(answer, status, code)
        if status == 405:
            assert "OPTIONS" in answer.headers["allow"]


@pytest.mark.parametrize(
    ("method", "path", "detail"),
    [
        ("GET", "/nowhere", "there is nothing at this path; /schema shows all paths"),
        ("DELETE", "/v1/games", "this path takes only GET, HEAD, OPTIONS"),
        ("GET", "/v1/matches/x/socket", "this path only opens a WebSocket"),
        ("GET", "/v1/matches?limit=0", "limit: expected a whole number of at least 1"),
        ("GET", "/v1/matches?limit=201", "limit: expected a whole number of at most 200"),
        ("GET", "/v1/matches?seats=two", "seats: expected a whole number"),
        ("GET", f"/v1/matches?game={'x' * 81}", "game: expected a text of at most 80 characters"),
        (
            "GET",
            "/v1/matches?limit=1.5&status=gone",
            "status: invalid value 'gone', see /schema; limit: expected a whole number",
        ),
    ],
)
async def test_a_request_that_no_route_takes_is_told_what_would_do(
    method: str, path: str, detail: str
) -> None:
    async with opened() as door:
        assert (await door.ask(method, path)).json()["detail"] == detail


async def test_a_bound_is_told_as_people_write_it() -> None:
    async with opened() as door:
        made = await door.create()
        answer = await door.get(f"/v1/matches/{made['match']['id']}/events?wait=999", made["owner"])
        assert answer.json()["detail"] == "wait: expected a number of at most 30"


async def test_a_wrong_body_is_told_without_the_sign_for_all_of_it_and_with_the_nearest_key() -> None:
    async with opened() as door:
        for body, detail in (
            (b"{", "invalid JSON: its end is missing"),
            (b'{"game":"push","seats":2,"nmae":"Ann"}', "unknown key 'nmae'; did you mean 'name'?"),
        ):
            answer = await door.ask("POST", "/v1/matches", body=body)
            assert (answer.json()["detail"], answer.json()["path"]) == (detail, "$")


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "", "text/json"])
async def test_a_body_that_isnt_declared_as_json_is_415(media: str) -> None:
    """A page of another site can send such bodies with the cookies of an embedding application."""
    async with opened() as door:
        body = b'{"game":"thirteen","seats":3}'
        problem(
            await door.ask("POST", "/v1/matches", body=body, Content_Type=media),
            415,
            "unsupported_media_type",
        )
        for good in ("application/json; charset=utf-8", "APPLICATION/JSON"):
            assert (await door.ask("POST", "/v1/matches", body=body, Content_Type=good)).status_code == 201


async def test_a_body_that_is_too_large_is_413_however_it_is_sent() -> None:
    async with opened() as door:
        body = b'{"game":"thirteen","seats":3,"name":"' + b"x" * 65_536 + b'"}'
        problem(await door.ask("POST", "/v1/matches", body=body), 413, "too_large")

        async def parts() -> AsyncIterator[bytes]:
            for start in range(0, len(body), 1000):
                yield body[start : start + 1000]

        answer = await door.http.post(
            "/v1/matches", content=parts(), headers={"Content-Type": "application/json"}
        )
        problem(answer, 413, "too_large")
        fits = b'{"game":"thirteen","seats":3' + b" " * (65_536 - 29) + b"}"
        assert len(fits) == 65_536
        assert (await door.ask("POST", "/v1/matches", body=fits)).status_code == 201
        problem(await door.ask("POST", "/v1/matches", body=fits + b" "), 413, "too_large")


JUNK = [
    b"",
    b" ",
    b"null",
    b"[]",
    b"3",
    b'"x"',
    b"{",
    b"{]",
    b'{"move": 1,}',
    b'{"move": NaN}',
    b'{"move": Infinity}',
    b'{"move": -Infinity}',
    b'{"move": 1e999}',
    b'{"move": 1' + b"0" * 5000 + b"}",
    b'{"move": -1' + b"0" * 400 + b"}",
    b'{"move": "\\ud800"}',
    b'{"move": "\xed\xa0\x80"}',
    b'{"move": "\xff"}',
    b'{"move": "\\u0000"}',
    b'{"move": "' + b"x" * 60_000 + b'"}',
    b"\xef\xbb\xbf{}",
    b"\xff\xfe{\x00}\x00",
    b"[" * 30_000,
    b"[" * 30_000 + b"]" * 30_000,
    b'{"move":' * 900 + b"1" + b"}" * 900,
    b'{"move":' * 7_000 + b"1" + b"}" * 7_000,
    b'{"move": ' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"options": ' + b'{"rounds":' * 900 + b"1" + b"}" * 900 + b', "game": "thirteen", "seats": 3}',
    b'{"options": {"rounds": ' + b"[" * 900 + b"]" * 900 + b'}, "game": "thirteen", "seats": 3}',
    b'{"move": {"type": "thirteen.play", "card": ' + b"[" * 900 + b"]" * 900 + b', "onto": "yellow"}}',
    b'{"move": {"type": {"type": {}}}}',
    b'{"move": {"type": "thirteen.play", "card": null, "onto": {}}}',
    b'{"game": "thirteen", "seats": 3, "seats": 4, "seats": "x"}',
    b'{"game": "thirteen", "seats": 3, "bots": [null, 1, {}]}',
    b'{"game": "thirteen", "seats": -1}',
    b'{"game": "\\u0000", "seats": 3}',
    b'{"game": "thirteen", "seats": 3, "name": "\\u0000"}',
    b'{"game": "thirteen", "seats": 3, "name": "a", "entropy": "\\u0000"}',
    b'{"name": {"name": "x"}}',
    b'{"name": "x", "invitation": "\\u0000", "seat": 1e2}',
    b'{"of": 1e100}',
    b'{"of": -1}',
    b'{"of": [[]]}',
    b'{"bot": "\\u0000"}',
    b'{"bot": {}}',
    b"{" + b",".join(b'"%d": 0' % n for n in range(6000)) + b"}",
]


@pytest.mark.parametrize("body", JUNK, ids=range(len(JUNK)))
async def test_junk_is_refused_and_never_fails(body: bytes) -> None:
    async with opened() as door:
        sat = await door.sit(public=True)
        before = await sat.status()
        for path, token in posts(sat):
            answer = await door.ask("POST", path, token, body, If_Match="*")
            if answer.status_code >= 400:
                problem(answer, answer.status_code, answer.json()["code"])
                assert answer.status_code < 500, answer.text
        assert {**(await sat.status()), "seats": 0} == {**before, "seats": 0}


def posts(sat: Sat) -> list[tuple[str, str]]:
    seat = sat.seats[0]
    return [
        ("/v1/matches", ""),
        (f"{sat.path}/seats", ""),
        (f"{sat.path}/start", sat.owner),
        (f"{sat.path}/moves", seat),
        (f"{sat.path}/undo", seat),
    ]


async def test_bodies_made_of_pieces_of_good_ones_never_fail() -> None:
    pieces = [
        *'{}[]:,"',
        '"move"',
        '"type"',
        '"thirteen.play"',
        '"seats"',
        "3",
        "null",
        "true",
        '"game"',
        "1e5",
    ]
    luck = random.Random(13)
    async with opened() as door:
        sat = await door.sit()
        for _ in range(60):
            body = "".join(luck.choice(pieces) for _ in range(luck.randrange(1, 14))).encode()
            path, token = luck.choice(posts(sat))
            answer = await door.ask("POST", path, token, body, If_Match="*")
            assert answer.status_code < 500, body
            if answer.status_code >= 400:
                problem(answer, answer.status_code, answer.json()["code"])


async def test_no_refusal_repeats_a_token() -> None:
    async with opened() as door:
        sat = await door.sit()
        canary = "canary" * 7
        refusals = [
            await door.get(f"{sat.path}/events?token={canary}&after=x"),
            await door.get(f"{sat.path}/events?token={canary}"),
            await door.get(f"{sat.path}/view?at=x", sat.seats[0], X_Token=canary),
            await door.get(f"{sat.path}/view", canary),
            await door.get("/v1/nothing", canary),
            await door.post(f"{sat.path}/seats", {"name": "x", "invitation": canary}),
            await door.post(f"{sat.path}/seats", {"name": "x", "invitation": [canary]}),
            await door.post("/v1/matches", {"game": "thirteen", "seats": 3, "entropy": canary}),
            await door.post("/v1/matches", {}, Idempotency_Key=canary * 9),
        ]
        for answer in refusals:
            assert answer.status_code >= 400
            assert canary not in answer.text
            assert canary not in str(answer.headers)
            assert sat.seats[0] not in answer.text


# --- what fails


def broken(*_: object, **__: object) -> NoReturn:
    raise ValueError(CANARY)


@pytest.mark.parametrize("what", ["view", "legal", "decide", "tell"])
async def test_a_game_that_fails_is_500_and_tells_nothing(
    what: str, caplog: pytest.LogCaptureFixture
) -> None:
    changes: dict[str, Any] = {what: broken}
    game = any_game(attrs.evolve(TINY, **changes))
    async with opened(games={"tiny": game}) as door:
        sat = await door.sit(game="tiny", seats=2)
        legal = (await sat.turn())[1] if what == "decide" else [{"number": 0}]
        path, method, body = {
            "view": ("view", "GET", None),
            "legal": ("moves", "GET", None),
            "decide": ("moves", "POST", {"move": legal[0]["number"]}),
            "tell": ("events", "GET", None),
        }[what]
        answers = [
            await door.ask(method, f"{sat.path}/{path}", token, body, If_Match="*") for token in sat.seats
        ]
        assert 500 in [answer.status_code for answer in answers]
        for answer in answers:
            if answer.status_code == 500:
                problem(answer, 500, "internal_error")
        assert (await door.get(sat.path, sat.owner)).status_code == 200
    assert f"/{path} failed: ValueError" in caplog.text  # the server's own log says where
    assert "test_problems.py" in caplog.text
    assert CANARY not in caplog.text


class Secret:
    """What a game that breaks the contract returns: it could hold any card."""

    def __repr__(self) -> str:
        return CANARY


def misplaced(*_: object) -> Secret:
    return Secret()


@pytest.mark.parametrize("what", ["legal", "decide"])
async def test_a_game_that_returns_the_wrong_thing_is_500_and_tells_nothing_of_it(
    what: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Sentences for its author repeat what it returned, and that may be cards of others."""
    changes: dict[str, Any] = {what: misplaced}
    async with opened(games={"tiny": any_game(attrs.evolve(TINY, **changes))}) as door:
        sat = await door.sit(game="tiny", seats=2)
        legal = [{"number": 0}] if what == "legal" else (await sat.turn())[1]
        for token in sat.seats:
            answer = await door.post(f"{sat.path}/moves", {"move": legal[0]["number"]}, token, If_Match="*")
            if answer.status_code != 409:
                said = problem(answer, 500, "broken_game")
                assert said["detail"] == "the server failed; that is its fault, not yours"
    assert "/moves failed: BrokenGame" in caplog.text
    assert CANARY not in caplog.text


class Down(MemoryStore):
    """Can be switched off."""

    down = False

    def __getattribute__(self, name: str) -> Any:
        if name in ("write", "row", "lines", "answer", "list_matches", "ready", "delete") and self.down:
            return self.refuse
        return super().__getattribute__(name)

    async def refuse(self, *_: object) -> NoReturn:
        await asyncio.sleep(0)
        raise StoreDown(CANARY)


async def test_a_store_that_is_down_is_503_and_later_all_goes_on() -> None:
    store = Down()
    async with opened(store) as door:
        sat = await door.sit()
        seat, legal, version = await sat.turn()
        store.down = True
        for answer in (
            await door.post("/v1/matches", {"game": "thirteen", "seats": 3}),
            await door.get("/v1/matches"),
            await sat.move(seat, legal[0]["number"]),
            await door.ask("DELETE", sat.path, sat.owner),
            await door.get("/health/ready"),
            await door.get("/v1/matches/another", sat.owner),
        ):
            problem(answer, 503, "store_down")
            assert int(answer.headers["retry-after"]) > 0
        store.down = False
        assert (await door.get("/health/ready")).json() == {"status": "ready"}
        assert (await sat.move(seat, legal[0]["number"], f'"{version}"')).status_code == 200


async def test_a_match_stays_readable_from_memory_while_the_store_is_down() -> None:
    store = Down()
    async with opened(store) as door:
        sat = await door.sit()
        store.down = True
        assert (await sat.get("view", 0)).status_code == 200


class Full(MemoryStore):
    """Fails in a way that nobody thought of."""

    async def write(self, change: Change) -> Any:
        if change.answer is not None:
            raise OSError(CANARY)
        return await super().write(change)


async def test_a_failure_that_nobody_thought_of_is_500() -> None:
    async with opened(Full()) as door:
        answer = await door.post(
            "/v1/matches", {"game": "thirteen", "seats": 3}, Idempotency_Key="0123456789abcdef"
        )
        problem(answer, 500, "internal_error")


# --- the others


async def one_of_each(door: Door, sat: Sat) -> list[tuple[httpx.Response, int, str]]:
    seat, legal, version = await sat.turn()
    path, number = f"{sat.path}/moves", legal[0]["number"]
    token = sat.seats[seat]
    return [
        (await door.ask("POST", path, token, b"{", If_Match="*"), 422, "malformed"),
        (await door.post(path, {"move": number}, token, If_Match="x"), 400, "bad_if_match"),
        (await door.get(f"{sat.path}/events?limit=x", token), 400, "bad_request"),
        (await door.get(path), 401, "token_missing"),
        (await door.get(path, sat.owner), 403, "not_allowed"),
        (await door.get(f"{sat.path}/events", token, Accept="image/png"), 406, "not_acceptable"),
        (await sat.get("log"), 409, "not_revealed"),
        (await sat.move(seat, number, f'"{version + 5}"'), 412, "stale_version"),
        (await sat.move(seat, "no move"), 422, "unreadable"),
        (await door.post(path, {"move": number}, token), 428, "if_match_missing"),
    ]


async def test_every_refusal_has_the_one_form() -> None:
    async with opened() as door:
        sat = await door.sit()
        for answer, status, code in await one_of_each(door, sat):
            problem(answer, status, code)


async def test_too_many_requests_are_429_with_the_time_to_wait() -> None:
    async with opened(limits=Limits(requests=0.5, burst=3)) as door:
        answers = [await door.get("/v1/games") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        problem(answers[-1], 429, "too_many_requests")
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 3


async def test_a_refusal_is_the_same_json_each_time() -> None:
    async with opened() as door:
        first, again = [await door.get("/v1/games/chess") for _ in range(2)]
        assert first.content == again.content
        assert json.loads(first.content)["code"] == "unknown_game"
