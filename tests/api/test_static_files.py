"""A folder of the operator's own files beside the API: what is in it is served, and nothing else."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from litestar.types import Message

from cardkit_api import Limits, create_app
from cardkit_api.static_files import StaticFolder
from cardkit_api.stores.memory import MemoryStore
from tests.api.door import KEY, PATIENT, Door, created, visited
from tests.api.test_problems import problem

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def with_files(folder: Path, limits: Limits = PATIENT) -> AsyncGenerator[Door]:
    with created(partial(create_app, MemoryStore(), key=KEY, limits=limits, static=folder)) as app:
        async with app.lifespan(), visited(app) as door:
            yield door


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    (folder / "cards").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>Karten für alle</h1>", encoding="utf-8")
    (folder / "app.js").write_text("play()", encoding="utf-8")
    (folder / "empty.txt").write_text("", encoding="utf-8")
    (folder / "cards" / "index.html").write_text("cards", encoding="utf-8")
    (folder / "cards" / "back side.svg").write_text("<svg/>", encoding="utf-8")
    (folder / "large.bin").write_bytes(bytes(600_000))
    (folder / "v1").write_text("never", encoding="utf-8")
    (folder / ".env").write_text("a secret", encoding="utf-8")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("a secret", encoding="utf-8")
    (tmp_path / "outside.txt").write_text("a secret", encoding="utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    return folder


@pytest.mark.parametrize(
    ("path", "media", "size"),
    [
        ("/", "text/html; charset=utf-8", 25),
        ("/index.html", "text/html; charset=utf-8", 25),
        ("/app.js", "text/javascript; charset=utf-8", 6),
        ("/empty.txt", "text/plain; charset=utf-8", 0),
        ("/cards/", "text/html; charset=utf-8", 5),
        ("/cards/back%20side.svg", "image/svg+xml", 6),
        ("/large.bin", "application/octet-stream", 600_000),
    ],
)
async def test_files_are_served_with_their_type(site: Path, path: str, media: str, size: int) -> None:
    async with with_files(site) as door:
        answer = await door.get(path)
        head = await door.ask("HEAD", path)
        known = await door.get(path, If_None_Match=answer.headers["etag"])

    assert (answer.status_code, answer.headers["content-type"], len(answer.content)) == (200, media, size)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert (head.status_code, head.headers["content-length"], head.content) == (200, str(size), b"")
    assert (known.status_code, known.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/.env",
        "/.git/config",
        "/link.txt",
        "/../outside.txt",
        "/%2e%2e/outside.txt",
        "/cards/../../outside.txt",
        "/..%2foutside.txt",
        "/cards%00",
        "//etc/passwd",
        "/cards\\..\\..\\outside.txt",
        "/cards",
        "/nothing.txt",
    ],
)
async def test_what_isnt_in_the_folder_or_is_hidden_is_not_found(site: Path, path: str) -> None:
    async with with_files(site) as door:
        answer = await door.get(path)

    assert answer.status_code == 404
    assert "secret" not in answer.text


async def test_the_api_comes_first_and_other_methods_write_nothing(site: Path) -> None:
    async with with_files(site) as door:
        assert (await door.get("/v1/games")).status_code == 200
        assert (await door.get("/v1")).status_code == 404
        assert (await door.get("/schema")).status_code == 200
        assert (await door.ask("POST", "/app.js", "", {})).status_code in (404, 405)
        assert (await door.ask("DELETE", "/app.js")).status_code in (404, 405)


async def test_the_files_that_an_address_fetches_are_counted(site: Path) -> None:
    async with with_files(site, Limits(pages=0.01, refusal_pause=0.0)) as door:
        assert (await door.get("/app.js")).status_code == 200
        problem(await door.get("/app.js"), 429, "too_many_requests")
        assert (await door.get("/v1/games")).status_code == 200


async def test_a_changed_file_has_another_tag(site: Path) -> None:
    async with with_files(site) as door:
        first = await door.get("/app.js")
        (site / "app.js").write_text("play(13)", encoding="utf-8")
        again = await door.get("/app.js", If_None_Match=first.headers["etag"])

    assert (again.status_code, again.text) == (200, "play(13)")


@pytest.mark.parametrize(
    ("error", "status", "code", "lines"),
    [
        (FileNotFoundError(2, "No such file or directory"), 404, "not_found", 0),
        (PermissionError(13, "Permission denied"), 500, "internal_error", 1),
    ],
)
async def test_a_file_that_cant_be_opened_is_refused_without_its_path(
    error: OSError,
    status: int,
    code: str,
    lines: int,
    site: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: object) -> None:
        raise error

    async with with_files(site) as door:
        monkeypatch.setattr(Path, "open", fail)  # it was still there when it was looked for
        answer = await door.get("/app.js")

    assert problem(answer, status, code)
    assert str(site) not in answer.text
    assert [record.getMessage() for record in caplog.records if record.name == "cardkit_api"] == [
        f"{site / 'app.js'} can't be served: permission denied"
    ] * lines


async def test_a_file_that_cant_be_read_to_its_end_leaves_one_line(
    site: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    parts: list[bool] = []

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            parts.append(message["more_body"])
            (site / "large.bin").write_bytes(b"")

    await StaticFolder(site).send(site / "large.bin", None, send)

    assert parts == [True], "the client sees that the rest is missing"
    assert [record.getMessage() for record in caplog.records if record.name == "cardkit_api"] == [
        f"{site / 'large.bin'} wasn't sent to its end: it became shorter, or can't be read"
    ]


def test_a_folder_that_isnt_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="isn't a folder"):
        StaticFolder(tmp_path / "nowhere")
