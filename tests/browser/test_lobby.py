"""Around a match on the page: who sits down, leaves and is asked to, on which terms, and who follows to the next."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.tabs import PHONE, Tab, client_of, seated
from tests.browser.test_accessibility import FAINT, UNNAMED


def create(tab: Tab, starts: str, seats: int = 2) -> None:
    """Make a match of Ann and her friends on the page."""
    tab.go("new/biberbande")
    page = tab.page
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("combobox", name="Players").select_option(str(seats))
    for seat in range(2, seats + 1):
        page.get_by_role("combobox", name=f"Seat {seat}").select_option("friend")
    page.get_by_text("Options", exact=True).click()
    page.get_by_role("combobox", name="The match starts").select_option(label=starts)
    page.get_by_role("button", name="Create the match").click()


def link(page: Page) -> Locator:
    """Return the field with the link for the second seat."""
    return page.get_by_label("Seat 2", exact=True)


def join(tab: Tab, invitation: str) -> None:
    tab.page.goto(invitation)
    tab.page.get_by_label("Your name").fill("Ben")
    tab.page.get_by_role("button", name="Sit down").click()
    tab.find(".chairs").get_by_text("Ben").wait_for()


def press(tab: Tab, name: str) -> None:
    tab.page.get_by_role("button", name=name, exact=True).click()


def renewed(page: Page, invitation: str) -> str:
    """Wait for another link for the seat. Return it."""
    expect(link(page)).not_to_have_value(invitation)
    return link(page).input_value()


def test_a_friend_leaves_another_is_sent_away_and_the_match_starts_when_all_are_ready(
    window: Callable[..., Tab],
) -> None:
    ann, ben = window(), window()
    create(ann, "when all are ready")
    first = link(ann.page).input_value()
    join(ben, first)
    ann.find(".chairs").get_by_text("Ben").wait_for()

    press(ben, "Leave the table")
    ben.page.get_by_role("heading", name="Games").wait_for()
    ann.find(".chairs").get_by_text("free").wait_for()
    expect(link(ann.page)).to_have_count(0)  # it was good for Ben alone
    press(ann, "New link for seat 2")
    second = renewed(ann.page, first)
    join(ben, second)
    press(ann, "Ask Ben to leave")
    ben.find(".note").get_by_text("isn’t open to you").wait_for()
    third = renewed(ann.page, second)
    ben.faults.clear()  # the browser tells of refused requests
    join(ben, third)

    for tab in (ben, ann):
        press(tab, "Ready")
    for tab in (ben, ann):
        tab.find(".prompt").wait_for()
    assert ann.find("[data-seat='1']").get_by_text("Ben").count() == 1


def test_a_link_that_went_astray_is_replaced(window: Callable[..., Tab]) -> None:
    ann, ben = window(), window()
    create(ann, "when all seats are taken")
    astray = link(ann.page).input_value()

    press(ann, "New link for seat 2")
    fresh = renewed(ann.page, astray)

    ben.page.goto(astray)
    ben.page.locator(".error").get_by_text("isn’t open to you").wait_for()
    ben.faults.clear()
    ben.page.goto(fresh)
    ben.page.get_by_label("Your name").wait_for()


def test_the_owner_changes_options_which_all_see_and_starts_with_bots_on_the_free_seats(
    window: Callable[..., Tab],
) -> None:
    ann, ben = window(), window()
    create(ann, "when I start it", 3)
    join(ben, link(ann.page).input_value())
    page = ann.page

    press(ann, "Change the terms")
    page.get_by_role("combobox", name="rounds").select_option("1")
    press(ann, "Change the terms")  # no, not so
    page.get_by_role("combobox", name="rounds").wait_for(state="detached")
    assert "rounds" not in ann.find(".terms").inner_text()

    press(ann, "Change the terms")
    page.get_by_role("combobox", name="rounds").select_option("1")
    page.get_by_role("combobox", name="Clock").select_option(label="0:30 for each move")
    press(ann, "Save")
    for tab in (ann, ben):
        terms = tab.find(".terms div")
        terms.filter(has_text="rounds").get_by_text("1", exact=True).wait_for()
        terms.get_by_text("plays until they are back").wait_for()
    press(ann, "Start now, with bots on the free seats")

    for tab in (ann, ben):
        tab.find(".prompt").wait_for()
    assert ann.find(".player").count() == 3


def test_an_owner_who_doesnt_play_finds_the_match_again(window: Callable[..., Tab]) -> None:
    tab = window()
    tab.go("new/biberbande")
    for seat in (1, 2, 3):
        tab.page.get_by_role("combobox", name=f"Seat {seat}").select_option("friend")
    press(tab, "Create the match")
    invitation = link(tab.page).input_value()

    tab.go()
    tab.page.locator(".matches").get_by_role("link", name="Watch", exact=True).click()

    expect(link(tab.page)).to_have_value(invitation)
    tab.page.get_by_role("button", name="Change the terms").wait_for()
    assert tab.page.get_by_role("button", name="Leave the table").count() == 0


@pytest.mark.parametrize(
    ("language", "change"), [("Deutsch", "Bedingungen ändern"), ("Nederlands", "Voorwaarden wijzigen")]
)
def test_a_lobby_fits_on_a_phone_and_all_of_it_has_contrast_and_names(
    window: Callable[..., Tab], language: str, change: str
) -> None:
    ann, ben = window(PHONE, touch=True), window()
    create(ann, "when all are ready", 3)
    join(ben, link(ann.page).input_value())
    ann.page.get_by_role("combobox", name="Language").select_option(label=language)

    press(ann, change)
    ann.page.get_by_role("combobox", name="rounds").wait_for()

    ann.page.get_by_role("button", name="Ben").wait_for()
    assert ann.width == PHONE["width"]
    assert ann.page.evaluate(UNNAMED) == []
    assert ann.page.evaluate(FAINT) == []


def test_somebody_who_watches_follows_to_the_next_match(window: Callable[..., Tab]) -> None:
    tab = window()
    seats = seated(tab.base, "biberbande", 2, 2, options={"rounds": 1, "turn_limit": 1}, public=True)
    tab.go(f"watch/{seats[0].match}")
    tab.find(".prompt").wait_for()
    with client_of(f"{tab.base}/v1/matches/{seats[0].match}") as http:
        actors: list[int]
        while actors := http.get("").raise_for_status().json()["actors"]:
            seats[actors[0]].play_on(tab.base)
        for seat in seats:
            http.post("/rematch", json={"agreed": True}, headers=seat.headers).raise_for_status()

    tab.page.get_by_role("button", name="Follow the next match").click()

    tab.page.wait_for_url(lambda url: "/watch/" in url and seats[0].match not in url)
    tab.find(".prompt").wait_for()
    assert "You are watching" in tab.find(".tools").inner_text()
