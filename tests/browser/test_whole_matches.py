"""Each game to its end on the page: by clicks, by the keyboard, on a phone, and by the accessibility tree alone.

By clicks, all games are played. In the other ways, it's one game, and all of them at full size (CARDKIT_SOAK=1).
"""

import os
from collections.abc import Callable
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Position

from cardkit.arena.references import load_game
from tests.api.clients.serving import serving
from tests.browser.tabs import PHONE, Tab, seated

SOAK: Final = bool(os.environ.get("CARDKIT_SOAK"))
SEATS: Final = {"thirteen": 6, "friday13": 6, "biberbande": 2, "push": 6}
OPTIONS: Final = {
    "thirteen": {"rounds": 1},
    "friday13": {"rounds": 1},
    "biberbande": {"rounds": 1, "turn_limit": 5},
    "push": {},
}
MOST_KINDS_OF_MOVES: Final = "biberbande"
ONE_OR_ALL: Final = [
    MOST_KINDS_OF_MOVES,
    *(
        pytest.param(game, marks=(pytest.mark.soak, pytest.mark.skipif(not SOAK, reason="only at full size")))
        for game in SEATS
        if game != MOST_KINDS_OF_MOVES
    ),
]
BEGIN: Final = ".mine button.card.open, .area.open .do, .acts .act"
GO_ON: Final = ".area.open .do, button.chip, .acts .act"
INSIDE: Final = """(selector) => {
  const { activeElement } = document.querySelector("cardkit-table").shadowRoot;
  return !!activeElement?.matches(selector);
}"""


def sit_down(tab: Tab, game: str) -> None:
    (seat,) = seated(tab.base, game, SEATS[game], options=OPTIONS[game])
    tab.sit(seat)


def confirm(tab: Tab) -> None:
    """Answer the question that a costly move raises, and ask for no more of them."""
    dialog = tab.find("dialog[open]")
    if dialog.count():
        dialog.get_by_role("checkbox").check()
        dialog.locator(".yes").click()


def play_by(tab: Tab, act: Callable[[], None]) -> int:
    """Play to the end. Return the number of turns."""
    turns, turn = 0, tab.await_turn()
    while turn != "over":
        act()
        turn = tab.await_turn_after(turn)
        turns += 1
    return turns


def has_ended_well(tab: Tab) -> None:
    assert tab.find(".ending h2").inner_text()
    assert tab.find(".mine button.open").count() == 0
    assert tab.width <= (tab.page.viewport_size or PHONE)["width"]


def by_pointer(tab: Tab, *, touch: bool) -> Callable[[], None]:
    luck = Random(13)

    def press(selector: str) -> None:
        things = tab.find(f":is({selector})")
        thing = things.nth(luck.randrange(things.count()))
        edge: Position = {"x": 9, "y": 14}  # in a large hand, the next card lies above the rest
        thing.tap(position=edge) if touch else thing.click(position=edge)

    def act() -> None:
        press(BEGIN)
        if tab.find(".prompt em").count():
            press(GO_ON)
        confirm(tab)

    return act


@pytest.mark.parametrize("game", SEATS)
def test_a_match_is_played_by_clicks(window: Callable[..., Tab], game: str) -> None:
    tab = window()
    sit_down(tab, game)

    assert play_by(tab, by_pointer(tab, touch=False)) > 1
    has_ended_well(tab)


@pytest.mark.parametrize("game", ONE_OR_ALL)
def test_a_match_is_played_on_a_phone(window: Callable[..., Tab], game: str) -> None:
    tab = window(PHONE, touch=True)
    sit_down(tab, game)
    assert tab.width == PHONE["width"]

    assert play_by(tab, by_pointer(tab, touch=True)) > 1
    has_ended_well(tab)


@pytest.mark.parametrize("game", ONE_OR_ALL)
def test_a_match_is_played_by_the_keyboard_alone(window: Callable[..., Tab], game: str) -> None:
    tab, luck = window(fresh=True), Random(7)
    sit_down(tab, game)

    def act() -> None:
        reach(tab, luck.choice((f"{BEGIN}, .moves button", ".moves button, summary")))
        if tab.page.evaluate(INSIDE, "summary"):  # many moves of one kind
            tab.page.keyboard.press("Enter")
            reach(tab, ".moves button")
        tab.page.keyboard.press("Enter")
        if tab.find(".prompt em").count():
            reach(tab, GO_ON)
            tab.page.keyboard.press("Enter")
        if tab.find("dialog[open]").count():  # the focus is on the answer, and the box is before it
            for key in ("Shift+Tab", "Space", "Tab", "Enter"):
                tab.page.keyboard.press(key)

    assert play_by(tab, act) > 1
    has_ended_well(tab)


def test_a_plugged_in_game_without_a_layout_is_played_too(window: Callable[..., Tab]) -> None:
    """The page knows no game. Goofspiel has secret bids, and all of its table follows from its declarations."""
    games = {"goofspiel": load_game("examples.games.goofspiel:GAME")}
    with serving(games=games) as base:
        tab = window(PHONE, touch=True, at=base)
        tab.sit(seated(base, "goofspiel", 3)[0])

        assert play_by(tab, by_pointer(tab, touch=True)) == 13
        has_ended_well(tab)


def reach(tab: Tab, selector: str) -> None:
    """Press Tab until the focus is on such an element."""
    for _ in range(60):
        if tab.page.evaluate(INSIDE, selector):
            return
        tab.page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard doesn't lead to {selector}")


@pytest.mark.parametrize("game", ONE_OR_ALL)
def test_a_match_is_played_by_the_accessibility_tree_alone(window: Callable[..., Tab], game: str) -> None:
    """Everything is found by its role and its name, and the game's sentences say what happens."""
    tab = window()
    sit_down(tab, game)
    page = tab.page
    assert page.get_by_role("list", name="Players", exact=True).get_by_role("listitem").count() >= 2
    if game == "biberbande":
        assert page.get_by_role("list", name="your row").get_by_role("listitem").count() == 4

    def act() -> None:
        assert "Your turn" in page.get_by_role("status").inner_text()
        moves = page.get_by_role("list", name="Your moves")
        if not moves.get_by_role("button").count():  # many moves of one kind
            moves.get_by_role("group").first.click()
        moves.get_by_role("button").last.click()
        if page.get_by_role("dialog").count():
            page.get_by_role("dialog").get_by_role("button").first.click()

    play_by(tab, act)

    log = page.get_by_role("log", name="What happened").get_by_role("listitem")
    assert game == "push" or "Round 1 is scored." in log.first.inner_text()
    assert page.get_by_role("heading", name="win").count() == 1
