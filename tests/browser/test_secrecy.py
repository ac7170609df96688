"""A seat's page holds no card that the seat hasn't seen, and no token is ever in the address of a request."""

import re
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import attrs
import pytest

import cardkit
from cardkit.drawing import Area, Scene, scene_of
from cardkit.match import AnyMatch
from cardkit.seats import Viewer
from cardkit_api.routes import scene as scene_route
from tests.browser.tabs import POLLING, Tab, client_of, seated
from tests.patience import PATIENCE

VERSION: Final = "document.querySelector('cardkit-table').shadowRoot.querySelector('.table').dataset.version"
PLAY: Final = """() => {
  const table = document.querySelector("cardkit-table").shadowRoot;
  table.querySelector(".moves button").click();
  table.querySelector("dialog[open] .yes")?.click();
}"""
"""Plays the first move in the list."""
LOOKALIKE: Final = re.compile(r' data-id="[^"]*"')
"""A face and a number, which together look like another card."""

Kept: TypeAlias = tuple[int, str]
"""A page as it was at a version."""


def open_cards(scene: Scene) -> set[str]:
    """Return the cards that lie open in a scene, by the names that the page gives them, such as `blue 7`."""
    cells = [card for player in scene.players for cell in player.cells for card in cell.cards]
    cards = [*cells, *(card for area in scene.areas for card in area.cards)]
    return {f"{card.colour} {card.label}" for card in cards if card.label and not card.down}


def leaks(pages: Sequence[Kept], match: AnyMatch, seat: int) -> list[str]:
    """Return the cards on pages of a seat that nobody had shown it until then."""
    steps = [match]
    while steps[-1].previous is not None:
        steps.append(steps[-1].previous)
    every = set[str]().union(*(open_cards(scene_of(step, viewer)) for step in steps for viewer in range(6)))
    found: list[str] = []
    for version, html in pages:
        until = [step for step in steps if step.version <= version]
        seen = set[str]().union(*(open_cards(scene_of(step, seat)) for step in until))
        told = " ".join(until[0].sentences(seat, "en", None, 0))
        found += [
            f"{card} at version {version}"
            for card in every - seen
            if card not in told and re.search(rf"\b{card}\b", html)
        ]
    return found


def play_and_keep_pages(
    window: Callable[..., Tab], most: int | None = None
) -> tuple[list[list[Kept]], AnyMatch]:
    """Let two people play a match of 13 with bots. Return their pages at each step, and the match.

    After that many pages each, if `most` is given, they resign.
    """
    tabs = [window(), window()]
    seats = seated(tabs[0].base, "thirteen", 6, 2, options={"rounds": 1})
    for tab, seat in zip(tabs, seats, strict=True):
        tab.sit(seat)
    pages: list[list[Kept]] = [[], []]
    until = time.monotonic() + 3 * PATIENCE
    while not tabs[0].find(".ending").count() and (most is None or min(map(len, pages)) < most):
        assert time.monotonic() < until
        for tab, kept in zip(tabs, pages, strict=True):
            shown: str = tab.page.evaluate(VERSION)
            if not kept or kept[-1][0] < int(shown):
                html = LOOKALIKE.sub("", tab.html())
                kept.append((int(re.findall(r'data-version="(\d+)"', html)[0]), html))
            if (turn := tab.is_ready()).startswith("turn"):
                tab.page.evaluate(PLAY)
                tab.await_end_of(turn)
        tabs[0].page.wait_for_timeout(POLLING)
    with client_of(f"{tabs[0].base}/v1/matches/{seats[0].match}") as http:
        for seat in seats if most else ():
            http.post("/resign", json={}, headers=seat.headers).raise_for_status()
        tabs[0].find(".ending").wait_for()
        return pages, cardkit.loads(http.get("/log", headers=seats[0].headers).raise_for_status().text)


def test_two_seats_pages_hold_no_card_that_their_seat_hasnt_seen(window: Callable[..., Tab]) -> None:
    pages, match = play_and_keep_pages(window)

    assert len(pages[0]) > 5
    assert [leaks(kept, match, seat) for seat, kept in enumerate(pages)] == [[], []]


def test_a_planted_leak_is_found_on_the_page(
    window: Callable[..., Tab], monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_another_hand(match: AnyMatch, viewer: Viewer, *more: object, **named: object) -> Scene:
        own = scene_of(match, viewer, remember=True)
        other = scene_of(match, 1 - (viewer or 0), remember=True)
        hand: tuple[Area, ...] = tuple(
            attrs.evolve(area, arranged="list", seat=None) for area in other.areas if area.seat is not None
        )
        return attrs.evolve(own, areas=own.areas + hand)

    monkeypatch.setattr(scene_route, "scene_of", with_another_hand)
    pages, match = play_and_keep_pages(window, most=2)

    assert all(leaks(kept, match, seat) for seat, kept in enumerate(pages))


def test_no_token_and_no_invitation_is_in_the_address_of_a_request(window: Callable[..., Tab]) -> None:
    tab = window(fresh=True)
    seat = seated(tab.base, "thirteen", 3)[0]
    tab.sit(seat)
    turn = tab.await_turn()
    tab.find(".moves button:not(.warned)").first.click()
    tab.await_turn_after(turn)

    assert any("/socket?" in url for url in tab.asked)
    assert all(seat.token not in url for url in tab.asked)
    assert seat.token not in tab.page.url
    assert seat.token not in tab.html().replace(f"sit/{seat.match}/0/{seat.token}", "")


def test_a_name_is_never_read_as_html_and_no_foreign_script_runs(window: Callable[..., Tab]) -> None:
    tab = window()
    name = "<img src=x onerror=planted()>"
    tab.sit(seated(tab.base, "thirteen", 3, name=name)[0])
    tab.await_turn()

    assert tab.find(".player strong").first.inner_text() == name
    assert tab.find("img").count() == 0
    tab.page.evaluate(
        """() => {
          const script = document.createElement("script");
          try { script.text = "document.title = 'planted'"; } catch { return; }
          document.head.append(script);
        }"""
    )
    assert tab.page.title() != "planted"
    assert any("Content Security Policy" in fault or "TrustedScript" in fault for fault in tab.faults)
    tab.faults.clear()
