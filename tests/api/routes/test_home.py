"""What a browser finds at the server's address: the page on which people play."""

import re

import pytest

from tests.api.door import opened

pytestmark = pytest.mark.anyio

STRICT = (
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; "
)


async def test_the_servers_address_shows_the_page_with_all_its_files() -> None:
    async with opened() as door:
        page = await door.get("/")
        named = re.findall(r'(?:href|src)="(page/[^"]+)"', page.text)
        files = [await door.get(f"/{name}") for name in named]

    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert len(files) > 3
    assert {file.status_code for file in files} == {200}
    assert all(
        answer.headers["content-security-policy"].startswith(STRICT)
        and answer.headers["x-content-type-options"] == "nosniff"
        and answer.headers["referrer-policy"] == "no-referrer"
        for answer in (page, *files)
    )


async def test_a_file_that_the_browser_has_isnt_sent_again() -> None:
    async with opened() as door:
        first = await door.get("/page/app.js")
        again = await door.get("/page/app.js", If_None_Match=first.headers["etag"])

    assert (again.status_code, again.content) == (304, b"")


async def test_the_page_has_no_other_files() -> None:
    async with opened() as door:
        answers = [
            await door.get(f"/page/{name}")
            for name in ("app.py", "__init__.py", "explorer.js", "%2e%2e%2fapp.py")
        ]

    assert {answer.status_code for answer in answers} == {404}


async def test_the_page_leads_to_the_api_and_the_api_to_the_page() -> None:
    async with opened() as door:
        page = await door.get("/")
        api = await door.get("/schema")

    assert 'href="schema"' in page.text
    assert 'href="./"' in api.text
