"""What a browser finds at the server's address."""

import pytest

from tests.api.door import opened

pytestmark = pytest.mark.anyio


async def test_the_servers_address_leads_to_the_page_about_the_api() -> None:
    async with opened() as door:
        answer = await door.get("/")
        page = await door.get(answer.headers["location"])

    assert answer.status_code == 303
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
