"""Who is here, and what players say to each other."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.tabs import PHONE, Tab, seated


def test_a_player_says_something_with_the_keyboard_and_others_see_and_hear_it(
    window: Callable[..., Tab],
) -> None:
    ann, ben = window(), window()
    seats = seated(ann.base, "thirteen", 3, 2)
    ann.sit(seats[0])
    ben.sit(seats[1])

    ann.find(".talk summary").focus()
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("ArrowRight")
    ann.page.keyboard.press("Enter")

    for tab in (ann, ben):
        expect(tab.find("[data-seat='0'] .said")).to_have_text("Well played!")
        expect(tab.find(".news[aria-live=polite]")).to_have_text("player 0: Well played!")
    assert ann.find(".talk[open]").count() == 0
    inside = "(table) => table.shadowRoot.activeElement?.matches('.talk summary')"
    assert ann.page.locator("cardkit-table").evaluate(inside)


def test_the_menu_closes_with_escape_and_by_a_tap_elsewhere(window: Callable[..., Tab]) -> None:
    tab = window(PHONE, touch=True)
    tab.sit(seated(tab.base, "thirteen", 3)[0])

    tab.find(".talk summary").tap()
    assert tab.find(".phrases button").all_inner_texts()[-1] == "Let me think."
    tab.page.keyboard.press("Escape")
    assert tab.find(".talk[open]").count() == 0
    tab.find(".talk summary").tap()
    assert tab.width <= PHONE["width"]
    tab.find("h2").tap()
    assert tab.find(".talk[open]").count() == 0
    tab.find(".talk summary").tap()
    tab.find(".phrases button").first.tap()
    tab.find(".said").get_by_text("Hello!").wait_for()


def test_a_player_who_says_too_much_is_told_so_and_plays_on(window: Callable[..., Tab]) -> None:
    tab = window()
    tab.sit(seated(tab.base, "thirteen", 3)[0])
    turn = tab.await_turn()
    clicks = "(button) => [1, 2, 3, 4].forEach(() => button.click())"  # a busy machine clicks too slowly
    tab.find(".phrases button").first.evaluate(clicks)

    tab.find(".news").get_by_text("try again in").wait_for()
    tab.faults.clear()  # the browser tells of refused requests
    tab.find(".moves button:not(.warned)").first.click()
    tab.await_turn_after(turn)


def test_others_see_who_is_here_and_who_has_gone(window: Callable[..., Tab]) -> None:
    ann, ben = window(), window()
    seats = seated(ann.base, "thirteen", 3, 2)
    ann.sit(seats[0])
    ann.find("[data-seat='1']").get_by_text("away").wait_for()

    ben.sit(seats[1])
    ann.find("[data-seat='1']").get_by_role("img", name="here").wait_for()
    ben.go()
    ann.find("[data-seat='1']").get_by_text("away").wait_for()
    assert ann.find("[data-seat='0'] .here, [data-seat='2'] .here").count() == 0  # oneself, and a bot


def test_before_the_start_others_see_who_is_here_and_what_they_say(window: Callable[..., Tab]) -> None:
    ann, ben = window(), window()
    seats = seated(ann.base, "thirteen", 3, 2, starts="ready")
    for tab, seat in ((ann, seats[0]), (ben, seats[1])):
        tab.go(f"sit/{seat.match}/{seat.seat}/{seat.token}")
        tab.find(".chairs").wait_for()

    ann.find("[data-seat='1'] .here").wait_for()
    ben.find(".talk summary").click()
    ben.find(".phrases button").first.click()
    ann.find("[data-seat='1'] .said").wait_for()
