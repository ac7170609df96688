"""A browser, a server and windows for the tests of the page, made once for all tests that run in one process."""

import os
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.api.clients.serving import serving
from tests.browser.tabs import DESKTOP, HURRY, LINGER, Tab, opened_browser

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with opened_browser(light=not SOAK) as found:
        if found is None:
            pytest.skip("no Chromium found: install your system's package chromium, or run tools/browser.sh")
        yield found


@pytest.fixture(scope="package")
def base() -> Iterator[str]:
    with serving() as url:
        yield url


@pytest.fixture(scope="package")
def spare(browser: Browser) -> Iterator[dict[bool, list[Tab]]]:
    """Windows that nobody uses, without and with touch. To open one costs ten times as much as to load the page."""
    windows: dict[bool, list[Tab]] = {False: [], True: []}
    yield windows
    for tab in (*windows[False], *windows[True]):
        tab.context.close()


@pytest.fixture
def window(browser: Browser, base: str, spare: dict[bool, list[Tab]]) -> Iterator[Callable[..., Tab]]:
    """Open windows that share nothing. At the end, no page may have complained, or asked another host for anything.

    Unless a window must be `fresh`, it may have the page already, at a place that shows nothing.
    """
    used: list[tuple[bool, Tab]] = []

    def open_window(
        size: ViewportSize = DESKTOP,
        *,
        touch: bool = False,
        motion: bool = False,
        fresh: bool = False,
        at: str = base,
    ) -> Tab:
        windows = spare[touch]
        if not windows:
            context = browser.new_context(viewport=size, has_touch=touch, is_mobile=touch, locale="en-GB")
            context.add_init_script(LINGER)
            if not SOAK:
                context.add_init_script(HURRY)
            windows.append(Tab.open(context, at))
        tab = windows.pop()
        used.append((touch, tab))
        if fresh:
            tab.park(base)
        tab.begin(at, size, motion=motion)
        return tab

    yield open_window
    faults = [fault for _, tab in used for fault in tab.faults]
    for touch, tab in used:
        tab.forget(base, keep=not SOAK)
        spare[touch].append(tab)
    assert faults == []
