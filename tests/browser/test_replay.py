"""A match again, step by step, and both elements on a page of somebody else."""

import re
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

from cardkit_api.app import application, guard_for
from cardkit_api.origins import Origins
from cardkit_api.stores.memory import MemoryStore
from tests.api.clients.serving import built_in, serving_application
from tests.api.door import KEY, PATIENT
from tests.browser.tabs import Seat, Tab, seated

DOCS: Final = Path(__file__).parents[2] / "docs" / "browser.md"


@pytest.fixture(scope="module")
def played(base: str) -> Seat:
    """Play a match by the API. Return its seat 0."""
    (seat,) = seated(base, "biberbande", 2, options={"rounds": 1, "turn_limit": 5})
    seat.play_to_the_end(base)
    return seat


def place(page: Page) -> str:
    return page.locator("cardkit-replay .of").inner_text()


def test_a_match_is_stepped_through_rewound_and_entered_by_its_sentences(
    window: Callable[..., Tab], played: Seat
) -> None:
    tab = window()
    page = tab.page
    tab.sit(played)
    page.locator("[slot=over]").get_by_role("link", name="Watch it again").click()
    replay = page.locator("cardkit-replay")
    replay.locator(".steps").wait_for()
    last = int(place(page).split("/")[1])
    assert place(page) == f"1 / {last}"
    assert last > 4

    page.get_by_role("button", name="One step on").click()
    replay.get_by_text(f"2 / {last}").wait_for()
    looked = replay.locator(".prompt").inner_text()
    page.keyboard.press("End")
    replay.get_by_text(f"{last} / {last}").wait_for()
    page.keyboard.press("ArrowLeft")
    replay.get_by_text(f"{last - 1} / {last}").wait_for()
    replay.get_by_role("button", name=looked, exact=True).click()
    replay.get_by_text(f"2 / {last}").wait_for()

    page.get_by_role("slider").fill(str(last - 1))
    replay.get_by_text(f"{last} / {last}").wait_for()
    assert replay.locator(".line[aria-current=step]").count() >= 1


def test_the_address_leads_to_the_moment_that_it_shows(window: Callable[..., Tab], played: Seat) -> None:
    tab = window()
    tab.sit(played)
    tab.find(".ending").wait_for()
    told = tab.find(".lines .line").nth(1)
    text = told.inner_text()
    told.click()
    tab.page.locator("cardkit-replay .prompt").filter(has_text=text).wait_for()
    at = place(tab.page)

    tab.page.reload()

    tab.page.locator("cardkit-replay .prompt").filter(has_text=text).wait_for()
    assert place(tab.page) == at
    assert played.token not in tab.page.url


@contextmanager
def site(folder: Path) -> Generator[str]:
    """Serve somebody's own page, at another origin."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_elements_work_on_somebodys_own_page(
    window: Callable[..., Tab], tmp_path: Path, language: str
) -> None:
    """The page is the one in the docs."""
    found = re.search(
        r"^% page: own\n\n```html\n(.*?)^```$", DOCS.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert found is not None
    guard = guard_for(MemoryStore(), built_in(), KEY, PATIENT, None, None)
    with site(tmp_path) as own, serving_application(application(guard, Origins((own,)))) as base:
        seat = seated(base, "biberbande", 2, public=True)[0]
        text = found[1].replace("http://127.0.0.1:8000", base).replace("MATCH", seat.match)
        text = text.replace("TOKEN", seat.token).replace('language="en"', f'language="{language}"')
        (tmp_path / "favicon.ico").touch()
        (tmp_path / "club.html").write_text(text, "utf-8")
        tab = window(at=own)
        tab.others = (base,)
        tab.page.goto(f"{own}/club.html")
        tab.await_turn()
        tab.find(".act, .mine button.open").first.click()
        tab.page.locator("cardkit-replay .steps").wait_for()

        assert tab.page.title() in ("Our club", "● Our club")
        assert {"en": "Your moves", "de": "Deine Züge"}[language] in tab.find("aside").inner_text()
