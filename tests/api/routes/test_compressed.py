"""What holds no secret is compressed for clients that take it, and nothing else is."""

import gzip
from collections.abc import Callable
from typing import Any, Final

import pytest

from cardkit.schema import schema
from cardkit_api.asyncapi import asyncapi_document
from cardkit_api.openapi import document
from tests.api.door import Sat, opened
from tests.api.routes.test_events import NDJSON

pytestmark = pytest.mark.anyio

PAGES: Final = ("/v1/games/push", "/v1/games/push/rules", "/schema/openapi.json", "/schema/asyncapi.json")


async def raw(sat: Sat, path: str, **headers: str) -> tuple[bytes, dict[str, str]]:
    """Return the body as it was sent, and the headers."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    given["Authorization"] = f"Bearer {sat.seats[0]}"
    async with sat.door.http.stream("GET", path, headers=given) as answer:
        assert answer.status_code == 200
        sent = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
        return b"".join([part async for part in answer.aiter_raw()]), sent


async def test_logs_and_pages_are_compressed_for_who_takes_it() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        await sat.finish()
        for path in (*PAGES, f"{sat.path}/log"):
            plain, headers = await raw(sat, path, Accept_Encoding="identity")
            assert "content-encoding" not in headers
            assert "Accept-Encoding" in headers["vary"]
            for takes in ("gzip", "br, gzip;q=0.5", "*"):
                zipped, headers = await raw(sat, path, Accept_Encoding=takes)
                assert headers["content-encoding"] == "gzip"
                assert int(headers["content-length"]) == len(zipped) < len(plain) / 2
                assert gzip.decompress(zipped) == plain
                assert "Accept-Encoding" in headers["vary"]
            for takes in ("", "br", "gzip;q=0", "gzip;q=0, *"):
                assert await raw(sat, path, Accept_Encoding=takes) == await raw(
                    sat, path, Accept_Encoding="identity"
                )


async def test_a_compressed_log_has_a_tag_by_which_it_is_not_sent_again() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        await sat.finish()
        plain = (await sat.get("log", Accept_Encoding="identity")).headers["etag"]
        zipped = (await sat.get("log", Accept_Encoding="gzip")).headers["etag"]
        assert zipped == f"W/{plain}"
        for tag in (plain, zipped):
            assert (await sat.get("log", If_None_Match=tag)).status_code == 304


async def test_what_may_hold_a_secret_is_never_compressed() -> None:
    async with opened() as door:
        sat = await door.sit(options={"rounds": 1})
        await sat.finish()
        for what in ("", "/view", "/memory", "/scene", "/table", "/moves", "/events"):
            body, headers = await raw(sat, sat.path + what, Accept_Encoding="gzip")
            assert "content-encoding" not in headers
            assert body.startswith(b"{")
        body, headers = await raw(sat, f"{sat.path}/events", Accept_Encoding="gzip", Accept=NDJSON)
        assert "content-encoding" not in headers
        made = await door.post("/v1/matches", {"game": "push", "seats": 2}, Accept_Encoding="gzip")
        assert "content-encoding" not in made.headers


async def test_what_is_the_same_for_everybody_is_made_once_and_compressed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a stranger could keep the server busy with it."""
    made: list[str] = []

    def counting(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def work_and_count(*given: object, **named: object) -> Any:
            made.append(name)
            return work(*given, **named)

        return work_and_count

    monkeypatch.setattr("cardkit_api.routes.games.schema", counting("a sheet", schema))
    monkeypatch.setattr("cardkit_api.routes.schema.document", counting("a document", document))
    made_for_sockets = counting("a document", asyncapi_document)
    monkeypatch.setattr("cardkit_api.routes.schema.asyncapi_document", made_for_sockets)
    monkeypatch.setattr(gzip, "compress", counting("a compressed one", gzip.compress))
    async with opened() as door:
        for path in PAGES * 3:
            for takes in ("gzip", "identity"):
                assert (await door.get(path, Accept_Encoding=takes)).status_code == 200
    assert sorted(made) == ["a compressed one"] * 4 + ["a document"] * 2 + ["a sheet"]
