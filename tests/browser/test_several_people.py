"""Several people at one table: two browsers, a second tab, a server that is killed, and everything around the moves."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.tabs import POLLING, Seat, Tab, seated
from tests.cli.server.served import Served
from tests.patience import PATIENCE

ENDED: Final = "The match is over."
NO_SOCKETS: Final = """() => {
  window.WebSocket = class { constructor() { setTimeout(() => this.onclose()); } close() {} };
  const ask = window.fetch;
  window.fetch = (url, ...more) => ask(String(url).replace("wait=4", "wait=0.1"), ...more);
}"""
"""Lets no socket through. The server then answers at once that nothing is new, so that the test is quick."""


def play(tab: Tab) -> None:
    """Play the first move in the list."""
    tab.find(".moves button").first.click()
    if tab.find("dialog[open]").count():
        tab.find("dialog .yes").click()


def play_to_the_end(*tabs: Tab) -> None:
    until = time.monotonic() + 3 * PATIENCE
    while not all(tab.find(".ending").count() for tab in tabs):
        assert time.monotonic() < until
        for tab in tabs:
            if (turn := tab.is_ready()).startswith("turn"):
                play(tab)
                tab.await_end_of(turn)
        tabs[0].page.wait_for_timeout(POLLING)


def create(tab: Tab, game: str, players: int, **seats: str) -> None:
    """Make a match on the page, for one short round."""
    page = tab.page
    tab.go()
    page.get_by_role("link", name=f"New match: {game}", exact=True).click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("combobox", name="Players").select_option(str(players))
    for seat, holder in seats.items():
        page.get_by_role("combobox", name=f"Seat {seat.removeprefix('seat_')}").select_option(holder)
    page.get_by_text("Options", exact=True).click()
    page.get_by_role("combobox", name="rounds").select_option("1")
    page.get_by_role("spinbutton", name="turn limit").fill("3")
    page.get_by_role("button", name="Create the match").click()


def test_two_people_and_bots_play_a_match_from_its_invitation_to_its_end_and_begin_another(
    window: Callable[..., Tab],
) -> None:
    ann, ben = window(fresh=True), window(fresh=True)
    create(ann, "Biberbande", 4, seat_2="friend")
    invitation = ann.page.get_by_label("Seat 2", exact=True).input_value()
    assert "/#/join/" in invitation

    ben.page.goto(invitation)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    ben.find(".prompt").wait_for()
    assert "join" not in ben.page.url  # the invitation is gone from the address

    ann.find(".prompt").wait_for()
    play_to_the_end(ann, ben)
    for tab in (ann, ben):
        assert ENDED in tab.find(".ending").inner_text()
    assert ann.find(".ending h2").inner_text().startswith(("Ann", "Ben", "greedy", "A tie", "You"))

    over = ann.page.url
    ann.page.get_by_role("button", name="Play again").click()
    ann.page.get_by_text("Waiting for Ben").wait_for()
    ben.page.get_by_role("button", name="Play again").click()
    for tab, now_at in ((ben, 0), (ann, 3)):  # the seats have moved by one
        tab.page.wait_for_url(f"**/match/*/{now_at}")
        tab.find(".prompt").wait_for()
        assert over.removesuffix("/0") not in tab.page.url


def test_a_public_match_is_found_joined_and_watched(window: Callable[..., Tab]) -> None:
    ann, ben, watcher = window(), window(), window()
    tab = ann.page
    ann.go()
    tab.get_by_role("link", name="New match: Biberbande").click()
    tab.get_by_label("Your name").fill("Ann")
    tab.get_by_role("combobox", name="Players").select_option("2")
    tab.get_by_role("combobox", name="Seat 2").select_option("friend")
    tab.get_by_label("Anybody may join and watch").check()
    tab.get_by_role("button", name="Create the match").click()
    tab.get_by_text("Waiting for everybody to sit down").wait_for()

    ben.go()
    ben.page.get_by_role("link", name="Sit down: Biberbande").first.click()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    ann.find(".prompt").wait_for()
    watcher.go()
    watcher.page.get_by_role("link", name="Watch: Biberbande").first.click()
    watcher.find(".prompt").wait_for()

    assert watcher.find("button.card, .moves, .act").count() == 0
    assert "You are watching" in watcher.find(".tools").inner_text()


def test_what_one_plays_the_other_sees_and_is_told(window: Callable[..., Tab]) -> None:
    ann, ben = window(), window()
    first, second = seated(ann.base, "biberbande", 2, 2)
    ann.sit(first)
    ben.sit(second)
    looking, waiting = (ben, ann) if ben.find(".prompt.yours").count() else (ann, ben)

    looking.find(".act").first.click()

    waiting.await_turn()
    assert "looks at the outer cards" in waiting.story[0]
    expect(looking.find(".mine .card:not(.down)")).to_have_count(2)
    assert waiting.find(".mine .card:not(.down)").count() == 0


def test_a_second_tab_shows_the_same_and_plays_for_the_same_seat(window: Callable[..., Tab]) -> None:
    one = window()
    (seat,) = seated(one.base, "thirteen", 3)
    one.sit(seat)
    other = Tab.open(one.context, one.base)
    other.go(f"match/{seat.match}/0")  # the browser has kept the token
    other.find(".prompt").wait_for()

    turn = one.await_turn()
    play(other)

    assert one.await_turn_after(turn) == other.await_turn_after(turn)
    expect(one.find(".lines li")).to_have_text(other.story)
    assert other.faults == []


def test_a_page_that_is_loaded_again_knows_what_its_player_has_seen(window: Callable[..., Tab]) -> None:
    tab = window()
    seat, other = seated(tab.base, "biberbande", 2, 2, options={"first_dealer": 1})
    tab.sit(seat)
    tab.await_turn()
    tab.find(".act").first.click()
    tab.find(".mine .card:not(.down)").nth(1).wait_for()
    other.play_on(tab.base)
    tab.find(".mine .card.seen").nth(1).wait_for()
    before = tab.find(".mine .card").evaluate_all("cards => cards.map(card => card.ariaLabel)")

    tab.page.reload()
    tab.find(".mine .card").nth(3).wait_for()

    assert tab.find(".mine .card").evaluate_all("cards => cards.map(card => card.ariaLabel)") == before


def test_a_move_is_taken_back_when_the_other_agrees(window: Callable[..., Tab]) -> None:
    ann, ben = window(), window()
    first, second = seated(ann.base, "thirteen", 3, 2, options={"first_dealer": 2})
    ann.sit(first)
    ben.sit(second)
    turn = ann.await_turn()
    play(ann)
    ben.await_turn()
    for tab in (ann, ben):  # they hear of all this without asking now and then
        tab.page.locator("cardkit-table").evaluate("table => clearTimeout(table.timer)")

    ann.page.get_by_role("button", name="Take back").click()
    ben.page.get_by_text("player 0 asks to take a move back.").wait_for()
    ann.page.get_by_text("Still to agree: player 1.").wait_for()
    ben.page.get_by_role("button", name="Agree").click()

    assert ann.await_turn_after(turn) != "over"
    expect(ann.find(".lines li").first).to_contain_text("taken back")
    expect(ben.find(".prompt.yours, [data-group=takeback]")).to_have_count(0)


def test_a_page_that_gets_no_socket_asks_again_and_again_and_sees_moves_and_requests(
    window: Callable[..., Tab],
) -> None:
    ann, ben = window(), window()
    first, second = seated(ann.base, "thirteen", 3, 2, options={"first_dealer": 2})
    ann.sit(first)
    ann.await_turn()
    ben.go()
    ben.page.evaluate(NO_SOCKETS)
    ben.sit(second)

    play(ann)
    ben.await_turn()
    ann.page.get_by_role("button", name="Take back").click()
    ben.page.get_by_text("player 0 asks to take a move back.").wait_for()
    assert any("/events?" in url for url in ben.asked)
    assert not any("/socket?" in url for url in ben.asked)


def test_a_seat_that_resigns_is_asked_first_and_then_only_watches(window: Callable[..., Tab]) -> None:
    tab = window()
    (seat,) = seated(tab.base, "thirteen", 3, options={"rounds": 1})
    tab.sit(seat)
    tab.await_turn()

    tab.page.get_by_role("button", name="Resign").click()
    assert "A bot then plays your seat" in tab.find("dialog").inner_text()
    tab.find("dialog").get_by_role("button", name="Resign").click()

    tab.find(".ending").wait_for()
    assert tab.page.get_by_role("button", name="Resign").count() == 0


def test_a_costly_move_is_only_played_if_the_player_says_so(window: Callable[..., Tab]) -> None:
    tab = window()
    (seat,) = seated(tab.base, "push", 2)
    tab.sit(seat)
    turn = tab.await_turn()
    while not tab.find(".moves button.warned").count():
        tab.find(".moves button:not(.warned)").first.click()
        turn = tab.await_turn_after(turn)

    tab.find(".moves button.warned").first.click()
    tab.find("dialog").get_by_role("button", name="Not now").click()
    assert tab.await_turn() == turn
    tab.find(".moves button.warned").first.click()
    tab.page.keyboard.press("Escape")
    assert tab.await_turn() == turn

    tab.find(".moves button.warned").first.click()
    tab.find("dialog .yes").click()
    assert tab.await_turn_after(turn)


@pytest.mark.parametrize(
    ("language", "turn", "moves"),
    [("Deutsch", "Du bist am Zug", "Deine Züge"), ("Nederlands", "Jij bent aan zet", "Jouw zetten")],
)
def test_the_page_and_its_game_speak_the_chosen_language(
    window: Callable[..., Tab], language: str, turn: str, moves: str
) -> None:
    tab = window()
    (seat,) = seated(tab.base, "biberbande", 2)
    tab.sit(seat)
    tab.await_turn()

    tab.page.get_by_role("combobox", name="Language").select_option(label=language)

    tab.page.get_by_text(turn).wait_for()
    expect(tab.page.get_by_role("list", name=moves)).to_have_count(1)
    expect(tab.find(".lines")).not_to_contain_text("begins")


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path) as server:
        yield server


@pytest.mark.usefixtures("unmeasured")
def test_a_match_goes_on_after_its_server_was_killed_and_started_again(
    window: Callable[..., Tab], process: Served
) -> None:
    tab = window(at=process.base)
    seat: Seat = seated(tab.base, "thirteen", 6, options={"rounds": 1})[0]
    tab.sit(seat)
    turn = tab.await_turn()
    play(tab)
    turn = tab.await_turn_after(turn)
    told = tab.story

    process.kill()
    tab.page.get_by_text("Not connected.").first.wait_for()
    tab.find(".moves button").first.click()  # it is sent again until there is an answer
    process.begin()
    if tab.find("dialog[open]").count():
        tab.find("dialog .yes").click()
    tab.page.locator("cardkit-table .lost").wait_for(state="detached")
    tab.faults.clear()  # the browser tells of lost connections
    if tab.await_turn() == turn:  # the server was away for longer than the page tries
        play(tab)
    turn = tab.await_turn_after(turn)
    assert tab.story[-len(told) :] == told
    play(tab)
    tab.await_turn_after(turn)
    with seat.client(tab.base) as http:
        http.post("/resign", json={}).raise_for_status()  # bots play on
    tab.find(".ending").wait_for()
