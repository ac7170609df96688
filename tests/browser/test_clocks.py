"""Matches with a clock on the page: pauses, gifts, and seats whose time is up. The server is told the time."""

from collections.abc import Callable, Iterator
from typing import Final, Literal

import pytest
from playwright.sync_api import expect

from cardkit_api.stores.memory import MemoryStore
from tests.api.clients.serving import serving
from tests.api.timing.told_time import Time
from tests.browser.tabs import Seat, Tab, seated
from tests.browser.test_accessibility import FAINT, UNNAMED

CLOCK: Final = {"kind": "per_move", "time": 60_000}


@pytest.fixture(scope="module")
def time() -> Time:
    return Time()


@pytest.fixture(scope="module")
def base(time: Time) -> Iterator[str]:
    with serving(MemoryStore(time)) as url:
        yield url


def begun(base: str, **more: object) -> tuple[Seat, ...]:
    """Return the seats of a match of three people, each of whom has moved once."""
    seats = seated(base, "biberbande", 3, 3, clock=CLOCK, **more)
    for seat in (*seats[1:], seats[0]):
        seat.play_on(base)
    return seats


def act(tab: Tab, seat: Seat, what: str, body: object = None) -> None:
    """Do something with the clock by the API."""
    with seat.client(tab.base) as http:
        http.post(what, json=body or {}).raise_for_status()


def banner(tab: Tab, text: str) -> None:
    tab.find(".banner").filter(has_text=text).wait_for()


def test_a_match_is_paused_as_soon_as_all_have_agreed_and_anybody_resumes_it(
    window: Callable[..., Tab],
) -> None:
    tab = window()
    seats = begun(tab.base)
    tab.sit(seats[1])
    tab.await_turn()

    tab.find(".tools").get_by_role("button", name="Pause").click()
    banner(tab, "You ask for a pause. Still to agree: player 0, player 2.")
    assert tab.find(".banner button").count() == 0
    act(tab, seats[0], "pause")
    act(tab, seats[2], "pause")
    banner(tab, "The match is paused.")
    assert tab.find(".mine .open, .act").count() == 0
    assert "No moves" in tab.find("aside").inner_text()

    tab.find(".banner").get_by_role("button", name="Go on").click()
    tab.await_turn()
    expect(tab.find(".banner")).to_have_count(0)


def test_who_is_asked_for_a_pause_sees_who_has_agreed(window: Callable[..., Tab]) -> None:
    tab = window()
    seats = begun(tab.base)
    act(tab, seats[0], "pause")
    tab.sit(seats[2])

    banner(tab, "player 0 asks for a pause. Agreed: player 0. Still to agree: player 1.")
    act(tab, seats[1], "pause")
    banner(tab, "player 0 asks for a pause. Agreed: player 0, player 1.")
    tab.find(".banner").get_by_role("button", name="Agree").click()
    banner(tab, "The match is paused.")


def test_time_is_given_with_one_click_and_all_hear_of_it(window: Callable[..., Tab]) -> None:
    tab = window()
    seats = begun(tab.base)
    tab.sit(seats[0])
    shown = tab.find("[data-seat='2'] .time")
    assert shown.inner_text() == "1:00"

    tab.page.get_by_role("button", name="Give player 2 1:00 more").click()

    tab.find(".news").get_by_text("player 0 gives player 2 1:00 more.").wait_for()
    expect(shown).to_have_text("2:00")
    assert tab.find("[data-seat='0'] [title^='Give']").count() == 0


def test_others_let_a_bot_play_for_a_seat_whose_time_is_up(window: Callable[..., Tab], time: Time) -> None:
    tab = window()
    seats = begun(tab.base, absence="wait")
    tab.sit(seats[0])
    time.now += 100_000
    act(tab, seats[2], "seats/1/replace")

    banner(tab, "The time of player 1 is up. Agreed: player 2.")
    tab.find(".banner").get_by_role("button", name="Let a bot play").click()

    tab.find(".news").get_by_text("plays for player 1 now").wait_for()
    expect(tab.find("[data-seat='1'] .time")).to_have_count(0)


def test_somebody_whose_seat_a_bot_plays_comes_back(window: Callable[..., Tab], time: Time) -> None:
    tab = window()
    seats = begun(tab.base, absence="bot:greedy")
    tab.sit(seats[1])
    tab.await_turn()
    time.now += 100_000
    act(tab, seats[0], "pause")

    banner(tab, "Your time is up, and bot greedy plays for you.")
    tab.find(".banner").get_by_role("button", name="Come back").click()

    tab.find(".banner").filter(has_text="plays for you").wait_for(state="detached")
    tab.find("[data-seat='1'] .time").wait_for()


def test_a_clock_and_what_spectators_see_are_chosen_and_shown_before_the_start(
    window: Callable[..., Tab],
) -> None:
    tab = window()
    page = tab.page
    tab.go("new/biberbande")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("combobox", name="Seat 2").select_option("friend")
    page.get_by_text("Options", exact=True).click()
    page.get_by_role("combobox", name="Clock").select_option(label="5:00 each, and 0:05 more with each move")
    page.get_by_role("combobox", name="When time runs out").select_option(label="the others wait")
    page.get_by_role("combobox", name="Spectators see").select_option(
        label="everything open, 10 events later"
    )
    page.get_by_label("How many events later").fill("7")
    page.get_by_role("button", name="Create the match").click()

    terms = tab.find(".terms")
    for text in ("5:00 each", "the others wait", "everything open, 7 events later"):
        terms.get_by_text(text).wait_for()
    guest = window()
    guest.page.goto(page.get_by_label("Seat 2", exact=True).input_value())
    guest.page.locator(".terms").get_by_text("everything open, 7 events later").wait_for()

    page.get_by_role("button", name="Change the terms").click()
    page.get_by_role("combobox", name="Clock").select_option(label="none")
    page.get_by_role("combobox", name="Spectators see").select_option(label="nothing before the end")
    page.get_by_role("button", name="Save").click()
    terms.get_by_text("nothing before the end").wait_for()
    expect(terms).not_to_contain_text("5:00")


def test_all_of_it_has_contrast_and_names(window: Callable[..., Tab]) -> None:
    tab = window()
    seats = begun(tab.base)
    tab.sit(seats[0])
    act(tab, seats[1], "gifts", {"to": 0, "time": 60_000})
    act(tab, seats[1], "reactions", {"reaction": "oops"})
    tab.find(".talk summary").click()
    tab.find(".said").wait_for()
    tab.find(".tools").get_by_role("button", name="Pause").click()
    banner(tab, "You ask for a pause.")

    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        tab.page.emulate_media(color_scheme=scheme)
        assert tab.page.evaluate(UNNAMED) == []
        assert tab.page.evaluate(FAINT) == []
