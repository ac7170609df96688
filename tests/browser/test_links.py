"""Links that somebody made up: they cost nobody a seat, and lead nowhere but into the API."""

import json
from collections.abc import Callable

import pytest

from tests.browser.tabs import Tab, seated


def alert(tab: Tab) -> str:
    """Return what the page says went wrong."""
    said = tab.page.locator("main > .error")
    said.wait_for()
    return said.inner_text()


def test_a_link_with_a_wrong_token_costs_nobody_their_seat(window: Callable[..., Tab]) -> None:
    tab = window()
    seat, other = seated(tab.base, "biberbande", 2, 2)
    tab.sit(seat)
    kept = tab.page.evaluate("localStorage.cardkit")
    assert seat.token in kept

    for token in ("x" * 43, other.token):
        tab.go()
        tab.page.locator(".hero").wait_for()
        tab.go(f"sit/{seat.match}/{seat.seat}/{token}")
        assert "token" in alert(tab) or "isn’t open to you" in alert(tab)

        assert tab.page.evaluate("localStorage.cardkit") == kept
    tab.go(f"watch/{seat.match}/{seat.token}")
    tab.page.wait_for_function("() => location.hash.startsWith('#/watch')")
    assert "isn’t open to you" in alert(tab)
    assert "watcher" not in json.loads(tab.page.evaluate("localStorage.cardkit"))["matches"][seat.match]
    tab.faults.clear()  # the browser tells of refused requests
    tab.go(f"match/{seat.match}/{seat.seat}")
    tab.find(".prompt").wait_for()


@pytest.mark.parametrize(
    "place",
    ["%", "%E0%A4%A", "sit/..%2F..%2Fv1%2Fgames%3F/0/x", "match/..%2Fgames%3F/0", "join/a%2F..", "new/."],
)
def test_an_address_of_anything_else_asks_the_server_for_nothing(
    window: Callable[..., Tab], place: str
) -> None:
    tab = window()
    asked: list[str] = []
    tab.page.on("request", lambda request: asked.append(request.url.removeprefix(tab.base)))

    tab.go(place)

    assert "isn’t open to you" in alert(tab)
    assert [url for url in asked if url.startswith("/v1")] == []
