"""Cards are dragged to where they are played, with the mouse and with a finger."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.tabs import PHONE, Tab, seated

CARD: Final = ".mine .card[data-drag]:not(.warned)"
TARGET: Final = ".area.open[data-id^='area piles']"


def middle(one: Locator) -> tuple[float, float]:
    box: FloatRect | None = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def tab(window: Callable[..., Tab]) -> Tab:
    """Return a window with a turn in 13."""
    tab = window()
    tab.sit(seated(tab.base, "thirteen", 3)[0])
    tab.await_turn()
    return tab


def lift(tab: Tab) -> Locator:
    """Lift a card with the mouse. Return what it can be dropped on."""
    mouse = tab.page.mouse
    x, y = middle(tab.find(CARD).first)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 4, y - 40, steps=3)
    return tab.find(TARGET)


def test_a_card_that_is_dropped_on_its_target_is_played(tab: Tab) -> None:
    turn = tab.is_ready()
    assert tab.find(TARGET).count() == 0
    targets = lift(tab)
    targets.first.wait_for()
    expect(tab.find(".lifted")).to_have_count(1)

    tab.page.mouse.move(*middle(targets.first), steps=3)
    expect(tab.find("[data-over]")).to_have_count(1)
    tab.page.mouse.up()

    tab.await_turn_after(turn)
    assert tab.find(".lifted").count() == 0
    assert any(line.startswith("player 0 plays") for line in tab.story)


def test_a_card_that_is_dropped_elsewhere_stays_and_so_does_one_after_escape(tab: Tab) -> None:
    turn = tab.is_ready()
    lift(tab)
    tab.page.mouse.move(5, 5)
    tab.page.mouse.up()
    expect(tab.find(".lifted, .picked, [data-dragging]")).to_have_count(0)
    expect(tab.find(TARGET)).to_have_count(0)

    targets = lift(tab)
    over = middle(targets.first)
    tab.page.keyboard.press("Escape")
    tab.page.mouse.move(*over)
    tab.page.mouse.up()
    expect(tab.find(".lifted, .picked")).to_have_count(0)
    assert tab.is_ready() == turn


def test_a_click_still_picks_a_card_after_a_drag_that_came_to_nothing(tab: Tab) -> None:
    lift(tab)
    tab.page.mouse.move(5, 5)
    tab.page.mouse.up()
    turn = tab.is_ready()

    tab.find(CARD).first.click()
    if tab.find(".prompt em").count():
        tab.find(".do").first.click()
    tab.await_turn_after(turn)


def test_a_card_is_dragged_with_a_finger_without_moving_the_page(window: Callable[..., Tab]) -> None:
    tab = window(PHONE, touch=True)
    tab.sit(seated(tab.base, "thirteen", 3)[0])
    turn = tab.await_turn()
    tab.page.evaluate("scrollTo(0, 60)")
    touch = tab.context.new_cdp_session(tab.page)
    x, y = middle(tab.find(CARD).first)

    def send(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})  # pyright: ignore[reportUnknownMemberType]  # it returns any object

    send("touchStart", x, y)
    send("touchMove", x, y - 20)
    send("touchMove", x, y - 60)
    tab.find(".lifted").wait_for()
    assert tab.page.evaluate("scrollY") == 60
    send("touchMove", *middle(tab.find(TARGET).first))
    send("touchEnd", 0, 0)

    tab.await_turn_after(turn)


def test_a_card_that_was_turned_up_is_dragged_to_its_row(window: Callable[..., Tab]) -> None:
    tab = window()
    tab.sit(seated(tab.base, "push", 2, options={"direction_cards": False})[0])
    turn = tab.await_turn()
    tab.find(".act").first.click()  # reveal
    turn = tab.await_turn_after(turn)

    mouse = tab.page.mouse
    mouse.move(*middle(tab.find(".card[data-drag]")))
    mouse.down()
    mouse.move(*middle(tab.find(".area.open.pile").first), steps=4)
    mouse.up()

    tab.await_turn_after(turn)
    assert any("row 1" in line for line in tab.story)


def test_the_top_of_a_pile_is_dragged_to_the_card_that_it_is_exchanged_for(
    window: Callable[..., Tab],
) -> None:
    tab = window()
    (seat,) = seated(tab.base, "biberbande", 2, options={"rounds": 6})
    tab.sit(seat)
    turn = tab.await_turn()
    pile = tab.find(".area.stack[data-drag] .card")
    while not pile.count():  # special cards can't be taken
        assert turn != "over"
        seat.play_on(tab.base)
        turn = tab.await_turn_after(turn)

    mouse = tab.page.mouse
    mouse.move(*middle(pile))
    mouse.down()
    mouse.move(*middle(tab.find(".mine .card").nth(1)), steps=4)
    expect(tab.find(".mine .card.open")).to_have_count(4)
    mouse.up()

    tab.await_turn_after(turn)
    assert any(line.startswith("player 0 takes") and "position 1" in line for line in tab.story)
