"""Around a match on the page: who follows to the next."""

from collections.abc import Callable

import httpx

from tests.browser.tabs import Tab, seated


def test_somebody_who_watches_follows_to_the_next_match(window: Callable[..., Tab]) -> None:
    tab = window()
    seats = seated(tab.base, "biberbande", 2, 2, options={"rounds": 1, "turn_limit": 1}, public=True)
    tab.go(f"watch/{seats[0].match}")
    tab.find(".prompt").wait_for()
    with httpx.Client(base_url=f"{tab.base}/v1/matches/{seats[0].match}") as http:
        while actors := http.get("").raise_for_status().json()["actors"]:
            seats[actors[0]].play_on(tab.base)
        for seat in seats:
            http.post("/rematch", json={"agreed": True}, headers=seat.headers).raise_for_status()

    tab.page.get_by_role("button", name="Follow the next match").click()

    tab.page.wait_for_url(lambda url: "/watch/" in url and seats[0].match not in url)
    tab.find(".prompt").wait_for()
    assert "You are watching" in tab.find(".tools").inner_text()
