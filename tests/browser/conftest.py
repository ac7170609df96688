"""A browser for the tests of the page."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.api.clients.serving import serving
from tests.browser.tabs import DESKTOP, Tab, opened_browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as found:
        if found is None:
            pytest.skip(
                "no Chromium found: install your system's package chromium, or run playwright install chromium"
            )
        yield found


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with serving() as url:
        yield url


@pytest.fixture
def window(browser: Browser, base: str) -> Iterator[Callable[..., Tab]]:
    """Open windows that share nothing. At the end, no page may have complained, or asked another host for anything."""
    tabs: list[Tab] = []

    def open_window(
        size: ViewportSize = DESKTOP, *, touch: bool = False, motion: bool = False, at: str = base
    ) -> Tab:
        context = browser.new_context(
            viewport=size,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="no-preference" if motion else "reduce",
            locale="en-GB",
        )
        tabs.append(Tab.open(context, at))
        return tabs[-1]

    yield open_window
    faults = [fault for tab in tabs for fault in tab.faults]
    for tab in tabs:
        tab.context.close()
    assert faults == []
