"""Links to seats: terminals and browsers take each other's, and what somebody made up does no harm."""

import json
from collections.abc import Callable

import pytest

from cardkit_cli.server.tickets import link_to, parse_link
from tests.browser.tabs import Tab, client_of, seated


def alert(tab: Tab) -> str:
    """Return what the page says went wrong."""
    said = tab.page.locator("main > .error")
    said.wait_for()
    return said.inner_text()


def test_a_browser_takes_the_invitation_of_a_terminal(window: Callable[..., Tab]) -> None:
    tab = window(fresh=True)
    new = {"game": "push", "seats": 2, "name": "Ann"}
    with client_of(tab.base) as http:
        made = http.post("/v1/matches", json=new).json()
    (invited,) = made["invitations"]

    tab.page.goto(link_to(tab.base, made["match"]["id"], invited["invitation"]))
    tab.page.get_by_label("Your name").fill("Ben")
    tab.page.get_by_role("button", name="Sit down").click()

    tab.find(".prompt").wait_for()
    assert "Ben" in tab.find(".players").inner_text()


def test_a_terminal_takes_the_invitation_of_a_page(window: Callable[..., Tab]) -> None:
    tab = window()
    tab.go("new/push")
    tab.page.get_by_label("Your name").fill("Ann")
    tab.page.get_by_role("combobox", name="Seat 2").select_option("friend")
    tab.page.get_by_role("button", name="Create the match").click()
    link = parse_link(tab.page.get_by_label("Seat 2", exact=True).input_value())

    assert link is not None
    place, invitation = link
    with client_of(place.server) as http:
        who = {"name": "Ben", "invitation": invitation}
        joined = http.post(f"/v1/matches/{place.match}/seats", json=who)
    assert (place.server, joined.status_code) == (tab.base, 201)


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
        assert "isn’t open to you" in alert(tab)

        assert tab.page.evaluate("localStorage.cardkit") == kept
    tab.go()
    tab.page.locator(".hero").wait_for()
    tab.go(f"watch/{seat.match}/{seat.token}")
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
    tab = window(fresh=True)
    asked: list[str] = []
    tab.page.on("request", lambda request: asked.append(request.url.removeprefix(tab.base)))

    tab.go(place)

    assert "isn’t open to you" in alert(tab)
    assert [url for url in asked if url.startswith("/v1")] == []
